package main

import (
	"strings"
	"testing"
)

// TestWrongArguments: who gives a command too few or too many arguments is told what there should be.
func TestWrongArguments(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"scan", "want the directories to scan: refract scan DIR...; got no argument"},
		{"similar", "want the place of a method: refract similar FILE:LINE; got no argument"},
		{"similar A.java:1 B.java:2", "got 2 arguments"},
		{"mine a b", "want one git repository; got 2 arguments"},
		{"mine . --all --format xml", "want one of json"},
		{"compare a", "want two releases, OLD and NEW; got one argument"},
		{"compare a b c", "want two releases, OLD and NEW; got 3 arguments"},
		{"rules show", "want the id of a rule"},
		{"rules nothing", `unknown command "nothing"`},
		{"index nothing", `unknown command "nothing"`},
	} {
		_, stderr, code := scanCLI(t, strings.Fields(tt.args)...)
		if code != 2 || !strings.Contains(stderr, tt.want) {
			t.Errorf("refract %s: code %d, %q, want %q", tt.args, code, stderr, tt.want)
		}
	}
}
