package pages

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
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

// around is an editor with what the forms of blocks offer.
var around = Editor{
	Page: "home", Pages: []Tab{{ID: "home", Title: "Home"}, {ID: "menu", Title: "Menu"}}, Palette: -1,
	Categories: []Named{{"bread", "Bread"}, {"cakes", "Cakes"}}, Goods: []Named{{"rye", "Rye"}, {"wheat", "Wheat"}},
}

// filled is a block of a kind with something in every field, and two of every
// row; choice picks which of the options a choice has.
func filled(k spec.Kind, choice int) Block {
	b := Block{ID: "b1", Kind: k, Open: true, Revision: "r1", Values: map[string]string{}, Pictures: map[string]string{}}
	b.fill(k.Fields, "", choice)
	return b
}

func (b *Block) fill(fields []spec.Field, before string, choice int) {
	for _, f := range fields {
		name := before + f.Name
		b.Values[name] = sampleOf(f, choice)
		if f.Type == spec.Image {
			b.Pictures[name] = "/media/" + b.Values[name]
		}
		if f.Type == spec.Rows {
			b.fill(f.Fields, rowName(name, 0), choice)
			b.fill(f.Fields, rowName(name, 1), choice+1)
		}
	}
}

func sampleOf(f spec.Field, choice int) string {
	switch f.Type {
	case spec.Choice:
		return f.Options[choice%len(f.Options)].Value
	case spec.Rows:
		return "2"
	case spec.Switch:
		return []string{"true", "false"}[choice%2]
	case spec.Target:
		return []string{"https://example.org/a", "page:menu"}[choice%2]
	case spec.Category:
		return "cakes"
	case spec.Goods:
		return "rye\nwheat"
	case spec.Lines:
		return "one\ntwo"
	case spec.Moment:
		return "2026-12-31T10:00"
	case spec.Number:
		return "3"
	}
	return "some " + strings.ReplaceAll(f.Name, ".", "-")
}

// eachForm runs check on the filled block of every kind that can be added, with
// every first choice.
func eachForm(t *testing.T, check func(t *testing.T, b Block)) {
	t.Helper()
	for _, k := range miniapp.Kinds.Kinds() {
		for choice := range 3 {
			t.Run(fmt.Sprintf("%s-%d", k.Name, choice), func(t *testing.T) {
				t.Parallel()
				check(t, filled(k, choice))
			})
		}
	}
}

// mistaken puts a mistake into every field that can hold one.
func mistaken(b Block) Block {
	for _, f := range b.controls(b.Kind.Fields) {
		b.Mistakes = append(b.Mistakes, page.Mistake{Field: f.Name, Key: "problem.too_long", Args: lang.Args{"n": 5, "max": 3}})
	}
	return b
}

// TestEveryMistakeStandsAtItsField: once, and the controls of the field are
// marked and described by it.
func TestEveryMistakeStandsAtItsField(t *testing.T) {
	t.Parallel()
	eachForm(t, func(t *testing.T, b Block) {
		t.Helper()
		b = mistaken(b)
		doc := drawn(t, lang.RU, BlockForm(around, b))
		for _, f := range b.controls(b.Kind.Fields) {
			id := b.controlID(f)
			if got := doc.Find("#" + id + "-mistake").Length(); got != 1 {
				t.Errorf("%s has %d places for its mistake, want one, which a reply can fill", f.Name, got)
			}
			for _, c := range controlsOf(doc, b, f).EachIter() {
				if c.AttrOr("aria-invalid", "") != "true" || !slices.Contains(strings.Fields(c.AttrOr("aria-describedby", "")), id+"-mistake") {
					html, _ := goquery.OuterHtml(c)
					t.Errorf("a control of %s is not marked as wrong, or not described by why: %s", f.Name, html)
				}
			}
		}
		if got := doc.Find(".mistake").Length(); got != len(b.Mistakes) {
			t.Errorf("%d mistakes are told, want %d, each once", got, len(b.Mistakes))
		}
	})
}

// controlsOf are those that one can see of a field and that can be wrong: of a
// target the choice or the address.
func controlsOf(doc *goquery.Document, b Block, f spec.Field) *goquery.Selection {
	own := formName(f.Name)
	if f.Type == spec.Target {
		return doc.Find("#" + b.controlID(f))
	}
	return doc.Find("input:not([type=hidden]), select, textarea").FilterFunction(func(_ int, c *goquery.Selection) bool {
		return c.AttrOr("name", "") == own || c.AttrOr("name", "") == own+addressSuffix || c.AttrOr("id", "") == b.inputID(f.Name)
	})
}

