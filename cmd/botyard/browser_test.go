package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"botyard/internal/chrome"
)

// startBrowser starts a browser that tells the names of things to scripts.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	return chrome.Start(t, chromedp.Flag("enable-blink-features", "ComputedAccessibilityInfo"))
}

// look is one way to look at the screens.
type look struct {
	language, theme string
	width           int64
}

func (l look) String() string { return fmt.Sprintf("%s-%d-%s", l.language, l.width, l.theme) }

func (l look) phone() bool { return l.width < 600 }

func (l look) height() int64 {
	if l.phone() {
		return 740
	}
	return 900
}

// tab is a window of its own, with nothing remembered, and what went wrong in it.
type tab struct {
	t    *testing.T
	ctx  context.Context
	look look

	mu       sync.Mutex
	wrong    []string
	answered []string // "METHOD path status" of what the page's scripts asked for
	methods  map[network.RequestID]string
}

func newTab(t *testing.T, browser context.Context, l look) *tab {
	t.Helper()
	ctx := chrome.Tab(t, browser)
	b := &tab{t: t, ctx: ctx, look: l, methods: map[network.RequestID]string{}}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	b.view(l.height())
	b.do("prefer a theme", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.theme}},
		})
		return err
	}))
	return b
}

// view gives the window its size: a phone is touched.
func (b *tab) view(height int64) {
	b.t.Helper()
	var options []chromedp.EmulateViewportOption
	if b.look.phone() {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	b.do("size the window", chromedp.EmulateViewport(b.look.width, height, options...))
}

// hear keeps what a browser tells of violations, errors and answers.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.wrong = append(b.wrong, "exception: "+e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			b.wrong = append(b.wrong, fmt.Sprintf("console: %v", e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && !refusedForm(e.Entry) {
			b.wrong = append(b.wrong, fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		b.methods[e.RequestID] = e.Request.Method
	case *network.EventResponseReceived:
		path := e.Response.URL[strings.Index(e.Response.URL, "://")+3:]
		b.answered = append(b.answered, fmt.Sprintf("%s %s %d", b.methods[e.RequestID], path[strings.Index(path, "/"):], e.Response.Status))
	}
}

// refusedForm tells whether an entry only says that a form was answered with its mistakes.
func refusedForm(e *log.Entry) bool {
	return e.Source == log.EntrySourceNetwork &&
		slices.ContainsFunc([]string{"401", "422", "429"}, func(status string) bool { return strings.Contains(e.Text, "status of "+status) })
}

// clean fails when something went wrong since it was asked last.
func (b *tab) clean(where string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.wrong {
		b.t.Errorf("%s, %s: %s", where, b.look, w)
	}
	b.wrong = nil
}

func (b *tab) heard(answer string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Contains(b.answered, answer)
}

func (b *tab) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
}

// waitsFor waits until the page has had an answer, "METHOD path status".
func (b *tab) waitsFor(answer string) {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, patience)
	defer stop()
	for !b.heard(answer) {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			b.t.Fatalf("no answer %q, had %q", answer, b.answered)
		}
	}
}
