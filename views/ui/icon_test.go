package ui

import (
	"strings"
	"testing"
)

func TestInitial(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"«ёлка»": "Ё", "par": "P", "24 часа": "2", "—": "—", "": "?", "🍰 торт": "Т"} {
		if got := initial(name); got != want {
			t.Errorf("initial(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestGroundIsOfTheSet(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, name := range strings.Split("абвгдежзиклмнопрст", "") {
		if g := ground(name); g != ground(name) || g < "avatar-0" || g > "avatar-6" {
			t.Errorf("ground(%q) = %s, want one of the set, always the same", name, g)
		}
		seen[ground(name)] = true
	}
	if len(seen) < 4 {
		t.Errorf("18 names share %d grounds, want more", len(seen))
	}
}

func TestInputIsTiedToItsWords(t *testing.T) {
	t.Parallel()
	attrs := Input{ID: "name", Name: "n", Hint: "h", Mistake: "m"}.control()
	if attrs["aria-describedby"] != "name-hint name-mistake" || attrs["aria-invalid"] != "true" {
		t.Errorf("control = %v, want it described by hint and mistake", attrs)
	}
	attrs = Input{ID: "name", HideLabel: true, Label: "L"}.control()
	if attrs["aria-label"] != "L" || attrs["aria-invalid"] != nil {
		t.Errorf("control = %v, want a label of its own and no mistake", attrs)
	}
}

func TestPictureOf(t *testing.T) {
	t.Parallel()
	if got := pictureOf("heading") + " " + pictureOf("new_kind"); got != "pic-heading pic-other" {
		t.Errorf("pictures = %s", got)
	}
}
