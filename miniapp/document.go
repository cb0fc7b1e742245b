package miniapp

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Links are the addresses that a site's document names; a Mini App's has none.
type Links struct {
	// Script and Style are the addresses of runtime.js and app.css.
	Script, Style string
	// Origin is the scheme and host in front of BasePath, for canonical and
	// Open Graph; "" leaves them out.
	Origin string
	// NoIndex asks search engines to stay away.
	NoIndex bool
	// Preview is the address of the script that shows drafts, and Editor the
	// origin that it listens to; "" for what is published, which listens to nobody.
	Preview, Editor string
}

// Document is a whole HTML document and the policy that it must be served with.
type Document struct {
	HTML []byte
	// CSP is the Content-Security-Policy without frame-ancestors, which the
	// handler adds.
	CSP string
}

// Document makes the whole document of a page around the markup that Render
// gave, now or when the release was published: for the Mini App everything in
// one response, for the site the runtime and the style by address. Equal
// arguments give equal bytes. ErrNoPage tells that there is no such page.
func (r *Renderer) Document(m Manifest, o Options, l Links, markup string) (Document, error) {
	page, found := m.Pages.Page(o.Page)
	if !found {
		return Document{}, ErrNoPage
	}
	manifest, err := m.json(o, page, m.inline(o, page), false)
	if err != nil {
		return Document{}, fmt.Errorf("make document: %w", err)
	}
	d := document{m: m, o: o, l: l, page: page, body: markup, manifest: string(manifest)}
	if o.As == App {
		return d.app(r.script, r.style), nil
	}
	return d.site(), nil
}

// State is what a preview is told of a draft that has changed: the manifest as
// its document holds it, and the theme's style.
func (m Manifest) State(o Options) ([]byte, error) {
	page, found := m.Pages.Page(o.Page)
	if !found {
		return nil, ErrNoPage
	}
	manifest, err := m.json(o, page, m.inline(o, page), false)
	if err != nil {
		return nil, fmt.Errorf("make state: %w", err)
	}
	return json.Marshal(map[string]any{"manifest": json.RawMessage(manifest), "style": m.Theme.css(o.As)})
}

type document struct {
	m              Manifest
	o              Options
	l              Links
	page           Page
	body, manifest string
	b              strings.Builder
}

func (d *document) app(script, style string) Document {
	d.head()
	style += d.m.Theme.css(App)
	d.write(`<meta name="robots" content="noindex">`, "<style>", style, "</style></head>\n<body>")
	d.root()
	d.write("<script>", script, "</script>")
	scripts := "'" + digest(script) + "'"
	if d.l.Preview != "" {
		d.watch()
		scripts += " 'self'"
	}
	d.write("</body></html>\n")
	return Document{[]byte(d.b.String()), policy(scripts, "'"+digest(style)+"'")}
}

// watch lets the editor show what it changes.
func (d *document) watch() {
	if d.l.Preview != "" {
		d.write(`<script src="`, html.EscapeString(d.l.Preview), `" data-editor="`, html.EscapeString(d.l.Editor), `" defer></script>`)
	}
}

func (d *document) site() Document {
	d.head()
	d.social()
	d.write(`<link rel="stylesheet" href="`, html.EscapeString(d.l.Style), `">`)
	styles, colours := "'self'", d.m.Theme.css(Site)
	if colours != "" {
		d.write("<style>", colours, "</style>")
		styles += " '" + digest(colours) + "'"
	}
	d.write(`<script src="`, html.EscapeString(d.l.Script), `" defer></script>`)
	d.watch()
	d.write("</head>\n<body>")
	d.root()
	d.write("</body></html>\n")
	return Document{[]byte(d.b.String()), policy("'self'", styles)}
}

func (d *document) head() {
	d.write(`<!doctype html>`, "\n", `<html lang="`, d.m.lang(), `" data-as="`, string(d.o.As), `">`,
		"\n", `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">`,
		"<title>", html.EscapeString(d.title()), "</title>",
		`<link rel="icon" href="`, d.icon(), `">`)
}

