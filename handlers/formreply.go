package handlers

import (
	"net/http"
	"strings"

	"botyard/internal/project"
	"botyard/miniapp"
)

const sentPurpose = "sent form"

// sentForm is what a page without scripts was led to: the receipt of what was
// sent to a form. It stands in the address.
type sentForm struct {
	Project int64           `json:"p"`
	Form    string          `json:"f"`
	Receipt miniapp.Receipt `json:"r"`
}

// sentOn reads the receipt out of the address of a page of the project.
func (s *server) sentOn(r *http.Request, a project.Address, pageID string) (sent sentForm, found bool) {
	text := r.URL.Query().Get("sent")
	if text == "" || !openClaims(s.Keys, sentPurpose, text, &sent) {
		return sentForm{}, false
	}
	page, _, _ := strings.Cut(sent.Form, ".")
	return sent, sent.Project == a.ProjectID && page == pageID
}

// replyPage draws the page of a form as it stands for one visitor.
func (s *server) replyPage(w http.ResponseWriter, r *http.Request, status int, a project.Address, form string, state miniapp.FormState, cart map[string]int) error {
	pageID, _, _ := strings.Cut(form, ".")
	document, err := s.Projects.Reply(r.Context(), a, pageID, map[string]miniapp.FormState{form: state}, cart)
	if err != nil {
		return visitorError(err)
	}
	h := w.Header()
	h.Set("Content-Security-Policy", document.CSP+"; "+siteFraming)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(document.HTML) // the visitor has gone
	return nil
}
