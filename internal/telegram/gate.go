package telegram

import (
	"context"
	"time"
)

type gateKey struct{}

// While makes calls with the context that it returns ask open once more when
// they are about to write their first byte: a process may be suspended while
// it connects, and wake up when its call is no longer its to make. Such a call
// ends as NotSent.
func While(ctx context.Context, open func() bool) context.Context {
	return context.WithValue(ctx, gateKey{}, open)
}

// shut tells that a call must not be begun any more. It does not wait for the
// context's timer, which may fire late in a process that was suspended.
func shut(ctx context.Context) bool {
	if deadline, bounded := ctx.Deadline(); bounded && !time.Now().Before(deadline) {
		return true
	}
	open, asked := ctx.Value(gateKey{}).(func() bool)
	return asked && !open()
}
