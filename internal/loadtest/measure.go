package loadtest

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// settleTime is given to repeats to show themselves, besides two calls.
	settleTime = time.Second
	// sleepTime is how long the service rests before its memory is read.
	sleepTime = 5 * time.Second
	// emptyWithin is how long the last rows may take to go after the last answer.
	emptyWithin = 5 * time.Second
)

// span is a part of the messages, by their numbers.
type span struct{ from, to int }

// measure sends the messages and judges.
func (t *trial) measure(ctx context.Context, bots []simBot) (Report, error) {
	r := Report{Bots: t.Bots, LatencyMS: ms(t.Latency), Deep: t.Deep, Sleeping: t.Sleeping, Copied: t.Bulk}
	if t.Sleeping > 0 {
		if err := pause(ctx, sleepTime); err != nil {
			return r, err
		}
		r.StartMS = ms(t.startTime)
		r.RSSMB, r.RSSPeakMB = t.serve.memory()
	}
	l, err := t.prepare(ctx, bots)
	if err != nil {
		return r, err
	}
	measured, err := t.run(ctx, l, &r)
	if err != nil {
		return r, err
	}
	if err := t.settle(ctx, l); err != nil {
		return r, err
	}
	if t.Sleeping == 0 {
		r.RSSMB, r.RSSPeakMB = t.serve.memory()
	}
	if t.Rival == nil {
		r.Waiting, err = t.waitingProjects(ctx)
	}
	r.take(l.judge, measured)
	return r, err
}

func (t *trial) prepare(ctx context.Context, bots []simBot) (*load, error) {
	l := &load{sim: t.sim, perChat: t.PerChat, visitor: firstVisitor, judge: newJudge(), alive: t.alive}
	for _, bot := range bots[:t.Bots] {
		l.bots = append(l.bots, bot.ID)
	}
	if t.Deep > 0 {
		l.judge.deep = bots[t.Bots].ID
	}
	for _, name := range t.Faults {
		for _, f := range faultsByName[name] {
			if err := t.sim.fault(ctx, f); err != nil {
				return nil, err
			}
		}
	}
	return l, l.look(ctx) // what the connecting left in the journal
}

// run sends what is to be measured, and before it what it is compared with.
func (t *trial) run(ctx context.Context, l *load, r *Report) (span, error) {
	if !t.beside() {
		return t.sendAll(ctx, l)
	}
	t.say("measuring %.0f messages a second alone", t.Rate)
	alone, err := t.sendFor(ctx, l, t.For)
	if err != nil {
		return alone, err
	}
	r.AloneP95MS = ms(l.judge.figures(alone.from, alone.to).answer.p95)
	if t.Deep > 0 {
		if err := t.deepen(ctx, l); err != nil {
			return span{}, err
		}
	}
	if t.Garbage {
		return t.besideGarbage(ctx, l, r)
	}
	t.say("measuring the same beside them")
	return t.sendFor(ctx, l, t.For)
}

func (t *trial) sendAll(ctx context.Context, l *load) (span, error) {
	if t.Rate > 0 {
		t.say("sending %.0f messages a second for %s", t.Rate, t.For)
		return t.sendFor(ctx, l, t.For)
	}
	t.say("sending %d messages at once", t.Messages)
	from := len(l.judge.messages)
	if err := l.send(ctx, l.next(t.Messages)); err != nil {
		return span{}, err
	}
	return t.awaitAnswers(ctx, l, from)
}

// sendFor sends at the rate for a time.
func (t *trial) sendFor(ctx context.Context, l *load, d time.Duration) (span, error) {
	return t.sendUntil(ctx, l, time.After(d))
}

func (t *trial) sendUntil(ctx context.Context, l *load, stop <-chan time.Time) (span, error) {
	from := len(l.judge.messages)
	if err := l.keepSending(ctx, t.Rate, stop); err != nil {
		return span{}, err
	}
	return t.awaitAnswers(ctx, l, from)
}

func (t *trial) awaitAnswers(ctx context.Context, l *load, from int) (span, error) {
	s := span{from, len(l.judge.messages)}
	return s, l.await(ctx, t.Patience, func(j *judge) bool { return j.unanswered == 0 })
}

// deepen fills the queue of the deep bot and waits until all of it was accepted.
func (t *trial) deepen(ctx context.Context, l *load) error {
	t.say("giving one bot %d messages of as many persons", t.Deep)
	if err := l.send(ctx, l.strangers(l.judge.deep, t.Deep)); err != nil {
		return err
	}
	began, accepted := time.Now(), 0
	for accepted < t.Deep {
		if err := l.look(ctx); err != nil {
			return err
		}
		before := accepted
		accepted = l.judge.acceptedOf(l.judge.deep)
		if accepted > before {
			began = time.Now()
		}
		if time.Since(began) > t.Patience {
			return fmt.Errorf("only %d of %d messages for one bot were accepted", accepted, t.Deep)
		}
		if err := pause(ctx, lookEvery); err != nil {
			return err
		}
	}
	return nil
}

// settle waits for what should not come: answers that were given already.
func (t *trial) settle(ctx context.Context, l *load) error {
	if err := pause(ctx, settleTime+2*t.Latency); err != nil {
		return err
	}
	return l.look(ctx)
}

// waitingProjects counts the projects of which something waits in the inbox
// or in the outbox, once everything was answered; the deep one is not counted.
func (t *trial) waitingProjects(ctx context.Context) (int, error) {
	began := time.Now()
	for {
		n, err := t.countWaiting(ctx)
		if err != nil || n == 0 || time.Since(began) > emptyWithin {
			return n, err
		}
		if err := pause(ctx, lookEvery); err != nil {
			return n, err
		}
	}
}

func (t *trial) countWaiting(ctx context.Context) (int, error) {
	inbox, err := t.store.WaitingProjects(ctx)
	outbox, err2 := t.store.SendingProjects(ctx)
	if err := errors.Join(err, err2); err != nil {
		return 0, fmt.Errorf("count what waits: %w", err)
	}
	waiting := map[int64]bool{}
	for _, id := range append(inbox, outbox...) {
		waiting[id] = true
	}
	if t.Deep > 0 {
		return max(0, len(waiting)-1), nil
	}
	return len(waiting), nil
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
