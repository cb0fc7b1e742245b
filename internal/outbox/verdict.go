package outbox

import (
	"errors"
	"math/rand/v2"
	"time"

	"botyard/internal/telegram"
	"botyard/internal/vault"
)

// verdict is what follows from the end of a call.
type verdict struct {
	// outcome ends the message (sent, failed, unknown, expired); "" tries again.
	outcome string
	// code says why, for the log and for people.
	code string
	// delay before the next attempt.
	delay time.Duration
	// maybe: the attempt may have arrived.
	maybe bool
	// frozen: Telegram refused for now.
	frozen bool
	// reachability to note of the person; "" for none.
	reachability string
	// unauthorized: the token may have been revoked.
	unauthorized bool
}

// maxAge is how old an event may be for its answer to be sent.
const maxAge = time.Hour

// judge reads the errors of the Bot API by their class: what to do after this attempt.
// arrived is how many earlier attempts may have arrived, refusals how many in a
// row did not.
func (t times) judge(err error, arrived int16, refusals int) verdict {
	switch {
	case errors.Is(err, errExpired) && arrived == 0:
		return verdict{outcome: "expired", code: "too_old"}
	case errors.Is(err, errExpired):
		return verdict{outcome: "unknown", code: "too_old"}
	case errors.Is(err, errUnknown):
		return t.unknown(arrived) // the vanished one is among them
	case errors.Is(err, errUnreadable):
		return verdict{outcome: "failed", code: "unreadable"}
	case errors.Is(err, errNoFile):
		return verdict{outcome: "failed", code: telegram.MediaRefused.String()} // the owner does the same about it
	case errors.Is(err, vault.ErrNoToken):
		return verdict{outcome: "failed", code: "disconnected"}
	case errors.Is(err, vault.ErrSuspended) && arrived == 0:
		return verdict{outcome: "expired", code: "suspended"}
	case errors.Is(err, vault.ErrSuspended):
		return verdict{outcome: "unknown", code: "suspended"}
	case errors.Is(err, errNotTried):
		return verdict{code: "not_tried", delay: t.backOff(refusals)}
	}
	return t.judgeAnswer(err, arrived, refusals)
}

func (t times) judgeAnswer(err error, arrived int16, refusals int) verdict {
	class := telegram.Classify(err)
	switch class {
	case telegram.OK, telegram.NotModified:
		return verdict{outcome: "sent"}
	case telegram.RateLimited, telegram.PartlySent:
		return verdict{code: class.String(), delay: t.freeze(err, refusals), frozen: true}
	case telegram.NotSent, telegram.Conflict:
		return verdict{code: class.String(), delay: t.backOff(refusals)}
	case telegram.Ambiguous:
		return t.unknown(arrived + 1)
	case telegram.BadEntities: // although its marks were left out
		class = telegram.Rejected
	case telegram.Unauthorized:
		return verdict{code: class.String(), delay: t.confirm, unauthorized: true}
	}
	return verdict{outcome: "failed", code: class.String(), reachability: reachabilityOf(class)}
}

// unknown: an answer to a person is sent once more, and then ends unknown.
func (t times) unknown(arrived int16) verdict {
	if arrived < 2 {
		return verdict{code: "ambiguous", delay: t.resend, maybe: true}
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

// freeze is how long Telegram is left alone after it refused for now: as long as
// it says, but not longer than an answer can wait; when it does not say, longer
// each time.
func (t times) freeze(err error, refusals int) time.Duration {
	wait, said := telegram.RetryAfter(err)
	if !said || wait <= 0 {
		return t.backOff(refusals)
	}
	return min(max(wait, time.Second), maxAge)
}

// backOff grows with the refusals in a row, with jitter.
func (t times) backOff(refusals int) time.Duration {
	d := min(t.back<<min(refusals, 6), time.Minute)
	return d + time.Duration(rand.Int64N(int64(d)/4+1))
}
