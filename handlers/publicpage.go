package handlers

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"botyard/internal/project"
	"botyard/miniapp"
)

// siteFraming lets nobody show a site in a frame.
const siteFraming = "frame-ancestors 'none'"

// framers are who may show a Mini App in a frame: Telegram's web clients.
const framers = "frame-ancestors 'self' https://web.telegram.org https://*.telegram.org"

func (s *server) showApp(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Referrer-Policy", "no-referrer")
	return s.showPage(w, r, miniapp.App, "", s.appFramers())
}

func (s *server) appFramers() string { return strings.TrimSpace(framers + " " + s.AppFrame) }

func (s *server) showSite(w http.ResponseWriter, r *http.Request) error {
	return s.showPage(w, r, miniapp.Site, r.PathValue("page"), siteFraming)
}

// showPage serves a published page as it is stored.
func (s *server) showPage(w http.ResponseWriter, r *http.Request, as miniapp.As, pageID, framing string) error {
	address, err := s.resolve(r.Context(), r.PathValue("slug"))
	if err != nil {
		return visitorError(err)
	}
	if address.Suspended {
		return s.showRest(w, r, framing)
	}
	if address.Moved || strings.HasSuffix(r.URL.Path, "/") {
		return movePage(w, r, as, address.Slug, strings.TrimSuffix(pageID, "/"))
	}
	if sent, is := s.sentOn(r, address, pageID); is && as == miniapp.Site && address.Release != 0 {
		return s.replyPage(w, r, http.StatusOK, address, sent.Form, miniapp.FormState{Done: &sent.Receipt}, nil)
	}
	page, err := s.Projects.Page(r.Context(), address, as, pageID)
	if err = visitorError(err); err == errNotFound && pageID != "" {
		return s.showLost(w, r, address, as, framing)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", page.CSP+"; "+framing)
	return writePage(w, r, http.StatusOK, page, "text/html; charset=utf-8")
}

// showLost says in the site's own look that there is no such page.
func (s *server) showLost(w http.ResponseWriter, r *http.Request, address project.Address, as miniapp.As, framing string) error {
	lost, err := s.Projects.LostPage(r.Context(), address)
	if err != nil {
		return &lostError{project.PagePath(as, address.Slug)}
	}
	w.Header().Set("Content-Security-Policy", lost.CSP+"; "+framing)
	return writePage(w, r, http.StatusNotFound, lost, "text/html; charset=utf-8")
}

// showGoods lists what a page with many products did not bring along.
func (s *server) showGoods(w http.ResponseWriter, r *http.Request) error {
	address, err := s.resolve(r.Context(), r.PathValue("slug"))
	if err != nil {
		return visitorError(err)
	}
	goods, err := s.Projects.Goods(r.Context(), address)
	if err != nil {
		return visitorError(err)
	}
	return writePage(w, r, http.StatusOK, goods, "application/json")
}

// visitorError hides from visitors why there is no page.
func visitorError(err error) error {
	if errors.Is(err, project.ErrNoPage) || errors.Is(err, miniapp.ErrNoPage) {
		return errNotFound
	}
	return err
}

// movePage leads from an old address to the present one. It may change back,
// so that no browser may keep this.
func movePage(w http.ResponseWriter, r *http.Request, as miniapp.As, slug, pageID string) error {
	path := project.PagePath(as, slug)
	if pageID != "" {
		path += "/" + pageID
	}
	if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.Redirect(w, r, path, http.StatusMovedPermanently)
	return nil
}

// writePage answers with a page, compressed as it lies where the browser takes
// that, or with 304 when the browser has it.
func writePage(w http.ResponseWriter, r *http.Request, status int, page project.Page, kind string) error {
	body, etag := page.Body, page.ETag
	h := w.Header()
	if accepts(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
	} else {
		plain, err := unpacked(page.Body)
		if err != nil {
			return err
		}
		body, etag = plain, strings.TrimSuffix(etag, `"`)+`-plain"`
	}
	h.Set("ETag", etag)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if status == http.StatusOK && matches(r, etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", kind)
	h.Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the visitor has gone
	}
	return nil
}

func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			return strings.ReplaceAll(params, " ", "") != "q=0"
		}
	}
	return false
}

func matches(r *http.Request, etag string) bool {
	for part := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if part = strings.TrimSpace(part); part == "*" || strings.TrimPrefix(part, "W/") == etag {
			return true
		}
	}
	return false
}

func unpacked(body []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("unpack a page: %w", err)
	}
	return io.ReadAll(z)
}
