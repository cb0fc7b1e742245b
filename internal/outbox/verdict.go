package outbox

import (
	"math/rand/v2"
	"time"

	"botyard/internal/telegram"
)

// verdict is what follows from the end of a call.
type verdict struct {
	// outcome ends the message (sent, failed, unknown, expired); "" tries again.
	outcome string
	// code says why, for the log and for people.
	code string
	// delay before the next attempt.
	delay time.Duration
	// freeze tells the limiter that Telegram refused for now.
	freeze bool
	// reachability to note of the person; "" for none.
	reachability string
	// unauthorized: the token may have been revoked.
	unauthorized bool
}

// Times of the sender.
const (
	callTime = 15 * time.Second
	maxAge   = time.Hour
	// rewriteEvery is the pause between attempts to write how calls ended.
	rewriteEvery = 500 * time.Millisecond
	// minResend is how long an answer whose fate is unknown waits before it is
	// sent once more.
	minResend = time.Second
)

// judge reads telegram.md's table of errors: what to do after this attempt.
func judge(err error, attempts int16) verdict {
	class := telegram.Classify(err)
	switch class {
	case telegram.OK, telegram.NotModified:
		return verdict{outcome: "sent"}
	case telegram.RateLimited:
		wait, _ := telegram.RetryAfter(err)
		return verdict{code: class.String(), delay: max(wait, time.Second), freeze: true}
	case telegram.NotSent, telegram.Conflict:
		return verdict{code: class.String(), delay: backOff(attempts)}
	case telegram.Ambiguous:
		return unknown(attempts)
	case telegram.Unauthorized:
		return verdict{code: class.String(), delay: confirmEvery, unauthorized: true}
	}
	return verdict{outcome: "failed", code: class.String(), reachability: reachabilityOf(class)}
}

// unknown: an answer to a person is sent once more, and then ends unknown.
func unknown(attempts int16) verdict {
	if attempts < 2 {
		return verdict{code: "ambiguous", delay: minResend}
	}
	return verdict{outcome: "unknown", code: "ambiguous"}
}

func reachabilityOf(class telegram.Class) string {
	switch class {
	case telegram.Blocked:
		return "blocked"
	case telegram.Deactivated:
		return "deactivated"
	case telegram.NeverStarted:
		return "never_started"
	}
	return ""
}

// backOff grows from a second to a minute, with jitter.
func backOff(attempts int16) time.Duration {
	d := min(time.Second<<min(attempts, 6), time.Minute)
	return d + time.Duration(rand.Int64N(int64(d)/4+1))
}
