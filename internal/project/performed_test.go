package project

import (
	"testing"

	"botyard/internal/spec"
)

func TestWhatCannotRunYetIsNotPublished(t *testing.T) {
	t.Parallel()
	draft, problems := ParseDraft([]byte(`{"version": 1, "pages": [{"id": "home", "title": "Home", "blocks": [{"id": "b1", "kind": "heading", "text": "Hi"}]}],
		"scenarios": [{"id": "s1", "title": "", "triggers": [{"kind": "command", "command": "start"}, {"kind": "keyword", "words": ["hours"]}],
			"steps": [{"id": "t1", "kind": "message", "text": "Hi"}, {"id": "t2", "kind": "random", "ways": [{"share": 50, "steps": [{"id": "t3", "kind": "notify", "text": "Hi"}]}, {"share": 50}]}]}]}`))
	if problems != nil {
		t.Fatalf("ParseDraft = %v", problems)
	}
	var paths []string
	for _, p := range draft.check(nil) {
		if p.Code == "kind_not_yet" && spec.Blocking([]spec.Problem{p}) {
			paths = append(paths, p.Path)
		}
	}
	if want := "/scenarios/0/steps/1/ways/0/steps/0/kind"; len(paths) != 1 || paths[0] != want {
		t.Errorf("what cannot run yet = %v, want %s", paths, want)
	}
}
