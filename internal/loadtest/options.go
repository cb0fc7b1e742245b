// Package loadtest tries the whole of Botyard on this machine: a private
// PostgreSQL, a simulated Telegram and the service, each a process of its
// own. It writes to many bots, and judges from the simulator's journal what
// was lost, repeated or out of order and how long it took.
package loadtest

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// Options say what to try.
type Options struct {
	// Program is the executable that is started as the simulator and as the
	// service; Dir an empty folder of the caller's, in which all data lies.
	Program, Dir string
	// Log hears what is going on.
	Log io.Writer
	// Rival is another service to try in place of Botyard's, a program with
	// its first arguments. It gets -addr (to listen on), -telegram (the
	// simulator's URL) and -data (a folder), connects every bot of GET
	// /sim/bots by itself, and then answers GET /readyz with 200. Its bots
	// answer /start with the visitor's first name.
	Rival []string

	// Bots is how many bots are written to, each in a project and an account
	// of its own.
	Bots int
	// Messages are sent all at once; with a Rate, Rate a second For a time are.
	Messages int
	Rate     float64
	For      time.Duration
	// PerChat is how many messages each person writes to their bot; 0 means 1.
	PerChat int
	// Latency is what a call of the Bot API takes.
	Latency time.Duration
	// Patience is how long nothing may happen before what is not answered
	// counts as lost; 0 means 30 s, with faults 150 s.
	Patience time.Duration

	// Faults are injected, by their names in faultsByName.
	Faults []string
	// Deep is how many messages, each of another person, wait for one more
	// bot while the others are measured.
	Deep int
	// Garbage measures beside 900 worthless requests.
	Garbage bool
	// Sleeping is how many more bots are connected and silent. The service is
	// started anew with them, its start and its memory are measured, and all
	// that is sent is one message, to see that it lives.
	Sleeping int
	// Bulk copies the rows of a first project that was made in the product,
	// instead of making them all there. Beyond maxMade bots it is always so.
	Bulk bool
}

const (
	// maxMade is how many projects are made in the product at most: the
	// reconciler connects some thirty a second.
	maxMade = 2000
	// besideRate and besideFor are the load beside a deep queue or garbage.
	besideRate = 100
	besideFor  = 10 * time.Second
)

// errOptions marks options that contradict each other or make no sense.
var errOptions = errors.New("cannot be tried")

// complete checks the options and writes the defaults out.
func (o Options) complete() (Options, error) {
	if o.Bots < 1 || o.Messages < 0 || o.Rate < 0 || o.Deep < 0 || o.Sleeping < 0 || o.PerChat < 0 || o.Latency < 0 {
		return o, fmt.Errorf("%w: there must be a bot, and no number below zero", errOptions)
	}
	for _, name := range o.Faults {
		if _, known := faultsByName[name]; !known {
			return o, fmt.Errorf("%w: there is no fault %q; there are %s", errOptions, name, faultNames())
		}
	}
	if o.Sleeping > 0 {
		o.Messages, o.Rate, o.Deep, o.Garbage, o.Bulk = 1, 0, 0, false, true
	}
	o.PerChat = max(o.PerChat, 1)
	if o.Patience == 0 {
		o.Patience = 30 * time.Second
		if len(o.Faults) > 0 {
			o.Patience = 150 * time.Second
		}
	}
	if o.beside() && o.Rate == 0 {
		o.Rate, o.For = besideRate, besideFor
	}
	if o.Rate > 0 && o.For <= 0 {
		return o, fmt.Errorf("%w: a rate needs a time", errOptions)
	}
	o.Bulk = o.Bulk || o.Bots > maxMade
	return o, nil
}

// beside tells whether the load is measured twice: alone, and beside
// something that should not disturb it.
func (o Options) beside() bool { return o.Deep > 0 || o.Garbage }
