package projects

import (
	"context"

	"botyard/internal/lang"
)

// look is the badge's look for the state.
func (r Row) look() string {
	switch r.State {
	case Live:
		return "live"
	case Broken, Suspended, Paused:
		return "bad"
	case Connecting:
		return "work"
	case Off:
		return "off"
	}
	return "draft"
}

func (r Row) bot(ctx context.Context) string {
	if r.Username == "" {
		return lang.T(ctx, "projects.no_bot")
	}
	return "@" + r.Username
}

func (r Row) edits(ctx context.Context) string {
	switch {
	case r.Edits > 0:
		return lang.N(ctx, "publish.unseen", r.Edits)
	case r.Published:
		return lang.T(ctx, "publish.all_live")
	}
	return lang.T(ctx, "projects.unpublished")
}

// template is what the form posts.
func (n New) template() string {
	if n.Template == "" {
		return "blank"
	}
	return n.Template
}

// number stands in the node of one of the three ways.
func number(way string) string {
	return map[string]string{"write": "1", "show": "2", "connect": "3"}[way]
}

// told tells that something about the project was typed already.
func (n New) told() bool { return n.Phone+n.Address+n.From+n.To != "" }
