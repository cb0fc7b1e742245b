// Package files is the screen of all files of a project.
//
// GET …/files shows it, POST (file) takes in another one; POST …/files/{key}
// (name, alt) says what one is called and what it shows.
package files

import (
	"context"

	"botyard/internal/lang"
	"botyard/views/page"
)

// MaxAlt is the most characters of what a picture shows.
const MaxAlt = 300

// Page is the screen.
type Page struct {
	Project page.Project
	// Files are the newest first.
	Files []File
	// Mistakes are at "file".
	Mistakes page.Mistakes
}

// File is one that was uploaded.
type File struct {
	Key, Name, URL string
	// Alt is what a picture shows, in words.
	Alt string
	// Picture tells that it can be drawn; then it is so many pixels large.
	Picture       bool
	Width, Height int
	Bytes         int
}

// called is what a file is known by.
func (f File) called(ctx context.Context) string {
	switch {
	case f.Name != "":
		return f.Name
	case f.Alt != "":
		return f.Alt
	case f.Picture:
		return lang.T(ctx, "files.picture")
	}
	return lang.T(ctx, "files.nameless")
}

// size is how large a file is, in words.
func (f File) size(ctx context.Context) string {
	size := lang.T(ctx, "files.size", "n", max(1, f.Bytes>>10))
	if f.Picture {
		return lang.T(ctx, "files.pixels", "w", f.Width, "h", f.Height, "size", size)
	}
	return size
}
