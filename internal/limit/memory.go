package limit

// memory is a map that forgets what has not been put for one to two turns. A
// turn costs nothing: the older half is dropped whole.
type memory[K comparable, V any] struct{ young, old map[K]V }

func newMemory[K comparable, V any]() memory[K, V] {
	return memory[K, V]{young: map[K]V{}, old: map[K]V{}}
}

func (m *memory[K, V]) get(k K) V {
	if v, found := m.young[k]; found {
		return v
	}
	return m.old[k]
}

func (m *memory[K, V]) put(k K, v V) {
	m.young[k] = v
	delete(m.old, k)
}

func (m *memory[K, V]) turn() { m.old, m.young = m.young, map[K]V{} }
