package limit

import "time"

// BotFree tells when a bot may send to some chat: now, or when its own limit
// or freeze allows it.
func (o *Outbound) BotFree(bot int64, now time.Time) time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := o.read(now)
	free := max(o.thaw(recipient{bot, everyone}), o.bots.get(bot).free(o.limits.Bot, botPeriod))
	if free <= at {
		return now
	}
	return o.clock.time(free)
}

// Thawed tells whether neither the chat nor the bot is frozen, and else when
// that ends: for calls that Telegram does not count as messages.
func (o *Outbound) Thawed(bot, chat int64, now time.Time) (ok bool, until time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := o.read(now)
	if thaw := o.thaw(recipient{bot, chat}); thaw > at {
		return false, o.clock.time(thaw)
	}
	return true, time.Time{}
}

// Count takes note of messages beyond the one that Take allowed: those of an
// album, which go together.
func (o *Outbound) Count(bot, chat int64, more int, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := o.read(now)
	for range more {
		o.count(recipient{bot, chat}, at)
	}
}
