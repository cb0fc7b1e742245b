package gallery

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"botyard/internal/chrome"
)

// person drives a browser on a cabinet.
type person struct {
	t   *testing.T
	ctx context.Context
	*cabinet
}

func (p person) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// sees waits until the expression holds in the page.
func (p person) sees(what, expression string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](expression)); err != nil {
		p.t.Fatalf("never sees %s: %v", what, err)
	}
}

func (p person) opens(path string) {
	p.t.Helper()
	p.do("open "+path, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(p.URL+path), chromedp.WaitReady("[data-htmx-powered]"))
}

const (
	words = `document.querySelector("#s-t1-saved").textContent`
	text  = "#s-t1-text-rich"
	steps = "/projects/7/bot/scenarios/s1"
	saves = steps + "/steps/t1"
)

// typing puts words at the end of the open message.
func typing(words string) chromedp.Action[chromedp.Void] {
	toEnd := void(chromedp.Evaluate[bool](`(a => { a.focus(); getSelection().setPosition(a, a.childNodes.length); return true })(document.querySelector("#s-t1-text-rich"))`))
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		if _, err := toEnd(ctx, t); err != nil {
			return chromedp.Void{}, err
		}
		return chromedp.KeyEvent(words)(ctx, t)
	}
}

// TestEditing walks through what scripts do in the two editors, in a browser,
// against a server that answers as the handlers are to.
func TestEditing(t *testing.T) {
	ctx := chrome.Start(t)
	for name, walk := range map[string]func(person){
		"typed text is saved":              typedTextIsSaved,
		"a mistake stands at its field":    mistakeStandsAtItsField,
		"a conflict keeps both texts":      conflictKeepsBoth,
		"a failure keeps the text":         failureKeepsText,
		"waiting saves learn the revision": waitingSavesLearnTheRevision,
		"buttons are added by labels":      buttonsAreAddedByTheirLabels,
		"a step is removed":                stepIsRemoved,
		"a variable goes to the caret":     variableGoesToTheCaret,
		"a text is edited as it looks":     textIsEditedAsItLooks,
		"a mark goes where one typed":      marksWhatComesNext,
		"what is pasted is cleaned":        whatIsPastedIsCleaned,
		"an input method is left alone":    inputMethodIsLeftAlone,
		"a block moves by the keyboard":    blockMovesByKeyboard,
		"a picture is uploaded at once":    pictureIsUploaded,
		"a menu closes by Escape":          menuClosesByEscape,
	} {
		t.Run(name, func(t *testing.T) {
			walk(person{t, chrome.Tab(t, ctx), newCabinet(t)}) // a tab with unsaved words would hold the next one up
		})
	}
}

func typedTextIsSaved(p person) {
	p.opens(steps)
	p.do("type", typing(" And more."))
	p.sees("that it is saved", words+`.includes("Saved 12:04") && document.querySelector("#s-t1-form [name=revision]").value === "11"`)
	forms := p.posted(saves)
	if len(forms) != 1 || forms[0].Get("revision") != "r1" {
		p.t.Fatalf("posted %v, want one save with revision r1", forms)
	}
	if got, want := forms[0].Get("f.text"), p.scenario.Top.Steps[0].Form.Values["text"]+" And more."; got != want {
		p.t.Errorf("saved %q, want %q", got, want)
	}
}

func mistakeStandsAtItsField(p person) {
	p.answers(http.StatusUnprocessableEntity)
	p.opens(steps)
	p.do("type", typing(" One."))
	p.sees("the mistake", `document.querySelector("#s-t1-text-mistake .mistake") && document.querySelector("#s-t1-text").ariaInvalid === "true"`)
	p.sees("that it is not saved", words+`.includes("Not saved")`)
	p.answers(0)
	p.do("type on", typing(" Two."))
	p.sees("that all is well", `!document.querySelector("#s-t1-text-mistake .mistake") && document.querySelector("#s-t1-text").ariaInvalid !== "true"`)
	p.sees("both words", `document.querySelector("#s-t1-text").value.endsWith(" One. Two.")`)
}

func conflictKeepsBoth(p person) {
	p.answers(http.StatusConflict)
	p.opens(steps)
	p.do("type", typing(" Mine."))
	p.sees("both texts", `document.querySelectorAll("#s-t1-form .versus section").length === 2 &&
		document.querySelector("#s-t1-form").textContent.includes("Mine.") && document.querySelector("#s-t1-form").textContent.includes("the other tab")`)
	p.answers(0)
	p.do("keep mine", chromedp.Click("#s-t1-take-mine"))
	p.do("the page again", chromedp.WaitReady(text))
	forms := p.posted(saves)
	if got := forms[len(forms)-1].Get("revision"); got != "11" {
		p.t.Errorf("kept with revision %q, want theirs, 11: %v", got, forms)
	}
}

func failureKeepsText(p person) {
	p.answers(http.StatusServiceUnavailable)
	p.opens(steps)
	p.do("type", typing(" Kept."))
	p.sees("that it is kept", words+`.includes("kept")`)
	p.sees("it said once", `document.querySelector("#toast").textContent.trim() === ""`)
	p.answers(0)
	p.do("the network comes back", void(chromedp.Evaluate[bool](`window.dispatchEvent(new Event("online"))`)))
	p.sees("that it is saved", words+`.includes("Saved 12:04")`)
}

