// Package telegram is a thin client of the Telegram Bot API: the types the
// product acts on, a client that takes the token with every call, the meaning
// of errors, and the check of a Mini App's initData.
//
// A bot costs nothing here: there is no object per bot, only its Token.
package telegram

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
)

// Token is a bot's secret from BotFather, "<bot id>:<secret>".
//
// Printed, logged or marshalled as a value, it shows only the bot id. Two places
// are beyond its methods, so keep it out of them: a struct's unexported field
// (fmt prints that raw) and a map's key (encoding/json does). Whoever needs the
// secret itself, to encrypt or to send it, converts: string(token).
type Token string

// minSecret and maxSecret bound the part after the colon. Telegram makes 35
// characters today and promises nothing; its own server takes any up to 80 in all.
const (
	minSecret = 24
	maxSecret = 64
	maxBotID  = 20
)

// ValidToken tells whether s has the shape of a token. It says nothing about
// whether Telegram knows it; only getMe does.
func ValidToken(s string) bool {
	id, secret, ok := strings.Cut(s, ":")
	if !ok || len(id) > maxBotID || len(secret) < minSecret || len(secret) > maxSecret {
		return false
	}
	_, ok = parseBotID(id)
	return ok && strings.IndexFunc(secret, notTokenRune) < 0
}

func notTokenRune(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
		return false
	}
	return true
}

// parseBotID wants plain digits: ParseInt alone would also take a sign.
func parseBotID(s string) (int64, bool) {
	if s == "" || strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) >= 0 {
		return 0, false
	}
	id, err := strconv.ParseInt(s, 10, 64)
	return id, err == nil && id > 0
}

// BotID is the Telegram id of the bot that the token belongs to: the digits
// before the colon. It survives a replacement of the token.
func (t Token) BotID() (int64, bool) {
	id, _, ok := strings.Cut(string(t), ":")
	if !ok {
		return 0, false
	}
	return parseBotID(id)
}

// String shows the bot id at most.
func (t Token) String() string {
	if id, ok := t.BotID(); ok {
		return strconv.FormatInt(id, 10) + ":[token]"
	}
	return "[token]"
}

// GoString is String: %#v must not show the secret either.
func (t Token) GoString() string { return t.String() }

// Format covers every verb; without it fmt prints the raw string for a verb
// that does not fit, such as %d.
func (t Token) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(t.String())) }

// LogValue redacts for slog.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.String()) }

// MarshalJSON redacts: a token never leaves in a document by accident.
func (t Token) MarshalJSON() ([]byte, error) { return json.Marshal(t.String()) }

// MarshalText redacts for encodings other than JSON.
func (t Token) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// redact removes the token from s in every form a URL may have put it in.
func (t Token) redact(s string) string {
	_, secret, ok := strings.Cut(string(t), ":")
	if !ok {
		secret = string(t)
	}
	if secret == "" {
		return s
	}
	return strings.ReplaceAll(s, secret, "[token]")
}
