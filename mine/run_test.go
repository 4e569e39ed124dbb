package mine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"refract/mine"
)

// inputs are n changes that each rename a class with their number.
func inputs(n int) []mine.Input {
	list := make([]mine.Input, n)
	for i := range list {
		list[i] = mine.Input{SHA: fmt.Sprint(i), Load: func(context.Context) (mine.Change, error) {
			class := func(name string) []mine.Blob {
				return []mine.Blob{{Path: name + ".java", Content: []byte("class " + name + " { int a; int b; void f() { a = 1; } void g() { b = 2; } }")}}
			}
			return mine.Change{Before: class("A"), After: class(fmt.Sprint("B", i))}, nil
		}}
	}
	return list
}

func TestRunKeepsTheOrder(t *testing.T) {
	var want string
	for _, jobs := range []int{1, 8} {
		var b strings.Builder
		err := mine.Run(context.Background(), slices.Values(inputs(100)), mine.RunOptions{Jobs: jobs}, func(r *mine.Result) error {
			if r.Err != nil {
				t.Errorf("%s: %v", r.SHA, r.Err)
			}
			b.WriteString(r.SHA + ": " + descriptions(r.Refactorings))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if jobs == 1 {
			want = b.String()
			if !strings.Contains(want, "99: Rename Class A renamed to B99\n") {
				t.Errorf("output:\n%s", want)
			}
		} else if b.String() != want {
			t.Errorf("%d jobs give another output than one", jobs)
		}
	}
}

// A failure, a panic and a time-out are results; the run goes on.
func TestRunRecordsFailures(t *testing.T) {
	list := inputs(5)
	list[1].Load = func(context.Context) (mine.Change, error) { return mine.Change{}, errors.New("disk on fire") }
	list[2].Load = func(context.Context) (mine.Change, error) { panic("loose wire") }
	list[3].Load = func(ctx context.Context) (mine.Change, error) {
		<-ctx.Done()
		return mine.Change{}, ctx.Err()
	}
	var got []string
	err := mine.Run(context.Background(), slices.Values(list), mine.RunOptions{Jobs: 2, Timeout: 50 * time.Millisecond}, func(r *mine.Result) error {
		if r.Err != nil && len(r.Refactorings) > 0 {
			t.Errorf("%s failed and has refactorings", r.SHA)
		}
		text := "ok"
		if r.Err != nil {
			text, _, _ = strings.Cut(r.Err.Error(), "\n")
		}
		got = append(got, r.SHA+" "+text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "result", got, []string{"0 ok", "1 disk on fire", "2 internal error: loose wire", "3 timed out after 50ms", "4 ok"})
}

func TestRunRefusesLargeInputs(t *testing.T) {
	err := mine.Run(context.Background(), slices.Values(inputs(1)), mine.RunOptions{MaxBytes: 10}, func(r *mine.Result) error {
		if !errors.Is(r.Err, mine.ErrTooLarge) {
			t.Errorf("error %v, want %v", r.Err, mine.ErrTooLarge)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRunStops(t *testing.T) {
	broken := errors.New("pipe")
	err := mine.Run(context.Background(), slices.Values(inputs(50)), mine.RunOptions{Jobs: 4}, func(r *mine.Result) error {
		if r.SHA == "3" {
			return broken
		}
		return nil
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want that of emit", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err = mine.Run(ctx, slices.Values(inputs(1000)), mine.RunOptions{Jobs: 4}, func(*mine.Result) error {
		if n++; n == 5 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n > 100 {
		t.Errorf("after cancel: error %v, %d results", err, n)
	}
}

func TestDetectIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	files := parseAll(map[string]string{"A.java": "class A { int a; }"})
	if _, err := mine.Detect(ctx, files, files, mine.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestTypesAreDocumentedNames(t *testing.T) {
	types := mine.Types()
	if len(types) < 60 || !slices.IsSorted(types) {
		t.Errorf("%d types", len(types))
	}
	only := mine.Options{Types: []string{"Rename Class"}}
	c, _ := inputs(1)[0].Load(context.Background())
	before := parseAll(map[string]string{c.Before[0].Path: string(c.Before[0].Content)})
	after := parseAll(map[string]string{c.After[0].Path: strings.ReplaceAll(string(c.After[0].Content), "void f", "public void f")})
	found, err := mine.Detect(context.Background(), before, after, only)
	if err != nil || len(found) != 1 {
		t.Errorf("filtered: %v %v", found, err)
	}
}
