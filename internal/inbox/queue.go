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
	size   int // of its payload, in bytes
	// parts are the others of an album for which the event stands.
	parts []*event
	// charged tells that the attempt under way is counted in Attempts already.
	charged bool
	// overflow tells that its person wrote too much: it is skipped in its turn.
	overflow bool
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
	events map[int64][]*event
	// loaded are the same by their ids, and those that wait for their rate.
	loaded map[int64]map[int64]*event
	// weight is how many bytes of each project are loaded.
	weight map[int64]int
	// blocked are the chats that wait, by project and chat.
	blocked map[int64]map[int64]pause
	// marks tell how far each project was read.
	marks map[int64]*mark
	// unread are projects that may have events that were not read yet, all of
	// them after the given id.
	unread map[int64]int64
	// ring is the order in which projects take turns.
	ring []int64
}

// pause is of a chat: until when it waits, and the id before its first event.
type pause struct {
	until time.Time
	after int64
}

func newQueues() *queues {
	return &queues{
		events: map[int64][]*event{}, loaded: map[int64]map[int64]*event{}, weight: map[int64]int{},
		blocked: map[int64]map[int64]pause{}, marks: map[int64]*mark{}, unread: map[int64]int64{},
	}
}

// window is how many events of one project are loaded at most, unless they are
// windowBytes before; share how many of them take part in one batch, and
// batchSize how many of all projects.
const (
	window      = 512
	windowBytes = 4 << 20
	share       = 128
	batchSize   = 1024
)

// add lets an event that is loaded take part, in its place: one that was
// committed late comes before what was read already.
func (q *queues) add(e *event) {
	p := e.ProjectID
	q.hold(e)
	if q.join(e) {
		return
	}
	events := q.events[p]
	if len(events) == 0 {
		q.ring = append(q.ring, p)
	}
	at := len(events)
	for at > 0 && events[at-1].EventID > e.EventID {
		at--
	}
	q.events[p] = slices.Insert(events, at, e)
}

// block lets a chat wait from the event after the given id on; what is loaded
// of it, also of before that, is forgotten and read again then.
func (q *queues) block(key chatKey, after int64, until time.Time) {
	if q.blocked[key.project] == nil {
		q.blocked[key.project] = map[int64]pause{}
	}
	for id, e := range q.loaded[key.project] {
		if e.ChatID == key.chat {
			q.unload(e)
			after = min(after, id-1)
		}
	}
	q.blocked[key.project][key.chat] = pause{until, after}
	q.settle(key.project)
}

// isBlocked tells whether a chat waits.
func (q *queues) isBlocked(key chatKey) bool {
	_, waits := q.blocked[key.project][key.chat]
	return waits
}

// unblock frees the chats whose time has come.
func (q *queues) unblock(now time.Time) {
	for project, chats := range q.blocked {
		for chat, p := range chats {
			if !now.Before(p.until) {
				delete(chats, chat)
				q.want(project, p.after)
			}
		}
		if len(chats) == 0 {
			delete(q.blocked, project)
		}
	}
}

// nextUnblock is when the first blocked chat is free again; zero: none is blocked.
func (q *queues) nextUnblock() time.Time {
	var next time.Time
	for _, chats := range q.blocked {
		for _, p := range chats {
			if next.IsZero() || p.until.Before(next) {
				next = p.until
			}
		}
	}
	return next
}

// blockedIn lists the blocked chats of the given projects.
func (q *queues) blockedIn(projects []int64) (of, chats []int64) {
	for _, p := range projects {
		for chat := range q.blocked[p] {
			of, chats = append(of, p), append(chats, chat)
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
				return slices.Clone(q.events[p][:1])
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
		q.forget(e)
		handled[e.ProjectID] = true
	}
	for p := range handled {
		q.settle(p)
	}
}

// settle drops what is no longer loaded from a project's queue, asks for more
// when it was read in part and half of that is done, and takes an empty
// project out of the ring.
func (q *queues) settle(project int64) {
	kept := slices.DeleteFunc(q.events[project], func(e *event) bool { return !q.holds(e) })
	q.events[project] = kept
	if m := q.marks[project]; m != nil && m.more && len(q.loaded[project]) <= window/2 {
		q.want(project, m.cursor)
	}
	if len(kept) == 0 {
		q.clear(project)
	}
}

// clear takes a project of which nothing takes part out of the ring.
func (q *queues) clear(project int64) {
	delete(q.events, project)
	if len(q.loaded[project]) == 0 {
		delete(q.loaded, project)
	}
	if i := slices.Index(q.ring, project); i >= 0 {
		q.ring = slices.Delete(q.ring, i, i+1)
	}
}

// drop forgets everything about a project, also how far it was read.
func (q *queues) drop(project int64) {
	delete(q.loaded, project)
	delete(q.weight, project)
	delete(q.unread, project)
	delete(q.marks, project)
	q.clear(project)
}
