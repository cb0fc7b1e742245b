package telegram

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ErrTokenShape is returned, before anything is sent, for a token that could
// not be one: it must not become a piece of a URL.
var ErrTokenShape = errors.New("not the shape of a bot token")

// ErrParams is returned for parameters that cannot be marshalled.
var ErrParams = errors.New("parameters do not marshal")

// errMalformed marks an answer that is not what the Bot API says.
var errMalformed = errors.New("malformed answer")

// APIError is a refusal by the Bot API: the request arrived and was answered.
type APIError struct {
	// Method is the Bot API method that was called.
	Method string
	// Code is error_code, or the HTTP status when the body was no JSON.
	Code int
	// Description is Telegram's text; match on its beginning only, it changes.
	Description string
	// RetryAfter is how long Telegram wants us to wait; 0 when it did not say.
	RetryAfter time.Duration
	// MigrateToChatID is the supergroup that the group became; 0 otherwise.
	MigrateToChatID int64
}

func (e *APIError) Error() string {
	return fmt.Sprintf("telegram %s: %d %s", e.Method, e.Code, e.Description)
}

// detail is the description without Telegram's title ("Bad Request: "),
// in lower case.
func (e *APIError) detail() string {
	d := strings.ToLower(e.Description)
	for _, title := range []string{"bad request: ", "forbidden: ", "unauthorized: ", "not found: "} {
		if rest, ok := strings.CutPrefix(d, title); ok {
			return rest
		}
	}
	return d
}

// TransportError is a call that got no proper answer. Its text and everything
// it wraps are free of the token and of the URL.
type TransportError struct {
	// Method is the Bot API method that was called.
	Method string
	// NotSent tells that Telegram cannot have acted on the request, because it
	// was never written whole. Otherwise nobody knows.
	NotSent bool
	// Err is the cause, usually a net.Error or a context's error.
	Err error
}

func (e *TransportError) Error() string {
	outcome := "outcome unknown"
	if e.NotSent {
		outcome = "not sent"
	}
	return fmt.Sprintf("telegram %s: %s: %v", e.Method, outcome, e.Err)
}

func (e *TransportError) Unwrap() error { return e.Err }

// RetryAfter is how long err asks to wait, from the answer's parameters or
// from a 429 embedded in the text of a partly sent album.
func RetryAfter(err error) (time.Duration, bool) {
	var api *APIError
	if !errors.As(err, &api) {
		return 0, false
	}
	if api.RetryAfter > 0 {
		return api.RetryAfter, true
	}
	return embeddedRetry(api.Description)
}

// embeddedRetry reads N from "… Too Many Requests: retry after N …".
func embeddedRetry(description string) (time.Duration, bool) {
	_, rest, ok := strings.Cut(strings.ToLower(description), "too many requests: retry after ")
	if !ok {
		return 0, false
	}
	digits := strings.IndexFunc(rest+" ", func(r rune) bool { return r < '0' || r > '9' })
	return seconds(rest[:digits])
}

// SentBefore is how many messages of an album arrived before the one with
// which it failed; 0 for any other error.
func SentBefore(err error) int {
	var api *APIError
	if !errors.As(err, &api) {
		return 0
	}
	n, _, _ := failedPart(api.Description)
	return max(n-1, 0)
}

// failedPart reads `failed to send message #N with the error message "…"`.
func failedPart(description string) (n int, inner string, ok bool) {
	_, rest, found := strings.Cut(description, "failed to send message #")
	if !found {
		return 0, "", false
	}
	number, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(number)
	_, inner, _ = strings.Cut(rest, `"`)
	return n, strings.TrimSuffix(inner, `"`), err == nil && n > 0
}
