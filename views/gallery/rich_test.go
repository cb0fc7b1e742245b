package gallery

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// written waits until the text area has that text with marks.
func (p person) written(want string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](fmt.Sprintf(`document.querySelector("#s-t1-text").value === %q`, want), chromedp.WithPollingTimeout(20*time.Second))); err != nil {
		got, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector("#s-t1-text").value + " of " + document.querySelector("#s-t1-text-rich").innerHTML`))
		p.t.Fatalf("written %q, want %q", got, want)
	}
}

// emptied puts the caret into a text without words.
func (p person) emptied() {
	p.t.Helper()
	p.do("empty the text", void(chromedp.Evaluate[bool](`(a => { a.replaceChildren(); a.focus(); getSelection().setPosition(a, 0); return true })(document.querySelector("#s-t1-text-rich"))`)))
}

func textIsEditedAsItLooks(p person) {
	p.opens(steps)
	p.emptied()
	p.do("write", chromedp.KeyEvent("a * b"), chromedp.KeyEvent(kb.Enter), chromedp.Click("#s-t1-text-bold"), chromedp.KeyEvent("now"), chromedp.Click("#s-t1-text-bold"), chromedp.KeyEvent(" "))
	p.written(`a \* b` + "\n*now* ")
	p.do("a link", chromedp.Click("#s-t1-text-link"), chromedp.SendKeys("#s-t1-text-address", "example.com"), chromedp.Click("#s-t1-text-link-done"))
	p.written(`a \* b` + "\n*now* [example.com](example.com)")
	p.do("select a word", void(chromedp.Evaluate[bool](`(a => { a.focus(); getSelection().setBaseAndExtent(a.firstChild, 0, a.firstChild, 1); return true })(document.querySelector("#s-t1-text-rich"))`)))
	p.do("mark it", chromedp.Click("#s-t1-text-code"))
	p.written("`a`" + ` \* b` + "\n*now* [example.com](example.com)")
	p.sees("that it is saved", words+`.includes("Saved 12:04")`)
	p.do("too much", void(chromedp.Evaluate[bool](`(a => { a.append("x".repeat(4100)); a.dispatchEvent(new Event("input", {bubbles: true})); return true })(document.querySelector("#s-t1-text-rich"))`)))
	p.sees("how much fits", `document.querySelector(".rich-over")?.textContent.endsWith("/ 4096")`)
}

// marksWhatComesNext presses a mark in the very moment in which the text was
// typed, before the browser tells where the caret is.
func marksWhatComesNext(p person) {
	p.opens(steps)
	p.emptied()
	p.do("write and mark at once", void(chromedp.Evaluate[bool](`(() => {
		document.execCommand("insertText", false, "one two ");
		document.querySelector("#s-t1-text-bold").click();
		document.execCommand("insertText", false, "three");
		return true;
	})()`)))
	p.written("one two *three*")
}

// pasted is what other programs put on the clipboard, and what of it is kept.
var pasted = map[string]string{
	`<html><head><style>p{color:red}</style></head><body lang=RU><!--StartFragment--><p class=MsoNormal><b><span style='font-size:14.0pt'>Open</span></b><span>
 daily</span><o:p></o:p></p><p class=MsoNormal><i>till nine</i></p><!--EndFragment--></body></html>`: "*Open* daily\n_till nine_",
	`<meta charset='utf-8'><strong>Bread</strong> at <em>noon</em><br>See <a href="https://example.com/a(b)">the list</a>`:                                  "*Bread* at _noon_\nSee [the list](https://example.com/a(b\\))",
	`<b style="font-weight:normal;"><p><span style="font-weight:700">Doc</span><span style="font-style:italic;font-weight:400">s</span></p></b>`:            "*Doc*_s_",
	`<a href="javascript:alert(1)" onclick="x()">no</a><img src=x onerror=alert(1)><script>bad()</script><u>under</u><table><tr><td>cell</td></tr></table>`: "nounder\ncell",
	`<pre>make it</pre>`: "`make it`",
}

func whatIsPastedIsCleaned(p person) {
	p.opens(steps)
	for html, want := range pasted {
		p.emptied()
		p.paste("text/html", html)
		p.written(want)
	}
	p.emptied()
	p.paste("text/plain", "<b>one</b>\r\n2 * 2")
	p.written("<b>one</b>\n2 \\* 2")
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`!document.querySelector(".rich script, .rich img, .rich style, .rich [onclick]")`)); err != nil {
		p.t.Error(err)
	}
}

func (p person) paste(kind, words string) {
	p.t.Helper()
	script := fmt.Sprintf(`(a => {
		const data = new DataTransfer();
		data.setData(%q, %q);
		a.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
		return true;
	})(document.querySelector("#s-t1-text-rich"))`, kind, words)
	p.do("paste "+strings.TrimSpace(words), void(chromedp.Evaluate[bool](script)))
}

// inputMethodIsLeftAlone writes as one does in Chinese: the text is composed,
// and taken by Enter.
func inputMethodIsLeftAlone(p person) {
	p.opens(steps)
	p.emptied()
	compose := func(text string) {
		if _, err := chromedp.Call(p.ctx, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: int64(len([]rune(text))), SelectionEnd: int64(len([]rune(text)))}); err != nil {
			p.t.Fatal(err)
		}
	}
	for _, text := range []string{"n", "ni", "nih", "你好"} {
		compose(text)
	}
	if _, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: "你好"}); err != nil {
		p.t.Fatal(err)
	}
	p.written("你好")
}

func TestPastedHasSomethingOfEverySort(t *testing.T) {
	t.Parallel()
	all := ""
	for html := range pasted {
		all += html
	}
	for _, sort := range []string{"MsoNormal", "<strong>", "font-weight:normal", "javascript:", "<pre>"} {
		if !strings.Contains(all, sort) {
			t.Errorf("nothing pasted has %s", sort)
		}
	}
}
