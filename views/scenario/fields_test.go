package scenario

import (
	"net/url"
	"testing"

	"botyard/internal/spec"
)

func TestFieldsOfAPost(t *testing.T) {
	t.Parallel()
	posted := url.Values{
		"revision": {"r"}, "f.text": {"hello"}, "f.buttons.0.to": {"url"}, "f.buttons.0.to-url": {"example.com"},
		"f.buttons.1.to": {"step:t1"}, "f.buttons.1.to-url": {"typed before"}, "add": {"buttons"},
	}
	got := Fields(posted).Encode()
	want := url.Values{"text": {"hello"}, "buttons.0.to": {"example.com"}, "buttons.1.to": {"step:t1"}}.Encode()
	if got != want {
		t.Errorf("Fields = %s, want %s", got, want)
	}
}

func TestFieldOfAPath(t *testing.T) {
	t.Parallel()
	f := Form{
		Kind: spec.Kind{Fields: []spec.Field{
			{Name: "text", Type: spec.Rich}, {Name: "buttons", Type: spec.Rows, Fields: []spec.Field{{Name: "id"}, {Name: "label"}, {Name: "to", Type: spec.Target}, {Name: "steps", Type: spec.Steps}}},
			{Name: "hidden", When: spec.When{Field: "text", Values: []string{"never"}}},
		}},
		Values: map[string]string{"buttons": "2"},
	}
	for path, want := range map[string]string{
		"/text": "text", "/buttons": "buttons", "/buttons/1/label": "buttons.1.label", "/buttons/1": "buttons.1.to", "/buttons/0/steps": "buttons.0.to",
		"/buttons/7/label": "buttons", "/hidden": "text", "/kind": "text", "": "text",
	} {
		if got := f.Field(path); got != want {
			t.Errorf("Field(%q) = %q, want %q", path, got, want)
		}
	}
}
