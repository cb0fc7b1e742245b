package handlers

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// inFrame is an expression about the preview's document; false while that is on its way.
func inFrame(expression string) string {
	return `(() => { try { const w = document.querySelector("#preview").contentWindow, d = w.document; return ` + expression + ` } catch { return false } })()`
}

// TestPreviewFollowsTheEditor types, and the preview shows it without a load;
// taps a block in it, and its form opens; turns it into a Mini App, and to the dark.
func TestPreviewFollowsTheEditor(t *testing.T) {
	t.Parallel()
	p := newPerson(t, setup(t))
	p.signsUp("Café")
	p.opens("/projects/1/pages/home?block=b2")
	p.sees("the preview with the open block marked", inFrame(`d.querySelector("#b2[data-open]") !== null`))
	p.reads(inFrame(`(w.stays = "yes")`))
	p.do("wait", chromedp.WaitReady("[data-htmx-powered]"))
	p.evaluates("type", `(() => {
		const words = document.querySelector("#b-b2-text");
		words.value = "Fresh bread";
		return words.dispatchEvent(new Event("input", { bubbles: true }));
	})()`)
	p.sees("it in the preview", inFrame(`d.querySelector("#b2").textContent.includes("Fresh bread") && w.stays === "yes"`))

	p.reads(inFrame(`String(w.postMessage({ fresh: true, page: "none", open: "b1" }, "*"), d.querySelector("#b1").click())`))
	p.sees("the form of the tapped block", `document.querySelector("#block-b1.open") !== null`)
	p.sees("it marked", inFrame(`d.querySelector("#b1[data-open]") !== null && !d.querySelector("#b2[data-open]")`))

	p.do("as a Mini App", chromedp.Click("#show-app"))
	p.sees("the Mini App", inFrame(`d.documentElement.dataset.as === "app" && d.querySelector("h1") !== null`))
	p.do("in the dark", chromedp.Click("#show-dark"))
	p.sees("the dark", inFrame(`w.matchMedia("(prefers-color-scheme: dark)").matches`))
	p.opens("/projects/1/pages/home")
	p.sees("that it is remembered", inFrame(`d.documentElement.dataset.as === "app" && w.matchMedia("(prefers-color-scheme: dark)").matches`))
}

// TestThemeInABrowser chooses corners and a colour, and sees both at once.
func TestThemeInABrowser(t *testing.T) {
	t.Parallel()
	p := newPerson(t, setup(t))
	p.signsUp("Café")
	p.opens("/projects/1/theme")
	p.sees("the preview", inFrame(`d.querySelector("h1") !== null`))
	p.reads(inFrame(`(w.stays = "yes")`))
	p.do("choose square corners", chromedp.WaitReady("[data-htmx-powered]"), chromedp.Click(`label:has(#corners-square)`))
	p.sees("them", inFrame(`w.getComputedStyle(d.documentElement).getPropertyValue("--r") === "0" && w.stays === "yes"`))
	p.do("choose a colour", chromedp.Click("#accent-9c2542"))
	p.sees("it", `document.querySelector("#accent-9c2542").ariaPressed === "true" && `+inFrame(`w.getComputedStyle(d.documentElement).getPropertyValue("--btn") === "#9c2542"`))
	p.evaluates("choose a faint one", `(() => {
		const own = document.querySelector("#own");
		own.value = "#ffd000";
		return own.dispatchEvent(new Event("change", { bubbles: true }));
	})()`)
	p.sees("the advice", `document.querySelector("#better") !== null`)
	p.do("take the advice", chromedp.Click("#better"))
	p.sees("that it can be read", `document.querySelector("#better") === null && document.querySelector("#contrast svg") !== null`)
}
