package handlers

import (
	"net/http"
	"net/url"
	"time"

	"botyard/internal/project"
	"botyard/miniapp"
	"botyard/static"
	"botyard/views/page"
	"botyard/views/ui"
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
	// App shows it as a Mini App instead of a site.
	App bool `json:"a,omitempty"`
	// Until is in seconds since 1970.
	Until int64 `json:"t"`
}

// preview is what an editor, whose frame it is, needs to show a page of the
// draft.
func (s *server) preview(p scope, frame page.Project, pageID string) ui.Preview {
	return ui.Preview{
		Site: s.previewURL(ticket{Project: p.ID}, pageID), App: s.previewURL(ticket{Project: p.ID, App: true}, pageID),
		Page: pageID, Live: frame.Live(), Blocks: p.url("pages"),
	}
}

// previewURL is the address of a page of the draft, for the editor's frame.
func (s *server) previewURL(t ticket, pageID string) string {
	t.Until = s.Now().Add(ticketLife).Unix()
	return s.pagesBase() + project.PreviewPath + sealClaims(s.Keys, ticketPurpose, t) + "/" + url.PathEscape(pageID)
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
	t, err := s.ticketOf(r)
	if err != nil {
		return err
	}
	options, links := s.previewed(r, t)
	document, err := s.Projects.Preview(r.Context(), t.Project, options, links)
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

// showPreviewState tells a preview that is open what has become of the draft.
func (s *server) showPreviewState(w http.ResponseWriter, r *http.Request) error {
	t, err := s.ticketOf(r)
	if err != nil {
		return err
	}
	options, _ := s.previewed(r, t)
	state, err := s.Projects.PreviewState(r.Context(), t.Project, options)
	if err != nil {
		return visitorError(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(state) // the browser has gone
	return nil
}

// ticketOf reads the ticket of a preview, which ends like any other page when
// the project is suspended.
func (s *server) ticketOf(r *http.Request) (t ticket, err error) {
	if !openClaims(s.Keys, ticketPurpose, r.PathValue("ticket"), &t) || s.Now().Unix() >= t.Until {
		return t, errNotFound
	}
	suspended, err := s.Store.ProjectSuspended(r.Context(), t.Project)
	if err == nil && suspended {
		err = errNotFound
	}
	return t, err
}

// previewed is how and where a preview shows its page. A Mini App names its
// pages in the query.
func (s *server) previewed(r *http.Request, t ticket) (miniapp.Options, miniapp.Links) {
	o := miniapp.Options{As: miniapp.Site, Page: r.PathValue("page"), BasePath: project.PreviewPath + r.PathValue("ticket")}
	if t.App {
		o.As = miniapp.App
	}
	if o.Page == "" {
		o.Page = r.URL.Query().Get("page")
	}
	l := miniapp.Links{NoIndex: true, Preview: static.URL("previewed.js")}
	if s.cabinetOrigin() != "'self'" {
		l.Editor = s.cabinetOrigin()
	}
	return o, l
}

// cabinetOrigin is the cabinet as a source of a policy of the pages' origin.
func (s *server) cabinetOrigin() string {
	if s.PublicURL == nil || s.PagesURL == nil {
		return "'self'"
	}
	return originOf(s.PublicURL)
}
