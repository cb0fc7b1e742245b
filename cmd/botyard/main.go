// Command botyard serves Telegram bots and mini-apps of people who do not
// program. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

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
	// logged is the lowest level of the log; 0 is info.
	logged slog.Level
}

// errUsage marks a wrong command line.
var errUsage = errors.New("usage")

// command is one word after the program's name.
type command struct {
	name, does string
	// run reads the arguments after the name.
	run func(program, context.Context, []string) error
}

// commands in the order in which help lists them.
var commands = []command{
	{"demo", "try it on this machine: the service, its database, a simulated Telegram", program.demo},
	{"serve", "everything; with a private PostgreSQL unless DATABASE_URL is set", serves(both)},
	{"web", "only the cabinet, the pages and the receipt of messages", serves(webHalf)},
	{"worker", "only what answers messages; web and worker share one DATABASE_URL", serves(workerHalf)},
	{"migrate", "brings the schema of the database up to date", program.migrate},
	{"adopt", "lets a restored, copied or moved database go on", program.adopt},
	{"user", "adds a person: user add -email ... [-role support|user]", program.user},
	{"telegram-sim", "the simulated Telegram alone", simulates},
	{"loadtest", "measures a private copy of everything", program.loadtest},
}

func serves(part half) func(program, context.Context, []string) error {
	return func(p program, ctx context.Context, args []string) error { return p.serve(ctx, args, part) }
}

func simulates(p program, ctx context.Context, args []string) error {
	return sim.Main(ctx, args, p.stdout)
}

// helps are the words that ask what the program can do.
var helps = []string{"help", "-h", "-help", "--help"}

func (p program) run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%w:\n%s", errUsage, manual())
	}
	if slices.Contains(helps, args[0]) {
		fmt.Fprint(p.stdout, manual())
		return nil
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(p, ctx, args[1:])
		}
	}
	return fmt.Errorf("%w: there is no %q\n%s", errUsage, args[0], manual())
}

// manual says what each command does.
func manual() string {
	var b strings.Builder
	b.WriteString("botyard serves Telegram bots and their pages.\n\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "  botyard %-13s %s\n", c.name, c.does)
	}
	b.WriteString("\nbotyard COMMAND -h lists a command's flags. Settings come from the environment, see README.md.\n")
	return b.String()
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
