package handlers

import (
	"net/http"
	"net/url"
	"time"

	"botyard/internal/project"
)

// ticketLife is how long an open editor may show its preview.
const (
	ticketLife    = 12 * time.Hour
	ticketPurpose = "preview"
)

// ticket lets an editor's frame show a draft on the pages' origin, where no
// cookie says who asks.
type ticket struct {
	Project int64 `json:"p"`
	// Until is in seconds since 1970.
	Until int64 `json:"t"`
}

// previewURL is the address of a page of the draft, for the editor's frame.
func (s *server) previewURL(p scope, pageID string) string {
	t := sealClaims(s.Keys, ticketPurpose, ticket{Project: p.ID, Until: s.Now().Add(ticketLife).Unix()})
	return s.pagesBase() + project.PreviewPath + t + "/" + url.PathEscape(pageID)
}

// pagesBase is in front of paths on the pages' origin: nothing when that is the
// cabinet's own, by whichever name the browser knows it.
func (s *server) pagesBase() string {
	if s.PagesURL == nil {
		return ""
	}
	return originOf(s.PagesURL)
}

// showPreview shows a page of a draft to the holder of a ticket, in the
// cabinet's frame only.
func (s *server) showPreview(w http.ResponseWriter, r *http.Request) error {
	var t ticket
	if !openClaims(s.Keys, ticketPurpose, r.PathValue("ticket"), &t) || s.Now().Unix() >= t.Until {
		return errNotFound
	}
	suspended, err := s.Store.ProjectSuspended(r.Context(), t.Project)
	if err != nil {
		return err
	}
	if suspended {
		return errNotFound
	}
	document, err := s.Projects.Preview(r.Context(), t.Project, project.PreviewPath+r.PathValue("ticket"), r.PathValue("page"))
	if err != nil {
		return visitorError(err)
	}
	h := w.Header()
	h.Set("Content-Security-Policy", document.CSP+"; frame-ancestors "+s.cabinetOrigin())
	h.Set("Referrer-Policy", "no-referrer") // the address is a key
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(document.HTML) // the browser has gone
	return nil
}

// cabinetOrigin is the cabinet as a source of a policy of the pages' origin.
func (s *server) cabinetOrigin() string {
	if s.PublicURL == nil || s.PagesURL == nil {
		return "'self'"
	}
	return originOf(s.PublicURL)
}
