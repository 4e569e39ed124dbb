package index

import (
	"fmt"
	"os"
	"path/filepath"
)

// spool keeps values in a file until they are wanted again. The columns and parts of a new index lie in one: rules end in no order,
// and if columns were written as they come, bbolt would write the neighbours of each again.
type spool struct {
	pattern string // of the file's path, see os.CreateTemp
	f       *os.File
	end     int64
	at      map[recordKey]stored
}

// stored is where a value lies.
type stored struct {
	from int64
	n    int
}

// put stores v under key.
func (p *spool) put(key recordKey, v []byte) error {
	if p.f == nil {
		f, err := os.CreateTemp(filepath.Split(p.pattern))
		if err != nil {
			return fmt.Errorf("index: %w", err)
		}
		p.f, p.at = f, map[recordKey]stored{}
	}
	if _, err := p.f.WriteAt(v, p.end); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	p.at[key] = stored{p.end, len(v)}
	p.end += int64(len(v))
	return nil
}

// get returns what was stored under key.
func (p *spool) get(key recordKey) ([]byte, error) {
	v := make([]byte, p.at[key].n)
	if _, err := p.f.ReadAt(v, p.at[key].from); err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	return v, nil
}

// close forgets everything.
func (p *spool) close() {
	if p.f != nil {
		p.f.Close()
		os.Remove(p.f.Name())
		p.f, p.at = nil, nil
	}
}
