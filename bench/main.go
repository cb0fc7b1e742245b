// Command bench compares what Botyard does with an update with other ways to
// do the same on the same PostgreSQL: in turn, round by round, so that what
// else the machine does hits all of them. See ../docs/performance.md.
//
//	go -C bench run .
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"botyard/internal/pgserver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == "rival" {
		return runRival(ctx, args[1:])
	}
	f := flag.NewFlagSet("bench", flag.ExitOnError)
	rounds := f.Int("rounds", 5, "how often each contender runs")
	rows := f.Int("rows", 20_000, "rows of a run; slow contenders take a tenth")
	only := f.String("only", "", "contenders whose names contain this")
	profile := f.String("profile", "", "write a CPU profile of this program here")
	whole := f.Bool("whole", true, "compare the whole path, too, from visitor to answer")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *profile != "" {
		out, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer out.Close()
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	p, err := newPlace(ctx, *whole)
	defer os.RemoveAll(p.dir)
	if err != nil {
		return err
	}
	m := &measuring{rows: *rows, rounds: *rounds, only: *only, results: map[string][]result{}}
	if err := m.machinery(ctx, p.dir); err != nil {
		return err
	}
	if *whole {
		return wholePath(ctx, p, *rounds)
	}
	return nil
}

// contender is one way to do a piece of work.
type contender struct {
	name string
	// prepare makes ready, untimed; work does rows and is timed.
	prepare func(ctx context.Context, rows int) error
	work    func(ctx context.Context, rows int) error
	// part of the rows that it takes, because it is slow; 0: all.
	part int
	// figure measures itself, when it is another program's.
	figure func(ctx context.Context) (result, error)
}

// result is one run of a contender.
type result struct {
	perSecond float64
	cpu       time.Duration // a row, of PostgreSQL and of the program; 0: not measured
}

type measuring struct {
	rows, rounds int
	only         string
	results      map[string][]result
}

// machinery compares receipt and drain.
func (m *measuring) machinery(ctx context.Context, dir string) error {
	server, err := pgserver.Start(ctx, pgserver.Config{DataDir: dir + "/data", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer stopServer(server)
	contenders, done, err := contenders(ctx, server.URL())
	if err != nil {
		return err
	}
	defer done()
	contenders = slices.DeleteFunc(contenders, func(c contender) bool { return !strings.Contains(c.name, m.only) })
	for round := range m.rounds {
		order := slices.Clone(contenders)
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, c := range order {
			r, err := m.try(ctx, server, c)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			fmt.Fprintf(os.Stderr, "round %d of %d: %-44s %9.0f a second\n", round+1, m.rounds, c.name, r.perSecond)
			m.results[c.name] = append(m.results[c.name], r)
		}
	}
	m.print(contenders)
	return nil
}

func stopServer(s *pgserver.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := s.Stop(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
}

func (m *measuring) try(ctx context.Context, server *pgserver.Server, c contender) (result, error) {
	if c.figure != nil {
		return c.figure(ctx)
	}
	rows := m.rows / max(c.part, 1)
	if err := c.prepare(ctx, rows); err != nil {
		return result{}, fmt.Errorf("prepare: %w", err)
	}
	if err := checkpoint(ctx, server.URL()); err != nil {
		return result{}, err
	}
	before, began := cpuTime(), time.Now()
	if err := c.work(ctx, rows); err != nil {
		return result{}, err
	}
	took := time.Since(began)
	return result{float64(rows) / took.Seconds(), (cpuTime() - before) / time.Duration(rows)}, nil
}

// ratios are what is promised of ours against others.
var ratios = []struct {
	ours, other string
	want        float64 // 0: nothing is promised
}{
	{receiptHTTP, pgbenchName, 2},
	{receiptInside, pgbenchName, 5},
	{drainName, riverName, 3},
	{drainName, onebyoneName, 0},
	{pageName, fileName, 0.5},
}

func (m *measuring) print(contenders []contender) {
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "median of %d rounds\trows a second\tleast – most\tCPU µs a row\n", m.rounds)
	for _, c := range contenders {
		all := m.results[c.name]
		fmt.Fprintf(t, "%s\t%.0f\t%.0f – %.0f\t%.0f\n", c.name, median(all, rate), extreme(all, slices.MinFunc[[]result]), extreme(all, slices.MaxFunc[[]result]), median(all, cpuMicros))
	}
	fmt.Fprintf(t, "\nratio, round by round\tmedian\tleast – most\tby CPU\n")
	for _, r := range ratios {
		m.printRatio(t, r.ours, r.other, r.want)
	}
	t.Flush()
}
