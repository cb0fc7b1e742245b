package outbox

import "time"

// A 401 around the change of a token can pass by itself: a bot is given up
// only when every call over a time was refused so.
const (
	confirmEvery = 20 * time.Second
	confirmOver  = 40 * time.Second
)

// suspects are bots whose calls get 401, with the time of the first.
type suspects map[int64]time.Time

// confirmed notes one more 401 and tells whether it is certain now.
func (s suspects) confirmed(integrationID int64, now time.Time) bool {
	first, known := s[integrationID]
	if !known {
		s[integrationID] = now
		return false
	}
	return now.Sub(first) >= confirmOver
}

func (s suspects) clear(integrationID int64) { delete(s, integrationID) }
