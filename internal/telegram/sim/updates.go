package sim

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

const (
	maxPoll      = 50 * time.Second
	maxPerAnswer = 100
)

var errTerminated = errors.New("terminated")

func getUpdates(c *call) (any, error) {
	b := c.bot
	wait := min(max(time.Duration(c.params.number("timeout"))*time.Second, 0), maxPoll)
	ctx, cancel := context.WithTimeout(c.ctx, c.srv.clock.real(wait))
	defer cancel()
	own, err := b.beginPoll(ctx, c.params)
	if err != nil {
		return nil, err
	}
	for {
		found, news := b.poll(c.params)
		if len(found) > 0 {
			return found, nil
		}
		select {
		case <-news:
		case <-own.Done():
			if errors.Is(context.Cause(own), errTerminated) {
				return nil, refuse(409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running")
			}
			return found, nil
		case <-c.srv.ctx.Done():
			return found, nil
		}
	}
}

// beginPoll confirms what the offset confirms, and ends a poll that waits
// already. The context it returns ends when the next one begins.
func (b *bot) beginPoll(ctx context.Context, p params) (context.Context, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.hook.URL != "" {
		return nil, refuse(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first")
	}
	q := &b.queue
	if q.poll != nil {
		q.poll()
	}
	own, end := context.WithCancelCause(ctx)
	q.poll = func() { end(errTerminated) }
	q.allow(p)
	live := q.live(b.srv.clock.elapsed())
	offset := p.number("offset")
	for i, u := range live {
		// A negative offset keeps that many from the end.
		if offset > 0 && u.ID < offset || offset < 0 && i < len(live)+int(offset) {
			q.finish(u)
		}
	}
	b.srv.touch()
	return own, nil
}

// poll is what waits, and a channel that closes when something arrives.
func (b *bot) poll(p params) ([]json.RawMessage, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	limit := int(p.number("limit"))
	if limit <= 0 || limit > maxPerAnswer {
		limit = maxPerAnswer
	}
	found := []json.RawMessage{}
	for _, u := range b.queue.live(b.srv.clock.elapsed()) {
		if len(found) < limit {
			found = append(found, u.Raw)
		}
	}
	if b.queue.news == nil {
		b.queue.news = make(chan struct{})
	}
	return found, b.queue.news
}
