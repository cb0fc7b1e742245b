package flow

import "botyard/internal/spec"

// Condition runs one of two lists of steps, then goes on behind itself.
type Condition struct {
	// Match is "all" or "any" of the tests.
	Match string `json:"match"`
	// Tests are what is asked.
	Tests []Test `json:"tests"`
	// Yes and No are the two lists; either may be empty.
	Yes Steps `json:"yes,omitempty"`
	No  Steps `json:"no,omitempty"`
}

const maxTests = 20

func init() {
	steps.Add(spec.Kind{
		Name: "condition", Shelf: spec.First, Place: 4,
		Title: spec.Words{RU: "Условие", EN: "Condition"},
		Hint:  spec.Words{RU: "Дальше по-разному: да или нет", EN: "Goes on in one of two ways: yes or no"},
		Fields: []spec.Field{
			{Name: "match", Type: spec.Choice, Label: spec.Words{RU: "Должно выполняться", EN: "What must hold"}, Options: []spec.Option{
				{Value: "all", Label: spec.Words{RU: "Всё", EN: "All of it"}},
				{Value: "any", Label: spec.Words{RU: "Хотя бы одно", EN: "Any of it"}},
			}},
			{Name: "tests", Type: spec.Rows, Required: true, Max: maxTests, Label: spec.Words{RU: "Проверки", EN: "Tests"}, Fields: testFields()},
			{Name: "yes", Type: spec.Steps, Label: spec.Words{RU: "Да", EN: "Yes"}},
			{Name: "no", Type: spec.Steps, Label: spec.Words{RU: "Нет", EN: "No"}},
		},
	}, func() StepConfig { return &Condition{Match: "all"} })
}

// Check wants tests that make sense.
func (c *Condition) Check(path string) []spec.Problem {
	problems := spec.CheckChoice(c.Match, spec.Join(path, "match"), "all", "any")
	here := spec.Join(path, "tests")
	if len(c.Tests) == 0 {
		problems = append(problems, spec.Problem{Path: here, Code: "required"})
	}
	problems = append(problems, tooMany(len(c.Tests), maxTests, here)...)
	for i, test := range c.Tests {
		problems = append(problems, test.check(spec.Join(here, i))...)
	}
	return problems
}

// Parts are the two lists and what is read.
func (c *Condition) Parts() Parts {
	p := Parts{Lists: []List{{Path: at("yes"), Steps: c.Yes}, {Path: at("no"), Steps: c.No}}}
	for i, test := range c.Tests {
		if test.What == "data" && test.Field != "" {
			p.Reads = append(p.Reads, Ref{at("tests", i, "field"), test.Field})
		}
	}
	return p
}

// Run takes one of the two ways.
func (c *Condition) Run(t *turn) {
	if c.holds(t) {
		t.enter(c.Yes)
	} else {
		t.enter(c.No)
	}
}

func (c *Condition) holds(t *turn) bool {
	for _, test := range c.Tests[:min(len(c.Tests), maxTests)] {
		if test.holds(t) == (c.Match == "any") {
			return c.Match == "any"
		}
	}
	return c.Match != "any"
}
