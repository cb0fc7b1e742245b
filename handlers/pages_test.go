package handlers

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"botyard/internal/media"
)

// editing is a browser with a fresh project, and the address of its first page's editor.
func editing(t *testing.T) (w *browser, home, page string) {
	t.Helper()
	w = setup(t).signedUp(t, "anna@example.org")
	home = w.newProject("Café")
	page = home + "/pages/home"
	w.get(home + "/pages").goesTo(page)
	return w, home, page
}

// blocksOf lists the ids of the blocks of a page's editor.
func blocksOf(a *answer) (ids []string) {
	for _, b := range a.find("#blocks [id^='block-']").EachIter() {
		ids = append(ids, strings.TrimPrefix(b.AttrOr("id", ""), "block-"))
	}
	return ids
}

func wantBlocks(t *testing.T, w *browser, page, want string) {
	t.Helper()
	if got := strings.Join(blocksOf(w.get(page)), " "); got != want {
		t.Errorf("blocks = %s, want %s", got, want)
	}
}

func TestPagesAreAddedRenamedAndRemoved(t *testing.T) {
	t.Parallel()
	w, home, first := editing(t)
	w.post(first + "/removal").wants(http.StatusUnprocessableEntity)
	w.get(first + "?add=page").has("#title")
	w.post(home+"/pages", "title", " ").wants(http.StatusUnprocessableEntity).has("#title[aria-invalid=true]")
	w.post(home+"/pages", "title", "Меню дня").goesTo(home + "/pages/menyu-dnya")
	w.post(home+"/pages", "title", "Меню дня").goesTo(home + "/pages/menyu-dnya-2")
	page := home + "/pages/menyu-dnya"
	w.get(page).has("#palette")
	long := strings.Repeat("x", 101)
	w.post(page, "title", long).wants(http.StatusUnprocessableEntity).value("#title", long)
	w.post(page, "title", "Menu").goesTo(page)
	w.post(home+"/pages/none", "title", "x").wants(http.StatusNotFound)
	w.get(home + "/pages/none").wants(http.StatusNotFound)
	w.post(page + "/removal").goesTo(home + "/pages")
	w.get(page).wants(http.StatusNotFound)
	undo := formOf(w.get(first).has("#toast form"), "#toast form")
	w.post(home+"/restorations", undo...).wants(http.StatusSeeOther)
	if got := w.get(page).wants(http.StatusOK).find(".tabs [aria-current=page]").Text(); !strings.Contains(got, "Menu") {
		t.Errorf("open tab = %q, want Menu again", got)
	}
}

func TestBlocksAreInsertedMovedCopiedAndRemoved(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	wantBlocks(t, w, page, "b1 b2")
	w.get(page + "?insert=1").has("#palette button[name=kind][value=button]").has("#palette input[name=at][value='1']")
	w.post(page+"/blocks", "kind", "button", "at", "1").goesTo(page + "?block=b3&focus=first#block-b3")
	w.get(page + "?block=b3").has("#form-b3 [name='f-label']").has("#form-b3 [name='f-to']")
	wantBlocks(t, w, page, "b1 b3 b2")
	w.post(page+"/blocks", "kind", "carousel", "at", "1").wants(http.StatusUnprocessableEntity)
	w.post(page+"/blocks", "kind", "text", "at", "x").wants(http.StatusUnprocessableEntity)
	w.post(page+"/blocks/b3/position", "to", "up").goesTo(page + "?block=b3&focus=up#block-b3")
	w.post(page+"/blocks/b3/position", "to", "up").goesTo(page + "?block=b3&focus=up#block-b3")
	wantBlocks(t, w, page, "b3 b1 b2")
	w.post(page+"/blocks/b3/position", "to", "aside").wants(http.StatusUnprocessableEntity)
	w.post(page + "/blocks/b1/copies").goesTo(page + "?block=b4&focus=first#block-b4")
	wantBlocks(t, w, page, "b3 b1 b4 b2")
	w.post(page + "/blocks/b1/removal").goesTo(page)
	undo := formOf(w.get(page).has("#toast form"), "#toast form")
	wantBlocks(t, w, page, "b3 b4 b2")
	w.post(home+"/restorations", undo...).goesTo(page + "?block=b1&focus=first#block-b1")
	wantBlocks(t, w, page, "b3 b1 b4 b2")
	w.get(page + "?block=b1&focus=first").has("#b-b1-text[data-focus]")
	w.get(page + "?block=b3&focus=up").has("#act-b3-down-button[data-focus]")
	w.get(page + "?block=b1&focus=up").has("#act-b1-up-button[data-focus]")
	w.get(page + "?block=b2&focus=down").has("#act-b2-up-button[data-focus]")
	w.post(page + "/blocks/none/removal").wants(http.StatusNotFound)
}

