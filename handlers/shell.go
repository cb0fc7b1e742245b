package handlers

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/lang"
	"botyard/static"
	"botyard/views/page"
)

// recentProjects is how many the switcher offers.
const recentProjects = 10

// shell is the context of a request's words: language, theme, addresses of
// static files, who is signed in.
func (s *server) shell(r *http.Request) context.Context {
	known := of(r)
	known.shelled = true
	sh := page.Shell{Asset: static.URL, Path: r.URL.RequestURI(), Gallery: s.Development}
	if p := known.person; p != nil {
		sh.User = &page.User{Email: p.Email, Support: p.Role == account.RoleSupport}
		sh.Theme = page.Theme(p.Theme)
		if p.Role == account.RoleSupport && s.sharesTheSite() {
			sh.Warning = "warning.shared_site"
		}
		if s.Held() {
			sh.Warning = "warning.held"
		}
	}
	ctx := lang.With(r.Context(), s.language(r))
	ctx = lang.WithClock(ctx, time.Local, s.Now())
	return page.With(ctx, sh)
}

// zoned is a request's context with the times of the project that it is about.
func (s *server) zoned(r *http.Request) context.Context {
	if zone := of(r).zone; zone != nil {
		return lang.WithClock(r.Context(), zone, s.Now())
	}
	return r.Context()
}

// language is the person's choice, else what was chosen at the doors, else
// what the browser asks for.
func (s *server) language(r *http.Request) lang.Lang {
	chosen := ""
	if known := of(r); known.person != nil {
		chosen = known.person.Language
	}
	if chosen == "" && of(r).personal {
		chosen = s.cookie(r, "language")
	}
	if l, known := lang.Parse(chosen); known {
		return l
	}
	return lang.Match(r.Header.Get("Accept-Language"))
}

// render answers with a whole screen.
func (s *server) render(w http.ResponseWriter, r *http.Request, status int, screen templ.Component) error {
	ctx := s.zoned(r)
	sh := page.From(ctx)
	if p := of(r).person; p != nil {
		rows, err := s.Store.RecentProjects(ctx, db.RecentProjectsParams{UserID: p.ID, Most: recentProjects})
		if err != nil {
			return err
		}
		for _, row := range rows {
			sh.Projects = append(sh.Projects, page.Project{ID: strconv.FormatInt(row.ID, 10), Name: row.Name})
		}
		sh.Toast = s.popToast(ctx)
	}
	return s.fragment(w, r.WithContext(page.With(ctx, sh)), status, screen)
}

// fragment answers with a part of a screen, for htmx. What is drawn is drawn
// whole before a byte leaves, so that an error still gets its own page.
func (s *server) fragment(w http.ResponseWriter, r *http.Request, status int, part templ.Component) error {
	var b bytes.Buffer
	if err := part.Render(s.zoned(r), &b); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "HX-Request")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the browser has gone
	return nil
}

// isFragment tells whether htmx asks for a part of a screen.
func isFragment(r *http.Request) bool { return r.Header.Get("HX-Request") != "" }
