package limit

// Keys is how many keys are remembered.
func (in *Inbound[K, V]) Keys() int { return len(in.lines) }
