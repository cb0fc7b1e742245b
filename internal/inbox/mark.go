package inbox

import "time"

// mark is how far the events of a project were read. Their ids are given out
// in order but committed in any: who reads on from the cursor misses one that
// was committed late, who reads from the trail does not.
type mark struct {
	cursor int64
	// trail is where the cursor was lateness ago or before, young where it was
	// when trail was set.
	trail, young int64
	turned       time.Time
	// looked is when it was read from the trail or from further back.
	looked time.Time
	// more tells that the last read left some after the cursor.
	more bool
}

// lateness is how much later than its neighbours an event may be committed,
// lateEvery how often late ones are looked for in a project that is never
// empty, and forgotten after how long a quiet project's mark goes.
const (
	lateness  = time.Minute
	lateEvery = 5 * time.Second
	forgotten = 10 * time.Minute
)

// want notes that a project has events after the given id to read.
func (q *queues) want(project, after int64) {
	if known, found := q.unread[project]; !found || after < known {
		q.unread[project] = after
	}
}

// wantNew notes that a project has new events.
func (q *queues) wantNew(project int64) {
	var after int64
	if m := q.marks[project]; m != nil {
		after = m.cursor
	}
	q.want(project, after)
}

// look notes that events wait in a project, according to the poll. Of what is
// loaded already it need not be told.
func (q *queues) look(project int64, now time.Time) {
	m := q.marks[project]
	switch {
	case m == nil:
		q.want(project, 0)
	case len(q.loaded[project]) == 0 && q.blocked[project] == nil, now.Sub(m.looked) >= lateEvery:
		q.want(project, m.trail)
	}
}

// doubt lets every project be read from its beginning at the next poll:
// somebody else may have worked on it meanwhile.
func (q *queues) doubt() {
	for _, m := range q.marks {
		m.trail, m.young, m.looked = 0, 0, time.Time{}
	}
}

// room is how many events of a project may be read, when so many are its fair
// part; 0: it has enough for now. Those that are loaded may come along again.
func (q *queues) room(project int64, fair int) int {
	if has := len(q.loaded[project]); has <= window/2 && q.weight[project] <= windowBytes/2 {
		return min(window, fair) + has
	}
	return 0
}

// later puts off the reading of events after an id until others are handled.
func (q *queues) later(project, after int64) {
	m := q.marks[project]
	m.more, m.cursor = true, min(m.cursor, after)
	m.young, m.trail = min(m.young, after), min(m.trail, after)
}

// wasRead notes that a project was read after an id up to the last one; whole
// tells that nothing was left.
func (q *queues) wasRead(project, after, last int64, whole bool, now time.Time) {
	m := q.mark(project, now)
	if m.more = !whole; whole {
		m.cursor = max(m.cursor, last)
	} else {
		m.cursor = last
		m.young, m.trail = min(m.young, last), min(m.trail, last)
	}
	if after <= m.trail {
		m.looked = now
	}
	if now.Sub(m.turned) >= lateness {
		m.trail, m.young, m.turned = m.young, m.cursor, now
	}
}

// readNothing notes that nothing came of a project after an id. That says
// little: it may be paused.
func (q *queues) readNothing(project, after int64, now time.Time) {
	m := q.mark(project, now)
	m.more = false
	m.young, m.trail = min(m.young, after), min(m.trail, after)
	if after <= m.trail {
		m.looked = now
	}
}

func (q *queues) mark(project int64, now time.Time) *mark {
	if q.marks[project] == nil {
		q.marks[project] = &mark{turned: now}
	}
	return q.marks[project]
}

// sweep forgets the marks of projects that are quiet for long.
func (q *queues) sweep(now time.Time) {
	for p, m := range q.marks {
		if now.Sub(m.turned) >= forgotten && q.loaded[p] == nil {
			delete(q.marks, p)
		}
	}
}
