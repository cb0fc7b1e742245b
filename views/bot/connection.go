package bot

import (
	"context"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/views/ui"
)

// hasBot tells whether a bot is known, however it stands.
func (c Connection) hasBot() bool { return c.State != None && c.Username != "" }

// trouble tells whether the card has something to explain.
func (c Connection) trouble() bool {
	return c.State != None && (c.State != Connected || c.OtherReader || c.Doubted) || c.Restorable
}

func (c Connection) look() string {
	switch c.State {
	case Connected:
		if c.Doubted {
			return "bad"
		}
		if c.OtherReader {
			return "draft"
		}
		return "live"
	case Connecting:
		return "work"
	case None:
		return "off"
	}
	return "bad"
}

// retry tells when the connection is tried again.
func (c Connection) retry(ctx context.Context) string {
	if c.RetryAt.IsZero() {
		return lang.T(ctx, "bot.retry")
	}
	return lang.T(ctx, "bot.retry_at", "time", lang.Clock(ctx, c.RetryAt))
}

// state is the key of what the badge says.
func (c Connection) state() string {
	if c.State == Connected && c.Doubted {
		return "bot.state.doubted"
	}
	return "bot.state." + string(c.State)
}

// paused says why the bot stands still, and what becomes of the messages.
func (c Connection) paused(ctx context.Context) string {
	words := lang.T(ctx, "attention.why.paused")
	if c.Why != "" {
		words = lang.T(ctx, "pause."+c.Why) + ". " + words
	}
	return words
}

// polling makes the card of a connecting bot look again every two seconds.
func polling(p Page) templ.Attributes {
	if p.Connection.State != Connecting {
		return ui.Refreshes(p.Project.URL("bot"), "connection", ui.Soon(p.Connection.Checking, p.Connection.Doubted))
	}
	return templ.Attributes{
		"hx-get":        p.Project.URL("bot"),
		"hx-trigger":    "every 2s",
		"hx-target":     "#connection",
		"hx-select":     "#connection",
		"hx-swap":       "outerHTML",
		"hx-select-oob": "#publication",
	}
}
