package static

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHtmxIsAsPublished compares the vendored file with dist/htmx.min.js of
// npm's htmx.org 4.0.1.
func TestHtmxIsAsPublished(t *testing.T) {
	t.Parallel()
	const want = "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"
	sum := sha256.Sum256(read(htmx))
	if got := hex.EncodeToString(sum[:]); got != want {
		t.Errorf("sha256(%s) = %s, want %s", htmx, got, want)
	}
}

func TestEveryFileIsJoined(t *testing.T) {
	t.Parallel()
	for folder, names := range map[string][]string{"css": styles, "js": scripts} {
		entries, err := fs.ReadDir(FS, folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if name := strings.TrimSuffix(e.Name(), path.Ext(e.Name())); !slices.Contains(names, name) {
				t.Errorf("%s/%s is in no list", folder, e.Name())
			}
		}
		if len(entries) != len(names) {
			t.Errorf("%s has %d files, the list %d", folder, len(entries), len(names))
		}
	}
}

func get(t *testing.T, address string, header http.Header) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Header = header
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w.Result()
}

func TestServedForAYear(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"cabinet.css", "cabinet.js", "htmx.js", "icons.svg", "mark.svg"} {
		res := get(t, URL(name), http.Header{})
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != http.StatusOK || len(body) == 0 {
			t.Errorf("GET %s = %d with %d bytes, want 200 with some", URL(name), res.StatusCode, len(body))
		}
		if got := res.Header.Get("Cache-Control"); !strings.Contains(got, "max-age=31536000, immutable") {
			t.Errorf("%s: Cache-Control = %q, want a year", name, got)
		}
		if got := res.Header.Get("Content-Type"); got != contentTypes[path.Ext(name)] {
			t.Errorf("%s: Content-Type = %q, want %q", name, got, contentTypes[path.Ext(name)])
		}
	}
}

func TestServedCompressed(t *testing.T) {
	t.Parallel()
	res := get(t, URL("cabinet.css"), http.Header{"Accept-Encoding": {"br, gzip"}})
	if got := res.Header.Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("Content-Encoding = %q, want gzip", got)
	}
	zip, err := gzip.NewReader(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(zip)
	if err != nil || string(body) != string(byName["cabinet.css"].body) {
		t.Errorf("the compressed body differs (%v)", err)
	}
}

func TestOthersAreNotFound(t *testing.T) {
	t.Parallel()
	stale := regexp.MustCompile(`-[0-9a-f]{12}`).ReplaceAllString(URL("cabinet.css"), "-000000000000")
	for _, address := range []string{stale, "/static/cabinet.css", "/static/static.go", "/static/", "/static/css/base.css", "/static/../static.go"} {
		if res := get(t, address, http.Header{}); res.StatusCode != http.StatusNotFound {
			t.Errorf("GET %s = %d, want 404", address, res.StatusCode)
		}
	}
	if got := URL("nothing.css"); got != "/static/nothing.css" {
		t.Errorf("URL of a missing file = %s", got)
	}
}

func TestHashedByContent(t *testing.T) {
	t.Parallel()
	one, two := newAsset("a.css", []byte("a{}")), newAsset("a.css", []byte("b{}"))
	if one.url == two.url {
		t.Errorf("two contents share the address %s", one.url)
	}
}

// TestScriptsAreIslands holds the scripts short, and free of what the policy forbids.
func TestScriptsAreIslands(t *testing.T) {
	t.Parallel()
	for _, name := range scripts {
		source := string(read("js/" + name + ".js"))
		if lines := strings.Count(source, "\n"); lines > 60 {
			t.Errorf("js/%s.js has %d lines, want at most 60", name, lines)
		}
		for _, word := range []string{"eval(", "innerHTML", "insertAdjacentHTML", ".style", "htmx:afterSwap", "htmx:beforeRequest"} {
			if strings.Contains(source, word) {
				t.Errorf("js/%s.js uses %s", name, word)
			}
		}
	}
}

// TestStylesComeFromTokens holds colours in tokens.css and the avatars' set.
func TestStylesComeFromTokens(t *testing.T) {
	t.Parallel()
	colour := regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b`)
	for _, name := range styles {
		if name == "tokens" || name == "avatar" {
			continue
		}
		for _, found := range colour.FindAllString(string(read("css/"+name+".css")), -1) {
			if found != "#fff" {
				t.Errorf("css/%s.css has the colour %s of its own", name, found)
			}
		}
	}
}
