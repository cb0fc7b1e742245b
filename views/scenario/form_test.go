package scenario

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/ui"
)

// drawn renders a component in a language.
func drawn(t *testing.T, l lang.Lang, c templ.Component) *goquery.Document {
	t.Helper()
	var html strings.Builder
	if err := c.Render(page.With(lang.With(context.Background(), l), page.Shell{Asset: func(name string) string { return "/" + name }}), &html); err != nil {
		t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader("<body>" + html.String()))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// allKinds are those of steps and of triggers that have a form.
func allKinds() (all []spec.Kind) {
	for _, k := range slices.Concat(flow.StepKinds(), flow.TriggerKinds()) {
		if len(k.Fields) > 0 {
			all = append(all, k)
		}
	}
	return all
}

// filled is a form of a kind with something in every field, and two of every
// row; choice picks which of the options a choice has.
func filled(k spec.Kind, choice int) Form {
	f := Form{ID: "s-t1", Kind: k, URL: "/save", Screen: "/screen", Revision: "r1", Values: map[string]string{}, Choices: map[string][]Group{}}
	fill(&f, k.Fields, "", choice)
	return f
}

func fill(f *Form, fields []spec.Field, before string, choice int) {
	for _, field := range fields {
		name := before + field.Name
		f.Values[name] = sampleOf(field, choice)
		switch field.Type {
		case spec.Rows:
			for i := range 2 {
				fill(f, field.Fields, fmt.Sprintf("%s.%d.", name, i), choice)
			}
		case spec.Data:
			f.Choices[name] = []Group{{Options: []ui.Option{{Value: "", Label: "None"}, {Value: sampleOf(field, choice), Label: "Some"}}}}
		case spec.Target:
			f.Choices[name] = []Group{{Options: []ui.Option{{Value: "", Label: "Here"}, {Value: "page:home", Label: "Home"}, {Value: addressChoice, Label: "Address"}}}}
			if choice%2 == 1 { // nothing but an address
				f.Choices[name] = []Group{{Options: []ui.Option{{Value: addressChoice, Label: "Address"}}}}
			}
		}
	}
}

func sampleOf(f spec.Field, choice int) string {
	switch f.Type {
	case spec.Choice:
		if len(f.Options) > 0 {
			return f.Options[choice%len(f.Options)].Value
		}
		return ""
	case spec.Rows:
		return "2"
	case spec.Switch:
		return "true"
	case spec.Target:
		return "https://example.org/a"
	case spec.Steps:
		return ""
	case spec.Number:
		return "3"
	case spec.Time:
		return "10:00"
	case spec.Lines:
		return "one\ntwo"
	}
	return "some " + f.Name
}

// eachForm runs check on the filled form of every kind, with every first choice.
func eachForm(t *testing.T, check func(t *testing.T, f Form)) {
	t.Helper()
	for _, k := range allKinds() {
		for choice := range 4 {
			t.Run(fmt.Sprintf("%s-%d", k.Name, choice), func(t *testing.T) {
				t.Parallel()
				check(t, filled(k, choice))
			})
		}
	}
}

// mistaken puts a mistake into every field that can hold one.
func mistaken(f Form) Form {
	for _, name := range f.names(f.Kind.Fields, "") {
		f.Mistakes = append(f.Mistakes, page.Mistake{Field: name, Key: "problem.too_long", Args: lang.Args{"n": 5, "max": 3}})
	}
	return f
}

// TestEveryMistakeStandsAtItsField: once, and the controls of the field are
// marked and described by it.
func TestEveryMistakeStandsAtItsField(t *testing.T) {
	t.Parallel()
	eachForm(t, func(t *testing.T, f Form) {
		t.Helper()
		f = mistaken(f)
		doc := drawn(t, lang.RU, OpenForm(Editor{}, f))
		for _, p := range f.controls(f.Kind.Fields, "") {
			name, id := p.name(), p.controlID()
			if got := doc.Find("#" + cssID(id+"-mistake")).Length(); got != 1 {
				t.Errorf("%s has %d places for its mistake, want one, which a reply can fill", name, got)
			}
			for _, c := range wrongOf(doc, p).EachIter() {
				if c.AttrOr("aria-invalid", "") != "true" || !slices.Contains(strings.Fields(c.AttrOr("aria-describedby", "")), id+"-mistake") {
					t.Errorf("a control of %s is not marked as wrong, or not described by why: %s", name, outer(c))
				}
			}
		}
		said := doc.Find(".mistake").Length()
		if want := len(f.Mistakes); said != want {
			t.Errorf("%d mistakes are told of %v, want %d, each once", said, f.names(f.Kind.Fields, ""), want)
		}
	})
}

// wrongOf are the controls of a field that can be wrong: of a target the choice
// or the address.
func wrongOf(doc *goquery.Document, p place) *goquery.Selection {
	if p.Type == spec.Target {
		return doc.Find("#" + cssID(p.controlID()))
	}
	return controlsOf(doc, prefix+p.name())
}

// TestReplyMendsWhatTheFormSays: a save by htmx can reach every mistake that the
// form shows, and takes it away.
func TestReplyMendsWhatTheFormSays(t *testing.T) {
	t.Parallel()
	eachForm(t, func(t *testing.T, f Form) {
		t.Helper()
		shown := drawn(t, lang.EN, OpenForm(Editor{}, mistaken(f)))
		reply := drawn(t, lang.EN, SaveReply(Editor{}, f))
		for _, place := range shown.Find(".mistake").EachIter() {
			id := place.Closest(".mistake-place").AttrOr("id", "")
			if reply.Find("#"+cssID(id)+"[hx-swap-oob]").Length() != 1 {
				t.Errorf("the mistake in %q stays when it is mended", id)
			}
		}
		for _, place := range reply.Find(".mistake-place").EachIter() {
			if id := place.AttrOr("id", ""); shown.Find("#"+cssID(id)).Length() != 1 {
				t.Errorf("the reply speaks of %q, which is not on the screen", id)
			}
		}
	})
}

// TestFormsReadBack posts what a form shows, as it is and after a conflict, and
// gets the same.
func TestFormsReadBack(t *testing.T) {
	t.Parallel()
	eachForm(t, func(t *testing.T, f Form) {
		t.Helper()
		same := func(what string, posted url.Values) {
			got := spec.FormValues(f.Kind.Fields, spec.ParseForm(f.Kind.Fields, Fields(posted), asIs), func(name string) string { return name })
			want := spec.FormValues(f.Kind.Fields, spec.ParseForm(f.Kind.Fields, asForm(f), asIs), func(name string) string { return name })
			for name := range want {
				if got[name] != want[name] {
					t.Errorf("%s: %s = %q, want %q", what, name, got[name], want[name])
				}
			}
		}
		same("sent as it stands", posted(drawn(t, lang.RU, OpenForm(Editor{}, f))))
		kept := url.Values{}
		for _, h := range f.mine() {
			kept.Add(h.Name, h.Value)
		}
		same("kept after a conflict", kept)
	})
}

func asIs(name string) (string, bool) { return name, false }

// asForm is the values of a form as they are named.
func asForm(f Form) url.Values {
	all := url.Values{}
	for name, value := range f.Values {
		all.Set(name, value)
	}
	return all
}

// posted is what a browser sends of a form.
func posted(doc *goquery.Document) url.Values {
	all := url.Values{}
	for _, c := range doc.Find("[name]").EachIter() {
		name, _ := c.Attr("name")
		switch {
		case c.Is("button"):
		case c.Is("[type=checkbox]") && c.Is(":not([checked])"):
		case c.Is("select"):
			chosen := c.Find("option[selected]")
			if chosen.Length() == 0 {
				chosen = c.Find("option").First()
			}
			all.Add(name, chosen.AttrOr("value", ""))
		case c.Is("textarea"):
			all.Add(name, c.Text())
		default:
			all.Add(name, c.AttrOr("value", ""))
		}
	}
	return all
}

// TestConflictShowsBothTexts, and each can be taken.
func TestConflictShowsBothTexts(t *testing.T) {
	t.Parallel()
	eachForm(t, func(t *testing.T, f Form) {
		t.Helper()
		f.Conflict = map[string]string{}
		theirs := false
		for name, value := range f.Values {
			f.Conflict[name] = value
			if strings.HasPrefix(value, "some ") {
				f.Conflict[name], theirs = "their "+value, true
			}
		}
		doc := drawn(t, lang.EN, OpenForm(Editor{}, f))
		if doc.Find(".versus section").Length() != 2 || doc.Find("form button").Length() != 1 || doc.Find(`a[href="/screen"]`).Length() != 1 {
			t.Errorf("the conflict = %s, want two versions and a way to take each", outer(doc.Find("body")))
		}
		if words := doc.Find(".versus section").Last().Text(); theirs && strings.Contains(doc.Find(".versus section").First().Text(), "some ") && !strings.Contains(words, "their some") {
			t.Errorf("theirs = %q, want what they saved", words)
		}
	})
}

// controlsOf are those that one can see of a name, an address that is typed for
// a target among them.
func controlsOf(doc *goquery.Document, name string) *goquery.Selection {
	return doc.Find("input:not([type=hidden]):not([type=checkbox]), select, textarea").FilterFunction(func(_ int, c *goquery.Selection) bool {
		own := c.AttrOr("name", "")
		return own == name || own == name+addressSuffix
	})
}

// cssID escapes an id for a selector.
func cssID(id string) string { return strings.ReplaceAll(id, ".", `\.`) }

func outer(s *goquery.Selection) string {
	html, err := goquery.OuterHtml(s)
	if err != nil {
		return err.Error()
	}
	return html[:min(len(html), 300)]
}
