package handlers

import (
	"errors"
	"time"

	"botyard/internal/secret"
)

// bearerLife is how long a Mini App stays known after it proved who opened it.
const (
	bearerLife    = time.Hour
	bearerPurpose = "mini app session"
)

// errBearer means that a bearer is forged, stale, or for another project or bot.
var errBearer = errors.New("the bearer is not good")

// bearer is what the session of a Mini App proves: this person opened this
// project's Mini App in this bot. The Mini App keeps it in memory.
type bearer struct {
	Project int64 `json:"p"`
	Bot     int64 `json:"b"`
	User    int64 `json:"u"`
	// Name is how Telegram calls them.
	Name string `json:"n,omitempty"`
	// Until is in seconds since 1970.
	Until int64 `json:"t"`
}

func (b bearer) seal(keys *secret.Keyring) string { return sealClaims(keys, bearerPurpose, b) }

// openBearer reads a bearer back; errBearer when it is not of this project's
// present bot, or no longer good.
func openBearer(keys *secret.Keyring, text string, project, bot int64, now time.Time) (bearer, error) {
	var b bearer
	if !openClaims(keys, bearerPurpose, text, &b) || b.Project != project || b.Bot != bot || now.Unix() >= b.Until {
		return bearer{}, errBearer
	}
	return b, nil
}
