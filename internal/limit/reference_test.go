package limit_test

import (
	"time"

	"botyard/internal/limit"
)

// reference knows every message ever sent.
type reference struct {
	limits limit.Limits
	sent   []sending
	frozen map[[2]int64]time.Time
}

type sending struct {
	bot, chat int64
	at        time.Time
}

func (r *reference) freeze(bot, chat int64, until time.Time) {
	if k := [2]int64{bot, chat}; until.After(r.frozen[k]) {
		r.frozen[k] = until
	}
}

func (r *reference) allows(bot, chat int64, now time.Time) bool {
	if now.Before(r.frozen[[2]int64{bot, chat}]) {
		return false
	}
	inSecond, inMinute := 0, 0
	every := time.Second / time.Duration(r.limits.Chat)
	credit, last := every*time.Duration(r.limits.Burst), start
	for _, s := range r.sent {
		if s.bot != bot {
			continue
		}
		if now.Sub(s.at) < time.Second {
			inSecond++
		}
		if s.chat != chat {
			continue
		}
		if now.Sub(s.at) < time.Minute {
			inMinute++
		}
		credit = min(credit+s.at.Sub(last), every*time.Duration(r.limits.Burst)) - every
		last = s.at
	}
	if inSecond >= r.limits.Bot {
		return false
	}
	if chat < 0 {
		return inMinute < r.limits.Group
	}
	return credit+now.Sub(last) >= every
}
