package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"botyard/internal/lang"
)

//go:embed testdata/hands.js
var hands string

// person sits before a tab, and knows of a page only what can be read on it.
// Words are given by their keys in the catalogue.
type person struct {
	*tab
	ctx   context.Context // speaks the person's language
	shots int
}

func newPerson(t *testing.T, browser context.Context, l look) *person {
	t.Helper()
	code, _ := lang.Parse(l.language)
	return &person{tab: newTab(t, browser, l), ctx: lang.With(context.Background(), code)}
}

// says gives words of the catalogue; what is no key is meant as it is.
func (p *person) says(words string, args ...any) string {
	if lang.Has(words) {
		words = lang.T(p.ctx, words, args...)
	}
	return strings.Join(strings.Fields(words), " ")
}

// until asks the page until act gives what ok takes, over any change of documents.
func until[T any](p *person, what string, ok func(T) bool, act ...any) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.tab.ctx, patience)
	defer cancel()
	var last any
	for {
		got, err := ask[T](ctx, act...)
		if err == nil && ok(got) {
			return got
		}
		if ctx.Err() == nil {
			last = got
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			p.gaveUp(what, last)
		}
	}
}

// ask does one of the acts of hands.js.
func ask[T any](ctx context.Context, act ...any) (T, error) {
	return chromedp.Run(ctx, called[T](hands, act...))
}

// called calls a function of a script in the page.
func called[T any](function string, args ...any) chromedp.Action[T] {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err) // only strings and numbers are given
	}
	return chromedp.Evaluate[T](fmt.Sprintf("(%s)(...%s)", strings.TrimRight(function, "\n"), raw))
}

// gaveUp ends the test with a picture of what the person saw instead.
func (p *person) gaveUp(what string, last any) {
	p.t.Helper()
	p.shoot("stuck")
	text, _ := chromedp.Run(p.tab.ctx, chromedp.Evaluate[string]("location.pathname + ': ' + document.body.innerText"))
	p.t.Fatalf("%s, %s: never; last %v; the page says\n%s", what, p.look, last, text)
}

func truly(b bool) bool { return b }

type spot struct{ X, Y float64 }

// presses finds the one thing with that name, under the heading `in` when one
// is given, and taps or clicks where it can be seen.
func (p *person) presses(name string, in ...string) {
	p.t.Helper()
	at := p.finds("press", name, in)
	press := chromedp.MouseClickXY(at.X, at.Y)
	if p.look.phone() {
		press = chromedp.TapXY(at.X, at.Y)
	}
	p.do("press "+name, press)
}

// follows presses what leads to another document, and waits for that.
func (p *person) follows(name string, in ...string) {
	p.t.Helper()
	p.leaves("follow "+name, func() { p.presses(name, in...) })
}

// leaves waits until doing something has brought another document.
func (p *person) leaves(what string, do func()) {
	p.t.Helper()
	until(p, what, func(string) bool { return true }, "leave")
	do()
	until(p, what, truly, "arrived")
}

func (p *person) finds(kind, name string, in []string) spot {
	p.t.Helper()
	name, title := p.says(name), p.under(in)
	found := until(p, fmt.Sprintf("find %s %q under %q", kind, name, title), func(got any) bool { _, is := got.(map[string]any); return is }, "spot", kind, name, title)
	at := found.(map[string]any)
	return spot{at["x"].(float64), at["y"].(float64)}
}

func (p *person) under(in []string) string {
	if len(in) == 0 {
		return ""
	}
	return p.says(in[0])
}

// enters puts the caret into a field by pressing it.
func (p *person) enters(name string, in ...string) {
	p.t.Helper()
	at := p.finds("field", name, in)
	p.do("enter "+name, chromedp.MouseClickXY(at.X, at.Y))
	until(p, "focus "+name, func(got string) bool { return got == p.says(name) || strings.HasPrefix(got, p.says(name)) }, "focused")
}

// fills replaces what stands in a field.
func (p *person) fills(name, text string, in ...string) {
	p.t.Helper()
	p.enters(name, in...)
	until(p, "select what is there", truly, "select")
	p.types(text)
}

// types puts text where the caret is.
func (p *person) types(text string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.tab.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		p.t.Fatalf("type %q: %v", text, err)
	}
}

// typed waits until a field holds that text.
func (p *person) typed(want, name string, in ...string) {
	p.t.Helper()
	until(p, "find in "+name, func(got string) bool { return got == want }, "typed", p.says(name), p.under(in))
}

func (p *person) chooses(name, option string, in ...string) {
	p.t.Helper()
	until(p, "choose "+option, truly, "choose", p.says(name), p.says(option), p.under(in))
}

// uploads gives a file to the field behind a button that asks for one.
func (p *person) uploads(button, file string) {
	p.t.Helper()
	until(p, "find "+button, truly, "upload", p.says(button))
	p.do("upload "+file, chromedp.SetUploadFiles("[data-upload]", []string{file}))
}

// sees waits until words can be read, under a heading when one is given.
func (p *person) sees(words string, in ...string) {
	p.t.Helper()
	p.reads(p.says(words), in...)
}

func (p *person) reads(text string, in ...string) {
	p.t.Helper()
	until(p, fmt.Sprintf("read %q under %q", text, p.under(in)), truly, "sees", strings.Join(strings.Fields(text), " "), p.under(in))
}

// shows waits until a picture has come, by the words for those who do not see it.
func (p *person) shows(alt string) {
	p.t.Helper()
	until(p, "see the picture "+alt, truly, "shows", p.says(alt))
}

// saves waits until what do types under a heading is saved, which leaving the
// last field does at once.
func (p *person) saves(in string, do func()) {
	p.t.Helper()
	p.savesByItself(in, func() {
		do()
		p.do("leave the field", chromedp.KeyEvent(kb.Tab))
	})
}

// savesByItself is saves without leaving the field.
func (p *person) savesByItself(in string, do func()) {
	p.t.Helper()
	until(p, "find "+in, truly, "watch", p.says(in))
	do()
	until(p, "see that "+in+" is saved", truly, "saved", p.says("saved.at", "time", ""))
}

// opens goes to an address.
func (p *person) opens(address string) {
	p.t.Helper()
	p.do("open "+address, chromedp.Navigate(address))
}
