package scan

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFillLists fills slices wherever exported fields, pointers and slices lead to them, and touches nothing else.
func TestFillLists(t *testing.T) {
	type leaf struct {
		N     int
		Names []string
	}
	type value struct {
		Plain    struct{ A, B int }
		Leaf     leaf
		Leaves   []leaf
		Pointer  *leaf
		Nobody   *leaf
		Pointers []*leaf
		Deep     [][]int
		hidden   []int
	}
	got := value{Leaf: leaf{N: 1}, Leaves: []leaf{{N: 2}, {Names: []string{"a"}}}, Pointer: &leaf{}, Pointers: []*leaf{nil, {N: 3}}, Deep: [][]int{nil, {4}}}
	want := value{Leaf: leaf{1, []string{}}, Leaves: []leaf{{2, []string{}}, {0, []string{"a"}}}, Pointer: &leaf{0, []string{}},
		Pointers: []*leaf{nil, {3, []string{}}}, Deep: [][]int{{}, {4}}}
	listsOf(reflect.TypeFor[value]()).fill(reflect.ValueOf(&got).Elem())
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(value{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if listsOf(reflect.TypeFor[struct{ A *struct{ B, c int } }]()) != nil {
		t.Error("a type without slices is said to have some")
	}
	var empty value
	listsOf(reflect.TypeFor[value]()).fill(reflect.ValueOf(&empty).Elem())
	if empty.Leaves == nil || empty.Leaf.Names == nil || empty.hidden != nil || empty.Nobody != nil {
		t.Errorf("%+v", empty)
	}
}
