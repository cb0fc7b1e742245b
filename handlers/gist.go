package handlers

import (
	"context"
	"slices"
	"strings"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/richtext"
	"botyard/internal/spec"
	"botyard/views/scenario"
)

// clipped is a text on one line, not too long.
func clipped(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > gistMax {
		return string(runes[:gistMax-1]) + "…"
	}
	return string(runes)
}

// gist is what a step says or does, in a few words: its first field that is
// filled in, behind the choices before it.
func (v *vocabulary) gist(ctx context.Context, s *flow.Step) string {
	kind, _ := flow.StepKind(s.Kind)
	switch c := s.Config.(type) {
	case *flow.Condition:
		return v.tests(ctx, kind, c)
	case *flow.Wait:
		return waitWords(ctx, c)
	case *flow.Random:
		return lang.N(ctx, "scenario.ways", len(c.Ways))
	}
	return v.firstWords(ctx, kind, v.values(kind, s))
}

func (v *vocabulary) firstWords(ctx context.Context, k spec.Kind, values map[string]string) string {
	var words []string
	for _, f := range k.Fields {
		value := v.shown(ctx, f, values[f.Name])
		if value == "" || f.When.Field != "" && !slices.Contains(f.When.Values, values[f.When.Field]) {
			continue
		}
		if words = append(words, value); f.Type != spec.Choice {
			return clipped(strings.Join(words, ": "))
		}
	}
	if len(words) > 0 && onlyChoices(k) {
		return clipped(strings.Join(words, ": "))
	}
	return ""
}

// onlyChoices tells that a kind has nothing to fill in but choices.
func onlyChoices(k spec.Kind) bool {
	return !slices.ContainsFunc(k.Fields, func(f spec.Field) bool { return f.Type != spec.Choice })
}

// shown is a field's value as an outline shows it, "" for what says nothing there.
func (v *vocabulary) shown(ctx context.Context, f spec.Field, value string) string {
	switch f.Type {
	case spec.Rich:
		text := richtext.ParseMarks(value, v.variable)
		return text.Words(func(variable string) string { return "«" + v.name(variable) + "»" })
	case spec.Choice:
		return optionLabel(ctx, f.Options, value)
	case spec.Data:
		return v.field(value)
	case spec.Line, spec.Tag, spec.Number, spec.Time:
		return value
	case spec.Lines:
		return strings.ReplaceAll(value, "\n", ", ")
	}
	return ""
}

func optionLabel(ctx context.Context, options []spec.Option, value string) string {
	for _, o := range options {
		if o.Value == value {
			return lang.Words(ctx, o.Label)
		}
	}
	return ""
}

// tests are those of a condition: "Guests: is more or later than 5".
func (v *vocabulary) tests(ctx context.Context, k spec.Kind, c *flow.Condition) string {
	i := slices.IndexFunc(k.Fields, func(f spec.Field) bool { return f.Name == "tests" })
	if i < 0 {
		return ""
	}
	var all []string
	for _, test := range c.Tests {
		what := optionLabel(ctx, k.Fields[i].Fields[0].Options, test.What)
		if name := v.field(test.Field); name != "" && test.What == "data" {
			what = name
		}
		ways, asks := flow.Comparisons(test.What, test.Is)
		words := what + ": " + strings.ToLower(optionLabel(ctx, ways, test.Is))
		if asks && test.Value != "" {
			words += " " + test.Value
		}
		all = append(all, words)
	}
	return clipped(strings.Join(all, ", "))
}

func waitWords(ctx context.Context, w *flow.Wait) string {
	switch w.Mode {
	case "until":
		return lang.T(ctx, "scenario.wait_until", "time", w.Time)
	case "before":
		return lang.N(ctx, "wait."+w.Unit, w.Amount) + " " + lang.T(ctx, "scenario.wait_before")
	}
	return lang.N(ctx, "wait."+w.Unit, w.Amount)
}

// sentence tells what a trigger starts at.
func (v *vocabulary) sentence(ctx context.Context, draft flow.Scenarios, t flow.Trigger) scenario.Sentence {
	kind, _ := flow.TriggerKind(t.Kind)
	s := scenario.Sentence{Kind: kind}
	switch c := t.Config.(type) {
	case *flow.Command:
		s.Value = "/" + c.Command
	case *flow.Keyword:
		s.Value = quotedWords(c.Words)
	case *flow.ButtonTrigger:
		s.Value = "«" + buttonLabel(draft, c.Button) + "»"
	default:
		s.Value = v.firstWords(ctx, kind, v.values(kind, t))
	}
	return s
}

// quotedWords are the first few of a list.
func quotedWords(words []string) string {
	const most = 3
	quoted := make([]string, 0, most)
	for _, w := range words[:min(len(words), most)] {
		quoted = append(quoted, "«"+w+"»")
	}
	if len(words) > most {
		return strings.Join(quoted, ", ") + "…"
	}
	return strings.Join(quoted, ", ")
}

func buttonLabel(all flow.Scenarios, id string) string {
	for place := range all.All() {
		if menu, is := place.Step.Config.(*flow.Menu); is {
			for _, b := range menu.Buttons {
				if b.ID == id {
					return b.Label
				}
			}
		}
	}
	return ""
}

// scenarioTitle is a scenario in a few words of the owner's.
func scenarioTitle(ctx context.Context, s *flow.Scenario) string {
	if s.Title != "" {
		return s.Title
	}
	if len(s.Triggers) > 0 {
		return newVocabulary(ctx, nil).sentence(ctx, flow.Scenarios{*s}, s.Triggers[0]).Text(ctx)
	}
	return lang.T(ctx, "scenario.untitled")
}
