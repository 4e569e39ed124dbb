// Command refract finds refactorings and opportunities for them in Java code.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(run())
}

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	err := newRoot().ExecuteContext(ctx)
	return exitCode(os.Stderr, err)
}

// interrupted is the code of a process that was told to end, as shells have it.
const interrupted = 130

// exitCode prints err where that is wanted and returns the code of the process: 0 done, 1 findings with --fail-on,
// 2 trouble, 130 interrupted. A reader that went away (a closed pipe) is no trouble.
func exitCode(stderr *os.File, err error) int {
	var code exitStatus
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "refract: interrupted")
		return interrupted
	}
	fmt.Fprintln(stderr, "refract:", err)
	return 2
}

// exitStatus is an error that says nothing but which code to end with.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }
