package handlers

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"botyard/internal/secret"
)

// bearerLife is how long a Mini App stays known after it proved who opened it.
const bearerLife = time.Hour

// errBearer means that a bearer is forged, stale, or for another project or bot.
var errBearer = errors.New("the bearer is not good")

// bearer is what the session of a Mini App proves: this person opened this
// project's Mini App in this bot.
type bearer struct {
	Project int64 `json:"p"`
	Bot     int64 `json:"b"`
	User    int64 `json:"u"`
	// Until is in seconds since 1970.
	Until int64 `json:"t"`
}

// seal makes the text that the Mini App keeps in memory and sends back.
func (b bearer) seal(keys *secret.Keyring) string {
	claims, err := json.Marshal(b)
	if err != nil {
		panic(err) // four numbers
	}
	encoding := base64.RawURLEncoding
	return encoding.EncodeToString(claims) + "." + encoding.EncodeToString(keys.Sign("mini app session", claims))
}

// openBearer reads a bearer back; errBearer when it is not of this project's
// present bot, or no longer good.
func openBearer(keys *secret.Keyring, text string, project, bot int64, now time.Time) (bearer, error) {
	left, right, _ := strings.Cut(text, ".")
	claims, err1 := base64.RawURLEncoding.DecodeString(left)
	signature, err2 := base64.RawURLEncoding.DecodeString(right)
	if err1 != nil || err2 != nil || !keys.Verify("mini app session", claims, signature) {
		return bearer{}, errBearer
	}
	var b bearer
	if json.Unmarshal(claims, &b) != nil || b.Project != project || b.Bot != bot || now.Unix() >= b.Until {
		return bearer{}, errBearer
	}
	return b, nil
}
