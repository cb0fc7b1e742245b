package handlers

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// surface is what a Content-Security-Policy has to be for one kind of answer:
// exactly these directives. HASH stands for one hash or more.
type surface map[string]string

var (
	cabinetSurface = surface{
		"default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "connect-src": "'self'", "font-src": "'self'",
		"img-src": "'self' data: https://pages.example", "frame-src": "'self' https://pages.example",
		"form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'",
	}
	appSurface = surface{
		"default-src": "'none'", "script-src": "HASH", "style-src": "HASH", "img-src": "'self' data:", "media-src": "'self'", "connect-src": "'self'",
		"form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'self' https://web.telegram.org https://*.telegram.org",
	}
	siteSurface = surface{
		"default-src": "'none'", "script-src": "'self'", "style-src": "'self' HASH", "img-src": "'self' data:", "media-src": "'self'", "connect-src": "'self'",
		"form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'",
	}
	previewSurface = surface{
		"default-src": "'none'", "script-src": "'self'", "style-src": "'self' HASH", "img-src": "'self' data:", "media-src": "'self'", "connect-src": "'self'",
		"form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "https://cabinet.example",
	}
	mediaSurface = surface{"default-src": "'none'", "frame-ancestors": "'none'", "sandbox": ""}
)

// surfaces by the beginning of the route's path; everything else is the cabinet's.
var surfaces = []struct {
	prefix string
	want   surface
}{
	{"/m/{slug}/", cabinetSurface}, {"/m/", appSurface}, {"/s/", siteSurface}, {"/preview/", previewSurface}, {"/media/", mediaSurface},
}

func surfaceOf(a access) surface {
	_, path, _ := strings.Cut(a.route, " ")
	for _, s := range surfaces {
		if strings.HasPrefix(path, s.prefix) && !strings.HasSuffix(path, "/state") && !noDocument.MatchString(path) {
			return s.want
		}
	}
	return cabinetSurface
}

// noDocument is what is no document, and has the policy of everything else.
var noDocument = regexp.MustCompile(`\.(png|xml)$`)

var hashes = regexp.MustCompile(`'sha256-[A-Za-z0-9+/=]{44}'( 'sha256-[A-Za-z0-9+/=]{44}')*`)

// violations compare a policy with what it has to be.
func (s surface) violations(policy string) (wrong []string) {
	found := surface{}
	for directive := range strings.SplitSeq(policy, ";") {
		name, sources, _ := strings.Cut(strings.TrimSpace(directive), " ")
		if _, twice := found[name]; twice {
			wrong = append(wrong, name+" is there twice")
		}
		found[name] = hashes.ReplaceAllString(sources, "HASH")
	}
	for name, want := range s {
		if got, is := found[name]; !is || got != want {
			wrong = append(wrong, name+" = "+got+", want "+want)
		}
		delete(found, name)
	}
	for name := range found {
		wrong = append(wrong, name+" is not expected")
	}
	slices.Sort(wrong)
	return wrong
}

// TestPolicyOfEveryRoute: each answer, good or bad, keeps its surface's policy,
// and each document keeps to it.
func TestPolicyOfEveryRoute(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, a := range accesses {
		origin := "https://cabinet.example"
		if a.at == atPages {
			origin = "https://pages.example"
		}
		for _, who := range []string{"nobody", "stranger", "owner"} {
			got := s.send(a, who, origin)
			want := surfaceOf(a)
			if got.StatusCode >= 300 {
				want = cabinetSurface // failures and redirects are the program's own
			}
			for _, wrong := range want.violations(got.Header.Get("Content-Security-Policy")) {
				t.Errorf("%s as %s: %s", got.asked, who, wrong)
			}
			for _, wrong := range got.trespasses() {
				t.Errorf("%s as %s: %s", got.asked, who, wrong)
			}
			wantsKept(t, got)
		}
	}
}

// wantsKept: the headers that every answer has.
func wantsKept(t *testing.T, a *answer) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000", "Cross-Origin-Opener-Policy": "", "X-Frame-Options": "",
	} {
		if got := a.Header.Get(name); got != want {
			t.Errorf("%s: %s = %q, want %q", a.asked, name, got, want)
		}
	}
	if a.Header.Get("Referrer-Policy") == "" {
		t.Errorf("%s: no Referrer-Policy", a.asked)
	}
}

// trespasses are what a document would need a weaker policy for: what is
// inline without its hash, what comes from elsewhere, what runs from an attribute.
func (a *answer) trespasses() (wrong []string) {
	if !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
		return nil
	}
	csp := a.Header.Get("Content-Security-Policy")
	for _, e := range a.find("script:not([src]), style").EachIter() {
		if kind := e.AttrOr("type", ""); kind == "application/json" {
			continue // data, which no browser runs
		}
		sum := sha256.Sum256([]byte(e.Text()))
		if !strings.Contains(csp, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			wrong = append(wrong, "inline "+goquery.NodeName(e)+" whose hash the policy does not have")
		}
	}
	for _, e := range a.find("[style]").EachIter() {
		wrong = append(wrong, "a style attribute at "+goquery.NodeName(e))
	}
	for _, e := range a.find("*").EachIter() {
		for _, attr := range e.Nodes[0].Attr {
			if strings.HasPrefix(attr.Key, "on") || strings.HasPrefix(attr.Key, "hx-on") || strings.HasPrefix(strings.TrimSpace(attr.Val), "javascript:") {
				wrong = append(wrong, attr.Key+" at "+goquery.NodeName(e)+" runs a script")
			}
		}
	}
	for _, e := range a.find("script[src], link[href]:not([rel=canonical]), img[src], iframe[src], video[src], source[src]").EachIter() {
		if address := e.AttrOr("src", e.AttrOr("href", "")); !isOurs(address) {
			wrong = append(wrong, goquery.NodeName(e)+" from "+address)
		}
	}
	return wrong
}

func isOurs(address string) bool {
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") ||
		strings.HasPrefix(address, "https://pages.example/") || strings.HasPrefix(address, "data:image/")
}

func TestTrespassesAreFound(t *testing.T) {
	t.Parallel()
	const page = `<script>1</script><style>a{}</style><script type="application/json">{}</script><p style="x" onclick="y">
		<a href="javascript:z"></a><img src="https://evil.example/a.png"><script src="//evil.example/b.js"></script><img src="/media/x"></p>`
	a := &answer{t: t, body: page, Response: &http.Response{Header: http.Header{
		"Content-Type": {"text/html"}, "Content-Security-Policy": {"script-src 'self'"},
	}}}
	if got := a.trespasses(); len(got) != 7 {
		t.Errorf("trespasses = %q, want 7", got)
	}
	for policy, want := range map[string]int{
		"default-src 'none'; frame-ancestors 'none'; sandbox":                          0,
		"default-src 'none'; frame-ancestors 'none'; sandbox; img-src *":               1,
		"default-src 'self'; frame-ancestors 'none'; sandbox":                          1,
		"default-src 'none'; sandbox":                                                  1,
		"default-src 'none'; default-src 'none'; frame-ancestors 'none'; sandbox":      1,
		"default-src 'none'; frame-ancestors 'none' https://evil.example; sandbox":     1,
		"default-src 'none' 'unsafe-inline'; frame-ancestors 'none'; sandbox a; x-y z": 3,
	} {
		if got := mediaSurface.violations(policy); len(got) != want {
			t.Errorf("violations(%q) = %q, want %d", policy, got, want)
		}
	}
}
