package outbox

import (
	"container/heap"
	"slices"
	"time"
)

// queues is in which order lanes are looked at. A bot that may not send waits
// as one, however many lanes it has; of a bot that may, the most urgent lane is
// first, and the bots take turns.
type queues struct {
	bots    map[int64]*botQueue // by integration
	ring    []*botQueue         // those with ready lanes that do not wait
	waiting waiting
}

// botQueue is the ready lanes of one bot, by their classes.
type botQueue struct {
	integration int64
	lanes       [classes + 1][]*lane
	// standing tells that it is in the ring or waits.
	standing bool
}

func newQueues() queues { return queues{bots: map[int64]*botQueue{}} }

// ready puts a lane behind the others of its bot and class.
func (q *queues) ready(chat *lane) {
	id := chat.items[0].IntegrationID
	b := q.bots[id]
	if b == nil {
		b = &botQueue{integration: id}
		q.bots[id] = b
	}
	chat.stands = chat.class()
	b.lanes[chat.stands] = append(b.lanes[chat.stands], chat)
	if !b.standing {
		b.standing = true
		q.ring = append(q.ring, b)
	}
}

// promote lets a lane that stands among the ready stand in the queue of its
// class now, too; where it stood before, it is passed over.
func (q *queues) promote(chat *lane) {
	if chat.stands != 0 {
		q.ready(chat)
	}
}

// wait lets a lane, or a bot with all its lanes, stand aside until a time.
func (q *queues) wait(who any, until time.Time) { heap.Push(&q.waiting, rester{who, until}) }

// rest lets a bot stand aside until a time.
func (q *queues) rest(b *botQueue, until time.Time) {
	b.standing = true
	q.wait(b, until)
}

// wake brings back those whose time has come.
func (q *queues) wake(now time.Time) {
	for len(q.waiting) > 0 && !now.Before(q.waiting[0].until) {
		switch who := heap.Pop(&q.waiting).(rester).who.(type) {
		case *botQueue:
			q.ring = append(q.ring, who)
		case *lane:
			if len(who.items) > 0 { // it was not dropped meanwhile
				q.ready(who)
			}
		}
	}
}

// nextWake is when the first comes back; false when nobody waits.
func (q *queues) nextWake() (time.Time, bool) {
	if len(q.waiting) == 0 {
		return time.Time{}, false
	}
	return q.waiting[0].until, true
}

// nextBot takes the bot whose turn it is; nil when there is none.
func (q *queues) nextBot() *botQueue {
	if len(q.ring) == 0 {
		return nil
	}
	b := q.ring[0]
	q.ring = q.ring[1:]
	b.standing = false
	return b
}

// take takes the most urgent lane of a bot, and lets the bot stand behind the
// others when it has more; nil when it has none.
func (q *queues) take(b *botQueue) *lane {
	chat := b.first()
	if b.empty() {
		if !b.standing {
			delete(q.bots, b.integration)
		}
		return chat
	}
	if !b.standing {
		b.standing = true
		q.ring = append(q.ring, b)
	}
	return chat
}

// takeOld takes a lane of a bot whose first message is too old to be sent, and
// lets the bot stand behind the others; nil when it has none.
func (q *queues) takeOld(b *botQueue, now time.Time) *lane {
	for class, lanes := range b.lanes {
		n := slices.IndexFunc(lanes, func(chat *lane) bool { return chat.stands != 0 && chat.tooOld(now) })
		if n < 0 {
			continue
		}
		chat := lanes[n]
		b.lanes[class] = slices.Delete(lanes, n, n+1)
		chat.queued, chat.stands = false, 0
		b.standing = true
		q.ring = append(q.ring, b)
		return chat
	}
	return nil
}

func (b *botQueue) first() *lane {
	for class, lanes := range b.lanes {
		for n, chat := range lanes {
			if chat.stands != 0 && len(chat.items) > 0 {
				b.lanes[class] = lanes[n+1:]
				chat.queued, chat.stands = false, 0
				return chat
			}
		}
		b.lanes[class] = nil
	}
	return nil
}

func (b *botQueue) empty() bool {
	for _, lanes := range b.lanes {
		if len(lanes) > 0 {
			return false
		}
	}
	return true
}

// rester is a *lane or a *botQueue that waits for a time.
type rester struct {
	who   any
	until time.Time
}

// waiting is a heap of resters by their time.
type waiting []rester

func (w waiting) Len() int           { return len(w) }
func (w waiting) Less(a, b int) bool { return w[a].until.Before(w[b].until) }
func (w waiting) Swap(a, b int)      { w[a], w[b] = w[b], w[a] }

// Push is for container/heap.
func (w *waiting) Push(x any) { *w = append(*w, x.(rester)) }

// Pop is for container/heap.
func (w *waiting) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}
