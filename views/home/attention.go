package home

import (
	"context"
	"time"

	"botyard/internal/lang"
)

// Trouble is one thing that needs the owner's attention: what failed, why, and
// what to do about it.
type Trouble struct {
	// Code is the cause, worded by lang ("cause."+Code), Count how often it
	// happened, 0 when that says nothing.
	Code  string
	Count int
	// Host took the bot (foreign_webhook), Why is the code of a pause, Wait is
	// for how long people wait (stuck).
	Host, Why string
	Wait      time.Duration
}

// remedy is what a trouble's button does.
type remedy struct {
	// url is where it posts or, when link is set, leads; key its words.
	url, key string
	link     bool
}

// remedy gives the way out of a trouble; the zero value: there is nothing to do.
func (p Page) remedy(t Trouble) remedy {
	switch t.Code {
	case "other_reader":
		return remedy{p.Project.URL("bot"), "attention.look", true}
	case "token_revoked":
		return remedy{p.Project.URL("bot"), "attention.paste", true}
	case "foreign_webhook":
		return remedy{p.Project.URL("bot", "takeover"), "attention.take_over", false}
	case "turn_failed", "owner_vanished":
		return remedy{p.Project.URL("attempts"), "attention.retry", false}
	case "rejected", "media_refused":
		return remedy{p.Project.URL("bot") + "#scenarios", "attention.mend", true}
	}
	return remedy{}
}

// what says what is wrong.
func (t Trouble) what(ctx context.Context) string {
	key := "cause.other"
	if lang.Has("cause." + t.Code) {
		key = "cause." + t.Code
	}
	words := lang.T(ctx, key)
	if t.Count > 1 {
		return lang.T(ctx, "attention.times", "what", words, "n", t.Count)
	}
	return words
}

// why says why, in the owner's words.
func (t Trouble) why(ctx context.Context) string {
	key := "attention.why." + t.Code
	if !lang.Has(key) {
		key = "attention.why.other"
	}
	words := lang.T(ctx, key, "host", t.Host, "wait", lang.Span(ctx, t.Wait))
	if t.Why != "" {
		words = lang.T(ctx, "pause."+t.Why) + ". " + words
	}
	return words
}
