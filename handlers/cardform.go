package handlers

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/card"
	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/ui"
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

// cardTheirs is what is kept in the fields in which something else was typed.
func (s *server) cardTheirs(ctx context.Context, typed, kept map[string]string) (all []ui.Said) {
	typed = maps.Clone(typed)
	for n := range card.MaxExceptions {
		if line := specialLine(n); typed[line+"-to"] == "" { // one day
			typed[line+"-to"] = typed[line+"-from"]
		}
	}
	differs := func(line string, parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return typed[line+part] != kept[line+part] })
	}
	for _, field := range cardFields {
		label := lang.T(ctx, "card."+strings.Replace(field, "day-", "day.", 1))
		switch {
		case differs(field, ""):
			all = append(all, ui.Said{Label: label, Value: s.cardWords(ctx, field, kept[field])})
		case differs(field, "-from", "-to"):
			all = append(all, ui.Said{Label: label, Value: strings.Trim(kept[field+"-from"]+"–"+kept[field+"-to"], "–")})
		}
	}
	for n := range card.MaxExceptions {
		if line := specialLine(n); differs(line, "-from", "-to", "-start", "-end", "-why") {
			value := strings.Join(strings.Fields(kept[line+"-from"]+" "+kept[line+"-start"]+" "+kept[line+"-end"]+" "+kept[line+"-why"]), " ")
			all = append(all, ui.Said{Label: lang.T(ctx, "card.special"), Value: value})
		}
	}
	return all
}

// cardWords is what a field of a card says to a person.
func (s *server) cardWords(ctx context.Context, field, value string) string {
	switch field {
	case "zone":
		return card.ZoneWords(value, lang.From(ctx).Code(), s.Now())
	case "currency":
		return lang.T(ctx, "card.currency."+value)
	}
	return value
}

// cardFields are the fields and lines of a card, as they stand on the screen.
var cardFields = slices.Concat([]string{"name", "phone", "address"}, weekLines(), []string{"zone", "currency", "legal_name", "tax_id", "reg_id", "legal_address", "email"})

func specialLine(n int) string { return "special-" + strconv.Itoa(n) }

// readCardForm is the form as it was typed; special days that are empty are
// left out.
func readCardForm(form url.Values) cardForm {
	read := cardForm{values: map[string]string{}, revision: form.Get("revision")}
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
