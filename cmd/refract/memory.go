package main

import (
	"github.com/spf13/pflag"

	"refract/internal/memlimit"
)

// maxMemoryFlag adds --max-memory, which scan, mine and compare have.
func maxMemoryFlag(f *pflag.FlagSet, l *memlimit.Limit) {
	f.Var(l, "max-memory", "give up before the process has more memory than this, such as 2GiB (0: no limit)")
}
