package handlers

import (
	"context"
	"fmt"
	"net/http"

	"rsc.io/qr"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/richtext"
	"botyard/miniapp"
	"botyard/views/home"
)

// showHome shows a project's first screen.
func (s *server) showHome(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := s.Projects.AskCheck(r.Context(), p.ID); err != nil {
		return err
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	screen := home.Page{Greeted: greets(draft.Scenarios), Greeting: greeting(r.Context(), draft.Scenarios), Paged: hasContent(draft)}
	if screen.Project, err = s.frame(r.Context(), p); err != nil {
		return err
	}
	if err := s.addLaunch(r.Context(), p, &screen); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, home.HomePage(screen))
}

// addLaunch tells what is connected, published, and where it is seen.
func (s *server) addLaunch(ctx context.Context, p scope, screen *home.Page) error {
	c, err := s.Projects.Connection(ctx, p.ID)
	if err != nil {
		return err
	}
	screen.Paused, screen.Checking, screen.Doubted = p.PausedAt != nil, c.Checking, c.Doubted
	screen.Off, screen.Restorable = c.Desired == "disconnected", c.Restorable
	if c.Desired == "connected" {
		screen.Connected, screen.Username = c.Actual == "connected", c.Username
		screen.Trouble = c.Actual != "connected" && c.Reason != ""
	}
	if screen.Troubles, err = s.troubles(ctx, p, c); err != nil {
		return err
	}
	if screen.Blocked, err = s.blockers(ctx, p.ID); err != nil {
		return err
	}
	if p.CurrentRelease == nil {
		return nil
	}
	origin, err := s.Store.ReleaseOrigin(ctx, db.ReleaseOriginParams{ProjectID: p.ID, Number: *p.CurrentRelease})
	if err != nil {
		return err
	}
	screen.Last = &home.Release{Number: int(*p.CurrentRelease), At: origin.CreatedAt, By: origin.CreatedBy}
	screen.Links = s.links(p, screen.Username)
	return nil
}

// links are the addresses that a project's clients open.
func (s *server) links(p scope, bot string) (links []home.Link) {
	add := func(kind home.LinkKind, url string) {
		links = append(links, home.Link{Kind: kind, URL: url, QR: p.url("links", string(kind))})
	}
	if bot != "" {
		add(home.BotLink, "https://t.me/"+bot)
	}
	add(home.AppLink, s.Projects.PageURL(miniapp.App, p.Slug))
	add(home.SiteLink, s.Projects.PageURL(miniapp.Site, p.Slug))
	return links
}

// showLinkCode draws the QR code of one of the project's own links, and of
// nothing else.
func (s *server) showLinkCode(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	c, err := s.Projects.Connection(r.Context(), p.ID)
	if err != nil {
		return err
	}
	for _, link := range s.links(p, c.Username) {
		if string(link.Kind) == r.PathValue("kind") {
			return writeCode(w, link, r.URL.Query().Has("print"))
		}
	}
	return errNotFound
}

// Sizes of one square of a code, in pixels: on a screen, and on paper, where a
// code of a short address is then some 1,300 wide.
const (
	codeScale  = 8
	printScale = 36
)

// writeCode draws the code of a link; print makes it a file that is large enough
// for a poster.
func writeCode(w http.ResponseWriter, link home.Link, print bool) error {
	code, err := qr.Encode(link.URL, qr.M)
	if err != nil {
		return err
	}
	code.Scale = codeScale
	if print {
		code.Scale = printScale
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "qr-"+string(link.Kind)+".png"))
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, max-age=3600")
	_, _ = w.Write(code.PNG()) // the browser has gone
	return nil
}

func greets(scenarios flow.Scenarios) bool { return !greetingText(scenarios).Empty() }

// greeting is the answer to /start as somebody may see it, "" when there is none.
func greeting(ctx context.Context, scenarios flow.Scenarios) string {
	return greetingText(scenarios).Words(func(name string) string { return lang.Sample(ctx, name) })
}

// greetingText is the first thing said to who opens the bot.
func greetingText(scenarios flow.Scenarios) richtext.Text {
	for i := range scenarios {
		for _, t := range scenarios[i].Triggers {
			if c, is := t.Config.(*flow.Command); !is || c.Command != "start" {
				continue
			}
			for _, step := range scenarios[i].Steps {
				if said := step.Parts().Texts; len(said) > 0 {
					return said[0].Text
				}
			}
		}
	}
	return nil
}

func hasContent(d project.Draft) bool {
	for _, page := range d.Pages {
		if len(page.Blocks) > 0 {
			return true
		}
	}
	return false
}
