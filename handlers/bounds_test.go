package handlers

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// mostBytes is what each route may read of a body; 1 MiB where none is named.
var mostBytes = map[string]int64{
	"PUT /projects/{id}/draft": draftBytes,
	"POST /projects/{id}/pages/{page}/blocks/{block}/pictures/{field}": 10<<20 + 64<<10,
	"POST /projects/{id}/card/pictures/logo":                           10<<20 + 64<<10,
	"POST /projects/{id}/catalog/{product}/photo":                      10<<20 + 64<<10,
	"POST /projects/{id}/bot/scenarios/{scenario}/steps/{step}/files":  fileBytes,
	"POST /projects/{id}/files":                                        fileBytes,
	"POST /projects/{id}/pages/{page}/blocks/{block}/films/{field}":    fileBytes,
	// Nobody has shown a secret.
	"POST /v1/telegram/webhooks/{publicID}": 0,
}

// endless is a body that hardly ends, and counts what is read of it.
type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	if e.read > 64<<20 {
		return 0, io.ErrUnexpectedEOF
	}
	for i := range p {
		p[i] = 'x'
	}
	e.read += int64(len(p))
	return len(p), nil
}

func (*endless) Close() error { return nil }

// TestNoRouteReadsBeyondItsBound sends everyone's requests with a body that
// never ends, as a form, as JSON and as an upload.
func TestNoRouteReadsBeyondItsBound(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, a := range accesses {
		most, known := mostBytes[a.route]
		if !known {
			most = 1 << 20
		}
		for _, contentType := range []string{"application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x"} {
			body := &endless{}
			method, path, _ := strings.Cut(s.fill(a.route), " ")
			r := s.request(method, map[bool]string{true: "https://pages.example", false: "https://cabinet.example"}[a.at == atPages]+path, "")
			head := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
			r.Body = struct {
				io.Reader
				io.Closer
			}{io.MultiReader(strings.NewReader(head), body), body}
			if !strings.HasPrefix(contentType, "multipart") {
				r.Body = body
			}
			r.ContentLength = -1
			r.Header.Set("Content-Type", contentType)
			got := s.browsers["owner"].do(r)
			if slack := min(most, 64<<10); body.read > most+slack {
				t.Errorf("%s with %s: %d bytes read, want at most %d", got.asked, contentType, body.read, most)
			}
			if method != http.MethodGet && body.read >= most && most > 0 && got.StatusCode != http.StatusRequestEntityTooLarge && !(got.StatusCode == http.StatusUnprocessableEntity && (strings.Contains(a.route, "/pictures/") || strings.HasSuffix(a.route, "/photo") || strings.HasSuffix(a.route, "/files"))) {
				t.Errorf("%s with %s and a body that never ends = %d, want 413", got.asked, contentType, got.StatusCode)
			}
		}
	}
}