// icon is the logo, else the first letter of the name.
func (d *document) icon() string {
	if d.m.Logo != "" {
		return html.EscapeString(d.o.MediaBase + d.m.Logo)
	}
	return d.m.icon()
}

// title is the page's and the project's, as the runtime writes it.
func (d *document) title() string { return d.page.Title + " · " + d.m.Name }

// social is what search engines and messengers show of the page.
func (d *document) social() {
	description := d.page.Description()
	d.meta("name", "description", description)
	d.meta("name", "color-scheme", "light dark")
	if d.l.NoIndex {
		d.meta("name", "robots", "noindex")
	}
	d.meta("property", "og:type", "website")
	d.meta("property", "og:site_name", d.m.Name)
	d.meta("property", "og:title", d.page.Title)
	d.meta("property", "og:description", description)
	if d.l.Origin != "" {
		address := d.l.Origin + d.path()
		d.meta("property", "og:url", address)
		d.write(`<link rel="canonical" href="`, html.EscapeString(address), `">`)
		d.picture()
	}
}

// picture is what messengers show beside a link; its address changes with what
// is drawn in it, since they keep it for long.
func (d *document) picture() {
	sum := sha256.Sum256([]byte(strings.Join([]string{d.m.Name, d.m.Theme.Accent, d.page.Title, d.page.Description()}, "\x00")))
	site := d.l.Origin + d.o.BasePath
	d.meta("property", "og:image", fmt.Sprintf("%s/cover.png?page=%s&v=%x", site, d.page.ID, sum[:4]))
	d.meta("property", "og:image:width", strconv.Itoa(CoverWidth))
	d.meta("property", "og:image:height", strconv.Itoa(CoverHeight))
	d.meta("property", "og:image:alt", d.title())
	d.meta("property", "og:locale", map[string]string{"ru": "ru_RU", "en": "en_US"}[d.m.lang()])
	d.meta("name", "twitter:card", "summary_large_image")
	d.write(`<link rel="apple-touch-icon" href="`, html.EscapeString(d.o.BasePath+"/icon.png"), `">`,
		`<link rel="sitemap" type="application/xml" href="`, html.EscapeString(d.o.BasePath+"/sitemap.xml"), `">`)
}

// path is the page's own; the first page has the project's.
func (d *document) path() string {
	if d.page.ID == d.m.Pages[0].ID {
		return d.o.BasePath
	}
	return d.o.BasePath + "/" + d.page.ID
}

func (d *document) meta(key, name, content string) {
	if content != "" {
		d.write("<meta ", key, `="`, name, `" content="`, html.EscapeString(content), `">`)
	}
}

// root is what the runtime takes over, and the manifest that it reads.
func (d *document) root() {
	d.write(`<div id="r.">`, d.body, `</div>`, `<script type="application/json" id="m.">`, d.manifest, `</script>`)
}

func (d *document) write(parts ...string) {
	for _, p := range parts {
		d.b.WriteString(p)
	}
}

// digest is a source expression of CSP for an inline script or style.
func digest(inline string) string {
	sum := sha256.Sum256([]byte(inline))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func policy(scripts, styles string) string {
	return "default-src 'none'; script-src " + scripts + "; style-src " + styles +
		"; img-src 'self' data:; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"
}

const descriptionMax = 160

// Description is the page in one line, from its first passage; "" when it has none.
func (p Page) Description() string {
	for _, b := range p.Blocks {
		if w, ok := b.Config.(Worded); ok {
			if line := strings.Join(strings.Fields(w.Words()), " "); line != "" {
				return shorten(line, descriptionMax)
			}
		}
	}
	return ""
}

// shorten cuts after a word, to at most most characters.
func shorten(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	cut := string([]rune(s)[:most-1])
	if i := strings.LastIndexByte(cut, ' '); i > most/2 {
		cut = cut[:i]
	}
	return cut + "…"
}
