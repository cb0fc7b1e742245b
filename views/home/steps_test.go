package home

import (
	"context"
	"slices"
	"testing"

	"botyard/internal/lang"
)

func TestChecklist(t *testing.T) {
	t.Parallel()
	tests := []struct {
		page  Page
		left  int
		next  string
		state string
	}{
		{Page{}, 4, "bot", "draft"},
		{Page{Greeted: true}, 3, "pages", "draft"},
		{Page{Greeted: true, Paged: true, Last: &Release{}}, 1, "connect", "draft"},
		{Page{Connected: true, Last: &Release{}}, 2, "bot", "live"},
		{Page{Connected: true, Last: &Release{}, Trouble: true}, 2, "bot", "broken"},
		{Page{Greeted: true, Paged: true, Connected: true, Last: &Release{}}, 0, "", "live"},
	}
	for _, tt := range tests {
		steps := tt.page.steps()
		next := ""
		if i := slices.IndexFunc(steps, func(s step) bool { return s.next }); i >= 0 {
			next = steps[i].name
		}
		if got := tt.page.left(); got != tt.left || next != tt.next || tt.page.state() != tt.state {
			t.Errorf("%+v: %d left, next %q, %s; want %d, %q, %s", tt.page, got, next, tt.page.state(), tt.left, tt.next, tt.state)
		}
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://t.me/par_bot": "t.me/par_bot", "http://127.0.0.1:8080/s/par/": "127.0.0.1:8080/s/par", "odd": "odd",
	} {
		if got := (Link{URL: address}).short(); got != want {
			t.Errorf("short(%s) = %s, want %s", address, got, want)
		}
	}
	if got := (Link{Kind: SiteLink}).what(lang.With(context.Background(), lang.EN)); got != "Site" {
		t.Errorf("what = %s, want Site", got)
	}
}
