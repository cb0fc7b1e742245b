package flow

import "botyard/internal/spec"

// End ends the run.
type End struct{}

func init() {
	steps.Add(spec.Kind{
		Name: "end", Place: 11,
		Title: spec.Words{RU: "Конец", EN: "End"},
		Hint:  spec.Words{RU: "Дальше ничего не происходит", EN: "Nothing happens from here on"},
	}, func() StepConfig { return &End{} })
}

// Check finds nothing wrong.
func (e *End) Check(string) []spec.Problem { return nil }

// Parts tells that the run ends.
func (e *End) Parts() Parts { return Parts{Course: Ends} }

// Run ends the run.
func (e *End) Run(t *turn) { t.end() }
