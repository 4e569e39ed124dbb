package main

import "refract/scan"

// scanOptions are those of a cold scan by the command, with its index at indexPath, or none if that is empty.
func scanOptions(o childOptions, indexPath string) scan.Options {
	return scan.Options{Jobs: o.Jobs}
}
