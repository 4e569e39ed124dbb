package main

import "github.com/spf13/cobra"

// version is set by the linker.
var version = "dev"

// newRoot returns the command with all its subcommands; each stands in a file of its own.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "refract",
		Short:         "Find refactorings, and opportunities for them, in Java code",
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		newScanCommand(),
		newSimilarCommand(),
		newIndexCommand(),
		newMineCommand(),
		newCompareCommand(),
		newRulesCommand(),
	)
	return root
}
