package handlers

import (
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"botyard/internal/chrome"
)

// TestTwoOriginsInABrowser edits and publishes where the pages have an origin of
// their own: the preview and the pictures come from there into the cabinet, and
// nothing breaks a policy.
func TestTwoOriginsInABrowser(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	pages := "http://" + listener.Addr().String()
	cabinet := strings.Replace(pages, "127.0.0.1", "localhost", 1)
	b := setup(t, publicAt(cabinet), pagesAt(pages))
	web := httptest.NewUnstartedServer(b.h)
	_ = web.Listener.Close()
	web.Listener = listener
	web.Start()
	t.Cleanup(web.Close)
	p := person{t, chrome.Start(t), cabinet}
	p.opens("/signup")
	p.do("sign up", chromedp.SendKeys("#email", "anna@example.org"), chromedp.SendKeys("#password", password), chromedp.Click("#sign-up"),
		chromedp.WaitVisible("#project-name"), chromedp.SendKeys("#project-name", "Café"), chromedp.Submit("#project-name"))
	p.sees("the project", `document.querySelector("h1").textContent === "Café"`)
	p.opens("/projects/1/pages/home")
	p.sees("the preview of the other origin", `new URL(document.querySelector("#preview").src).origin === "`+pages+`" && document.querySelector("#preview").contentDocument === null`)
	p.addsPicture()
	p.sees("the picture of the other origin", `new URL(document.querySelector("#b-b3-media-field img").src).origin === "`+pages+`"`)
	p.do("publish", chromedp.Click("#publish"), chromedp.WaitVisible("#publish-now"), chromedp.Click("#publish-now"))
	p.sees("the version", `document.querySelector("#versions .badge-live") !== null`)
	p.do("open the site", chromedp.Navigate(pages+"/s/caf"))
	p.sees("the page", `document.querySelector("h1").textContent === "Café" && document.querySelector("img").naturalWidth === 60`)
	p.sees("no cookie", `document.cookie === ""`)
}
