// Package limit is the arithmetic of rates: Inbound says when an event may be
// worked on, Outbound when a message may be sent. All times are given to it.
// Nothing here waits, has a clock or starts a goroutine; its callers do.
package limit
