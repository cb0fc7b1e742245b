package handlers

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestStepsAreDragged moves a step by mouse, by finger and by keyboard; each
// time the new order is the stored one, and undo brings the old one back.
func TestStepsAreDragged(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.signedUp(t, "anna@example.org")
	w.newProject("Café")
	for range 2 {
		w.post("/projects/1/bot/scenarios/s1/steps", "list", "", "kind", "message").wants(http.StatusSeeOther)
	}
	p := builder{newPerson(t, b), "en"}
	p.signsIn()
	p.goes("/projects/1/bot/scenarios/s1")
	first := p.order()
	p.dragsByMouse(p.grip(2), p.grip(0))
	p.moved("mouse", first)
	p.onPhone()
	p.dragsByFinger(p.grip(2), p.grip(0))
	p.moved("finger", first)
	p.do("open the last step", chromedp.Click(`#outline .step:nth-child(3) .step-line a`), chromedp.WaitReady(".open-close"), chromedp.WaitReady("[data-htmx-powered]"), chromedp.Focus(".open-close"))
	p.do("press Alt and the arrow", chromedp.KeyEvent(kb.ArrowUp, chromedp.KeyModifiers(chromedp.ModifierAlt)))
	p.moved("keyboard", first)
}

// point is a place in the window, in pixels.
type point struct{ X, Y float64 }

const stepIDs = `[...document.querySelectorAll("#outline .step")].map((s) => s.dataset.drag).join(" ")`

// order are the ids of the steps as a new look at the screen shows them.
func (p builder) order() string {
	p.t.Helper()
	ids, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](stepIDs))
	if err != nil {
		p.t.Fatal(err)
	}
	return ids
}

// grip is the middle of the nth step's handle, brought into view.
func (p builder) grip(n int) point {
	p.t.Helper()
	at, err := chromedp.Run(p.ctx, chromedp.Evaluate[point](fmt.Sprintf(`((b) => ({X: b.x + b.width / 2, Y: b.y + b.height / 2}))(document.querySelectorAll("#outline [data-grip]")[%d].getBoundingClientRect())`, n)))
	if err != nil {
		p.t.Fatal(err)
	}
	return at
}

func (p builder) dragsByMouse(from, to point) {
	p.do("drag by mouse",
		chromedp.MouseEvent(chromedp.MousePressed, from.X, from.Y, chromedp.Button("left")),
		chromedp.MouseEvent(chromedp.MouseMoved, from.X, (from.Y+to.Y)/2, chromedp.Button("left")),
		chromedp.MouseEvent(chromedp.MouseMoved, to.X, to.Y-16, chromedp.Button("left")),
		chromedp.MouseEvent(chromedp.MouseReleased, to.X, to.Y-16, chromedp.Button("left")))
}

// onPhone opens the scenario anew on a screen that is touched.
func (p builder) onPhone() {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}); err != nil {
		p.t.Fatal(err)
	}
	p.goes("/projects/1/bot/scenarios/s1")
}

// dragsByFinger drags as on a phone, whose browser would rather scroll.
func (p builder) dragsByFinger(from, to point) {
	p.t.Helper()
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		p.t.Helper()
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)}); err != nil {
			p.t.Fatal(err)
		}
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: from.X, Y: from.Y})
	for i := range 8 {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: to.X, Y: from.Y + (to.Y-16-from.Y)*float64(i+1)/8})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// moved waits for another order, which a reload must show too, and undoes it.
func (p builder) moved(by, first string) {
	p.t.Helper()
	p.sees("another order by "+by, fmt.Sprintf(`%s !== %q`, stepIDs, first))
	shown := p.order()
	p.goes("/projects/1/bot/scenarios/s1")
	if kept := p.order(); kept != shown || kept == first {
		p.t.Errorf("by %s: order after a reload = %q, want %q", by, kept, shown)
	}
	p.presses("#undo", "")
	p.sees("the old order after "+by, fmt.Sprintf(`%s === %q`, stepIDs, first))
	p.do("wait for the screen", chromedp.WaitReady("[data-htmx-powered]"))
}
