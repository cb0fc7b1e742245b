package main

import (
	"testing"
)

func TestFilesAreSentAndUploadedOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("filing_bot", startRuns(`
		{"id": "t1", "kind": "message", "text": ["See ", {"bold": "this"}], "media": [{"kind": "photo", "key": "PICTURE"}]},
		{"id": "t2", "kind": "message", "text": "", "media": [{"kind": "file", "key": "FILE"}]}`))
	var ids [2]string
	for i := range ids {
		anna := r.dialog(bot)
		photo := anna.asks("/start")
		if len(photo.Photo) != 1 || photo.Caption != "See this" || len(photo.CaptionEntities) != 1 {
			t.Fatalf("first message = %+v, want the photo with its caption", photo)
		}
		file := anna.reads()
		if file.Document == nil || file.Document.FileName != "price.pdf" {
			t.Fatalf("second message = %+v, want the file under its name", file)
		}
		ids[i] = photo.Photo[0].FileID + file.Document.FileID
	}
	if ids[0] != ids[1] {
		t.Errorf("ids = %q, then %q, want the files sent by their ids", ids[0], ids[1])
	}
}

func TestAlbumsAreSentTogether(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("album_bot", startRuns(`
		{"id": "m1", "kind": "message", "text": "All of it", "media": [{"kind": "photo", "key": "PICTURE"}, {"kind": "photo", "key": "PICTURE"}]},
		{"id": "m2", "kind": "message", "text": "That was it"}`))
	anna := r.dialog(bot)
	first := anna.asks("/start")
	second, third := anna.reads(), anna.reads()
	if first.MediaGroupID == "" || first.MediaGroupID != second.MediaGroupID || first.Caption != "All of it" || second.Caption != "" || third.Text != "That was it" {
		t.Errorf("album = %+v, %+v, then %+v, want two photos with one caption, then the words", first, second, third)
	}
}
