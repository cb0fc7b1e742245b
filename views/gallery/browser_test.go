package gallery

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"botyard/internal/chrome"
	"botyard/internal/lang"
	"botyard/views/page"
)

// look is one way to look at a screen.
type look struct {
	lang  lang.Lang
	theme page.Theme
	width int64
}

func looks() []look {
	return []look{
		{lang.RU, page.LightTheme, 1280}, {lang.RU, page.DarkTheme, 360},
		{lang.EN, page.DarkTheme, 1280}, {lang.EN, page.LightTheme, 360},
	}
}

func (l look) String() string { return fmt.Sprintf("%s-%s-%d", l.lang.Code(), l.theme, l.width) }

// TestScreensInBrowser opens every screen in both languages, themes and widths:
// nothing may stick out sideways or break the policy. With BOTYARD_SHOTS set to
// a folder it leaves pictures there, with BOTYARD_AXE set to anything it asks
// axe-core too.
func TestScreensInBrowser(t *testing.T) {
	ctx, yard := chrome.Start(t), newYard(t)
	for _, l := range looks() {
		for _, name := range append(screenNames(l.lang), "") {
			y := yard.URL + "/gallery/" + name
			if name == "" {
				y = yard.URL + "/gallery"
			}
			address := fmt.Sprintf("%s?lang=%s&theme=%s", y, l.lang.Code(), l.theme)
			err := chromedp.Do(ctx, chromedp.EmulateViewport(l.width, 800), chromedp.Navigate(address))
			if err != nil {
				t.Fatalf("open %s: %v", address, err)
			}
			if wide := evaluate[int64](t, ctx, "document.documentElement.scrollWidth"); wide > l.width {
				t.Errorf("%s %s: %d pixels wide, want at most %d", name, l, wide, l.width)
			}
			complain(t, ctx, name, l)
			shoot(t, ctx, name, l)
		}
	}
	yard.mu.Lock()
	defer yard.mu.Unlock()
	for _, v := range yard.violations {
		t.Errorf("violation of the policy: %s", v)
	}
}

func screenNames(l lang.Lang) []string {
	var names []string
	for _, s := range Screens(l) {
		names = append(names, s.Name)
	}
	return names
}

func evaluate[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("evaluate %s: %v", expression, err)
	}
	return value
}

// complain reports what axe-core finds.
func complain(t *testing.T, ctx context.Context, name string, l look) {
	t.Helper()
	if os.Getenv("BOTYARD_AXE") == "" {
		return
	}
	for _, f := range chrome.Axe(t).Findings(t, ctx) {
		t.Errorf("%s %s: %s", name, l, f)
	}
}

// shoot leaves a picture of the whole page.
func shoot(t *testing.T, ctx context.Context, name string, l look) {
	t.Helper()
	folder := os.Getenv("BOTYARD_SHOTS")
	if folder == "" {
		return
	}
	height := max(evaluate[int64](t, ctx, "document.documentElement.scrollHeight"), 640)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(l.width, height)); err != nil {
		t.Fatalf("resize: %v", err)
	}
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatalf("shoot %s: %v", name, err)
	}
	if name == "" {
		name = "gallery"
	}
	if err := os.WriteFile(filepath.Join(folder, name+"-"+l.String()+".png"), picture, 0o600); err != nil {
		t.Fatal(err)
	}
}
