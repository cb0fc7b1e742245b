package pages

import (
	"context"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/page"
)

var kind = spec.Kind{Name: "button", Fields: []spec.Field{
	{Name: "label", Type: spec.Line, Required: true, Max: 60}, {Name: "to", Type: spec.Target}, {Name: "list", Type: spec.Lines},
}}

func TestReadValues(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		form url.Values
		want map[string]string
	}{
		"a page":        {url.Values{"f-label": {"Call"}, "f-to": {"page:home"}, "f-to-url": {"https://left.over"}}, map[string]string{"label": "Call", "to": "page:home", "list": ""}},
		"an address":    {url.Values{"f-to": {"url"}, "f-to-url": {" tel:+70000000000 "}}, map[string]string{"label": "", "to": "tel:+70000000000", "list": ""}},
		"lines":         {url.Values{"f-list": {"one\r\ntwo\r\n"}}, map[string]string{"label": "", "to": "", "list": "one\ntwo\n"}},
		"others' names": {url.Values{"label": {"x"}, "revision": {"r"}, "f-other": {"y"}}, map[string]string{"label": "", "to": "", "list": ""}},
	}
	for name, tt := range tests {
		if diff := cmp.Diff(tt.want, ReadValues(kind, tt.form)); diff != "" {
			t.Errorf("%s: ReadValues differs (-want +got):\n%s", name, diff)
		}
	}
}

// TestFormsReadBack posts what a form shows, for targets of every sort.
func TestFormsReadBack(t *testing.T) {
	t.Parallel()
	ctx := lang.With(context.Background(), lang.EN)
	e := Editor{Pages: []Tab{{ID: "home", Title: "Menu"}}}
	for _, to := range []string{"", "page:home", "https://example.com/a?b=c", "tel:+7", "half an addre"} {
		b := Block{ID: "b1", Kind: kind, Values: map[string]string{"to": to}}
		shown, typed := b.targetSelect(ctx, e, kind.Fields[1]), b.targetURL(ctx, kind.Fields[1])
		form := url.Values{shown.Name: {shown.Value}, typed.Name: {typed.Value}}
		if got := ReadValues(kind, form)["to"]; got != to {
			t.Errorf("shown and read back = %q, want %q", got, to)
		}
		hidden := url.Values{}
		for _, f := range b.mine() {
			hidden.Set(f.Name, f.Value)
		}
		if got := ReadValues(kind, hidden)["to"]; got != to {
			t.Errorf("kept after a conflict = %q, want %q", got, to)
		}
	}
}

func TestFieldURL(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"": "b-b1-to-url", "no": "b-b1-to-url", "page:gone": "b-b1-to"} {
		got := FieldURL(page.Project{ID: "7"}, "home", "b1", spec.Field{Name: "to", Type: spec.Target}, value)
		if want := "/projects/7/pages/home?block=b1#" + want; got != want {
			t.Errorf("FieldURL of %q = %s, want %s", value, got, want)
		}
	}
}

func TestGist(t *testing.T) {
	t.Parallel()
	ctx := lang.With(context.Background(), lang.EN)
	tests := []struct {
		block Block
		want  string
	}{
		{Block{}, "Empty so far"},
		{Block{Gist: "Menu"}, "Menu"},
		{Block{Gist: "Menu", Mistakes: page.Mistakes{{Key: "problem.required"}}}, "Fill this in"},
	}
	for _, tt := range tests {
		if got := tt.block.gist(ctx); got != tt.want {
			t.Errorf("gist = %q, want %q", got, tt.want)
		}
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	e := Editor{Blocks: []Block{{ID: "a"}, {ID: "b"}}}
	if !e.first(e.Blocks[0]) || e.first(e.Blocks[1]) || e.last(e.Blocks[0]) || !e.last(e.Blocks[1]) {
		t.Error("first and last do not tell the ends of the list")
	}
	if (Editor{}).first(Block{}) || (Editor{}).last(Block{}) {
		t.Error("an empty list has ends")
	}
}
