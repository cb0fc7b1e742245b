package handlers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/richtext"
	"botyard/internal/spec"
	"botyard/views/bot"
)

// The answers that every bot has; others are named by their scenario's id.
const (
	startAnswer    = "start"
	fallbackAnswer = "fallback"
)

// findAnswer finds the scenario of an answer, nil when there is none. Scenarios
// that are no simple answers are not found.
func findAnswer(scenarios flow.Scenarios, id string) *flow.Scenario {
	for i := range scenarios {
		if answerID(&scenarios[i]) == id {
			return &scenarios[i]
		}
	}
	return nil
}

// answerID tells as which answer a scenario is edited, "" for none.
func answerID(s *flow.Scenario) string {
	for _, t := range s.Triggers {
		switch c := t.Config.(type) {
		case *flow.Command:
			if c.Command == startAnswer {
				return startAnswer
			}
		case *flow.Fallback:
			return fallbackAnswer
		case *flow.Keyword:
			return s.ID
		}
	}
	return ""
}

func roleOf(id string) bot.Role {
	switch id {
	case startAnswer:
		return bot.StartRole
	case fallbackAnswer:
		return bot.FallbackRole
	}
	return bot.KeywordRole
}

func messageOf(s *flow.Scenario) *flow.Message {
	if s == nil {
		return nil
	}
	for _, step := range s.Steps {
		if m, is := step.Config.(*flow.Message); is {
			return m
		}
	}
	return nil
}

func keywordOf(s *flow.Scenario) *flow.Keyword {
	if s == nil {
		return nil
	}
	for _, t := range s.Triggers {
		if k, is := t.Config.(*flow.Keyword); is {
			return k
		}
	}
	return nil
}

// answerView is an answer as its form shows it.
func answerView(ctx context.Context, scenarios flow.Scenarios, id string) bot.Answer {
	s := findAnswer(scenarios, id)
	view := bot.Answer{ID: id, Role: roleOf(id), Revision: revisionOf(s)}
	if m := messageOf(s); m != nil {
		view.Text = m.Text.Marks(func(name string) string { return lang.Variable(ctx, name) })
	}
	if k := keywordOf(s); k != nil {
		view.Keywords, view.Match = strings.Join(k.Words, "\n"), bot.Match(k.Match)
	}
	return view
}

func keywordViews(ctx context.Context, scenarios flow.Scenarios) (views []bot.Answer) {
	for i := range scenarios {
		if id := answerID(&scenarios[i]); id != "" && roleOf(id) == bot.KeywordRole {
			views = append(views, answerView(ctx, scenarios, id))
		}
	}
	return views
}

// revisionOf tells one state of a part of a draft from another.
func revisionOf(part any) string {
	raw, err := json.Marshal(part)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

// answerForm is what somebody typed into an answer.
type answerForm struct {
	id, revision          string
	text, keywords, match string
}

// apply puts the form into the scenarios; false when there is no such answer.
func (f answerForm) apply(scenarios flow.Scenarios) (flow.Scenarios, bool) {
	if findAnswer(scenarios, f.id) == nil {
		if roleOf(f.id) == bot.KeywordRole {
			return scenarios, false
		}
		scenarios = append(scenarios, newAnswer(scenarios, f.id))
	}
	s := findAnswer(scenarios, f.id)
	if messageOf(s) == nil {
		s.Steps = slices.Insert(s.Steps, 0, flow.Step{ID: scenarios.NewID("t"), Kind: "message", Config: &flow.Message{}})
	}
	messageOf(s).Text = richtext.ParseMarks(f.text, lang.VariableByName)
	if k := keywordOf(s); k != nil {
		k.Words, k.Match = lines(f.keywords), f.match
	}
	return scenarios, true
}

func newAnswer(scenarios flow.Scenarios, id string) flow.Scenario {
	trigger := flow.Trigger{Kind: "keyword", Config: &flow.Keyword{Words: []string{}, Match: "word"}}
	switch id {
	case startAnswer:
		trigger = flow.Trigger{Kind: "command", Config: &flow.Command{Command: startAnswer}}
	case fallbackAnswer:
		trigger = flow.Trigger{Kind: "fallback", Config: &flow.Fallback{}}
	}
	return flow.NewAnswer(scenarios.NewID("s"), scenarios.NewID("t"), "", trigger, nil)
}

// check says what is wrong with an answer, by the fields of its form.
func checkAnswer(s *flow.Scenario) (problems []fieldProblem) {
	for _, p := range flow.Check(flow.Scenarios{*s}, "") {
		if field := answerField(p.Path); field != "" && !p.Warning {
			problems = append(problems, fieldProblem{field, p})
		}
	}
	return problems
}

// answerField is the field of the form in which a place of a scenario is edited.
func answerField(path string) string {
	switch {
	case strings.Contains(path, "/steps/"):
		return "text"
	case strings.HasSuffix(path, "/match"):
		return "match"
	case strings.Contains(path, "/triggers/"):
		return "keywords"
	}
	return ""
}

// fieldProblem is a problem at a field of a form.
type fieldProblem struct {
	field string
	spec.Problem
}

// lines splits what was typed one a line, without the empty ones.
func lines(text string) []string {
	out := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

func trimmed(s string) string { return strings.TrimSpace(s) }
