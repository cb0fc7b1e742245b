package page

import (
	"context"
	"testing"

	"botyard/internal/lang"
)

func TestProjectURL(t *testing.T) {
	t.Parallel()
	p := Project{ID: "7"}
	for want, parts := range map[string][]string{
		"/projects/7": nil, "/projects/7/bot": {"bot"}, "/projects/7/pages/a%2F..%3Fb": {"pages", "a/..?b"},
	} {
		if got := p.URL(parts...); got != want {
			t.Errorf("URL(%v) = %s, want %s", parts, got, want)
		}
	}
}

func TestMistakesAt(t *testing.T) {
	t.Parallel()
	ctx := lang.With(context.Background(), lang.EN)
	ms := Mistakes{{Field: "name", Key: "problem.too_long", Args: lang.Args{"n": 90, "max": 80}}, {Field: "name", Key: "problem.required"}}
	if got, want := ms.At(ctx, "name"), "Too long: 90 characters, 80 fit"; got != want {
		t.Errorf("At = %q, want the first, %q", got, want)
	}
	short := Mistakes{{Field: "password", Key: "door.password_short", Args: lang.Args{"n": 3, "min": 8}}}
	if got, want := short.At(lang.With(ctx, lang.RU), "password"), "В\u00a0пароле 3 знака, нужно не\u00a0меньше 8"; got != want {
		t.Errorf("At = %q, want %q", got, want)
	}
	if got := ms.At(ctx, "other"); got != "" {
		t.Errorf("At = %q, want nothing", got)
	}
}

func TestAsset(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	if got := Asset(ctx, "a.css"); got != "/static/a.css" {
		t.Errorf("Asset = %s, want the plain name", got)
	}
	ctx = With(ctx, Shell{Asset: func(name string) string { return "/x/" + name }})
	if got := Asset(ctx, "a.css"); got != "/x/a.css" {
		t.Errorf("Asset = %s, want the shell's", got)
	}
}
