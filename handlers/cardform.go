package handlers

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/card"
	"botyard/internal/spec"
	"botyard/views/page"
)

// cardLines are the fields of a card's form that are words of one line.
var cardLines = map[string]func(c *card.Card) *string{
	"phone":         func(c *card.Card) *string { return &c.Phone },
	"address":       func(c *card.Card) *string { return &c.Address },
	"zone":          func(c *card.Card) *string { return &c.Zone },
	"currency":      func(c *card.Card) *string { return &c.Currency },
	"legal_name":    func(c *card.Card) *string { return &c.Legal.Name },
	"tax_id":        func(c *card.Card) *string { return &c.Legal.TaxID },
	"reg_id":        func(c *card.Card) *string { return &c.Legal.RegID },
	"legal_address": func(c *card.Card) *string { return &c.Legal.Address },
	"email":         func(c *card.Card) *string { return &c.Legal.Email },
}

// cardSpans are the lines of hours, by their names in the form.
func cardSpans(h *card.Hours) map[string]*card.Span {
	spans := map[string]*card.Span{"break": &h.Break}
	for n := range h.Week {
		spans["day-"+strconv.Itoa(n)] = &h.Week[n]
	}
	return spans
}

// cardValues is a card as its form shows it.
func cardValues(name string, c card.Card) map[string]string {
	values := map[string]string{"name": name}
	for field, of := range cardLines {
		values[field] = *of(&c)
	}
	values["currency"] = c.Money()
	if c.Zone == "" {
		values["zone"] = card.DefaultZone
	}
	for line, span := range cardSpans(&c.Hours) {
		values[line+"-from"], values[line+"-to"] = span.Start(), span.End()
	}
	for n, e := range c.Hours.Exceptions {
		line := specialLine(n)
		values[line+"-from"], values[line+"-to"], values[line+"-why"] = e.From, e.To, e.Why
		values[line+"-start"], values[line+"-end"] = e.Open.Start(), e.Open.End()
	}
	return values
}

func specialLine(n int) string { return "special-" + strconv.Itoa(n) }

// readCardForm is the form as it was typed; special days that are empty are
// left out.
func readCardForm(form url.Values) cardForm {
	read := cardForm{values: map[string]string{}}
	for name := range form {
		if !strings.HasPrefix(name, "special-") {
			read.values[name] = strings.Join(strings.Fields(strings.ToValidUTF8(form.Get(name), "")), " ")
		}
	}
	for n := range card.MaxExceptions {
		if read.addSpecial(form, specialLine(n), specialLine(read.special)) {
			read.special++
		}
	}
	return read
}

func (f *cardForm) addSpecial(form url.Values, from, to string) (filled bool) {
	for _, part := range []string{"-from", "-to", "-start", "-end", "-why"} {
		value := strings.TrimSpace(strings.ToValidUTF8(form.Get(from+part), ""))
		f.values[to+part] = value
		filled = filled || value != ""
	}
	return filled
}

// fillWeek gives every day what Monday has.
func (f *cardForm) fillWeek() {
	for n := 1; n < 7; n++ {
		for _, part := range []string{"-from", "-to"} {
			f.values["day-"+strconv.Itoa(n)+part] = f.values["day-0"+part]
		}
	}
}

// card is what the form says, and what is wrong with it.
func (f *cardForm) card() (c card.Card, mistakes page.Mistakes) {
	for field, of := range cardLines {
		*of(&c) = f.values[field]
	}
	bad := map[string]bool{}
	for line, span := range cardSpans(&c.Hours) {
		*span = f.span(line, "-from", "-to", bad)
	}
	for n := range f.special {
		c.Hours.Exceptions = append(c.Hours.Exceptions, f.exception(specialLine(n), bad))
	}
	for _, line := range append(weekLines(), specialLines(f.special)...) {
		if bad[line] {
			mistakes = append(mistakes, problemMistake(spec.Problem{Code: "card_hours"}, line))
		}
	}
	for _, p := range c.Check() {
		if field := cardField(p.Path); !bad[field] {
			mistakes = append(mistakes, problemMistake(p, field))
		}
	}
	return c, inOrder(mistakes, f.special)
}

// inOrder sorts mistakes as their fields stand on the screen.
func inOrder(mistakes page.Mistakes, special int) page.Mistakes {
	order := append([]string{"name", "phone", "address"}, weekLines()...)
	order = append(order, specialLines(special)...)
	order = append(order, "specials", "zone", "currency", "legal_name", "tax_id", "reg_id", "legal_address", "email")
	slices.SortStableFunc(mistakes, func(a, b page.Mistake) int { return slices.Index(order, a.Field) - slices.Index(order, b.Field) })
	return mistakes
}

func weekLines() (lines []string) {
	for n := range 7 {
		lines = append(lines, "day-"+strconv.Itoa(n))
	}
	return append(lines, "break")
}

func specialLines(n int) (lines []string) {
	for i := range n {
		lines = append(lines, specialLine(i))
	}
	return lines
}

// span reads two times of the form; what is none is noted in bad.
func (f *cardForm) span(line, from, to string, bad map[string]bool) card.Span {
	span, ok := card.ParseSpan(f.values[line+from], f.values[line+to])
	bad[line] = bad[line] || !ok
	return span
}

// exception is a special day; without a last day it is one day.
func (f *cardForm) exception(line string, bad map[string]bool) card.Exception {
	e := card.Exception{
		From: f.values[line+"-from"], To: f.values[line+"-to"], Why: f.values[line+"-why"],
		Open: f.span(line, "-start", "-end", bad),
	}
	if e.To == "" {
		e.To = e.From
	}
	return e
}

// cardField is the field of the form that a problem of a card is about.
func cardField(path string) string {
	return strings.Replace(strings.TrimPrefix(path, "/"), "exception-", "special-", 1)
}
