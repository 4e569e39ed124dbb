//go:build !unix

package index

import "os"

// mapFile maps nothing here.
func mapFile(*os.File, int64) mapped { return nil }

func (m mapped) unmap() {}
