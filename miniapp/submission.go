package miniapp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"botyard/internal/spec"
)

// ErrNoForm tells that a release has no such form.
var ErrNoForm = errors.New("no such form")

// Submission is what a visitor has sent, checked against the release that they
// saw, as it is kept.
type Submission struct {
	// Form is the form's id, "page.block".
	Form string `json:"form"`
	// Kind is "form" or "order".
	Kind string `json:"kind"`
	// Title names the form: its own title, else its page's.
	Title string `json:"title"`
	// Fields are the answers in the form's order; those left empty are not there.
	Fields []Value `json:"fields"`
	// Lines, Total and Currency are an order's; Total is in minor units.
	Lines    []OrderLine `json:"lines,omitempty"`
	Total    int64       `json:"total,omitempty"`
	Currency string      `json:"currency,omitempty"`
	// Consent was given with it; nil when none was asked for.
	Consent *Consent `json:"consent,omitempty"`
}

// Value is one answer.
type Value struct {
	// Name is the field's id, Label what it asked, Type one of FormField's.
	Name  string `json:"name"`
	Label string `json:"label"`
	Type  string `json:"type"`
	// Value is a text; a phone is "+" and digits, a number has a point, a date
	// is "2006-01-02", a time "15:04", a tick "on".
	Value string `json:"value"`
}

// Consent is what a person has agreed to.
type Consent struct {
	// Label is the sentence beside the tick, To where its text was.
	Label string `json:"label"`
	To    string `json:"to"`
	// Version is the SHA-256 of the sentence and, when the text is a page of
	// the project, of the page, in hexadecimal digits.
	Version string `json:"version"`
}

// Submit checks what was sent to a form. The problems' paths are those of the
// body ("/values/phone", "/lines/0"). ErrNoForm when there is no such form.
func (m Manifest) Submit(form string, in Input) (Submission, []spec.Problem, error) {
	page, block, found := m.Pages.Form(form)
	if !found {
		return Submission{}, nil, ErrNoForm
	}
	d := &drawing{m: m}
	s := Submission{Form: form, Kind: block.Kind, Title: page.Title}
	var fields []FormField
	switch c := block.Config.(type) {
	case *Form:
		fields = c.Fields
		s.Title = orText(c.Title, page.Title)
	case *Checkout:
		fields = c.fields(d)
		s.Title = d.or(c.Title, wordCart)
	}
	var problems []spec.Problem
	s.Fields, problems = checkValues(fields, in.Values)
	if block.Kind == "order" {
		order, wrong := Order(m.Catalog, in.Lines)
		s.Lines, s.Total, s.Currency = order.Lines, order.Total, m.Catalog.Currency
		problems = append(problems, wrong...)
	}
	s.Consent = m.consent(fields)
	if len(problems) > 0 {
		return Submission{}, problems, nil
	}
	return s, nil, nil
}

func orText(s, otherwise string) string {
	if s != "" {
		return s
	}
	return otherwise
}

// Form finds a form or an order by its id, "page.block".
func (p Pages) Form(id string) (Page, Block, bool) {
	for _, page := range p {
		for _, b := range page.Blocks {
			if (b.Kind == "form" || b.Kind == "order") && formID(page.ID, b.ID) == id {
				return page, b, true
			}
		}
	}
	return Page{}, Block{}, false
}

// CheckForm checks the answers to a form or an order in the language of its
// labels: what is kept of them, and what is wrong, at "/values/{field}".
func (m Manifest) CheckForm(b Block, values map[string]string) ([]Value, []spec.Problem) {
	switch c := b.Config.(type) {
	case *Form:
		return checkValues(c.Fields, values)
	case *Checkout:
		return checkValues(c.fields(&drawing{m: m}), values)
	}
	return nil, nil
}

func checkValues(fields []FormField, values map[string]string) (kept []Value, problems []spec.Problem) {
	for _, f := range fields {
		value, problem := f.read(values[f.ID])
		if problem != nil {
			problem.Path = spec.Join("/values", f.ID)
			problems = append(problems, *problem)
		} else if value != "" {
			kept = append(kept, Value{f.ID, f.Label, f.Type, value})
		}
	}
	return kept, problems
}

// read gives an answer as it is kept, "" when it was left empty.
func (f FormField) read(typed string) (string, *spec.Problem) {
	t := fieldTypes[f.Type]
	if wrong := spec.CheckText(typed, "", f.mandatory(), t.max); wrong != nil {
		if f.Type == "consent" && wrong[0].Code == "required" {
			wrong[0].Code = "consent_required"
		}
		return "", &wrong[0]
	}
	if blank, _ := readLine(typed); blank == "" {
		return "", nil
	}
	value, code := t.read(typed)
	if code != "" {
		return "", &spec.Problem{Code: code}
	}
	if f.Type == "choice" && !f.offers(value) {
		return "", &spec.Problem{Code: "not_a_choice", Args: map[string]any{"value": value}}
	}
	return value, nil
}

// offers tells whether a value is one of a choice's, however it is spaced.
func (f FormField) offers(value string) bool {
	for _, o := range f.Options {
		if line, _ := readLine(o); line == value {
			return true
		}
	}
	return false
}

// consent is the first one that the fields ask for, nil without one.
func (m Manifest) consent(fields []FormField) *Consent {
	for _, f := range fields {
		if f.Type == "consent" {
			return &Consent{Label: f.Label, To: f.To, Version: m.consentVersion(f)}
		}
	}
	return nil
}

func (m Manifest) consentVersion(f FormField) string {
	text := []any{f.Label, f.To}
	if sort, id := spec.ParseTarget(f.To); sort == "page" {
		page, _ := m.Pages.Page(id)
		text = append(text, page)
	}
	// Pages that came out of JSON always encode.
	raw, _ := json.Marshal(text)
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
