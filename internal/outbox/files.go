package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"botyard/db"
	"botyard/internal/media"
	"botyard/internal/telegram"
)

// sentFile is a file as Telegram keeps it for one bot.
type sentFile struct {
	File
	id string
}

// fileKey names a file as one bot sends it.
type fileKey struct {
	integration int64
	File
}

// maxKnown is how many ids are held in memory; those beyond are read again.
const maxKnown = 10_000

// fileIDs knows under which ids Telegram keeps files, and lets a file be
// uploaded by one call at a time.
type fileIDs struct {
	mu        sync.Mutex
	ids       map[fileKey]string
	uploading map[fileKey]chan struct{} // closed at the end
}

func newFileIDs() *fileIDs {
	return &fileIDs{ids: map[fileKey]string{}, uploading: map[fileKey]chan struct{}{}}
}

func (f *fileIDs) get(k fileKey) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ids[k]
}

func (f *fileIDs) put(k fileKey, id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for old := range f.ids {
		if len(f.ids) < maxKnown {
			break
		}
		delete(f.ids, old)
	}
	f.ids[k] = id
}

// forget takes an id that Telegram does not know out of memory.
func (f *fileIDs) forget(k fileKey) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.ids, k)
}

// Of each file that is being uploaded a piece is in memory: so many are at
// most in all, and of one bot as many as an album has.
const (
	maxUploads    = 64
	maxBotUploads = 10
)

// claim waits until nobody else uploads the file. It is false when the file
// has an id by then; otherwise who claimed must call done. errNotTried means
// that too many others are uploaded.
func (f *fileIDs) claim(ctx context.Context, k fileKey) (bool, error) {
	for {
		f.mu.Lock()
		running, known := f.uploading[k], f.ids[k] != ""
		free := known || running != nil || f.room(k.integration)
		if running == nil && !known && free {
			f.uploading[k] = make(chan struct{})
		}
		f.mu.Unlock()
		switch {
		case !free:
			return false, fmt.Errorf("%w: too many files are uploaded", errNotTried)
		case running == nil || known:
			return !known, nil
		}
		select {
		case <-running:
		case <-ctx.Done():
			return false, fmt.Errorf("%w: another upload of the file runs", errNotTried)
		}
	}
}

// room tells whether one more file of a bot may be uploaded; f.mu is held.
func (f *fileIDs) room(integration int64) bool {
	own := 0
	for k := range f.uploading {
		if k.integration == integration {
			own++
		}
	}
	return own < maxBotUploads && len(f.uploading) < maxUploads
}

func (f *fileIDs) done(k fileKey) {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.uploading[k])
	delete(f.uploading, k)
}

// withFiles makes a call with files: by their ids where Telegram has them,
// else with their bytes. Ids that it does not know any more are forgotten and
// the bytes sent; a photo that is none to it goes as a document.
func (e *errand) withFiles(files []File, call func([]telegram.InputFile) ([]telegram.Message, error)) error {
	byID, err := e.fileCall(files, call)
	if telegram.Classify(err) != telegram.MediaRefused {
		return err
	}
	if byID {
		for _, f := range files {
			e.fileIDs.forget(fileKey{e.integration, f})
		}
		e.anew = true
		if _, err = e.fileCall(files, call); telegram.Classify(err) != telegram.MediaRefused {
			return err
		}
	}
	if len(files) == 1 && files[0].Kind == telegram.Photo {
		_, err = e.fileCall([]File{{telegram.Document, files[0].Key}}, call)
	}
	return err
}

// fileCall makes one such call, and tells whether an id was used in it.
func (e *errand) fileCall(files []File, call func([]telegram.InputFile) ([]telegram.Message, error)) (byID bool, err error) {
	if err := e.readIDs(files); err != nil {
		return false, err
	}
	release, err := e.claim(files)
	defer release()
	if err != nil {
		return false, err
	}
	inputs := make([]telegram.InputFile, len(files))
	for n, f := range files {
		if inputs[n], err = e.input(f); err != nil {
			return false, err
		}
		byID = byID || inputs[n].ID != ""
	}
	sent, err := call(inputs)
	if err == nil {
		e.keep(inputs, files, sent)
	}
	return byID, err
}

// readIDs looks up the ids that are not in memory.
func (e *errand) readIDs(files []File) error {
	var keys []string
	for _, f := range files {
		if e.fileIDs.get(fileKey{e.integration, f}) == "" {
			keys = append(keys, f.Key)
		}
	}
	if len(keys) == 0 || e.anew {
		return nil
	}
	rows, err := e.store.SentFiles(e.ctx, db.SentFilesParams{ProjectID: e.project, IntegrationID: e.integration, Keys: keys})
	if err != nil {
		return fmt.Errorf("%w: read the ids of files: %w", errNotTried, err)
	}
	for _, row := range rows {
		e.fileIDs.put(fileKey{e.integration, File{telegram.FileKind(row.Kind), row.Key}}, row.FileID)
	}
	return nil
}

// claim takes the right to upload what has no id, in an order that all share.
func (e *errand) claim(files []File) (release func(), err error) {
	var claimed []fileKey
	release = func() {
		for _, k := range claimed {
			e.fileIDs.done(k)
		}
	}
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b File) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Kind, b.Kind)) })
	for _, f := range slices.Compact(sorted) {
		k := fileKey{e.integration, f}
		mine, err := e.fileIDs.claim(e.ctx, k)
		if err != nil {
			return release, err
		}
		if mine {
			claimed = append(claimed, k)
		}
	}
	return release, nil
}

// input is a file by its id, or with its bytes.
func (e *errand) input(f File) (telegram.InputFile, error) {
	in := telegram.InputFile{Kind: f.Kind, ID: e.fileIDs.get(fileKey{e.integration, f})}
	if in.ID != "" {
		return in, nil
	}
	kept, err := e.media.Open(e.ctx, f.Key)
	switch {
	case errors.Is(err, media.ErrNoFile):
		return in, errNoFile
	case err != nil:
		return in, fmt.Errorf("%w: %w", errNotTried, err)
	}
	in.File = telegram.Attachment{Name: fileName(f.Key, kept.Name, kept.Mime), Data: kept, Size: kept.Size}
	return in, nil
}

// keep notes the ids of what was uploaded, at once for the calls that wait for them.
func (e *errand) keep(inputs []telegram.InputFile, files []File, sent []telegram.Message) {
	for n := range min(len(inputs), len(sent)) {
		id := sent[n].SentFileID(inputs[n].Kind)
		if inputs[n].ID != "" || id == "" {
			continue
		}
		e.fileIDs.put(fileKey{e.integration, files[n]}, id)
		e.files = append(e.files, sentFile{files[n], id})
	}
}
