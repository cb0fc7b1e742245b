package static

// htmx is version 4.0.1 of npm's htmx.org, dist/htmx.min.js, as published; a
// test compares its SHA-256.
const htmx = "vendor/htmx-4.0.1.min.js"

// styles are the files of css/ in the order in which they are joined:
// tokens.css names the layers, so that only it must be first.
var styles = []string{
	"tokens", "base", "bar", "frame", "button", "field", "rich", "choice", "sheet", "badge",
	"avatar", "note", "toast", "rail", "chat", "talk", "dialogue", "door", "projects", "home", "bot", "card", "orders", "catalog",
	"editor", "theme", "block", "outline", "scenario", "map", "releases", "points", "desk", "failure", "gallery",
}

// scripts are the files of js/; they do not depend on each other.
var scripts = []string{
	"focus", "menu", "toast", "once", "copy", "insert", "password", "move", "mistakes", "offline", "preview", "refresh", "revision", "holds", "leave", "zone", "atend", "rich", "richkeys", "richtools", "richpaste", "drag", "when", "keep", "atonce", "upload",
}
