package sim

import (
	"errors"
	"strconv"
	"time"

	"botyard/internal/telegram"
)

// What an action of a person or of a test may fail with.
var (
	ErrNoBot     = errors.New("no such bot")
	ErrNoUser    = errors.New("no such user")
	ErrNoMessage = errors.New("no such message in the chat")
	ErrNoButton  = errors.New("no such button")
	ErrBlocked   = errors.New("the person has blocked the bot")
	ErrNoChannel = errors.New("no such channel")
	ErrNoApp     = errors.New("no Mini App there")
)

func refuse(code int, description string) *telegram.APIError {
	return &telegram.APIError{Code: code, Description: description}
}

func badRequest(detail string) *telegram.APIError { return refuse(400, "Bad Request: "+detail) }

func forbidden(detail string) *telegram.APIError { return refuse(403, "Forbidden: "+detail) }

// tooMany asks to wait, in whole seconds, at least one.
func tooMany(wait time.Duration) *telegram.APIError {
	seconds := max(1, int(wait.Seconds()+0.999))
	e := refuse(429, "Too Many Requests: retry after "+strconv.Itoa(seconds))
	e.RetryAfter = time.Duration(seconds) * time.Second
	return e
}
