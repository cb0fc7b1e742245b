package miniapp

import (
	"os"
	"testing"
)

func newRenderer(t *testing.T) *Renderer {
	t.Helper()
	r, err := NewRenderer(os.DirFS("../static"))
	if err != nil {
		t.Fatalf("NewRenderer: %v", err)
	}
	return r
}

const cafe = `[{"id":"home","title":"Меню","blocks":[
 {"id":"b1","kind":"heading","text":"Меню"},
 {"id":"b2","kind":"text","text":["Кофе ",{"bold":["очень ",{"italic":"вкусный"}]}," и ",{"link":"page:about","text":"о нас"},{"code":"x<y"}]},
 {"id":"b3","kind":"image","media":"0123456789abcdef0123456789abcdef","alt":"Чашка \"кофе\""},
 {"id":"b4","kind":"button","label":"Позвонить","to":"tel:+70000000000"},
 {"id":"b5","kind":"button","label":"О нас","to":"page:about"}]},
 {"id":"about","title":"О нас","blocks":[{"id":"b1","kind":"heading","text":"О нас"},{"id":"b2","kind":"heading","text":"Где"}]}]`

func cafeManifest(t *testing.T) Manifest {
	t.Helper()
	pages, problems := ParsePages([]byte(cafe), "/pages")
	if problems != nil {
		t.Fatalf("ParsePages(cafe) = %v", problems)
	}
	return Manifest{Name: "Кофейня «Пар»", Slug: "par", Lang: "ru", Pages: pages, Theme: Theme{Accent: "#8f4a1f"}}
}

func TestDocumentPrint(t *testing.T) {
	r := newRenderer(t)
	d, err := r.Document(t.Context(), cafeManifest(t), Options{As: Site, BasePath: "/s/par", MediaBase: "/media/"}, Links{Script: "/static/runtime.js", Style: "/static/app.css", Origin: "https://p.example"})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s\n%s", d.HTML, d.CSP)
}
