package inbox

// recent remembers the last ids it was given, so that something is done once
// for each although events may be loaded again.
type recent struct {
	seen map[int64]bool
	ring []int64
	next int
}

func newRecent(size int) *recent {
	return &recent{seen: make(map[int64]bool, size), ring: make([]int64, size)}
}

// add tells whether id is new.
func (r *recent) add(id int64) bool {
	if r.seen[id] {
		return false
	}
	delete(r.seen, r.ring[r.next])
	r.ring[r.next], r.seen[id] = id, true
	r.next = (r.next + 1) % len(r.ring)
	return true
}
