package scenario

import (
	"context"
	"slices"
	"strconv"

	"botyard/internal/lang"
	"botyard/internal/spec"
)

// Region is the part of the editor that acts draw anew.
const Region = "scenario"

// Words tell what starts a scenario.
func (s Sentence) Words(ctx context.Context) (act, value string) {
	key := "when." + s.Kind.Name
	if !lang.Has(key) {
		return lang.Words(ctx, s.Kind.Title), s.Value
	}
	return lang.T(ctx, key), s.Value
}

// Text is the sentence as one text.
func (s Sentence) Text(ctx context.Context) string {
	act, value := s.Words(ctx)
	if value == "" {
		return act
	}
	return act + " " + value
}

// icons are those of step kinds.
var icons = map[string]string{
	"message": "say", "menu": "keys", "question": "ask", "condition": "fork", "submission": "tray", "person": "people", "data": "edit",
	"tag": "tag", "goto": "jump", "wait": "clock", "notify": "send", "place": "pin", "contact": "account", "rating": "star", "subscribed": "bell",
	"random": "dice", "http": "globe", "end": "stop",
}

func iconOf(k spec.Kind) string {
	if name := icons[k.Name]; name != "" {
		return name
	}
	return "say"
}

// title is a scenario's title, or that it has none.
func title(ctx context.Context, own string) string {
	if own == "" {
		return lang.T(ctx, "scenario.untitled")
	}
	return own
}

func (b Branch) label(ctx context.Context) string {
	switch {
	case b.Label != "":
		return b.Label
	case b.Words.EN != "":
		return lang.Words(ctx, b.Words)
	}
	return lang.T(ctx, "scenario.unlabelled")
}

func (b Branch) more(ctx context.Context) string {
	if b.Count == 0 {
		return lang.T(ctx, "scenario.branch_empty")
	}
	return lang.N(ctx, "scenario.steps", b.Count)
}

func (s Step) gist(ctx context.Context) string {
	if s.Gist == "" {
		return lang.T(ctx, "scenario.step_empty")
	}
	return s.Gist
}

func turnWords(ctx context.Context, name string, e *Edit) string {
	if e == nil {
		return lang.T(ctx, "scenario."+name)
	}
	what := lang.T(ctx, "edit."+e.What, "title", title(ctx, e.Title))
	return lang.T(ctx, "scenario."+name) + ": " + what
}

// blocking counts what stops a publication.
func (e Editor) blocking() (n int) {
	for _, p := range e.Problems {
		if !p.Warning {
			n++
		}
	}
	return n
}

// wrong counts the mistakes among that: what is more than still empty.
func (e Editor) wrong() (n int) {
	for _, p := range e.Problems {
		if !p.Warning && p.Code != "required" {
			n++
		}
	}
	return n
}

// said is a value of a form with the name of its field.
type said struct{ Name, Value string }

func (f Form) said(ctx context.Context, values map[string]string) []said {
	f.Values = values
	return f.saidOf(ctx, f.Kind.Fields, "", "")
}

func (f Form) saidOf(ctx context.Context, group []spec.Field, before, number string) (all []said) {
	for _, p := range f.places(group, before) {
		switch {
		case !p.shown() || p.kept():
		case p.Type == spec.Rows:
			for _, i := range p.rows() {
				all = append(all, f.saidOf(ctx, p.Fields, p.row(i), " "+strconv.Itoa(i+1))...)
			}
		case p.words(ctx) != "":
			all = append(all, said{lang.Words(ctx, p.Label) + number, p.words(ctx)})
		}
	}
	return all
}

// words are the field's value as people read it.
func (p place) words(ctx context.Context) string {
	switch p.Type {
	case spec.Switch:
		if p.value() != "true" {
			return ""
		}
		return lang.T(ctx, "scenario.yes")
	case spec.Choice, spec.Data, spec.Target:
		for _, g := range p.options(ctx) {
			for _, o := range g.Options {
				if o.Value == p.value() {
					return o.Label
				}
			}
		}
	}
	return p.value()
}

func has(kinds []spec.Kind, on spec.Shelf) bool {
	return slices.ContainsFunc(kinds, func(k spec.Kind) bool { return k.Shelf == on })
}
