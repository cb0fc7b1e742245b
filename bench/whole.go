package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"botyard/internal/loadtest"
)

// The burst that the whole path is compared with.
const (
	wholeBots     = 1000
	wholeMessages = 5000
)

// services are what answers the burst: Botyard and the scheme that takes one
// row after the other, alone and with eight workers.
func services(self string) []service {
	return []service{
		{"Botyard", nil},
		{"one by one", []string{self, "rival", "-workers", "1"}},
		{"one by one, 8 workers", []string{self, "rival", "-workers", "8"}},
	}
}

// service has a program when it is a rival.
type service struct {
	name  string
	rival []string
}

// wholePath compares answers a second from visitor to simulator, at no
// latency: every message from a chat of its own, all at once.
func wholePath(ctx context.Context, p place, rounds int) error {
	m := &measuring{rounds: rounds, results: map[string][]result{}}
	for round := range rounds {
		for _, s := range services(p.self) {
			r, err := wholeRun(ctx, p, s.rival)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			fmt.Fprintf(os.Stderr, "round %d of %d: %-44s %9.0f a second\n", round+1, rounds, s.name, r.perSecond)
			m.results[s.name] = append(m.results[s.name], r)
		}
	}
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\n%d messages at once over %d bots, latency 0, median of %d rounds\tanswers a second\n", wholeMessages, wholeBots, rounds)
	for _, s := range services(p.self) {
		fmt.Fprintf(t, "%s\t%.0f\n", s.name, median(m.results[s.name], rate))
	}
	fmt.Fprintln(t)
	m.printRatio(t, "Botyard", "one by one", 5)
	m.printRatio(t, "Botyard", "one by one, 8 workers", 0)
	return t.Flush()
}

func wholeRun(ctx context.Context, p place, rival []string) (result, error) {
	own, err := os.MkdirTemp(p.dir, "whole-")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(own)
	r, err := loadtest.Run(ctx, loadtest.Options{
		Program: p.botyard, Dir: own, Rival: rival, Bots: wholeBots, Messages: wholeMessages, Bulk: true,
	})
	if err == nil {
		err = r.Verdict()
	}
	return result{perSecond: r.AnsweredPerS}, err
}