func TestRestorationsAreReadStrictly(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	for name, fields := range map[string][]string{
		"unknown field": {"what", "block", "page", "home", "at", "0", "content", `{"id":"x","kind":"heading","text":"a","color":"red"}`},
		"no such page":  {"what", "block", "page", "none", "at", "0", "content", `{"id":"x","kind":"heading","text":"a"}`},
		"taken id":      {"what", "block", "page", "home", "at", "0", "content", `{"id":"b1","kind":"heading","text":"a"}`},
	} {
		if got := w.post(home+"/restorations", fields...).StatusCode; got != http.StatusUnprocessableEntity {
			t.Errorf("%s = %d, want 422", name, got)
		}
	}
	w.post(home+"/restorations", "what", "else", "at", "0").wants(http.StatusBadRequest)
	w.post(home+"/restorations", "what", "block", "at", "first").wants(http.StatusBadRequest)
	wantBlocks(t, w, page, "b1 b2")
	w.post(home+"/restorations", "what", "block", "page", "home", "at", "-5", "content", `{"id":"x","kind":"heading","text":"a"}`).goesTo(page + "?block=x&focus=first#block-x")
	wantBlocks(t, w, page, "x b1 b2")
}

func TestBlockIsSavedAsItIsTyped(t *testing.T) {
	t.Parallel()
	w, home, page := editing(t)
	path := page + "/blocks/b1"
	revision := w.get(page+"?block=b1").find("#form-b1 input[name=revision]").AttrOr("value", "")
	a := w.typing().post(path, "revision", revision, "f-text", "Welcome").wants(http.StatusOK)
	if next := a.find("input[name=revision]").AttrOr("value", ""); next == "" || next == revision {
		t.Errorf("revision = %q, want a new one", next)
	}
	w.get(page+"?block=b1").value("#b-b1-text", "Welcome")
	a = w.typing().post(path, "revision", revision, "f-text", "From the other tab").wants(http.StatusConflict)
	if !strings.Contains(a.body, "Welcome") || !strings.Contains(a.body, "From the other tab") {
		t.Errorf("conflict = %s, want both texts", a.body)
	}
	w.post(path, "f-text", "").wants(http.StatusUnprocessableEntity).has("#b-b1-text[aria-invalid=true]")
	w.typing().post(path, "f-text", "").wants(http.StatusOK)
	long := strings.Repeat("x", 201)
	w.typing().post(path, "f-text", long).wants(http.StatusUnprocessableEntity)
	w.post(path, "f-text", long).wants(http.StatusUnprocessableEntity).value("#b-b1-text", long)
	w.post(path, "f-text", "Good").goesTo(page + "?block=b1#block-b1")
	w.post(page+"/blocks/b2", "f-text", "A *bold* [word] and a [link](https://example.org/)").wants(http.StatusSeeOther)
	if got := w.get(home + "/draft").body; !strings.Contains(got, `{"bold":["bold"]}`) && !strings.Contains(got, `{"bold":"bold"}`) {
		t.Errorf("draft = %s, want the bold word", got)
	}
	if got := w.get(page + "?block=b2").find("#b-b2-text").Text(); !strings.Contains(got, "*bold*") || !strings.Contains(got, "](https://example.org/)") {
		t.Errorf("text = %q, want its marks", got)
	}
}

func TestTargetOfAButton(t *testing.T) {
	t.Parallel()
	w, _, page := editing(t)
	w.post(page+"/blocks", "kind", "button", "at", "9").wants(http.StatusSeeOther)
	path := page + "/blocks/b3"
	w.post(path, "f-label", "Call", "f-to", "url", "f-to-url", "javascript:alert(1)").wants(http.StatusUnprocessableEntity).value("#b-b3-to-url", "javascript:alert(1)")
	w.post(path, "f-label", "Call", "f-to", "page:none").wants(http.StatusUnprocessableEntity)
	w.post(path, "f-label", "Call", "f-to", "page:home").wants(http.StatusSeeOther)
	w.post(path, "f-label", "Call", "f-to", "url", "f-to-url", "tel:+70000000000").wants(http.StatusSeeOther)
	w.get(page+"?block=b3").value("#b-b3-to-url", "tel:+70000000000")
}

// picture is a PNG of a size.
func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (w *browser) upload(path, field string, file []byte) *answer {
	w.t.Helper()
	return w.uploadNamed(path, field, "photo.png", file)
}

// uploadNamed sends a file that is called so.
func (w *browser) uploadNamed(path, field, name string, file []byte) *answer {
	w.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, _ := form.CreateFormFile(field, name)
	_, _ = part.Write(file)
	_ = form.Close()
	return w.send(http.MethodPost, path, form.FormDataContentType(), b.Bytes())
}

