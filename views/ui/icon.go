package ui

import (
	"context"
	"github.com/a-h/templ"
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"

	"botyard/views/page"
)

// sprite is the address of one drawing in icons.svg.
func sprite(ctx context.Context, name string) templ.SafeURL {
	return templ.SafeURL(page.Asset(ctx, "icons.svg") + "#" + name)
}

// drawn are the kinds of blocks that icons.svg has a picture of.
var drawn = map[string]bool{
	"heading": true, "text": true, "image": true, "button": true, "gallery": true, "links": true, "contacts": true, "map": true,
	"form": true, "products": true, "order": true, "faq": true, "quote": true, "video": true, "countdown": true, "divider": true,
}

func pictureOf(kind string) string {
	if drawn[kind] {
		return "pic-" + kind
	}
	return "pic-other"
}

// grounds is the number of colours in avatar.css.
const grounds = 7

// ground is the colour class that a name always gets.
func ground(name string) string {
	h := fnv.New32a()
	h.Write([]byte(name)) //nolint:errcheck // a hash takes everything
	return "avatar-" + string(rune('0'+h.Sum32()%grounds))
}

// initial is the first letter or figure of a name.
func initial(name string) string {
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return strings.ToUpper(string(r))
		}
	}
	if r, _ := utf8.DecodeRuneInString(name); r != utf8.RuneError {
		return string(r)
	}
	return "?"
}

// Icons are the names of the icons in icons.svg.
var Icons = []string{
	"account", "again", "alert", "ask", "bell", "bold", "bot", "check", "clock", "close", "code", "copy", "desk", "dice", "down", "edit", "eye", "fork", "globe", "home",
	"info", "italic", "jump", "keys", "leave", "left", "link", "map", "more", "open", "pages", "pause", "people", "pin", "play", "plus", "projects", "qr", "redo",
	"releases", "right", "say", "search", "send", "settings", "star", "stop", "tag", "trash", "tray", "undo", "up",
}
