package release_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"refract/release"
)

// known are the refactorings that Dig et al. 2006 name, in §2, §6 and §8.2, with the releases that they happened
// between. Followers are the classes whose method has to be renamed with that of a supertype.
var known = []struct{ old, new, typ, from, to string }{
	{"eclipse-ui/2.1.3", "eclipse-ui/3.0", "Rename Method", "org.eclipse.ui.texteditor.AbstractTextEditor.performRevertOperation", "org.eclipse.ui.texteditor.AbstractTextEditor.performRevert"},
	{"eclipse-ui/2.1.3", "eclipse-ui/3.0", "Change Method Signature", "org.eclipse.ui.texteditor.AbstractTextEditor.performRevertOperation", "org.eclipse.ui.texteditor.AbstractTextEditor.performRevert"},
	{"struts/1.1", "struts/1.2.4", "Rename Method", "org.apache.struts.tiles.Controller.perform", "org.apache.struts.tiles.Controller.execute"},
	{"struts/1.1", "struts/1.2.4", "Rename Method", "org.apache.struts.tiles.ActionController.perform", "org.apache.struts.tiles.ActionController.execute"},
	{"struts/1.1", "struts/1.2.4", "Rename Method", "org.apache.struts.tiles.ControllerSupport.perform", "org.apache.struts.tiles.ControllerSupport.execute"},
	{"struts/1.1", "struts/1.2.4", "Rename Method", "org.apache.struts.tiles.UrlController.perform", "org.apache.struts.tiles.UrlController.execute"},
	{"struts/1.1", "struts/1.2.4", "Move Method", "org.apache.struts.util.RequestUtils.computeParameters", "org.apache.struts.taglib.TagUtils.computeParameters"},
	{"struts/1.1", "struts/1.2.4", "Move Method", "org.apache.struts.util.RequestUtils.pageURL", "org.apache.struts.taglib.TagUtils.pageURL"},
}

// strutsActions are the Action classes of Struts whose perform became execute (§6: "another 11 renamed methods").
var strutsActions = []string{"channel.SelectChannelAction", "dynPortal.RetrievePortalAction", "dynPortal.SetPortalPrefsAction", "invoice.EditInvoiceAction",
	"lang.SelectLocaleAction", "portal.UserMenuAction", "portal.UserMenuSettingsAction", "portal.UserPortalAction", "portal.UserPortalSettingsAction",
	"rssChannel.Channels", "rssChannel.RssChannelsAction", "skin.LayoutSettingsAction", "skin.LayoutSwitchAction", "skin.SimpleSwitchLayoutAction",
	"template.DynTemplateAction", "tutorial.ForwardExampleAction"}

func TestKnownRefactorings(t *testing.T) {
	root := os.Getenv("REFRACT_CORPORA")
	if root == "" {
		t.Skip("REFRACT_CORPORA is not set: no releases to compare")
	}
	logs := map[string]*release.Comparison{}
	for _, k := range known {
		key := k.old + " " + k.new
		if logs[key] == nil {
			if testing.Short() && k.old == "eclipse-ui/2.1.3" {
				continue
			}
			logs[key] = compare(t, corpus(t, root, k.old), corpus(t, root, k.new))
		}
		if got := findAll(logs[key].Changes, k.typ, k.from, k.to); got == 0 {
			t.Errorf("%s: no %s of %s to %s", key, k.typ, k.from, k.to)
		}
	}
	struts := logs["struts/1.1 struts/1.2.4"]
	for _, name := range strutsActions {
		class := "org.apache.struts.webapp.tiles." + name
		if findAll(struts.Changes, "Rename Method", class+".perform", class+".execute") == 0 {
			t.Errorf("struts: %s.perform is not renamed to execute", class)
		}
	}
}

func corpus(t *testing.T, root, name string) release.Side {
	t.Helper()
	s, err := release.Read(context.Background(), filepath.Join(root, filepath.FromSlash(name)), release.ReadOptions{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func findAll(cs []release.Change, typ, from, to string) int {
	n := 0
	for _, c := range all(cs) {
		if c.Type == typ && c.Old.Name == from && c.New.Name == to {
			n++
		}
	}
	return n
}

// TestReadBothIsRead: parsing two releases together gives the files that parsing each alone gives.
func TestReadBothIsRead(t *testing.T) {
	root := os.Getenv("REFRACT_CORPORA")
	if root == "" {
		t.Skip("REFRACT_CORPORA is not set: no releases to read")
	}
	o := release.ReadOptions{Jobs: 2}
	for _, p := range [][2]string{{"struts/1.1", "struts/1.2.4"}, {"jhotdraw/5.2", "jhotdraw/5.3"}, {"ant/v4-1.4.1", "ant/v5-1.5"}} {
		var lists [2]*release.Listing
		for i := range p {
			var err error
			if lists[i], err = release.List(filepath.Join(root, filepath.FromSlash(p[i])), o); err != nil {
				t.Fatal(err)
			}
		}
		old, new, err := release.ReadBoth(context.Background(), lists[0], lists[1], o)
		if err != nil {
			t.Fatal(err)
		}
		for i, side := range []release.Side{old, new} {
			if !reflect.DeepEqual(side, corpus(t, root, p[i])) {
				t.Errorf("%s is read differently beside %s", p[i], p[1-i])
			}
		}
	}
}
