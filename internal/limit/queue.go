package limit

// queue is a heap of the lines in which somebody waits, the next to start
// first (container/heap).
type queue[K comparable, V any] []*line[K, V]

func (q queue[K, V]) Len() int           { return len(q) }
func (q queue[K, V]) Less(i, j int) bool { return q[i].next() < q[j].next() }

func (q queue[K, V]) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].place, q[j].place = i, j
}

// Push appends a line.
func (q *queue[K, V]) Push(x any) {
	l := x.(*line[K, V])
	l.place = len(*q)
	*q = append(*q, l)
}

// Pop removes the last line.
func (q *queue[K, V]) Pop() any {
	last := len(*q) - 1
	l := (*q)[last]
	(*q)[last], *q = nil, (*q)[:last]
	l.place = -1
	return l
}
