package desk

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"botyard/internal/lang"
	"botyard/views/ui"
)

// stuckAfter is from when on a wait is bad.
const stuckAfter = time.Minute

func (b Bot) title() string {
	if b.Username != "" {
		return "@" + b.Username
	}
	return b.Name
}

func (b Bot) stopped() bool { return b.State == Paused || b.State == Suspended }

// stuck tells that people have waited too long.
func (b Bot) stuck() bool { return !b.stopped() && b.Oldest > stuckAfter }

func (b Bot) look() string {
	switch b.State {
	case Connected:
		return "live"
	case Connecting:
		return "work"
	case NoBot, Paused, Suspended:
		return "off"
	}
	return "bad"
}

// link is how the bot stands with Telegram, with the time of the last update.
func (b Bot) link(ctx context.Context) string {
	words := lang.T(ctx, "desk.state."+string(b.State))
	if b.State == Connected && !b.Delivered.IsZero() {
		return lang.T(ctx, "desk.delivered", "state", words, "time", lang.Clock(ctx, b.Delivered))
	}
	return words
}

func (b Bot) wait(ctx context.Context) string {
	if b.Oldest <= 0 {
		return "–"
	}
	return lang.Span(ctx, b.Oldest)
}

// bar is the bot's share of the deepest on the screen, in 56 units of width.
func (q Queues) bar(b Bot) string {
	most := 1
	for _, other := range q.Bots {
		most = max(most, other.Waiting)
	}
	width := 56 * b.Waiting / most
	if b.Waiting > 0 {
		width = max(width, 2)
	}
	return strconv.Itoa(width)
}

func (q Queues) last() int { return q.From + len(q.Bots) - 1 }

func (b Bot) rates(ctx context.Context) string {
	return lang.T(ctx, "desk.rates", "in", b.Received, "out", b.Sent)
}

// trouble is what went wrong last, in words, "" for nothing.
func (b Bot) trouble(ctx context.Context) string {
	if b.Error == "" {
		return ""
	}
	return CauseWords(ctx, b.Error)
}

// CauseWords words the code of a cause.
func CauseWords(ctx context.Context, code string) string { return lang.T(ctx, causeKey(code)) }

func causeKey(code string) string {
	if key := "cause." + code; lang.Has(key) {
		return key
	}
	return "cause.other"
}

// why says what is behind a cause, and what trying again would do.
func (c Cause) why(ctx context.Context) string { return lang.T(ctx, causeKey(c.Code)+"_why") }

// bot is whom a ready reply speaks of; over many bots, whoever copies it fills it in.
func (c Cause) bot() string {
	if c.Username == "" {
		return "@…"
	}
	return "@" + c.Username
}

// reply is the ready answer to the owner in a language, "" when there is none.
func reply(ctx context.Context, l lang.Lang, code, bot string) string {
	key := "reply." + code
	if !lang.Has(key) {
		return ""
	}
	return lang.T(lang.With(ctx, l), key, "bot", bot)
}

// asks is the code of what the owner of the bot is to be told, "" for nothing.
func (p BotPage) asks() string {
	switch p.Bot.State {
	case Revoked:
		return "token_revoked"
	case Foreign:
		return "foreign_webhook"
	case Failing, Complained:
		return "telegram_unreachable"
	case Paused:
		return "paused"
	case Suspended:
		return "suspended"
	}
	if p.Bot.stuck() {
		return "stuck"
	}
	return p.Bot.Error
}

func (p BotPage) pausedWords(ctx context.Context) string {
	return lang.T(ctx, "desk.paused_by", "who", p.PausedBy, "when", lang.Moment(ctx, p.PausedAt), "why", lang.T(ctx, "pause."+p.PausedWhy))
}

func (u Update) words(ctx context.Context) string {
	key := "desk.update_taken"
	if u.Skipped != "" {
		key = "desk.update_skipped"
	}
	return lang.T(ctx, key, "id", strconv.FormatInt(u.ID, 10), "when", lang.Moment(ctx, u.At), "why", u.Skipped)
}

func (l Line) words(ctx context.Context) string {
	words := lang.T(ctx, "desk.outcome."+l.Outcome)
	if l.Code == "" {
		return words
	}
	return words + ": " + CauseWords(ctx, l.Code)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// calm tells that there is nothing to tell in the column of troubles.
func (b Bot) calm() bool {
	return b.Error == "" && b.Pending == 0 && b.Complaint == "" && b.Dead == 0
}

func (b Bot) delivered(ctx context.Context) string {
	if b.Delivered.IsZero() {
		return "–"
	}
	return lang.Moment(ctx, b.Delivered)
}

func (p BotPage) version(ctx context.Context) string {
	if p.Release == 0 {
		return lang.T(ctx, "desk.unpublished")
	}
	return strconv.Itoa(p.Release)
}

func (e Event) words(ctx context.Context) string {
	words := lang.T(ctx, "desk.kind."+e.Kind) + " · " + lang.Moment(ctx, e.At)
	if e.Attempts == 0 {
		return words
	}
	words += " · " + lang.N(ctx, "desk.attempts", e.Attempts)
	if e.Error != "" {
		words += " · " + CauseWords(ctx, e.Error)
	}
	return words
}

func (p LetterPage) contentKey() string {
	if p.Open {
		return "desk.content_open"
	}
	return "desk.content_masked"
}

func pauseOptions(ctx context.Context) []ui.Option {
	options := make([]ui.Option, len(Pauses))
	for i, code := range Pauses {
		options[i] = ui.Option{Value: code, Label: lang.T(ctx, "pause."+code)}
	}
	return options
}

// here is the address of the screen with its search and its page.
func (q Queues) here() string { return q.At(q.From) }

// At is the screen's address with the bots from the given number on.
func (q Queues) At(from int) string {
	values := url.Values{}
	if q.Query != "" {
		values.Set("q", q.Query)
	}
	if from > 1 {
		values.Set("from", strconv.Itoa(from))
	}
	if len(values) == 0 {
		return "/support"
	}
	return "/support?" + values.Encode()
}
