package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// want takes from least to most arguments, any number where most is negative, and refuses others with what there should be.
func want(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return wrongArgs(what, len(args))
		}
		return nil
	}
}

// wrongArgs is the error for n arguments in the place of what there should be.
func wrongArgs(what string, n int) error {
	switch n {
	case 0:
		return fmt.Errorf("want %s; got no argument", what)
	case 1:
		return fmt.Errorf("want %s; got one argument", what)
	}
	return fmt.Errorf("want %s; got %d arguments", what, n)
}
