package scan

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
)

// buildOf identifies the code in an executable file: what an index holds follows from the code as well as from the sources.
// That is the build ID that Go's linker wrote, which is the same for the same code: go run links anew every time. Where
// there is none to be found it is the file's size and time; "" if there is no such file.
func buildOf(path string) string {
	if f, err := elf.Open(path); err == nil {
		defer f.Close()
		if s := f.Section(".note.go.buildid"); s != nil {
			const header = 16 // sizes of name and description, type, "Go\0\0" (ELF, Note Section)
			if note, err := s.Data(); err == nil && len(note) > header {
				return string(bytes.TrimRight(note[header:], "\x00"))
			}
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x-%x", info.Size(), info.ModTime().UnixNano())
}
