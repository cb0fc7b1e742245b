package handlers

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/rehearsal"
	"botyard/internal/richtext"
	"botyard/views/chat"
	"botyard/views/page"
	"botyard/views/scenario"
)

// chatPage is a talk as its screen shows it.
func (s *server) chatPage(ctx context.Context, p scope, stage rehearsal.Stage, t *rehearsal.Talk) chat.Page {
	now := t.Now(s.Now()).In(stage.Zone)
	screen := chat.Page{
		Bot: p.Name, Back: t.Back, Changed: t.Draft != stage.Draft, Silent: now.Before(t.State.Silent), Now: now, Moved: t.Ahead != 0,
		Links: deepLinks(stage.Scenarios), Visitor: visitorView(ctx, stage.Scenarios, t),
	}
	for _, l := range t.Lines {
		screen.Lines = append(screen.Lines, s.lineView(ctx, p, l))
	}
	if t.Keys != nil {
		screen.Keys = &chat.Keys{Ask: t.Keys.Ask, Label: t.Keys.Label, Words: t.Keys.Words}
	}
	if until, waiting := t.Waits(); waiting {
		screen.Until, screen.Refresh = until, refreshIn(until.Sub(now))
	}
	if len(t.Asked) > 0 {
		screen.Asked = askedView(t.Asked[0])
	}
	return screen
}

// soon is for how long a screen waits by itself for a wait to end.
const soon = 2 * time.Minute

func refreshIn(left time.Duration) int {
	if left > soon {
		return 0
	}
	return int(max(left, 0)/time.Second) + 1
}

func askedView(a rehearsal.Asked) *chat.Asked {
	if a.Channel != nil {
		return &chat.Asked{Channel: a.Channel.Channel}
	}
	host := "?"
	if address, err := a.HTTP.URL.Fill(func(string) (string, bool) { return "", true }); err == nil {
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			host = u.Host
		}
	}
	return &chat.Asked{Host: host, Method: a.HTTP.Method, Take: a.HTTP.Take}
}

// deepLinks are the payloads that the scenarios know exactly.
func deepLinks(scenarios flow.Scenarios) (links []string) {
	for _, scenario := range scenarios {
		for _, trigger := range scenario.Triggers {
			if link, is := trigger.Config.(*flow.DeepLink); is && link.Payload != "" && !slices.Contains(links, link.Payload) && len(links) < 10 {
				links = append(links, link.Payload)
			}
		}
	}
	return links
}

func visitorView(ctx context.Context, scenarios flow.Scenarios, t *rehearsal.Talk) chat.Visitor {
	v := chat.Visitor{Name: t.Person.FirstName, New: t.Start.New}
	for _, f := range scenarios.Fields() {
		if value := t.Person.Data[f.ID]; value != "" {
			v.Known = append(v.Known, chat.Fact{Title: f.Title, Value: f.Shown(value)})
		}
	}
	if len(t.Person.Tags) > 0 {
		v.Known = append(v.Known, chat.Fact{Title: lang.T(ctx, "chat.known_tags"), Value: strings.Join(t.Person.Tags, ", ")})
	}
	return v
}

func (s *server) lineView(ctx context.Context, p scope, l rehearsal.Line) chat.Line {
	view := chat.Line{Kind: string(l.Kind), At: l.At, ID: l.ID, Share: l.Share, Code: l.Code, Words: richtext.Segments(l.Text, l.Entities)}
	for _, v := range l.Values {
		view.Facts = append(view.Facts, chat.Fact{Title: v.Title, Value: v.Value})
	}
	for _, step := range l.Steps {
		view.Steps = append(view.Steps, stepView(ctx, p, step))
	}
	if l.Post != nil {
		s.addPost(&view, p, *l.Post)
	}
	return view
}

// stepView names a step that ran and leads to it.
func stepView(ctx context.Context, p scope, step rehearsal.Step) chat.Step {
	kind, _ := flow.StepKind(step.Kind)
	view := chat.Step{Kind: lang.Words(ctx, kind.Title), Words: step.Words, URL: scenario.StepURL(page.Project{ID: p.id()}, step.Scenario, step.Step, "")}
	if view.Kind == "" {
		view.Kind = "…"
	}
	return view
}

func (s *server) addPost(view *chat.Line, p scope, post flow.Post) {
	view.Words = richtext.Segments(post.Text, post.Entities)
	for _, m := range post.Media {
		view.Media = append(view.Media, chat.Media{Kind: m.Kind, URL: s.pagesBase() + project.MediaPath + url.PathEscape(m.Key)})
	}
	if v := post.Place; v != nil {
		view.Place = &chat.Place{Title: v.Title, Address: v.Address, Map: mapURL(v.Point)}
	}
	if c := post.Contact; c != nil {
		view.Card = &chat.Card{Name: strings.TrimSpace(c.FirstName + " " + c.LastName), Phone: c.Phone}
	}
	for _, row := range post.Inline {
		var keys []chat.Key
		for _, b := range row {
			keys = append(keys, s.keyView(p, b))
		}
		view.Rows = append(view.Rows, keys)
	}
}

func (s *server) keyView(p scope, b flow.Button) chat.Key {
	if b.Page != "" {
		return chat.Key{Label: b.Label, URL: s.previewURL(ticket{Project: p.ID, App: true}, b.Page)}
	}
	return chat.Key{Label: b.Label, Data: b.Data, URL: b.URL}
}

// mapURL shows a point on a map that everybody can open.
func mapURL(p flow.Point) string {
	lat, lon := strconv.FormatFloat(p.Latitude, 'f', -1, 64), strconv.FormatFloat(p.Longitude, 'f', -1, 64)
	return "https://www.openstreetmap.org/?" + url.Values{"mlat": {lat}, "mlon": {lon}}.Encode() + "#map=17/" + lat + "/" + lon
}
