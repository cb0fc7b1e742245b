package inbox

import (
	"time"

	"botyard/db"
	"botyard/internal/telegram"
)

// event is a waiting row of the inbox in memory.
type event struct {
	db.WaitingEventsRow
	update telegram.Update
}

// chatKey names a chat of a project.
type chatKey struct{ project, chat int64 }

// queues is what the scheduler has loaded: the waiting events of each project,
// oldest first, and the chats that wait before their next attempt.
//
// An event that was read stays loaded until it is handled; since one loop both
// reads and commits, whatever is read later began after that commit.
type queues struct {
	events  map[int64][]*event
	loaded  map[int64]map[int64]bool // event ids per project
	blocked map[chatKey]time.Time
	// unread are projects that may have events that were not read yet.
	unread map[int64]bool
	// ring is the order in which projects take turns.
	ring []int64
}

func newQueues() *queues {
	return &queues{
		events: map[int64][]*event{}, loaded: map[int64]map[int64]bool{},
		blocked: map[chatKey]time.Time{}, unread: map[int64]bool{},
	}
}

// window is how many events of one project are loaded at most; share how many
// of them take part in one batch, and batchSize how many of all projects.
const (
	window    = 128
	share     = 32
	batchSize = 256
)

func (q *queues) add(e *event) {
	p := e.ProjectID
	if q.loaded[p] == nil {
		q.loaded[p] = map[int64]bool{}
		q.ring = append(q.ring, p)
	}
	if q.loaded[p][e.EventID] {
		return
	}
	q.loaded[p][e.EventID] = true
	q.events[p] = append(q.events[p], e)
}

// block lets a chat wait; what is loaded of it is forgotten and read again then.
func (q *queues) block(key chatKey, until time.Time) {
	q.blocked[key] = until
	kept := q.events[key.project][:0]
	for _, e := range q.events[key.project] {
		if e.ChatID == key.chat {
			delete(q.loaded[key.project], e.EventID)
			continue
		}
		kept = append(kept, e)
	}
	q.events[key.project] = kept
}

// unblock frees the chats whose time has come.
func (q *queues) unblock(now time.Time) {
	for key, until := range q.blocked {
		if !now.Before(until) {
			delete(q.blocked, key)
			q.unread[key.project] = true
		}
	}
}

// nextUnblock is when the first blocked chat is free again; zero: none is blocked.
func (q *queues) nextUnblock() time.Time {
	var next time.Time
	for _, until := range q.blocked {
		if next.IsZero() || until.Before(next) {
			next = until
		}
	}
	return next
}

// batch takes events for one transaction: the projects in turn, of each the
// oldest first.
func (q *queues) batch() []*event {
	var events []*event
	for range len(q.ring) {
		p := q.ring[0]
		q.ring = append(q.ring[1:], p)
		n := min(share, len(q.events[p]), batchSize-len(events))
		events = append(events, q.events[p][:n]...)
		if len(events) == batchSize {
			break
		}
	}
	return events
}

// done forgets handled events.
func (q *queues) done(events []*event) {
	handled := map[int64]bool{}
	for _, e := range events {
		delete(q.loaded[e.ProjectID], e.EventID)
		handled[e.ProjectID] = true
	}
	for p := range handled {
		q.settle(p)
	}
}

// settle drops what is no longer loaded from a project's queue, asks for more
// when its window was full, and takes an empty project out of the ring.
func (q *queues) settle(project int64) {
	before := len(q.events[project])
	var kept []*event
	for _, e := range q.events[project] {
		if q.loaded[project][e.EventID] {
			kept = append(kept, e)
		}
	}
	q.events[project] = kept
	if before >= window {
		q.unread[project] = true
	}
	if len(kept) == 0 {
		q.drop(project)
	}
}

// drop forgets everything that is loaded of a project.
func (q *queues) drop(project int64) {
	delete(q.events, project)
	delete(q.loaded, project)
	for i, p := range q.ring {
		if p == project {
			q.ring = append(q.ring[:i], q.ring[i+1:]...)
			return
		}
	}
}

func (q *queues) len() int {
	n := 0
	for _, events := range q.events {
		n += len(events)
	}
	return n
}
