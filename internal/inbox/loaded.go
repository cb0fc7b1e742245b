package inbox

// hold counts an event as loaded; false: it is already.
func (q *queues) hold(e *event) bool {
	p := e.ProjectID
	if q.loaded[p] == nil {
		q.loaded[p] = map[int64]*event{}
	}
	if q.loaded[p][e.EventID] != nil {
		return false
	}
	q.loaded[p][e.EventID] = e
	q.weight[p] += e.size
	return true
}

// holds tells whether e itself is what is loaded under its id.
func (q *queues) holds(e *event) bool { return q.loaded[e.ProjectID][e.EventID] == e }

// forget takes an event and its parts out of what is loaded.
func (q *queues) forget(e *event) {
	for _, part := range e.all() {
		q.unload(part)
	}
}

// unload takes one event out, if it is there.
func (q *queues) unload(e *event) {
	p := e.ProjectID
	was := q.loaded[p][e.EventID]
	if was == nil {
		return
	}
	delete(q.loaded[p], e.EventID)
	if q.weight[p] -= was.size; len(q.loaded[p]) == 0 {
		delete(q.weight, p)
	}
}
