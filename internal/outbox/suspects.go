package outbox

import "time"

// suspects are bots whose calls get 401. Around the change of a token that can
// pass by itself: a bot is given up only when every call over a time was
// refused so.
type suspects map[int64]suspect

type suspect struct{ first, last time.Time }

// confirmed notes one more 401 and tells whether it is certain now: they came,
// without a longer gap, for so long.
func (s suspects) confirmed(integrationID int64, now time.Time, t times) bool {
	was, known := s[integrationID]
	if !known || now.Sub(was.last) > 3*t.confirm {
		was.first = now
	}
	was.last = now
	s[integrationID] = was
	return now.Sub(was.first) >= t.confirmFor
}

func (s suspects) clear(integrationID int64) { delete(s, integrationID) }
