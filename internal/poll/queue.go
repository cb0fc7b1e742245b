package poll

import (
	"container/heap"
	"time"

	"botyard/internal/inbox"
)

// bot is one that is asked about.
type bot struct {
	source inbox.Source
	// offset is the first update that is not written down yet; 0: whatever is first.
	offset int64
	// next is when it is asked about again, active when somebody last wrote.
	next, active time.Time
	failures     int
	// refused is since when its token is refused; conflict whether another
	// program asks as well, once that was noted. Only the question that runs
	// changes them.
	refused         time.Time
	noted, conflict bool
	// retired bots are of a suspended project.
	retired bool
	// gone bots are not this process's any more.
	gone bool
}

// queue holds the bots that wait, the next first.
type queue []*bot

func (q *queue) push(b *bot) { heap.Push((*byNext)(q), b) }

// due takes the bot that has waited longest of those whose time has come; nil: none has.
func (q *queue) due(now time.Time) *bot {
	if len(*q) == 0 || (*q)[0].next.After(now) {
		return nil
	}
	return heap.Pop((*byNext)(q)).(*bot)
}

// until is how long it takes until one is due.
func (q *queue) until(now time.Time) time.Duration {
	if len(*q) == 0 {
		return time.Hour
	}
	return max((*q)[0].next.Sub(now), 0)
}

// byNext is the queue for container/heap.
type byNext queue

func (q byNext) Len() int           { return len(q) }
func (q byNext) Less(a, b int) bool { return q[a].next.Before(q[b].next) }
func (q byNext) Swap(a, b int)      { q[a], q[b] = q[b], q[a] }

// Push is for container/heap.
func (q *byNext) Push(x any) { *q = append(*q, x.(*bot)) }

// Pop is for container/heap.
func (q *byNext) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