func waitingSavesLearnTheRevision(p person) {
	p.hold = make(chan struct{})
	p.opens(steps)
	p.do("type", typing(" First."))
	p.sees("that it is being saved", `document.querySelector("#s-t1-form").classList.contains("htmx-request")`)
	p.do("type on", typing(" Second."), chromedp.Blur(text))
	close(p.hold)
	p.sees("both are saved", `document.querySelector("#s-t1-form [name=revision]").value === "12"`)
	forms := p.posted(saves)
	if len(forms) != 2 || forms[1].Get("revision") != "11" {
		p.t.Errorf("posted %v, want the second save with the first one's revision, 11", forms)
	}
}

func buttonsAreAddedByTheirLabels(p person) {
	p.opens(steps)
	p.do("add", chromedp.SendKeys("#label-t2", "Prices"+kb.Enter))
	p.sees("the button, and the place for the next focused", `document.querySelector("#key-level-t2-b9")?.textContent.includes("Prices") &&
		document.activeElement.id === "label-t2" && document.activeElement.value === ""`)
}

func stepIsRemoved(p person) {
	p.opens(steps)
	p.do("remove", chromedp.Click("#act-t1-remove-button"))
	p.sees("the toast with the way back", `document.querySelector("#toast #toast-undo") && !document.querySelector("#step-t1")`)
	p.sees("the focus where one goes on", `document.activeElement !== document.body && !document.activeElement.id.endsWith("-remove-button")`)
	p.sees("that the live region stayed", `document.querySelector("#toast").getAttribute("role") === "status"`)
	p.do("undo", chromedp.Click("#toast-undo"), chromedp.WaitReady("#step-t1"))
	if forms := p.posted("/projects/7/bot/history"); len(forms) != 1 || forms[0].Get("edit") != "5" {
		p.t.Errorf("undone with %v, want the toast's fields", forms)
	}
}

func variableGoesToTheCaret(p person) {
	p.opens(steps)
	p.do("put the caret", void(chromedp.Evaluate[bool](`(a => { a.focus(); getSelection().setPosition(a.firstChild, 5); return true })(document.querySelector("#s-t1-text-rich"))`)))
	p.do("insert", chromedp.Click("#s-t1-text-insert"), chromedp.Click("#s-t1-text-insert-1"))
	p.sees("it there", `document.querySelector("#s-t1-text").value.startsWith("Hello[Last name],")`)
	p.sees("that it is saved", words+`.includes("Saved 12:04") && document.querySelector("#s-t1-form [name=revision]").value === "11"`)
}

func blockMovesByKeyboard(p person) {
	p.opens("/projects/7/pages/home?block=b2")
	p.do("press Alt+Up", chromedp.Focus("#b-b2-text"), chromedp.KeyEvent(kb.ArrowUp, chromedp.KeyModifiers(1)))
	p.sees("it first", `document.querySelector("#blocks .open, #blocks .block").id === "block-b2"`)
	if forms := p.posted("/projects/7/pages/home/blocks/b2/position"); len(forms) != 1 || forms[0].Get("to") != "up" {
		p.t.Errorf("posted %v, want one step up", forms)
	}
}

func pictureIsUploaded(p person) {
	file := filepath.Join(p.t.TempDir(), "a.png")
	if err := os.WriteFile(file, []byte("\x89PNG"), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.opens("/projects/7/pages/home?block=b3")
	p.do("type beside it", chromedp.SendKeys("#b-b3-alt", "Rye"))
	p.do("choose a file", chromedp.SetUploadFiles("#b-b3-image", []string{file}))
	p.sees("it there, and the words kept", `document.querySelector("[name=f-image]").value === "new" && document.querySelector("#b-b3-alt").value === "Rye"`)
	p.sees("the words saved with the new revision", `document.querySelector("#form-b3 [name=revision]").value === "after-save"`)
	first := len(p.posted("/projects/7/pages/home/blocks/b3/pictures/image"))
	if first != 1 {
		p.t.Fatalf("%d files were sent, want the first one once", first)
	}
	p.do("choose another file", chromedp.SetUploadFiles("#b-b3-image", []string{file}))
	p.sees("it there", `document.querySelector("[name=f-image]").value === "new"`)
	for deadline := time.Now().Add(10 * time.Second); len(p.posted("/projects/7/pages/home/blocks/b3/pictures/image")) == first; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.t.Fatal("a second file is not sent")
		}
	}
	for _, form := range p.posted("/projects/7/pages/home/blocks/b3") {
		if form.Get("revision") == "after-upload" && form.Get("f-image") != "new" {
			p.t.Errorf("a save that waited for the picture posted %v, which takes the picture away", form)
		}
	}
}

func menuClosesByEscape(p person) {
	p.opens(steps)
	p.do("open", chromedp.Click("#account-menu"))
	p.sees("it open", `document.querySelector("#account-menu").parentElement.open`)
	p.do("escape", chromedp.KeyEvent(kb.Escape))
	p.sees("it closed, the focus on it", `!document.querySelector("#account-menu").parentElement.open && document.activeElement.id === "account-menu"`)
}

// void drops what an action gives.
func void[T any](a chromedp.Action[T]) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := a(ctx, t)
		return chromedp.Void{}, err
	}
}
