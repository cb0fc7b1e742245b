package project

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"botyard/miniapp"
)

// html gives a page as a browser reads it.
func html(t *testing.T, p Page) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(p.Body))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func (b *bench) page(project int64, as miniapp.As, page string) Page {
	b.t.Helper()
	p, err := b.pageErr(project, as, page)
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

func (b *bench) pageErr(project int64, as miniapp.As, page string) (Page, error) {
	b.t.Helper()
	a, err := b.Resolve(b.t.Context(), b.slug(project))
	if err != nil {
		return Page{}, err
	}
	return b.Page(b.t.Context(), a, as, page)
}

func TestPagesShowWhatIsPublished(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("Kofeynya")
	if _, err := b.pageErr(id, miniapp.Site, ""); !errors.Is(err, ErrNoPage) {
		t.Errorf("Page before publishing = %v, want ErrNoPage", err)
	}
	b.publish(id)
	b.edit(id, func(d *Draft) { d.Pages[0].Title = "unpublished" })
	for _, as := range []miniapp.As{miniapp.Site, miniapp.App} {
		page := b.page(id, as, "")
		text := html(t, page)
		if !strings.Contains(text, "Kofeynya") || strings.Contains(text, "unpublished") || page.CSP == "" || !strings.HasPrefix(page.ETag, `"`) {
			t.Errorf("%s = %.80s… with %q, %q, want the published page", as, text, page.CSP, page.ETag)
		}
	}
	if first, home := b.page(id, miniapp.Site, ""), b.page(id, miniapp.Site, "home"); first.ETag == "" || home.ETag == "" {
		t.Errorf("ETags = %q, %q, want both pages", first.ETag, home.ETag)
	}
	for _, page := range []string{"none", "a\x00b", "\xff"} {
		if _, err := b.pageErr(id, miniapp.Site, page); !errors.Is(err, ErrNoPage) {
			t.Errorf("Page(%q) = %v, want ErrNoPage", page, err)
		}
	}
	b.exec("UPDATE projects SET suspended_at = now()")
	if _, err := b.pageErr(id, miniapp.Site, ""); !errors.Is(err, ErrNoPage) {
		t.Errorf("Page of a suspended project = %v, want ErrNoPage", err)
	}
}

func TestAPageIsBuiltOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	b.publish(id)
	built := b.page(id, miniapp.Site, "")
	b.exec("UPDATE release_pages SET etag = '\"kept\"'")
	if got := b.page(id, miniapp.Site, ""); got.ETag != built.ETag {
		t.Errorf("ETag in the process that built it = %s, want %s from memory", got.ETag, built.ETag)
	}
	b.Service = newService(t, b.Store, b.api.URL)
	if got := b.page(id, miniapp.Site, ""); got.ETag != `"kept"` {
		t.Errorf("ETag in another process = %s, want the one that was kept", got.ETag)
	}
}

func TestAPageIsBuiltAnewWhenWhatIsInItChanges(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	id := b.blank("Before")
	b.publish(id)
	last := b.page(id, miniapp.App, "")
	for _, change := range []struct {
		what string
		make func()
	}{
		{"address", func() { _ = b.SetAddress(ctx, id, "another") }},
		{"name", func() { b.exec("UPDATE projects SET name = 'After'") }},
		{"language", func() { b.exec("UPDATE projects SET language = 'ru'") }},
		{"release", func() { b.edit(id, func(d *Draft) { d.Pages[0].Title = "t" }); b.publish(id) }},
		{"release before", func() { _ = b.MakeCurrent(ctx, id, 1) }},
	} {
		change.make()
		if now := b.page(id, miniapp.App, ""); now.ETag == last.ETag {
			t.Errorf("the page after another %s is the same", change.what)
		} else {
			last = now
		}
	}
	// Only a site leads to the bot: in Telegram the visitor is there.
	last = b.page(id, miniapp.Site, "")
	with, err := b.Page(ctx, Address{ProjectID: id, Slug: "another", Name: "After", Language: "ru", Zone: "UTC", Release: 1, Bot: "kofe_bot"}, miniapp.Site, "")
	if err != nil || with.ETag == last.ETag {
		t.Errorf("the page of another bot = %s, %v, want it built anew", with.ETag, err)
	}
}

func TestTheHotPagesAreBounded(t *testing.T) {
	t.Parallel()
	var c pageCache
	big := Page{Body: make([]byte, maxHot/4)}
	for i := range int32(9) {
		c.put(pageKey{release: i}, big)
		if c.size > maxHot {
			t.Fatalf("size = %d, want at most %d", c.size, maxHot)
		}
	}
	if _, hot := c.get(pageKey{release: 8}); !hot {
		t.Error("the last page is not there")
	}
	if _, hot := c.get(pageKey{release: 0}); hot {
		t.Error("the first page is still there")
	}
}
