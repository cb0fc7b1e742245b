package limit

import "time"

// memory is a map that forgets what has not been put for the time of keep, or
// for twice that at the latest. Forgetting costs nothing: the older half is
// dropped whole.
type memory[K comparable, V any] struct {
	keep       stamp
	turned     stamp
	young, old map[K]V
}

func newMemory[K comparable, V any](keep time.Duration) memory[K, V] {
	return memory[K, V]{keep: stamp(max(keep, time.Second)), young: map[K]V{}}
}

func (m *memory[K, V]) get(k K) V {
	if v, found := m.young[k]; found {
		return v
	}
	return m.old[k]
}

func (m *memory[K, V]) put(k K, v V) { m.young[k] = v }

func (m *memory[K, V]) forget(at stamp) {
	switch {
	case at >= m.turned+2*m.keep:
		m.old, m.young, m.turned = nil, map[K]V{}, at
	case at >= m.turned+m.keep:
		m.old, m.young, m.turned = m.young, map[K]V{}, at
	}
}
