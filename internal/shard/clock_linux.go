package shard

import (
	"time"

	"golang.org/x/sys/unix"
)

// sinceBoot is a clock that also runs while the machine is suspended, which
// Go's monotonic clock does not: a lease runs out meanwhile.
func sinceBoot() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		panic(err) // every Linux that Go runs on has it
	}
	return time.Duration(t.Nano())
}
