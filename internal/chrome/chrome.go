// Package chrome starts a real browser for tests. A test in whose tabs a page
// breaks its Content-Security-Policy fails, whatever else it looks at.
package chrome

import (
	"context"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/chromedp"
)

// patience bounds all that one browser does.
const patience = 5 * time.Minute

// Start starts Chromium with a first tab, or skips the test and says so where
// there is none. The browser ends with the test.
func Start(t testing.TB, options ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	options = append(append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(find(t)), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-dev-shm-usage", true)), options...)
	ctx, stop := context.WithTimeout(t.Context(), patience)
	ctx, stopAllocator := chromedp.NewExecAllocator(ctx, options...)
	ctx, stopBrowser := chromedp.NewContext(ctx)
	t.Cleanup(func() { stopBrowser(); stopAllocator(); stop() })
	watch(t, ctx)
	return ctx
}

// Tab opens another tab of a browser, with nothing remembered.
func Tab(t testing.TB, browser context.Context) context.Context {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closeTab)
	watch(t, ctx)
	return ctx
}

func find(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a browser")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium on this machine: install the package chromium to run this test")
	return ""
}

// watch fails the test at its end for every violation that the browser logged.
func watch(t testing.TB, ctx context.Context) {
	t.Helper()
	err := chromedp.Do(ctx) // only a tab that is there can be listened to
	var heard violations
	if err == nil {
		err = chromedp.Listen(ctx, heard.hear)
	}
	if err != nil {
		t.Fatalf("start the browser: %v", err)
	}
	t.Cleanup(func() {
		for _, words := range heard.all() {
			t.Errorf("a page broke its policy: %s", words)
		}
	})
}

type violations struct {
	mu    sync.Mutex
	words []string
}

func (v *violations) hear(event any) {
	e, is := event.(*log.EventEntryAdded)
	if !is || !strings.Contains(e.Entry.Text, "Content Security Policy") {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.words = append(v.words, e.Entry.Text+" "+e.Entry.URL)
}

func (v *violations) all() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.words
}
