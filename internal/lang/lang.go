// Package lang holds every word that a person reads, in Russian and English
// side by side, with plurals, dates and the wording of problems.
//
// A file per area of the product adds its keys; a key is "area.thing". A text
// may hold placeholders, {name}. A text that is chosen by a number holds its
// forms with "|" between: one|few|many in Russian, one|other in English.
package lang

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"botyard/internal/spec"
)

// Lang is a language of the interface.
type Lang int

// The languages of the interface.
const (
	RU Lang = iota
	EN
)

// All lists the languages in the order in which they are offered.
var All = []Lang{RU, EN}

var tags = []language.Tag{RU: language.Russian, EN: language.English}

// Code is the language's BCP 47 code: "ru" or "en".
func (l Lang) Code() string { return tags[l].String() }

// Name is what the language calls itself.
func (l Lang) Name() string { return []string{RU: "Русский", EN: "English"}[l] }

// Parse reads a code that Code wrote; known is false for any other.
func Parse(code string) (l Lang, known bool) {
	for _, l := range All {
		if l.Code() == code {
			return l, true
		}
	}
	return EN, false
}

// Match chooses the best language for an Accept-Language header, English when
// it asks for neither.
func Match(accept string) Lang {
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil || len(wanted) == 0 {
		return EN
	}
	_, i, confidence := language.NewMatcher(tags).Match(wanted...)
	if confidence == language.No {
		return EN
	}
	return Lang(i)
}

type langKey struct{}

// With returns a context whose words are in l.
func With(ctx context.Context, l Lang) context.Context {
	return context.WithValue(ctx, langKey{}, l)
}

// From is the language that With put into ctx, English when none did.
func From(ctx context.Context) Lang {
	if l, found := ctx.Value(langKey{}).(Lang); found {
		return l
	}
	return EN
}

// Args fill the placeholders of a text, by name.
type Args = map[string]any

// T is the text of key in ctx's language. Its placeholders are filled from
// args: one Args, or pairs of a name and a value.
func T(ctx context.Context, key string, args ...any) string {
	return From(ctx).text(key, named(args))
}

// N is the text of key in the form that n wants; {n} is n with its thousands
// apart. More args as in T.
func N(ctx context.Context, key string, n int, args ...any) string {
	l := From(ctx)
	values := named(args)
	if values == nil {
		values = Args{}
	}
	values["n"] = n
	return l.fill(l.form(catalogue[key][l], n), values)
}

// Words picks the text in ctx's language.
func Words(ctx context.Context, w spec.Words) string {
	if From(ctx) == RU {
		return w.RU
	}
	return w.EN
}

// Has tells whether the catalogue has the key.
func Has(key string) bool {
	_, found := catalogue[key]
	return found
}

// text is the filled text of key; a key that nobody wrote is shown as it is,
// which a test of the sources rules out.
func (l Lang) text(key string, values Args) string {
	entry, found := catalogue[key]
	if !found {
		return key
	}
	return l.fill(entry[l], values)
}

func named(args []any) Args {
	if len(args) == 1 {
		values, _ := args[0].(Args)
		return values
	}
	values := Args{}
	for i := 0; i+1 < len(args); i += 2 {
		values[fmt.Sprint(args[i])] = args[i+1]
	}
	return values
}

func (l Lang) fill(text string, values Args) string {
	if len(values) == 0 || !strings.Contains(text, "{") {
		return text
	}
	pairs := make([]string, 0, 2*len(values))
	for name, value := range values {
		pairs = append(pairs, "{"+name+"}", l.show(value))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func (l Lang) show(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int:
		return l.number(v)
	}
	return fmt.Sprint(value)
}

// form picks the plural form of text for n by CLDR's rules.
func (l Lang) form(text string, n int) string {
	forms := strings.Split(text, "|")
	i := 0
	switch plural.Cardinal.MatchPlural(tags[l], abs(n), 0, 0, 0, 0) {
	case plural.Few:
		i = 1
	case plural.Many, plural.Other:
		i = len(forms) - 1
	}
	return forms[min(i, len(forms)-1)]
}

func abs(n int) int { return max(n, -n) }

// Number writes n with its thousands apart, as ctx's language does.
func Number(ctx context.Context, n int) string { return From(ctx).number(n) }

// number writes n with its thousands apart.
func (l Lang) number(n int) string {
	digits := fmt.Sprint(abs(n))
	apart := map[Lang]string{RU: "\u00a0", EN: ","}[l]
	var b strings.Builder
	if n < 0 {
		b.WriteRune('−')
	}
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(apart)
		}
		b.WriteRune(d)
	}
	return b.String()
}
