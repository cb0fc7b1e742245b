// Package static holds the files that browsers fetch: styles, scripts, icons,
// the pages' runtime. They are embedded, served under names that hold a hash
// of what is in them, and so kept by browsers for a year.
package static

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"path"
	"strings"
)

// FS holds the files as they lie in this folder.
//
//go:embed *
var FS embed.FS

// Prefix is where Handler is to be mounted.
const Prefix = "/static/"

// asset is one file as it is served.
type asset struct {
	url, contentType string
	body, gzipped    []byte
}

var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
	".png": "image/png",
}

// byName has the assets by the names that pages use, byURL by their addresses.
var byName, byURL = load()

func load() (byName, byURL map[string]*asset) {
	byName, byURL = map[string]*asset{}, map[string]*asset{}
	for name, body := range files() {
		a := newAsset(name, body)
		byName[name], byURL[a.url] = a, a
	}
	return byName, byURL
}

// files are the files at the top of this folder, the vendored script, and the
// two that are joined from many.
func files() map[string][]byte {
	out := map[string][]byte{
		"cabinet.css": join("css", ".css", styles),
		"cabinet.js":  join("js", ".js", scripts),
		"htmx.js":     read(htmx),
	}
	entries, err := fs.ReadDir(FS, ".")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	for _, e := range entries {
		if _, served := contentTypes[path.Ext(e.Name())]; served {
			out[e.Name()] = read(e.Name())
		}
	}
	return out
}

func read(name string) []byte {
	body, err := FS.ReadFile(name)
	if err != nil {
		panic(err) // a name in this package is wrong
	}
	return body
}

func join(folder, ext string, names []string) []byte {
	parts := make([][]byte, len(names))
	for i, name := range names {
		parts[i] = read(folder + "/" + name + ext)
	}
	return bytes.Join(parts, []byte("\n"))
}

func newAsset(name string, body []byte) *asset {
	ext := path.Ext(name)
	sum := sha256.Sum256(body)
	url := Prefix + strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(sum[:6]) + ext
	return &asset{url: url, contentType: contentTypes[ext], body: body, gzipped: squeeze(body)}
}

// URL is the address of a file by its name, e.g. "cabinet.css". A name that is
// not there gets an address that answers 404; a test looks for such names.
func URL(name string) string {
	if a, found := byName[name]; found {
		return a.url
	}
	return Prefix + name
}
