package handlers

import (
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"rsc.io/qr"

	"botyard/internal/project"
	"botyard/views/page"
	"botyard/views/testers"
)

func (s *server) listTesters(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	return s.renderTesters(w, r, http.StatusOK, p, testers.Page{})
}

// makeDraftLink makes a link and shows it in its answer: only its hash is
// kept, so that no later page could show it.
func (s *server) makeDraftLink(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	c, err := s.Projects.Connection(r.Context(), p.ID)
	if err != nil {
		return err
	}
	if c.Desired != "connected" {
		return s.renderTesters(w, r, http.StatusUnprocessableEntity, p, testers.Page{})
	}
	payload, until, err := s.Projects.MakeDraftLink(r.Context(), p.ID)
	if err != nil {
		return err
	}
	screen := testers.Page{Link: "https://t.me/" + c.Username + "?start=" + payload, Until: until}
	code, err := qr.Encode(screen.Link, qr.M)
	if err != nil {
		return err
	}
	code.Scale = codeScale
	screen.Code = "data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG())
	return s.renderTesters(w, r, http.StatusCreated, p, screen)
}

func (s *server) renderTesters(w http.ResponseWriter, r *http.Request, status int, p scope, screen testers.Page) error {
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	c, err := s.Projects.Connection(r.Context(), p.ID)
	if err != nil {
		return err
	}
	links, err := s.Store.DraftLink(r.Context(), p.ID)
	if err != nil {
		return err
	}
	people, err := s.Store.Testers(r.Context(), p.ID)
	if err != nil {
		return err
	}
	screen.Project, screen.Connected = frame, c.Desired == "connected"
	for _, link := range links {
		screen.Open, screen.Until = true, link.ExpiresAt
	}
	for _, t := range people {
		name := strings.TrimSpace(t.FirstName + " " + t.LastName)
		screen.Testers = append(screen.Testers, testers.Tester{ID: strconv.FormatInt(t.UserID, 10), Name: name, Username: t.Username, Joined: t.JoinedAt})
	}
	return s.render(w, r, status, testers.TestersPage(screen))
}

// withdrawDraftLink takes the link out of use.
func (s *server) withdrawDraftLink(w http.ResponseWriter, r *http.Request) error {
	return s.endTrial(w, r, "toast.draft_link_withdrawn", func(p scope) error {
		return s.Projects.WithdrawDraftLink(r.Context(), p.ID)
	})
}

// removeTester gives somebody the published bot back.
func (s *server) removeTester(w http.ResponseWriter, r *http.Request) error {
	return s.endTrial(w, r, "toast.tester_removed", func(p scope) error {
		id, err := strconv.ParseInt(r.PathValue("tester"), 10, 64)
		if err != nil {
			return errNotFound
		}
		return s.Projects.RemoveTester(r.Context(), p.ID, id)
	})
}

func (s *server) endTrial(w http.ResponseWriter, r *http.Request, toast string, end func(scope) error) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	err = end(p)
	if errors.Is(err, project.ErrNoTester) {
		return errNotFound
	}
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: toast})
	return s.goTo(w, r, p.url("testers"))
}
