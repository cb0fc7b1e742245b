package sim

import (
	"context"
	"net/http"
	"time"
)

// Telegram's rules of delivery.
const (
	deliveryTimeout = 60 * time.Second
	longestDelay    = 60 * time.Second // of a retry; the real one is up to twice as long
	longestWait     = 3600             // seconds, of a Retry-After
	pendingAfter    = 10 * time.Second // without a success
	pendingDial     = 2 * time.Second  // between new connections in pending mode
	goneFor         = 23 * time.Hour   // of 410, until the webhook is removed
	maxReply        = 64 << 10         // of a webhook's answer, bytes
)

// delivery is one registration of a webhook, from its setWebhook to the next.
// Results that come after its end count for nothing.
type delivery struct {
	ctx         context.Context
	cancel      context.CancelFunc
	lanes       map[laneKey]*lane
	ready       []*lane // with something to send, and nothing to wait for
	active      int     // being sent
	succeeded   bool
	lastSuccess time.Duration
	gone        bool
	goneSince   time.Duration
	lastError   string
	lastErrorAt time.Time
}

// lane holds the updates that must not overtake each other.
type lane struct {
	key   laneKey
	items []*update
}

// resetWebhook ends the present delivery and begins another, with everything
// that waits; b.mu is held.
func (b *bot) resetWebhook(w webhook) {
	q := &b.queue
	if q.run != nil {
		q.run.cancel()
		q.run = nil
	}
	if w.DropPending {
		q.clear()
		w.DropPending = false
	}
	b.hook = w
	if w.URL == "" {
		return
	}
	if q.poll != nil {
		q.poll()
	}
	run := &delivery{lanes: map[laneKey]*lane{}}
	run.ctx, run.cancel = context.WithCancel(b.srv.ctx)
	q.run = run
	for _, u := range q.live(b.srv.clock.elapsed()) {
		u.fails, u.delay = 0, time.Second
		run.add(u)
	}
	b.pump()
}

func (d *delivery) add(u *update) {
	l := d.lanes[u.Lane]
	if l == nil {
		l = &lane{key: u.Lane}
		d.lanes[u.Lane] = l
		d.ready = append(d.ready, l)
	}
	l.items = append(l.items, u)
}

// pending tells whether there was no success of late: then only one
// connection is used.
func (d *delivery) pending(now time.Duration) bool {
	return !d.succeeded || now-d.lastSuccess > pendingAfter
}

// pump starts as many sends as the connections allow; b.mu is held.
func (b *bot) pump() {
	for l := b.nextLane(); l != nil; l = b.nextLane() {
		run := b.queue.run
		b.srv.spawn(func() { b.send(run, l) })
	}
}

// nextLane takes the lane whose turn it is, with a connection for it, or nil.
func (b *bot) nextLane() *lane {
	run := b.queue.run
	if run == nil || len(run.ready) == 0 {
		return nil
	}
	connections := b.hook.MaxConnections
	if run.pending(b.srv.clock.elapsed()) {
		connections = 1
	}
	if run.active >= connections {
		return nil
	}
	l := run.ready[0]
	run.ready = run.ready[1:]
	run.active++
	return l
}

// send works on one connection: the lane's first update, then whatever lane
// is next, until there is none.
func (b *bot) send(run *delivery, l *lane) {
	for l != nil {
		b.mu.Lock()
		u, hook := b.head(run, l), b.hook
		b.mu.Unlock()
		var r result
		if u != nil {
			r = b.attempt(run, hook, u)
		}
		b.mu.Lock()
		l = b.settle(run, l, u, r)
		b.mu.Unlock()
	}
}

// head is the lane's first update that is still worth sending, or nil.
func (b *bot) head(run *delivery, l *lane) *update {
	now := b.srv.clock.elapsed()
	for len(l.items) > 0 {
		u := l.items[0]
		if b.queue.run == run && !u.done && u.expires > now {
			return u
		}
		if b.queue.run == run {
			b.queue.finish(u)
		}
		l.items = l.items[1:]
	}
	return nil
}

// settle draws the conclusions, and returns the lane to go on with.
func (b *bot) settle(run *delivery, l *lane, u *update, r result) *lane {
	if b.queue.run != run {
		return nil // ended in the meantime; its connections are gone
	}
	run.active--
	now := b.srv.clock.elapsed()
	switch {
	case u == nil:
	case r.ok():
		run.succeeded, run.lastSuccess, run.gone = true, now, false
		if !r.again {
			b.queue.finish(u)
			l.items = l.items[1:]
			b.srv.touch()
		}
	case b.failed(run, l, u, r, now):
		l = nil // waits
	}
	if l != nil && len(l.items) > 0 {
		run.ready = append(run.ready, l)
	} else if l != nil {
		delete(run.lanes, l.key)
	}
	next := b.nextLane()
	b.pump()
	return next
}

// failed notes the failure, and says whether the lane has to wait.
func (b *bot) failed(run *delivery, l *lane, u *update, r result, now time.Duration) bool {
	run.lastError, run.lastErrorAt = r.problem, time.Now()
	if b.tookWebhookAway(run, r, now) {
		return true
	}
	wait := r.retryAfter
	if wait == 0 && u.fails > 0 {
		longest := longestDelay + time.Duration(b.srv.random.between(0, int64(longestDelay)))
		u.delay = min(2*u.delay, longest)
		wait = u.delay
	}
	if r.code == 0 && run.pending(now) {
		wait = max(wait, pendingDial)
	}
	u.fails++
	if now+wait >= u.expires {
		b.queue.finish(u)
		l.items = l.items[1:]
		return false
	}
	if wait == 0 {
		return false
	}
	time.AfterFunc(b.srv.clock.real(wait), func() { b.wake(run, l) })
	return true
}

// tookWebhookAway: a webhook that answers 410 for a day is removed.
func (b *bot) tookWebhookAway(run *delivery, r result, now time.Duration) bool {
	if r.code != http.StatusGone {
		run.gone = false
		return false
	}
	if !run.gone {
		run.gone, run.goneSince = true, now
	}
	if now-run.goneSince <= goneFor {
		return false
	}
	b.resetWebhook(webhook{})
	return true
}

func (b *bot) wake(run *delivery, l *lane) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.queue.run == run {
		run.ready = append(run.ready, l)
		b.pump()
	}
}
