package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"botyard/internal/loadtest"
	"botyard/internal/pgserver"
)

// loadtest tries a private copy of everything and prints what it found. It
// fails when something was lost, repeated or out of order.
func (p program) loadtest(ctx context.Context, args []string) error {
	f := p.flags("loadtest")
	o, asJSON := loadtestFlags(f)
	if err := parse(f, args); err != nil {
		return err
	}
	dir, program, err := p.privateFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o.Dir, o.Program, o.Log = dir, program, p.stderr
	report, err := loadtest.Run(ctx, *o)
	if ctx.Err() != nil {
		return errors.New("load test stopped")
	}
	if err != nil {
		return err
	}
	if *asJSON {
		err = json.NewEncoder(p.stdout).Encode(report)
	} else {
		err = report.Print(p.stdout)
	}
	return errors.Join(err, report.Verdict())
}

func loadtestFlags(f *flag.FlagSet) (o *loadtest.Options, asJSON *bool) {
	o = &loadtest.Options{}
	f.IntVar(&o.Bots, "bots", 1000, "how many bots")
	f.IntVar(&o.Messages, "messages", 5000, "how many messages, all at once")
	f.Float64Var(&o.Rate, "rate", 0, "messages a second instead of all at once")
	f.DurationVar(&o.For, "for", 10*time.Second, "how long, with -rate")
	f.IntVar(&o.PerChat, "per-chat", 1, "messages that each person writes")
	f.DurationVar(&o.Latency, "latency", 120*time.Millisecond, "what a call of the Bot API takes")
	f.Func("faults", "what goes wrong on purpose: 429, 5xx, drop, repeat, separated by commas", func(s string) error {
		o.Faults = strings.Split(s, ",")
		return nil
	})
	f.IntVar(&o.Deep, "deep", 0, "messages that wait for one more bot while the others are measured")
	f.BoolVar(&o.Garbage, "garbage", false, "measure beside 900 worthless requests in 100 threads")
	f.IntVar(&o.Sleeping, "sleeping", 0, "measure start and memory with so many more bots that sleep")
	f.BoolVar(&o.Bulk, "bulk", false, "copy the projects from a first one, as is always done beyond 2,000")
	f.DurationVar(&o.Patience, "patience", 0, "how long nothing may happen before the rest counts as lost (default 30s, with faults 150s)")
	return o, f.Bool("json", false, "print one JSON object")
}

// privateFolder makes an empty folder, and becomes the service's account when
// root has started the program: PostgreSQL refuses to run as root. It names
// the program's file, which that account may not be able to reach where it is.
func (p program) privateFolder() (dir, self string, err error) {
	self, err = os.Executable()
	if err != nil {
		return "", "", fmt.Errorf("find the program's own file: %w", err)
	}
	file, err := os.Open(self)
	if err != nil {
		return "", "", fmt.Errorf("open the program's own file: %w", err)
	}
	defer file.Close()
	if dir, err = os.MkdirTemp("", "botyard-loadtest-"); err != nil {
		return "", "", fmt.Errorf("make a folder for the load test: %w", err)
	}
	changed, _, err := pgserver.DropPrivileges(func(name string) string {
		if name == "BOTYARD_DATA_DIR" {
			return dir
		}
		return p.getenv(name)
	})
	if err == nil && changed {
		self, err = filepath.Join(dir, "botyard"), copyProgram(file, filepath.Join(dir, "botyard"))
	}
	if err != nil {
		return "", "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, self, nil
}

func copyProgram(from io.Reader, path string) error {
	to, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	if err != nil {
		return fmt.Errorf("copy the program: %w", err)
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}
