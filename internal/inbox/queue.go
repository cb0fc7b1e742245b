package inbox

import (
	"slices"
	"time"

	"botyard/db"
	"botyard/internal/telegram"
)

// event is a waiting row of the inbox in memory.
type event struct {
	db.WaitingEventsRow
	update telegram.Update
	// charged tells that the attempt under way is counted in Attempts already.
	charged bool
}

// suspect tells that the event was tried before: it may be what broke that try.
func (e *event) suspect() bool { return e.Attempts > 0 }

// lonely events run in a transaction of their own, so that one that kills the
// process takes no other with it.
func (e *event) lonely() bool { return e.Attempts > 1 }

// chatKey names a chat of a project.
type chatKey struct{ project, chat int64 }

func (e *event) chat() chatKey { return chatKey{e.ProjectID, e.ChatID} }

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
	for _, e := range q.events[key.project] {
		if e.ChatID == key.chat {
			delete(q.loaded[key.project], e.EventID)
		}
	}
	q.settle(key.project)
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

// blockedIn lists the blocked chats of the given projects.
func (q *queues) blockedIn(projects []int64) (of, chats []int64) {
	wanted := map[int64]bool{}
	for _, p := range projects {
		wanted[p] = true
	}
	for key := range q.blocked {
		if wanted[key.project] {
			of, chats = append(of, key.project), append(chats, key.chat)
		}
	}
	return of, chats
}

// batch takes events for one transaction: the projects in turn, of each the
// oldest first; or one lonely event.
func (q *queues) batch() []*event {
	var events []*event
	for range len(q.ring) {
		p := q.ring[0]
		n := q.together(p, batchSize-len(events))
		if n == 0 && len(q.events[p]) > 0 {
			if len(events) == 0 {
				q.turn()
				return q.events[p][:1:1]
			}
			return events // the lonely one is first in the next batch
		}
		q.turn()
		if events = append(events, q.events[p][:n]...); len(events) == batchSize {
			break
		}
	}
	return events
}

// turn lets the next project be first.
func (q *queues) turn() { q.ring = append(q.ring[1:], q.ring[0]) }

// together counts the first events of a project that may share a transaction.
func (q *queues) together(project int64, most int) int {
	events := q.events[project]
	n := min(share, most, len(events))
	if i := slices.IndexFunc(events[:n], (*event).lonely); i >= 0 {
		return i
	}
	return n
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
	if i := slices.Index(q.ring, project); i >= 0 {
		q.ring = slices.Delete(q.ring, i, i+1)
	}
}