func TestPictureIsUploaded(t *testing.T) {
	t.Parallel()
	w, _, page := editing(t)
	w.post(page+"/blocks", "kind", "image", "at", "0").wants(http.StatusSeeOther)
	path := page + "/blocks/b3/pictures/media"
	w.upload(path, "file", picture(t, 60, 40)).goesTo(page + "?block=b3#block-b3")
	src := w.get(page+"?block=b3").find("#b-b3-media-field img").AttrOr("src", "")
	a := w.get(src).wants(http.StatusOK)
	if img, _, err := image.Decode(strings.NewReader(a.body)); err != nil || img.Bounds().Dx() != 60 {
		t.Errorf("picture = %v, want 60 pixels wide", err)
	}
	for name, want := range map[string]string{
		"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox", "Content-Type": "image/jpeg",
	} {
		if got := a.Header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if len(a.Cookies()) > 0 || strings.Contains(a.Header.Get("Vary"), "Cookie") {
		t.Error("a medium sets or reads a cookie")
	}
	other := w.b.browser(t)
	other.header.Set("If-None-Match", a.Header.Get("ETag"))
	other.get(src).wants(http.StatusNotModified)
	other.header = http.Header{"Range": {"bytes=0-3"}}
	if part := other.get(src).wants(http.StatusPartialContent); len(part.body) != 4 {
		t.Errorf("range = %d bytes, want 4", len(part.body))
	}
	other.get("/media/none").wants(http.StatusNotFound)
}

func TestFilmIsUploaded(t *testing.T) {
	t.Parallel()
	w, _, page := editing(t)
	w.get(page + "?insert=0").has("#add-video")
	w.post(page+"/blocks", "kind", "video", "at", "0").wants(http.StatusSeeOther)
	path, mp4 := page+"/blocks/b3/films/film", []byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2 and so on")
	w.get(page + "?block=b3").has("#b-b3-film-field input[type=file][accept='video/mp4,video/webm']").has("#upload-b3-film")
	w.upload(path, "file", mp4).goesTo(page + "?block=b3#block-b3")
	w.post(page+"/blocks/b3", "f-alt", "How we bake", "f-film", w.get(page+"?block=b3").find("[name=f-film]").AttrOr("value", "")).wants(http.StatusSeeOther)
	a := w.get(page + "?block=b3").has("#block-b3:not(:has(.mistake))")
	src := a.find("#b-b3-film-field a").AttrOr("href", "")
	drawn := w.get(a.find("#preview").AttrOr("src", "")).find("video")
	if got := drawn.AttrOr("src", ""); got == "" || !strings.HasSuffix(src, got) || drawn.AttrOr("aria-label", "") != "How we bake" {
		t.Errorf("video = %q, want %q with its words", got, src)
	}
	w.header = http.Header{"Range": {"bytes=4-7"}}
	if part := w.get(src).wants(http.StatusPartialContent); part.body != "ftyp" || part.Header.Get("Content-Type") != "video/mp4" {
		t.Errorf("range = %q of %s, want ftyp of video/mp4", part.body, part.Header.Get("Content-Type"))
	}
}

func TestFilmsThatAreNotTaken(t *testing.T) {
	t.Parallel()
	w, _, page := editing(t)
	w.post(page+"/blocks", "kind", "video", "at", "0").wants(http.StatusSeeOther)
	path := page + "/blocks/b3/films/film"
	for name, file := range map[string][]byte{"a page": []byte("<!doctype html><script>"), "a picture": picture(t, 6, 4), "nothing": nil} {
		a := w.upload(path, "file", file).wants(http.StatusUnprocessableEntity)
		if got := a.find("#b-b3-film-mistake").Text(); !strings.Contains(got, "MP4 or WebM will do") {
			t.Errorf("%s: the field says %q", name, got)
		}
	}
	w.upload(page+"/blocks/b3/films/media", "file", picture(t, 6, 4)).wants(http.StatusNotFound)
	w.upload(page+"/blocks/b3/pictures/film", "file", picture(t, 6, 4)).wants(http.StatusNotFound)
}

func TestPicturesThatAreNotTaken(t *testing.T) {
	t.Parallel()
	w, _, page := editing(t)
	w.post(page+"/blocks", "kind", "image", "at", "0").wants(http.StatusSeeOther)
	path := page + "/blocks/b3/pictures/media"
	for name, c := range map[string]struct {
		file  []byte
		words string
	}{
		"text":            {[]byte("hello"), "This is no picture"},
		"svg":             {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "This is no picture"},
		"too many bytes":  {make([]byte, media.MaxBytes+1), "10 MB fit"},
		"beyond the form": {make([]byte, uploadBytes+1), "10 MB fit"},
		"too many pixels": {picture(t, 5001, 5000), "too many pixels"},
	} {
		a := w.upload(path, "file", c.file).wants(http.StatusUnprocessableEntity).has("#b-b3-media-field")
		if got := a.find("#b-b3-media-mistake").Text(); !strings.Contains(got, c.words) {
			t.Errorf("%s: the field says %q, want %q", name, got, c.words)
		}
	}
	w.upload(path, "other", picture(t, 6, 4)).wants(http.StatusUnprocessableEntity)
	w.upload(page+"/blocks/b3/pictures/alt", "file", picture(t, 6, 4)).wants(http.StatusNotFound)
	w.upload(page+"/blocks/b1/pictures/text", "file", picture(t, 6, 4)).wants(http.StatusNotFound)
	w.send(http.MethodPost, path, "text/plain", []byte("x")).wants(http.StatusBadRequest)
}
