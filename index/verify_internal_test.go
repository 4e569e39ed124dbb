package index

import "testing"

// TestKeyText: paths and names stay, whatever letters they have; what is no text is hexadecimal.
func TestKeyText(t *testing.T) {
	for key, want := range map[string]string{
		"a/B.java":            "a/B.java",
		"straße/Ü.java":       "straße/Ü.java",
		"found inline-temp":   "found inline-temp",
		string(number(0x241)): "00000241",
		"\xff\xfe":            "fffe",
	} {
		if got := keyText([]byte(key)); got != want {
			t.Errorf("keyText(%q) = %q, want %q", key, got, want)
		}
	}
}
