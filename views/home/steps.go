package home

import (
	"context"
	"strings"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/views/ui"
)

// step is one line of the checklist.
type step struct {
	// name ends the catalogue's keys: "home.step."+name.
	name string
	url  string
	done bool
	// next marks the first that is not done.
	next bool
}

// steps are the five lines to the launch.
func (p Page) steps() []step {
	steps := []step{
		{name: "made", url: p.Project.URL("settings"), done: true},
		{name: "bot", url: p.Project.URL("bot") + "#scenarios", done: p.Greeted},
		{name: "pages", url: p.Project.URL("pages"), done: p.Paged},
		{name: "connect", url: p.Project.URL("bot") + "?how=yes#connection", done: p.Connected},
		{name: "publish", url: p.Project.URL("releases", "new"), done: p.Last != nil},
	}
	for i := range steps {
		if !steps[i].done {
			steps[i].next = true
			break
		}
	}
	return steps
}

// left counts the steps that are not done.
func (p Page) left() int {
	n := 0
	for _, s := range p.steps() {
		if !s.done {
			n++
		}
	}
	return n
}

// state ends a catalogue key: "projects.state."+state.
func (p Page) state() string {
	switch {
	case p.Trouble:
		return "broken"
	case p.Doubted:
		return "doubted"
	case p.Paused:
		return "paused"
	case p.Launched() && p.Off:
		return "off"
	case p.Launched():
		return "live"
	}
	return "draft"
}

func (p Page) look() string {
	return map[string]string{"broken": "bad", "doubted": "bad", "paused": "bad", "off": "off", "live": "live", "draft": "draft"}[p.state()]
}

// unseen says when the bot will answer as drawn.
func (p Page) unseen(ctx context.Context) string {
	if p.Last != nil {
		return lang.T(ctx, "home.greeting_unconnected")
	}
	return lang.T(ctx, "home.greeting_unseen")
}

// refreshing makes the screen draw itself anew until what is asked is known.
func (p Page) refreshing() templ.Attributes {
	return ui.Refreshes(p.Project.URL(), "home", ui.Soon(p.Checking, p.Doubted))
}

func (l Link) what(ctx context.Context) string { return lang.T(ctx, "home.link."+string(l.Kind)) }

// short is the address as people say it, without its scheme.
func (l Link) short() string {
	_, rest, found := strings.Cut(l.URL, "://")
	if !found {
		return l.URL
	}
	return strings.TrimSuffix(rest, "/")
}
