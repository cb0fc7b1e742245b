// Package media takes in the files that people upload, makes pictures safe and
// small, and keeps them in the database.
package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"

	"botyard/db"
)

const (
	// MaxBytes is the most bytes of an upload.
	MaxBytes = 10 << 20
	// MaxPixels is the most pixels of one.
	MaxPixels = 25_000_000
	// MaxSide is the longest side of what is kept, in pixels.
	MaxSide   = 2048
	chunkSize = 1 << 20
)

// Why an upload is refused, and what a key that leads nowhere answers.
var (
	// ErrNotImage means that it is no JPEG, PNG, WebP or GIF, or a broken one.
	ErrNotImage = errors.New("not an image")
	// ErrNotFilm means that it is neither MP4 nor WebM.
	ErrNotFilm = errors.New("not a video")
	// ErrTooBig means more than MaxBytes, of a file more than MaxFile.
	ErrTooBig = errors.New("too many bytes")
	// ErrTooManyPixels means more than MaxPixels.
	ErrTooManyPixels = errors.New("too many pixels")
	// ErrEmpty means no byte at all.
	ErrEmpty = errors.New("an empty file")
	// ErrNoFile means that no file has the key.
	ErrNoFile = errors.New("no such file")
)

// Image is a picture that is kept.
type Image struct {
	// Key is its address: 48 hexadecimal digits, the first 16 its project.
	Key           string
	Width, Height int
}

// Store keeps files. It is safe for concurrent use.
type Store struct {
	// Room is how many bytes of files there may be.
	Room  Room
	store *db.Store
	// decoding holds one token: pictures are big while they are decoded.
	decoding chan struct{}
}

// New makes a store over the database.
func New(store *db.Store) *Store {
	return &Store{Room: DefaultRoom(), store: store, decoding: make(chan struct{}, 1)}
}

// AddImage reads a picture, draws it anew (upright, at most MaxSide a side, with
// nothing of the original file left) and keeps it for the project. The same
// picture twice is one file. Errors are ErrNotImage, ErrTooBig,
// ErrTooManyPixels, ErrNoRoom, the reader's and the database's.
func (s *Store) AddImage(ctx context.Context, project int64, r io.Reader) (Image, error) {
	upload, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return Image{}, fmt.Errorf("read the upload: %w", err)
	}
	if len(upload) > MaxBytes {
		return Image{}, ErrTooBig
	}
	p, err := s.redraw(ctx, upload)
	if err != nil {
		return Image{}, err
	}
	image := Image{Key: keyOf(project, p.body), Width: p.width, Height: p.height}
	if err := s.keep(ctx, project, Kept{Key: image.Key}, p); err != nil {
		return Image{}, fmt.Errorf("keep the picture: %w", err)
	}
	return image, nil
}

func (s *Store) redraw(ctx context.Context, upload []byte) (picture, error) {
	select {
	case s.decoding <- struct{}{}:
		defer func() { <-s.decoding }()
	case <-ctx.Done():
		return picture{}, ctx.Err()
	}
	return redraw(upload)
}

func (s *Store) keep(ctx context.Context, project int64, kept Kept, p picture) error {
	return s.store.InTx(ctx, func(q *db.Queries) error {
		made, err := q.CreateMedia(ctx, db.CreateMediaParams{
			ProjectID: project, Key: kept.Key, Mime: p.mime, Name: kept.Name,
			Bytes: int32(len(p.body)), Width: int32(p.width), Height: int32(p.height),
		})
		if err != nil || made == 0 {
			return err
		}
		if err := s.Room.check(ctx, q, project); err != nil {
			return err
		}
		for n := 0; n*chunkSize < len(p.body); n++ {
			data := p.body[n*chunkSize : min((n+1)*chunkSize, len(p.body))]
			if err := q.CreateMediaChunk(ctx, db.CreateMediaChunkParams{ProjectID: project, Key: kept.Key, N: int16(n), Data: data}); err != nil {
				return err
			}
		}
		return nil
	})
}

// keyOf names a file by its project and its content: two projects never share one.
func keyOf(project int64, body []byte) string {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, uint64(project)), bytes.Clone(body)...))
	return fmt.Sprintf("%016x", uint64(project)) + hex.EncodeToString(sum[:16])
}

// projectOf is the project that a key names, false for what is no key.
func projectOf(key string) (int64, bool) {
	if len(key) != 48 {
		return 0, false
	}
	if _, err := hex.DecodeString(key); err != nil {
		return 0, false
	}
	project, err := strconv.ParseInt(key[:16], 16, 64)
	return project, err == nil
}
