//go:build !linux

package shard

import "time"

var started = time.Now()

// sinceBoot is the monotonic clock; on this system a suspended machine may
// sleep through the end of a lease, which the fence then notices.
func sinceBoot() time.Duration { return time.Since(started) }
