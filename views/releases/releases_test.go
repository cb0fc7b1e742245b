package releases

import (
	"context"
	"testing"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/page"
)

func TestBlocked(t *testing.T) {
	t.Parallel()
	ctx := lang.With(context.Background(), lang.EN)
	warning, stopping := Problem{Problem: spec.Problem{Warning: true}}, Problem{}
	tests := []struct {
		problems []Problem
		blocked  bool
		title    string
	}{
		{nil, false, "You can publish, but look at this"},
		{[]Problem{warning}, false, "You can publish, but look at this"},
		{[]Problem{warning, stopping}, true, "One thing stands in the way"},
		{[]Problem{stopping, stopping}, true, "2 things stand in the way"},
	}
	for _, tt := range tests {
		p := Publish{Problems: tt.problems}
		if p.Blocked() != tt.blocked || p.problemsTitle(ctx) != tt.title {
			t.Errorf("%d problems: %t, %q; want %t, %q", len(tt.problems), p.Blocked(), p.problemsTitle(ctx), tt.blocked, tt.title)
		}
	}
}

func TestNothingToPublish(t *testing.T) {
	t.Parallel()
	for want, p := range map[bool]Publish{
		true:  {Project: page.Project{Published: true}},
		false: {Project: page.Project{}},
	} {
		if got := p.nothing(); got != want {
			t.Errorf("nothing(%+v) = %t, want %t", p.Project, got, want)
		}
	}
	if (Publish{Project: page.Project{Published: true, Edits: 1}}).nothing() {
		t.Error("an edit is nothing")
	}
}
