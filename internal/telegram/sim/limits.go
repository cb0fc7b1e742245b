package sim

import (
	"sync"
	"time"
)

// bucket is a token bucket over simulated time. The zero value is full.
type bucket struct {
	used float64
	at   time.Duration
}

// rate is n in a period, all of them at once if need be.
type rate struct {
	n      float64
	period time.Duration
	burst  float64
}

// Telegram's limits, as far as they are known.
var (
	perBot       = rate{30, time.Second, 30}
	perPerson    = rate{1, time.Second, 3}
	perGroup     = rate{20, time.Minute, 20}
	coldPerMin   = rate{20, time.Minute, 20}
	coldPerHour  = rate{600, time.Hour, 600}
	noWait       = time.Duration(0)
	tokenEpsilon = 1e-6 // what rounding may cost
)

// wait is how long until one more fits, without taking it.
func (b *bucket) wait(r rate, now time.Duration) time.Duration {
	b.used = max(0, b.used-float64(now-b.at)/float64(r.period)*r.n)
	b.at = now
	over := b.used + 1 - r.burst
	if over <= tokenEpsilon {
		return noWait
	}
	return time.Duration(over / r.n * float64(r.period))
}

func (b *bucket) take() { b.used++ }

// budget is what a bot has sent of late; its mu guards it.
type budget struct {
	all   bucket
	chats map[int64]*bucket
}

// spend takes one message from the budgets of bot and chat, or tells how long
// to wait; b.mu is held.
func (s *Server) spend(b *bot, target *chat) error {
	if s.cfg.NoLimits {
		return nil
	}
	now := s.clock.elapsed()
	limit := perPerson
	if target.Type != "private" {
		limit = perGroup
	}
	own := b.budget.chats[target.ID]
	if own == nil {
		if b.budget.chats == nil {
			b.budget.chats = map[int64]*bucket{}
		}
		own = &bucket{}
		b.budget.chats[target.ID] = own
	}
	if wait := max(own.wait(limit, now), b.budget.all.wait(perBot, now)); wait > 0 {
		return tooMany(wait)
	}
	own.take()
	b.budget.all.take()
	return nil
}

// coldTokens limits first calls of tokens by the address that they come from.
type coldTokens struct {
	mu    sync.Mutex
	hosts map[string]*[2]bucket
}

func newColdTokens() *coldTokens { return &coldTokens{hosts: map[string]*[2]bucket{}} }

func (c *coldTokens) admit(b *bot, host string, now time.Duration) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.warm {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	both := c.hosts[host]
	if both == nil {
		both = &[2]bucket{}
		c.hosts[host] = both
	}
	if wait := max(both[0].wait(coldPerMin, now), both[1].wait(coldPerHour, now)); wait > 0 {
		return tooMany(wait)
	}
	both[0].take()
	both[1].take()
	b.warm = true
	return nil
}
