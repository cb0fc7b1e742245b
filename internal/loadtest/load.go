package loadtest

import (
	"context"
	"fmt"
	"time"

	"botyard/internal/telegram/sim"
)

const (
	// firstVisitor is the id of the first person who writes.
	firstVisitor = 6_000_000_001
	// together is how many messages one request to the simulator carries.
	together = 5000
	sendTick = 5 * time.Millisecond
	// lookEvery is how often the journal is read while messages are under way.
	// Reading costs the machine that is being measured some of its time.
	lookEvery = 200 * time.Millisecond
	// journalSize is how many entries the simulator keeps.
	journalSize = 500_000
)

// load writes to bots and watches what becomes of it.
type load struct {
	sim     *simulator
	bots    []int64
	perChat int
	visitor int64 // the next new one
	turn    int   // counts what was sent to bots
	judge   *judge
	seen    int64 // the last number of the journal that was read
	looked  int   // how many messages had been sent then
	alive   func() error
}

// next makes the next n messages: the bots in turn, each person writing to
// one bot as often as was asked for.
func (l *load) next(n int) []post {
	posts := make([]post, n)
	for i := range posts {
		round, bot := l.turn/len(l.bots), l.turn%len(l.bots)
		// Persons are numbered by round and bot, so that nobody writes to two bots.
		person := l.visitor + int64(round/l.perChat)*int64(len(l.bots)) + int64(bot)
		posts[i] = post{Bot: l.bots[bot], User: person}
		l.turn++
	}
	return posts
}

// strangers makes n messages to one bot, each from a person who writes to no other.
func (l *load) strangers(bot int64, n int) []post {
	posts := make([]post, n)
	for i := range posts {
		posts[i] = post{Bot: bot, User: l.visitor + strangersFrom + int64(i)}
	}
	return posts
}

// strangersFrom keeps strangers apart from those who write to the other bots.
const strangersFrom = 1_000_000_000

// send sends messages and notes them.
func (l *load) send(ctx context.Context, posts []post) error {
	for len(posts) > 0 {
		n := min(together, len(posts))
		if err := l.sendTogether(ctx, posts[:n]); err != nil {
			return err
		}
		posts = posts[n:]
	}
	return nil
}

func (l *load) sendTogether(ctx context.Context, posts []post) error {
	first := len(l.judge.messages)
	for i := range posts {
		posts[i].Text, posts[i].Name = "/start", nameOf(first+i)
	}
	times, err := l.sim.send(ctx, posts)
	if err != nil {
		return err
	}
	if len(times) != len(posts) {
		return fmt.Errorf("the simulator sent %d of %d messages", len(times), len(posts))
	}
	for i, p := range posts {
		l.judge.sent(p.Bot, p.User, times[i])
	}
	return nil
}

// keepSending sends rate messages a second until stop. It leaves the journal
// alone as long as the journal forgets nothing.
func (l *load) keepSending(ctx context.Context, rate float64, stop <-chan time.Time) error {
	tick, look := time.NewTicker(sendTick), time.NewTicker(lookEvery)
	defer tick.Stop()
	defer look.Stop()
	began, done := time.Now(), 0
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-stop:
			return nil
		case <-look.C:
			if err := l.lookInTime(ctx); err != nil {
				return err
			}
		case <-tick.C:
		}
		due := int(rate*time.Since(began).Seconds()) - done
		if due <= 0 {
			continue
		}
		if err := l.send(ctx, l.next(due)); err != nil {
			return err
		}
		done += due
	}
}

// lookInTime looks when so much was sent that the journal may be filling up.
func (l *load) lookInTime(ctx context.Context) error {
	const entries = 8 // of a message at most: two, when nothing goes wrong
	if (len(l.judge.messages)-l.looked)*entries < journalSize {
		return l.alive()
	}
	return l.look(ctx)
}

// look reads what is new in the journal.
func (l *load) look(ctx context.Context) error {
	l.looked = len(l.judge.messages)
	for {
		entries, err := l.sim.journal(ctx, l.seen)
		if err != nil {
			return err
		}
		for i := range entries {
			l.judge.read(&entries[i])
		}
		if len(entries) == 0 {
			return l.alive()
		}
		if first := entries[0].Seq; first != l.seen+1 {
			return fmt.Errorf("the simulator's journal has forgotten its entries %d to %d", l.seen+1, first-1)
		}
		l.seen = entries[len(entries)-1].Seq
		if len(entries) < sim.JournalPage {
			return l.alive()
		}
	}
}

// await reads the journal until done, or until nothing has happened to the
// measured messages for the patience given. Only the end of ctx and broken processes are errors.
func (l *load) await(ctx context.Context, patience time.Duration, done func(*judge) bool) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	moved, moves := time.Now(), -1
	for {
		if err := l.look(ctx); err != nil {
			return err
		}
		if done(l.judge) {
			return nil
		}
		if l.judge.moves != moves {
			moved, moves = time.Now(), l.judge.moves
		}
		if time.Since(moved) > patience {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
