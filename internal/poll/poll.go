// Package poll fetches the messages of bots from Telegram where Telegram has
// no address to deliver them to: by getUpdates, into the same receipt.
//
// A request that waits for messages occupies a connection. There are slots of
// them at once. As long as each bot can have one, its messages come at once.
// Of more bots, those that were written to of late keep half of the slots, and
// the others are asked in turn without waiting: with n idle bots and calls
// that take t, each is asked every n·t/(slots/2), at least a second apart.
// A thousand idle bots at 150 ms cost some 200 requests a second and are
// answered within five seconds: an installation of that size needs an address.
package poll

import (
	"context"
	"log/slog"
	"time"

	"botyard/db"
	"botyard/internal/inbox"
	"botyard/internal/shard"
	"botyard/internal/telegram"
)

// times are the times of a poller.
type times struct {
	list  time.Duration // between looks for bots
	wait  time.Duration // for which Telegram waits for a message
	call  time.Duration // for a call beyond that
	idle  time.Duration // between two questions about an idle bot
	awake time.Duration // for which a bot that was written to is no idle one
	// A bot that cannot be asked waits first, and twice as long each time, at
	// most longest.
	first, longest time.Duration
	// refused is for how long a token is refused before it counts as revoked.
	refused time.Duration
}

var usualTimes = times{
	list: 2 * time.Second, wait: 25 * time.Second, call: 15 * time.Second, idle: time.Second, awake: 10 * time.Minute,
	first: time.Second, longest: time.Minute, refused: time.Minute,
}

// slots is how many bots are asked at once.
const slots = 64

// Receiver writes an update down; it is there when Receive returns.
type Receiver interface {
	Receive(ctx context.Context, source inbox.Source, body []byte) (duplicate bool, err error)
}

// Tokens gives the token of a bot.
type Tokens interface {
	Token(ctx context.Context, projectID, integrationID int64) (telegram.Token, error)
	// ReadingToken is Token for a project that may be suspended.
	ReadingToken(ctx context.Context, projectID, integrationID int64) (telegram.Token, error)
	Forget(integrationID int64)
}

// Poller asks for the messages of the bots whose shards this process owns. One
// loop holds all state; the questions run beside it and report to it.
type Poller struct {
	store    *db.Store
	owner    *shard.Owner
	client   *telegram.Client
	tokens   Tokens
	receiver Receiver
	log      *slog.Logger
	times    times
	slots    int

	bots   map[int64]*bot // by integration
	queue  queue
	asking int
	long   int
	ended  chan question
}

// New makes a poller; Run does its work.
func New(store *db.Store, owner *shard.Owner, client *telegram.Client, tokens Tokens, receiver Receiver, log *slog.Logger) *Poller {
	return &Poller{
		store: store, owner: owner, client: client, tokens: tokens, receiver: receiver, log: log, times: usualTimes, slots: slots,
		bots: map[int64]*bot{}, ended: make(chan question, slots),
	}
}

// Run asks until ctx ends, and then lets what was fetched be written down.
func (p *Poller) Run(ctx context.Context) {
	list := time.NewTicker(p.times.list)
	defer list.Stop()
	p.refresh(ctx)
	for ctx.Err() == nil {
		p.start(ctx)
		next := time.NewTimer(p.untilNext())
		select {
		case <-ctx.Done():
		case <-list.C:
			p.refresh(ctx)
		case q := <-p.ended:
			p.settle(q)
		case <-next.C:
		}
		next.Stop()
	}
	for p.asking > 0 {
		p.settle(<-p.ended)
	}
}

// refresh learns which bots there are to ask about.
func (p *Poller) refresh(ctx context.Context) {
	var shards []int64
	for _, s := range p.owner.Shards() {
		shards = append(shards, int64(s))
	}
	rows, err := p.store.PolledBots(ctx, shards)
	if err != nil {
		if ctx.Err() == nil {
			p.log.ErrorContext(ctx, "bots to ask about not read", "error", err)
		}
		return
	}
	there := map[int64]bool{}
	for _, row := range rows {
		there[row.ID] = true
		if p.bots[row.ID] == nil {
			p.bots[row.ID] = &bot{source: inbox.Source{ProjectID: row.ProjectID, IntegrationID: row.ID}}
			p.queue.push(p.bots[row.ID])
		}
		p.bots[row.ID].retired = row.Suspended
	}
	for id, b := range p.bots {
		if !there[id] {
			b.gone = true
			delete(p.bots, id)
		}
	}
}

// start asks about the bots whose turn it is, as far as there are slots.
func (p *Poller) start(ctx context.Context) {
	now := time.Now()
	for p.asking < p.slots {
		b := p.queue.due(now)
		if b == nil {
			return
		}
		if b.gone {
			continue
		}
		q := question{bot: b, source: b.source, offset: b.offset, long: p.mayWait(b, now)}
		q.source.Retired = b.retired
		p.asking++
		if q.long {
			p.long++
		}
		go func() { p.ended <- p.ask(ctx, q) }()
	}
}

// mayWait tells whether Telegram may keep the question until there is something.
func (p *Poller) mayWait(b *bot, now time.Time) bool {
	return len(p.bots) <= p.slots || now.Sub(b.active) < p.times.awake && p.long < p.slots/2
}

func (p *Poller) untilNext() time.Duration {
	if p.asking >= p.slots {
		return p.times.list
	}
	return min(p.queue.until(time.Now()), p.times.list)
}

// settle puts a bot back into the queue when a question about it has ended.
func (p *Poller) settle(q question) {
	p.asking--
	if q.long {
		p.long--
	}
	now, b := time.Now(), q.bot
	b.offset = q.offset
	switch {
	case q.err != nil:
		b.failures++
		b.next = now.Add(max(p.backoff(b.failures), q.after))
	case q.got > 0:
		b.failures, b.active, b.next = 0, now, now
	case q.long:
		b.failures, b.next = 0, now
	default:
		b.failures, b.next = 0, now.Add(p.times.idle)
	}
	if q.err == nil {
		b.refused = time.Time{}
	}
	p.queue.push(b)
}

func (p *Poller) backoff(failures int) time.Duration {
	return min(p.times.first<<min(failures-1, 10), p.times.longest)
}
