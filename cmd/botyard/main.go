// Command botyard serves Telegram bots and mini-apps of people who do not
// program. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata" // projects have time zones, and not every machine has their table

	"botyard/internal/pgserver"
	"botyard/internal/telegram/sim"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	p := program{getenv: os.Getenv, become: pgserver.DropPrivileges, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	err := p.run(ctx, os.Args[1:])
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return
	case errors.Is(err, errUsage):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Fprintln(os.Stderr, "botyard:", err)
	os.Exit(1)
}

// program is the outside world of a run, so that a test can run it whole.
type program struct {
	getenv func(string) string
	// become makes the process one of the service's user, when root started it;
	// nil leaves it as it is, as in a test, whose process is not the program's.
	become         func(getenv func(string) string) (changed bool, who string, err error)
	stdin          io.Reader
	stdout, stderr io.Writer
}

// errUsage marks a wrong command line.
var errUsage = errors.New("usage")

// commands by name; each reads the arguments after its name.
var commands = map[string]func(program, context.Context, []string) error{
	"serve":        func(p program, ctx context.Context, args []string) error { return p.serve(ctx, args, both) },
	"web":          func(p program, ctx context.Context, args []string) error { return p.serve(ctx, args, webHalf) },
	"worker":       func(p program, ctx context.Context, args []string) error { return p.serve(ctx, args, workerHalf) },
	"loadtest":     program.loadtest,
	"migrate":      program.migrate,
	"adopt":        program.adopt,
	"demo":         program.demo,
	"user":         program.user,
	"telegram-sim": func(p program, ctx context.Context, args []string) error { return sim.Main(ctx, args, p.stdout) },
}

func (p program) run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%w: botyard %s", errUsage, names())
	}
	command, found := commands[args[0]]
	if !found {
		return fmt.Errorf("%w: botyard %s; there is no %q", errUsage, names(), args[0])
	}
	return command(p, ctx, args[1:])
}

func names() string {
	var all []string
	for name := range commands {
		all = append(all, name)
	}
	slices.Sort(all)
	return strings.Join(all, "|")
}

// flags makes the flag set of a command; its errors are errUsage.
func (p program) flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet("botyard "+name, flag.ContinueOnError)
	f.SetOutput(p.stderr)
	return f
}

// parse reads args, and wants none beside the flags.
func parse(f *flag.FlagSet, args []string) error {
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if f.NArg() > 0 {
		return fmt.Errorf("%w: %s does not take %q", errUsage, f.Name(), f.Arg(0))
	}
	return nil
}
