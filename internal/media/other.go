package media

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"

	"botyard/db"
)

const (
	// MaxFile is the most bytes of a file that is no picture: what Telegram
	// takes of a bot.
	MaxFile = 50 << 20
	maxName = 100 // characters
)

// Kept is a file that was taken in.
type Kept struct {
	// Key is its address.
	Key string
	// Name is what people see it called.
	Name string
}

// AddFile keeps a file of any kind as it is, to be sent to people. The same
// content twice is one file, under its first name. Errors are ErrTooBig,
// ErrEmpty, the reader's and the database's.
func (s *Store) AddFile(ctx context.Context, project int64, name string, r io.Reader) (Kept, error) {
	select {
	case s.decoding <- struct{}{}: // it is held whole, too
		defer func() { <-s.decoding }()
	case <-ctx.Done():
		return Kept{}, ctx.Err()
	}
	body, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	switch {
	case err != nil:
		return Kept{}, fmt.Errorf("read the upload: %w", err)
	case len(body) > MaxFile:
		return Kept{}, ErrTooBig
	case len(body) == 0:
		return Kept{}, ErrEmpty
	}
	kept := Kept{Key: keyOf(project, body), Name: CleanName(name)}
	err = s.keep(ctx, project, kept, picture{body: body, mime: mimeOf(body)})
	if err != nil {
		return Kept{}, fmt.Errorf("keep the file: %w", err)
	}
	return kept, nil
}

// shown are the types that a browser may show of what people uploaded; any
// other file is bytes to it.
var shown = map[string]bool{
	"video/mp4": true, "video/webm": true, "audio/mpeg": true, "application/ogg": true, "audio/wave": true,
	"image/jpeg": true, "image/png": true, "image/gif": true, "image/webp": true, "application/pdf": true,
}

func mimeOf(body []byte) string {
	if found := http.DetectContentType(body); shown[found] {
		return found
	}
	if film := filmMime(body); film != "" {
		return film
	}
	return "application/octet-stream"
}

// CleanName is the last part of a path, without what no file name has.
func CleanName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || strings.ContainsRune(`"/<>:|?*`, r) {
			return -1
		}
		return r
	}, db.Storable(name))
	if r := []rune(name); len(r) > maxName {
		name = string(r[len(r)-maxName:]) // its end tells what it is
	}
	if strings.Trim(name, ". ") == "" {
		return ""
	}
	return name
}
