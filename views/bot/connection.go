package bot

import (
	"context"

	"github.com/a-h/templ"

	"botyard/internal/lang"
)

// hasBot tells whether a bot is known, however it stands.
func (c Connection) hasBot() bool { return c.State != None && c.Username != "" }

// trouble tells whether the card has something to explain.
func (c Connection) trouble() bool {
	return c.State != None && (c.State != Connected || c.OtherReader)
}

func (c Connection) look() string {
	switch c.State {
	case Connected:
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

// polling makes the card of a connecting bot look again every two seconds.
func polling(p Page) templ.Attributes {
	if p.Connection.State != Connecting {
		return nil
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
