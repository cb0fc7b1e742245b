package miniapp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// drawnHere is what the runtime draws in the browser, before anything moves in it.
const drawnHere = `(() => {
	const d = document.createElement("div");
	d.append(...draw(JSON.parse(document.getElementById("m.").textContent)));
	return d.innerHTML;
})()`

// TestSameDOM draws the samples of each kind, and whole pages, on the server
// and in the browser, and compares what the browser makes of both.
func TestSameDOM(t *testing.T) {
	manifests := map[string]Manifest{"café": cafeManifest(t), "hostile": hostileManifest(t)}
	for name, blocks := range samples {
		own := slices.Clone(blocks)
		for i := range own {
			own[i] = strings.Replace(own[i], `"id":"b"`, fmt.Sprintf(`"id":"b%d"`, i), 1)
		}
		manifests[name] = onPage(t, strings.Join(own, ","))
	}
	s := newPagesServer(t, Manifest{})
	browser := newBrowser(t, s.Server)
	b := newTab(t, browser)
	for name, m := range manifests {
		s.manifest = m
		for _, path := range []string{"/m/par", "/s/par"} {
			b.open(at("pages.test", path+"?v=bare"))
			served := b.eval(`document.getElementById("r.").innerHTML`)
			b.open(at("pages.test", path+"?v=empty"))
			if diff := cmp.Diff(served, b.eval(drawnHere)); diff != "" || served == "" {
				t.Errorf("%s at %s (-server +browser):\n%s", name, path, diff)
			}
			b.clean()
			if name != "café" && name != "hostile" {
				continue
			}
			b.open(at("pages.test", path+"?v=marked"))
			b.want(`document.querySelectorAll("main[data-served]").length`, "1")
			b.clean()
		}
	}
}

func TestSiteRouter(t *testing.T) {
	s := newPagesServer(t, cafeManifest(t))
	b := newTab(t, newBrowser(t, s.Server))
	b.open(at("pages.test", "/s/par"))
	b.want("document.title", "Меню · Кофейня «Пар»")
	b.eval("window.stays = 1")

	b.eval(`document.querySelector("nav a:not([aria-current])").click()`)
	b.want("location.pathname", "/s/par/about")
	b.want("document.title", "О нас · Кофейня «Пар»")
	b.want(`document.querySelector("[aria-current]").textContent`, "О нас")
	b.want(`document.querySelector("h1").textContent`, "О нас")
	b.want("document.activeElement.tagName", "MAIN")

	b.eval("history.back()")
	b.wait(`document.title.startsWith("Меню")`)
	b.want("location.pathname", "/s/par")
	b.want("document.activeElement.tagName", "MAIN")
	b.eval("history.forward()")
	b.wait(`document.title.startsWith("О нас")`)
	b.want("window.stays", "1")
	if n := s.loads.Load(); n != 1 {
		t.Errorf("%d documents were loaded for three moves, want 1", n)
	}

	// With a key held, a link is the browser's own business.
	b.want(`(() => {
		const e = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
		addEventListener("click", (e) => { window.taken = e.defaultPrevented; e.preventDefault(); }, { once: true });
		document.querySelector("nav a").dispatchEvent(e);
		return taken;
	})()`, "false")
	b.clean()

	b.open(at("pages.test", "/s/par/about"))
	b.want("document.title", "О нас · Кофейня «Пар»")
	b.want("getComputedStyle(document.documentElement).getPropertyValue('--btn')", lightScheme(colour{0x8f, 0x4a, 0x1f}).button.String())
	b.clean()
}
