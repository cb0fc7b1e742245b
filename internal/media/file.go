package media

import (
	"context"
	"errors"
	"fmt"
	"io"

	"botyard/db"
)

// File is a kept file, read a chunk at a time. It is an io.ReadSeeker.
type File struct {
	// Key and Mime are its address and its content type.
	Key, Mime string
	// Name is what people see it called, "" for pictures.
	Name string
	// Size is in bytes.
	Size int64
	// Suspended tells that the project shows nothing to visitors now.
	Suspended bool

	ctx     context.Context
	store   *db.Store
	project int64
	at      int64
	// chunk is number n of the file; n is -1 before the first.
	chunk []byte
	n     int64
}

// Open finds a file by its key, or answers ErrNoFile. The file reads from the
// database until ctx ends.
func (s *Store) Open(ctx context.Context, key string) (*File, error) {
	project, ok := projectOf(key)
	if !ok {
		return nil, ErrNoFile
	}
	row, err := s.store.MediaFile(ctx, db.MediaFileParams{ProjectID: project, Key: key})
	if db.NotFound(err) {
		return nil, ErrNoFile
	}
	if err != nil {
		return nil, fmt.Errorf("find the file: %w", err)
	}
	return &File{Key: key, Mime: row.Mime, Name: row.Name, Size: int64(row.Bytes), Suspended: row.Suspended, ctx: ctx, store: s.store, project: project, n: -1}, nil
}

// Read reads up to the end of a chunk.
func (f *File) Read(p []byte) (int, error) {
	if f.at >= f.Size {
		return 0, io.EOF
	}
	if n := f.at / chunkSize; n != f.n {
		chunk, err := f.store.MediaChunk(f.ctx, db.MediaChunkParams{ProjectID: f.project, Key: f.Key, N: int16(n)})
		if err != nil {
			return 0, fmt.Errorf("read a chunk: %w", err)
		}
		f.chunk, f.n = chunk, n
	}
	within := f.at % chunkSize
	if within >= int64(len(f.chunk)) {
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(p, f.chunk[within:])
	f.at += int64(n)
	return n, nil
}

// Seek moves to where the next Read begins.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += f.Size
	}
	if offset < 0 {
		return 0, errors.New("seek before the file")
	}
	f.at = offset
	return offset, nil
}