// TestReplyMendsWhatTheFormSays: a save by htmx can reach every mistake that the
// form shows, and takes it away.
func TestReplyMendsWhatTheFormSays(t *testing.T) {
	t.Parallel()
	eachForm(t, func(t *testing.T, b Block) {
		t.Helper()
		shown := drawn(t, lang.EN, BlockForm(around, mistaken(b)))
		reply := drawn(t, lang.EN, SaveReply(around, b))
		for _, place := range shown.Find(".mistake").EachIter() {
			if id := place.Closest(".mistake-place").AttrOr("id", ""); reply.Find("#"+id+"[hx-swap-oob]").Length() != 1 {
				t.Errorf("the mistake in %q stays when it is mended", id)
			}
		}
		for _, place := range reply.Find(".mistake-place").EachIter() {
			if id := place.AttrOr("id", ""); shown.Find("#"+id).Length() != 1 {
				t.Errorf("the reply speaks of %q, which is not on the screen", id)
			}
		}
	})
}

// TestEveryFormReadsBack posts what a form shows, as it is and after a
// conflict, and gets the same.
func TestEveryFormReadsBack(t *testing.T) {
	t.Parallel()
	eachForm(t, func(t *testing.T, b Block) {
		t.Helper()
		kept := url.Values{}
		for _, h := range b.mine() {
			kept.Add(h.Name, h.Value)
		}
		for what, form := range map[string]url.Values{"sent as it stands": posted(drawn(t, lang.RU, BlockForm(around, b))), "kept after a conflict": kept} {
			got := ReadValues(b.Kind, form)
			for name, want := range b.Values {
				if f, found := fieldOf(b, name); found && got[name] != want {
					t.Errorf("%s: %s = %q, want %q", what, f.Name, got[name], want)
				}
			}
		}
	})
}

// fieldOf finds the control of a name.
func fieldOf(b Block, name string) (spec.Field, bool) {
	all := b.controls(b.Kind.Fields)
	i := slices.IndexFunc(all, func(f spec.Field) bool { return f.Name == name })
	if i < 0 {
		return spec.Field{}, false
	}
	return all[i], true
}

// posted is what a browser sends of the form.
func posted(doc *goquery.Document) url.Values {
	all := url.Values{}
	for _, c := range doc.Find("form [name]").EachIter() {
		name, _ := c.Attr("name")
		_, checked := c.Attr("checked")
		switch {
		case c.Is("button"), c.Is("[type=checkbox]") && !checked, c.Is("[type=file]"):
		case c.Is("select"):
			all.Add(name, c.Find("option[selected]").AttrOr("value", ""))
		case c.Is("textarea"):
			all.Add(name, c.Text())
		default:
			all.Add(name, c.AttrOr("value", ""))
		}
	}
	return all
}

// TestControlsHaveNames holds every form to labels that lead to their controls,
// and to ids that are there once.
func TestControlsHaveNames(t *testing.T) {
	t.Parallel()
	eachForm(t, func(t *testing.T, b Block) {
		t.Helper()
		doc := drawn(t, lang.RU, BlockForm(around, b))
		ids := map[string]int{}
		for _, e := range doc.Find("[id]").EachIter() {
			ids[e.AttrOr("id", "")]++
		}
		for id, n := range ids {
			if n > 1 {
				t.Errorf("the id %q is there %d times", id, n)
			}
		}
		for _, l := range doc.Find("label[for]").EachIter() {
			if ids[l.AttrOr("for", "")] == 0 || strings.TrimSpace(l.Text()) == "" {
				t.Errorf("the label %q leads to %q", l.Text(), l.AttrOr("for", ""))
			}
		}
		for _, c := range doc.Find("input:not([type=hidden]), select, textarea").EachIter() {
			if c.Closest("label").Length() == 0 && doc.Find(`label[for="`+c.AttrOr("id", "")+`"]`).Length() == 0 && c.AttrOr("aria-label", "") == "" {
				t.Errorf("the control %q has no label", c.AttrOr("id", ""))
			}
		}
	})
}

// TestConflictShowsBothTexts, and each can be taken.
func TestConflictShowsBothTexts(t *testing.T) {
	t.Parallel()
	eachForm(t, func(t *testing.T, b Block) {
		t.Helper()
		b.Conflict = map[string]string{}
		var changed []string
		for name, value := range b.Values {
			b.Conflict[name] = value
			if f, found := fieldOf(b, name); found && strings.HasPrefix(value, "some ") && f.Type != spec.Image {
				b.Conflict[name] = "their " + value
				changed = append(changed, value)
			}
		}
		doc := drawn(t, lang.EN, BlockForm(around, b))
		if doc.Find(".versus section").Length() != 2 || doc.Find("#mine-b1").Length() != 1 || doc.Find("a#theirs-b1").Length() != 1 {
			t.Fatal("the conflict shows no two versions with a way to take each")
		}
		for _, value := range changed {
			mine, theirs := doc.Find(".versus section").First().Text(), doc.Find(".versus section").Last().Text()
			if !strings.Contains(mine, value) || !strings.Contains(theirs, "their "+value) {
				t.Errorf("mine = %q, theirs = %q, want %q in both", mine, theirs, value)
			}
		}
	})
}
