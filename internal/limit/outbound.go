package limit

import (
	"sync"
	"time"
)

// Limits are how much a bot may send. A limit that is not positive is none.
type Limits struct {
	// Bot is how many messages a second a bot sends over all its chats.
	Bot int
	// Chat is how many messages a second a private chat gets in the long run,
	// and Burst how many it may get at once.
	Chat, Burst int
	// Group is how many messages a minute a group or a channel gets.
	Group int
}

// DefaultLimits are those that Telegram recommends (core.telegram.org/bots/faq).
func DefaultLimits() Limits { return Limits{Bot: 30, Chat: 1, Burst: 3, Group: 20} }

// The periods in which a bot's and a group's messages are counted. Neither
// sees more than its limit in any such period, wherever it begins.
const (
	botPeriod   = time.Second
	groupPeriod = time.Minute
)

// Outbound decides when a bot may send to a chat. It remembers a bot and a
// chat only while one of their limits could still be felt, so sleeping bots
// cost nothing. It is safe for concurrent use.
type Outbound struct {
	limits Limits
	clock  clock

	mu     sync.Mutex
	bots   memory[int64, window]
	chats  memory[recipient, bucket]
	groups memory[recipient, window]
	freezes
}

// recipient is a chat as one bot sees it.
type recipient struct{ bot, chat int64 }

// group tells groups and channels from people (Bot API: their ids are negative).
func (r recipient) group() bool { return r.chat < 0 }

// NewOutbound returns a limiter that has seen nothing yet. No time that it is
// given later may be before now; that all carry a monotonic reading, or none,
// keeps steps of the computer's clock away from it.
func NewOutbound(l Limits, now time.Time) *Outbound {
	return &Outbound{
		limits:  l,
		clock:   clock{now},
		bots:    newMemory[int64, window](botPeriod),
		chats:   newMemory[recipient, bucket](l.chatPace().refill()),
		groups:  newMemory[recipient, window](groupPeriod),
		freezes: newFreezes(),
	}
}

func (l Limits) chatPace() pace {
	if l.Chat <= 0 {
		return pace{}
	}
	return pace{every: time.Second / time.Duration(l.Chat), burst: max(l.Burst, 1)}
}

// Take asks to send one message now. When it may be sent it is counted and ok
// is true. Otherwise nothing is counted, and next, which is after now, is the
// earliest time at which to ask again.
func (o *Outbound) Take(bot, chat int64, now time.Time) (ok bool, next time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	at, to := o.read(now), recipient{bot, chat}
	if free := o.freeAt(to, at); free > at {
		return false, o.clock.time(free)
	}
	o.count(to, at)
	return true, time.Time{}
}

// freeAt tells when everything that limits the recipient allows a message.
func (o *Outbound) freeAt(to recipient, at stamp) stamp {
	free := max(at, o.thaw(to), o.bots.get(to.bot).free(o.limits.Bot, botPeriod))
	if to.group() {
		return max(free, o.groups.get(to).free(o.limits.Group, groupPeriod))
	}
	return max(free, o.chats.get(to).free(o.limits.chatPace()))
}

func (o *Outbound) count(to recipient, at stamp) {
	if o.limits.Bot > 0 {
		o.bots.put(to.bot, o.bots.get(to.bot).with(at, botPeriod))
	}
	switch {
	case to.group() && o.limits.Group > 0:
		o.groups.put(to, o.groups.get(to).with(at, groupPeriod))
	case !to.group() && o.limits.Chat > 0:
		o.chats.put(to, o.chats.get(to).with(at, o.limits.chatPace()))
	}
}

// read gives now as a stamp, and forgets windows that are empty and buckets
// that are full by then.
func (o *Outbound) read(now time.Time) stamp {
	at := o.clock.stamp(now)
	o.bots.forget(at)
	o.chats.forget(at)
	o.groups.forget(at)
	o.freezes.forget(at)
	return at
}

// Freeze lets a chat get nothing before until; chat 0 stands for all chats of
// the bot. It never shortens an earlier freeze.
func (o *Outbound) Freeze(bot, chat int64, until time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.freeze(recipient{bot, chat}, o.clock.stamp(until))
}

// Refused takes note of a 429 answer that came now with its retry_after, to
// which the caller may have added jitter. It freezes the chat, or the whole
// bot when the answer seems to concern that: the wait is five seconds or more,
// or another chat of the bot was refused within the second before.
func (o *Outbound) Refused(bot, chat int64, retryAfter time.Duration, now time.Time) (wholeBot bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.refused(recipient{bot, chat}, retryAfter, o.read(now))
}
