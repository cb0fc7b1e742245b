package chrome

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestFaultsOfPagesAreFound(t *testing.T) {
	t.Parallel()
	const faulty = `<!DOCTYPE html><html lang="en"><head><title>A</title></head><body><main><h1>A</h1><p>b</div><img src="data:,"></main></body></html>`
	if said := Validate(t, map[string]string{"faulty": faulty}); !strings.Contains(said, "close-order") {
		t.Errorf("html-validate says %q of a faulty page", said)
	}
	axe, tab := Axe(t), Tab(t, Start(t))
	if err := chromedp.Do(tab, chromedp.Navigate("data:text/html,"+faulty)); err != nil {
		t.Fatal(err)
	}
	if found := strings.Join(axe.Findings(t, tab), "\n"); !strings.Contains(found, "image-alt") {
		t.Errorf("axe finds %q on a faulty page", found)
	}
}
