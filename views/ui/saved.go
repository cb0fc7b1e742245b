package ui

import (
	"strconv"
	"time"

	"github.com/a-h/templ"
)

// Saved is the quiet state of something that is saved as it is typed.
type Saved struct {
	// At is when it was saved last, zero when not since the screen was opened.
	At time.Time
	// Failed tells that what was sent could not be kept; the mistakes say why.
	Failed bool
}

// Swaps makes a plain form draw only one region anew: htmx posts it, follows
// the redirect, and takes the region with that id out of the whole page, beside
// it the toast, the publish button and the regions named further. Posts of one
// screen go one after another.
func Swaps(action, region string, further ...string) templ.Attributes {
	beside := "#toast:innerHTML,#publication"
	for _, id := range further {
		beside += ",#" + id
	}
	return templ.Attributes{
		"hx-post":       action,
		"hx-target":     "#" + region,
		"hx-select":     "#" + region,
		"hx-swap":       "outerHTML",
		"hx-select-oob": beside,
		"hx-sync":       "#main:queue all",
	}
}

// Autosaves makes a form send itself while it is typed in. The reply goes into
// saved, the place made by SavedPlace; a conflict (409) replaces the form.
func Autosaves(action, form, saved string) templ.Attributes {
	return templ.Attributes{
		"id":            form,
		"hx-post":       action,
		"hx-trigger":    "input delay:800ms, change, submit",
		"hx-target":     "#" + saved,
		"hx-swap":       "innerHTML",
		"hx-status:409": "target:#" + form + " swap:outerHTML",
		"hx-sync":       "#main:queue all",
	}
}

// Refreshes makes the region with that id take itself anew out of the page at
// url, every so many seconds while somebody looks; 0 for never.
func Refreshes(url, region string, seconds int) templ.Attributes {
	if seconds == 0 {
		return nil
	}
	return templ.Attributes{
		"data-refresh":  strconv.Itoa(seconds),
		"hx-get":        url,
		"hx-trigger":    "refresh",
		"hx-target":     "#" + region,
		"hx-select":     "#" + region,
		"hx-swap":       "outerHTML",
		"hx-select-oob": "#publication",
	}
}

// Soon is in how many seconds to look again at a bot about which Telegram is
// being asked (asked), or is asked again within a minute (doubted).
func Soon(asked, doubted bool) int {
	switch {
	case asked:
		return 1
	case doubted:
		return 10
	}
	return 0
}
