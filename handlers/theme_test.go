package handlers

import (
	"net/http"
	"strings"
	"testing"
)

func TestThemeIsChosen(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	theme := home + "/theme"
	w.get(theme).has("#accent-0e6a5e[aria-pressed=true]").has("#contrast .icon").has("#theme:not(:has(#better))")
	w.post(theme, "accent", "#ffd000", "own", "#0e6a5e").goesTo(theme)
	faint := w.get(theme).value("#own", "#ffd000").has("#better")
	better := faint.find("#better").AttrOr("value", "")
	w.post(theme, "accent", better).goesTo(theme)
	w.get(theme).value("#own", better).has("#theme:not(:has(#better))")
	w.post(theme, "own", better, "corners", "square", "face", "serif").goesTo(theme)
	w.get(theme).has("#corners-square[checked]").has("#face-serif[checked]")
	w.post(theme, "own", better, "corners", "plain").goesTo(theme)
	w.get(theme).has("#corners-plain[checked]").has("#face-serif[checked]")
	w.post(theme, "own", "red").wants(http.StatusUnprocessableEntity).has("#own[aria-invalid=true]")
	w.post(theme, "corners", "wild").wants(http.StatusUnprocessableEntity)
	w.get(theme).value("#own", better)
}

// TestOfferedColoursCanBeRead holds the swatches to what they promise.
func TestOfferedColoursCanBeRead(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	for _, c := range accents {
		w.post(home+"/theme", "accent", c.Value).goesTo(home + "/theme")
		if a := w.get(home + "/theme"); a.find("#better").Length() > 0 {
			t.Errorf("%s is offered, and cannot be read", c.Value)
		}
	}
}

func TestOnlyPreviewsListen(t *testing.T) {
	t.Parallel()
	_, owner, visitor, home, _ := launched(t)
	for _, path := range []string{"/s/caf", "/m/caf"} {
		if a := visitor.get(path).wants(http.StatusOK); strings.Contains(a.body, "previewed") || strings.Contains(a.Header.Get("Content-Security-Policy"), "'self'; style-src 'sha") {
			t.Errorf("%s brings the preview's script", path)
		}
	}
	frame := owner.get(home + "/pages/home").find("#preview")
	for _, name := range []string{"data-site", "data-app"} {
		path := strings.TrimPrefix(frame.AttrOr(name, ""), visitor.origin)
		a := visitor.get(path).wants(http.StatusOK)
		if got := a.find("script[data-editor]").AttrOr("data-editor", ""); got != cabinet {
			t.Errorf("%s: the preview listens to %q, want %s", name, got, cabinet)
		}
		visitor.get(path + "/state").wants(http.StatusOK)
		visitor.get(strings.TrimSuffix(path, "home") + "none/state").wants(http.StatusNotFound)
	}
}
