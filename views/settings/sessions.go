package settings

import (
	"context"
	"time"

	"botyard/internal/lang"
)

// Sessions is the screen of where a person is signed in (GET /account/sessions);
// POST /account/sessions/removal ends all but the one that asks.
type Sessions struct {
	// All are the sessions, the last seen first.
	All []Session
}

// Session is one browser in which a person is signed in.
type Session struct {
	// Device is its name, such as "Chrome, Android"; "" when it is not known.
	Device string
	// Began is when the person signed in there, Seen when they were there last.
	Began, Seen time.Time
	// This is the session that asks.
	This bool
}

func (s Session) device(ctx context.Context) string {
	if s.Device == "" {
		return lang.T(ctx, "sessions.unknown")
	}
	return s.Device
}

// others tells whether there is another session than the one that asks.
func (s Sessions) others() bool { return len(s.All) > 1 }
