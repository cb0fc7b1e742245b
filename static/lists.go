package static

// htmx is version 4.0.1 of npm's htmx.org, dist/htmx.min.js, as published; a
// test compares its SHA-256.
const htmx = "vendor/htmx-4.0.1.min.js"

// styles are the files of css/ in the order in which they are joined:
// tokens.css names the layers, so that only it must be first.
var styles = []string{
	"tokens", "base", "bar", "frame", "button", "field", "choice", "sheet", "badge",
	"avatar", "note", "toast", "rail", "chat", "door", "projects", "home", "bot",
	"editor", "block", "releases", "points", "desk", "failure", "gallery",
}

// scripts are the files of js/; they do not depend on each other.
var scripts = []string{
	"focus", "menu", "toast", "once", "copy", "insert", "password", "move", "mistakes", "offline", "preview", "refresh", "revision", "keep",
}
