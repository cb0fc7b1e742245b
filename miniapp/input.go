package miniapp

import (
	"encoding/json"
	"errors"
	"mime"
	"net/url"
	"strconv"
	"strings"

	"botyard/internal/spec"
)

const (
	// MaxInput is the most bytes of what is sent to a form.
	MaxInput = 256 << 10
	// valuesMost is the most values in it.
	valuesMost = 100
)

// ErrInput tells that what was sent to a form is not of the form's shape:
// answer 400.
var ErrInput = errors.New("not what a form sends")

// Input is what was sent to a form.
type Input struct {
	// Values are what was typed, by the field's id.
	Values map[string]string `json:"values"`
	// Lines are what is ordered.
	Lines []Line `json:"lines"`
	// Trapped tells that a program filled in what people do not see: answer as
	// if all were well, and keep nothing.
	Trapped bool `json:"-"`
}

// ParseInput reads the body of a submission: JSON {"values":{…},"lines":[…]}
// from the runtime, application/x-www-form-urlencoded without scripts, where a
// line's quantity is named ":item" and 0 or nothing means that it is not
// wanted. ErrInput when it is neither.
func ParseInput(contentType string, body []byte) (Input, error) {
	in := Input{Values: map[string]string{}}
	kind, _, _ := mime.ParseMediaType(contentType)
	var err error
	if kind == "application/x-www-form-urlencoded" {
		err = in.readForm(string(body))
	} else {
		err = in.readJSON(body)
	}
	if err != nil || len(in.Values) > valuesMost {
		return Input{}, ErrInput
	}
	in.Trapped = in.Values[trap] != ""
	delete(in.Values, trap)
	return in, nil
}

func (in *Input) readJSON(body []byte) error {
	var sent Input
	if problems := spec.Decode(json.RawMessage(body), &sent, ""); problems != nil {
		return ErrInput
	}
	if sent.Values != nil {
		in.Values = sent.Values
	}
	for _, l := range sent.Lines {
		in.add(l)
	}
	return nil
}

func (in *Input) readForm(body string) error {
	form, err := url.ParseQuery(body)
	if err != nil {
		return ErrInput
	}
	for _, name := range names(body) {
		value := strings.ToValidUTF8(form.Get(name), "\uFFFD")
		item, line := strings.CutPrefix(name, ":")
		if !line {
			in.Values[name] = value
			continue
		}
		if value = strings.TrimSpace(value); value == "" {
			continue
		}
		quantity, err := strconv.Atoi(value)
		if err != nil {
			quantity = -1 // refused with the name of the item
		}
		in.add(Line{item, quantity})
	}
	return nil
}

// names lists the names of a form's values in the order in which they were
// sent, each once, so that lines stay in the order of the page.
func names(body string) (all []string) {
	seen := map[string]bool{}
	for part := range strings.SplitSeq(body, "&") {
		name, _, _ := strings.Cut(part, "=")
		name, err := url.QueryUnescape(name)
		if err == nil && name != "" && !seen[name] {
			seen[name] = true
			all = append(all, name)
		}
	}
	return all
}

// add keeps a line that is wanted.
func (in *Input) add(l Line) {
	if l.Quantity != 0 {
		in.Lines = append(in.Lines, l)
	}
}

// Cart are the quantities of the lines, for showing them again.
func (in Input) Cart() map[string]int {
	cart := map[string]int{}
	for _, l := range in.Lines {
		cart[l.Item] = l.Quantity
	}
	return cart
}
