package gallery

import (
	"testing"

	"github.com/chromedp/chromedp"

	"botyard/internal/chrome"
)

// TestMenusFit opens every menu at both widths: none may leave the window.
func TestMenusFit(t *testing.T) {
	ctx, yard := chrome.Start(t), newYard(t)
	const out = `[...document.querySelectorAll("details.menu")].filter(m => {
		document.querySelectorAll("details.menu[open]").forEach(o => o.open = false);
		m.open = true;
		const box = m.querySelector(".menu-list").getBoundingClientRect();
		return box.width > 0 && (box.left < 0 || box.right > innerWidth);
	}).map(m => m.querySelector("summary").id)`
	for _, l := range looks() {
		for _, name := range []string{"home-live", "bot", "projects"} {
			err := chromedp.Do(ctx, chromedp.EmulateViewport(l.width, 800),
				chromedp.Navigate(yard.URL+"/gallery/"+name+"?lang="+l.lang.Code()+"&theme="+string(l.theme)))
			if err != nil {
				t.Fatalf("open %s: %v", name, err)
			}
			for _, id := range evaluate[[]string](t, ctx, out) {
				t.Errorf("%s %s: the menu of #%s leaves the window", name, l, id)
			}
			shoot(t, ctx, name+"-menu", l)
		}
	}
}
