package handlers

import (
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// content is what a meta element of a page says.
func content(doc *goquery.Selection) string { return doc.AttrOr("content", "") }

func TestHeadOfASite(t *testing.T) {
	t.Parallel()
	_, owner, visitor, home, _ := launched(t)
	a := visitor.get("/s/caf").wants(http.StatusOK)
	shown := content(a.find(`meta[property="og:image"]`))
	if !strings.HasPrefix(shown, visitor.origin+"/s/caf/cover.png?page=home&v=") {
		t.Fatalf("og:image = %q, want the page's picture", shown)
	}
	cover := visitor.get(strings.TrimPrefix(shown, visitor.origin)).wants(http.StatusOK)
	if img, err := png.Decode(strings.NewReader(cover.body)); err != nil || img.Bounds().Dx() != 1200 || cover.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture = %s, %v, want a PNG of 1200 pixels", cover.Header.Get("Content-Type"), err)
	}
	visitor.get("/s/caf/cover.png?page=none").wants(http.StatusNotFound)
	visitor.get("/s/none/cover.png").wants(http.StatusNotFound)
	visitor.get(a.find(`link[rel="apple-touch-icon"]`).AttrOr("href", "")).wants(http.StatusOK)
	sitemap := visitor.get(a.find(`link[rel="sitemap"]`).AttrOr("href", "")).wants(http.StatusOK)
	if !strings.Contains(sitemap.body, "<loc>"+visitor.origin+"/s/caf</loc>") {
		t.Errorf("sitemap = %s, want the first page", sitemap.body)
	}
	if got := visitor.get("/robots.txt").wants(http.StatusOK).body; !strings.Contains(got, "Disallow: /\n") || !strings.Contains(got, "Allow: /s/") {
		t.Errorf("robots.txt = %q", got)
	}
	owner.upload(home+"/card/pictures/logo", "file", picture(t, 60, 60)).wants(http.StatusSeeOther)
	logo := visitor.get("/s/caf").find(`link[rel="icon"]`).AttrOr("href", "")
	if !strings.HasPrefix(logo, "/media/") {
		t.Errorf("the icon is %q, want the logo", logo)
	}
	if got := visitor.get("/s/caf/icon.png").wants(http.StatusFound).Header.Get("Location"); got != logo {
		t.Errorf("the phone's icon is %q, want the logo %q", got, logo)
	}
}

func TestLostPageOfASite(t *testing.T) {
	t.Parallel()
	_, owner, visitor, home, _ := launched(t)
	owner.post(home+"/theme", "own", "#9c2542").wants(http.StatusSeeOther)
	owner.post(home + "/releases").wants(http.StatusSeeOther)
	a := visitor.get("/s/caf/none").wants(http.StatusNotFound)
	a.has(`a.main[href="/s/caf"]`).has(`header nav a[href="/s/caf"]`).has(`meta[content="noindex"]`)
	if !strings.Contains(a.body, "#9c2542") || a.find(`link[rel="canonical"]`).Length() > 0 {
		t.Errorf("the lost page is not in the site's look: %.600s", a.body)
	}
	if got := a.find("nav").Text(); strings.Contains(got, "no such page") {
		t.Errorf("the navigation has %q", got)
	}
}
