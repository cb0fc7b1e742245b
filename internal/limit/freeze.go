package limit

import (
	"maps"
	"time"
)

// When a refusal concerns the whole bot and not only the chat: Telegram does
// not say, so its length and its company have to.
const (
	wholeBotWait     = 5 * time.Second
	refusalsTogether = time.Second
)

// freezes holds what must get nothing for a while. There are few: each comes
// from a refusal, and thawed ones are forgotten.
type freezes struct {
	swept    stamp
	until    map[recipient]stamp
	refusals map[int64]refusal
}

// refusal is the last one of a bot.
type refusal struct {
	chat int64
	at   stamp
}

// everyone is the chat that stands for all chats of a bot; no chat has this id.
const everyone = 0

func newFreezes() freezes {
	return freezes{until: map[recipient]stamp{}, refusals: map[int64]refusal{}}
}

// thaw tells until when the recipient gets nothing.
func (f *freezes) thaw(to recipient) stamp {
	return max(f.until[to], f.until[recipient{to.bot, everyone}])
}

func (f *freezes) freeze(who recipient, until stamp) {
	f.until[who] = max(until, f.until[who])
}

func (f *freezes) refused(to recipient, wait time.Duration, at stamp) (wholeBot bool) {
	before, found := f.refusals[to.bot]
	f.refusals[to.bot] = refusal{to.chat, at}
	together := found && before.chat != to.chat && at-before.at <= stamp(refusalsTogether)
	f.freeze(to, at+stamp(wait))
	if wait < wholeBotWait && !together {
		return false
	}
	until := f.until[to]
	if together {
		until = max(until, f.until[recipient{to.bot, before.chat}])
	}
	f.freeze(recipient{to.bot, everyone}, until)
	return true
}

// forget drops, once a minute, what no longer has an effect.
func (f *freezes) forget(at stamp) {
	if at < f.swept+stamp(time.Minute) {
		return
	}
	f.swept = at
	maps.DeleteFunc(f.until, func(_ recipient, until stamp) bool { return until <= at })
	maps.DeleteFunc(f.refusals, func(_ int64, r refusal) bool { return at-r.at > stamp(refusalsTogether) })
}
