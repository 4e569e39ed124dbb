package release_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/release"
)

// A log as people edit it gives a guide of what it names: public elements, each once, below the package of its name.
func TestGuideOfALog(t *testing.T) {
	c, err := release.ReadLog(strings.NewReader(`<refactorings version="1" old="a" new="b">
  <refactoring type="Rename Class"><description>x</description><old kind="class" name="p.A" public="true"/><new kind="class" name="p.B" public="true"/>
    <refactoring type="Move Method"><description>x</description><old kind="method" name="p.A.f" signature="(int) void" public="true"/><new kind="method" name="q.C.f" signature="(int,long) void" public="true"/></refactoring>
  </refactoring>
  <refactoring type="Move Method"><description>x</description><old kind="method" name="p.A.f" signature="(int) void" public="true"/><new kind="method" name="q.D.f" public="true"/></refactoring>
  <refactoring type="Pull Up Attribute"><description>x</description><old kind="field" name="p.In.X" public="true"/><new kind="field" name="p.Super.X" public="true"/></refactoring>
  <refactoring type="Rename Method"><description>x</description><old kind="method" name="p.A.g" public="false"/><new kind="method" name="p.A.h" public="false"/></refactoring>
  <refactoring type="Extract Method"><description>x</description><old kind="method" name="p.A.k" public="true"/><new kind="method" name="p.A.l" public="true"/></refactoring>
</refactorings>`))
	if err != nil {
		t.Fatal(err)
	}
	want := release.Guide{Bump: release.Major, Breaking: 2, Packages: []release.PackageGuide{{Name: "p", Entries: []release.GuideEntry{
		{Kind: "class", Old: "p.A", Action: release.Renamed, Replacement: "p.B", Breaks: release.BreaksSource | release.BreaksBinary},
		{Kind: "method", Old: "p.A.f(int)", Action: release.Moved, Replacement: "q.C.f(int,long)", Breaks: release.BreaksSource | release.BreaksBinary},
		{Kind: "field", Old: "p.In.X", Action: release.PulledUp, Replacement: "p.Super.X"},
	}}}}
	if diff := cmp.Diff(want, c.API); diff != "" || !c.NoGuide {
		t.Errorf("NoGuide %v, guide (-want +got):\n%s", c.NoGuide, diff)
	}
}
