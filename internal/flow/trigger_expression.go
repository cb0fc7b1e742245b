package flow

import (
	"regexp"
	"regexp/syntax"

	"botyard/internal/spec"
)

// Expression starts a scenario when what a visitor wrote matches a regular
// expression (RE2).
type Expression struct {
	// Pattern is at most 256 bytes and 1,000 compiled instructions. Case is
	// ignored; it may match anywhere.
	Pattern string `json:"pattern"`
}

// Bounds of expressions: a pattern may take its instructions times the length
// of a message, so all three are bounded.
const (
	maxPattern      = 256
	maxInstructions = 1000
	maxMatched      = 1024
	// maxProject bounds the instructions of all expressions of a project.
	maxProject = 5000
)

func init() {
	triggers.Add(spec.Kind{
		Name: "expression", Shelf: spec.Experienced, Place: 1,
		Title: spec.Words{RU: "Регулярное выражение", EN: "Regular expression"},
		Hint:  spec.Words{RU: "Сообщение клиента подходит под образец", EN: "The client's message matches a pattern"},
		Fields: []spec.Field{{
			Name: "pattern", Type: spec.Line, Required: true, Max: maxPattern,
			Label: spec.Words{RU: "Образец", EN: "Pattern"},
			Hint:  spec.Words{RU: "Большие и маленькие буквы не различаются", EN: "Capitals do not matter"},
		}},
	}, func() TriggerConfig { return &Expression{} })
}

// instructions counts what a pattern compiles to; false: it is no pattern.
func (x *Expression) instructions() (int, bool) {
	if len(x.Pattern) > maxPattern {
		return 0, false
	}
	re, err := syntax.Parse("(?i)"+x.Pattern, syntax.Perl)
	if err != nil {
		return 0, false
	}
	program, err := syntax.Compile(re.Simplify())
	if err != nil {
		return 0, false
	}
	return len(program.Inst), true
}

// Check wants a pattern within its bounds.
func (x *Expression) Check(path string) []spec.Problem {
	here := spec.Join(path, "pattern")
	n, ok := x.instructions()
	switch {
	case x.Pattern == "":
		return []spec.Problem{{Path: here, Code: "required"}}
	case len(x.Pattern) > maxPattern:
		return []spec.Problem{{Path: here, Code: "too_long", Args: map[string]any{"max": maxPattern, "n": len(x.Pattern)}}}
	case !ok:
		return []spec.Problem{{Path: here, Code: "bad_pattern"}}
	case n > maxInstructions:
		return []spec.Problem{{Path: here, Code: "heavy_pattern"}}
	}
	return nil
}

// Rank puts expressions after keywords.
func (x *Expression) Rank() Rank { return RankExpression }

// Matcher looks at the beginning of a message; a pattern that Check refuses
// matches nothing.
func (x *Expression) Matcher() func(e *Event) bool {
	if x.Check("") != nil {
		return func(*Event) bool { return false }
	}
	re, err := regexp.Compile("(?i)" + x.Pattern)
	return func(e *Event) bool { return err == nil && e.Kind == Said && re.MatchString(cut(e.Text, maxMatched)) }
}
