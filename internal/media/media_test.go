package media

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/miniapp"
)

type bundle struct {
	*Store
	project, other int64
}

func setup(t *testing.T) bundle {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	account, err := store.CreateAccount(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := bundle{Store: New(store)}
	for _, id := range []*int64{&b.project, &b.other} {
		*id, err = store.CreateProject(t.Context(), db.CreateProjectParams{AccountID: account, Name: "x", Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// noise is a picture that compresses badly.
func noise(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		img.Pix[i] = byte(r.Uint32())
	}
	return img
}

func TestKeptPictureIsReadBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	upload := pngOf(t, noise(800, 700))
	kept, err := b.AddImage(t.Context(), b.project, bytes.NewReader(upload))
	if err != nil {
		t.Fatalf("AddImage = %v", err)
	}
	file, err := b.Open(t.Context(), kept.Key)
	if err != nil {
		t.Fatalf("Open = %v", err)
	}
	if file.Size < 2*chunkSize || file.Mime != "image/png" || kept.Width != 800 || kept.Height != 700 {
		t.Fatalf("file = %d bytes %s, picture = %+v, want three chunks of a PNG 800x700", file.Size, file.Mime, kept)
	}
	body := make([]byte, file.Size)
	if _, err := io.ReadFull(file, body); err != nil {
		t.Fatal(err)
	}
	if keyOf(b.project, body) != kept.Key {
		t.Error("the key is not of what is read back")
	}
	if err := iotest.TestReader(file, body); err != nil {
		if _, seekErr := file.Seek(0, io.SeekStart); seekErr != nil || iotest.TestReader(file, body) != nil {
			t.Errorf("TestReader = %v", err)
		}
	}
}

func TestSamePictureOfTwoProjects(t *testing.T) {
	t.Parallel()
	b := setup(t)
	upload := jpegOf(t, halves(40, 20, 255))
	one, err1 := b.AddImage(t.Context(), b.project, bytes.NewReader(upload))
	again, err2 := b.AddImage(t.Context(), b.project, bytes.NewReader(upload))
	other, err3 := b.AddImage(t.Context(), b.other, bytes.NewReader(upload))
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if one != again {
		t.Errorf("the same picture twice = %v and %v, want one file", one, again)
	}
	if one.Key[16:] == other.Key[16:] {
		t.Error("another project's file has the same hash, want nothing shared")
	}
}

func TestTooManyBytes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	endless := io.LimitReader(zeros{}, MaxBytes+1)
	if _, err := b.AddImage(t.Context(), b.project, endless); !errors.Is(err, ErrTooBig) {
		t.Errorf("AddImage of %d bytes = %v, want ErrTooBig", MaxBytes+1, err)
	}
	if _, err := b.AddImage(t.Context(), b.project, io.LimitReader(zeros{}, MaxBytes)); !errors.Is(err, ErrNotImage) {
		t.Errorf("AddImage of %d zeros = %v, want ErrNotImage", MaxBytes, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestKeysThatLeadNowhere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, key := range []string{"", "x", "zz00000000000001aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", keyOf(b.project, []byte("nothing")), "ffffffffffffffffaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"} {
		if _, err := b.Open(t.Context(), key); !errors.Is(err, ErrNoFile) {
			t.Errorf("Open(%q) = %v, want ErrNoFile", key, err)
		}
	}
}

func TestOneDecodeAtATime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.decoding <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.AddImage(ctx, b.project, bytes.NewReader(webpFile)); !errors.Is(err, context.Canceled) {
		t.Errorf("AddImage while another is decoded = %v, want it to wait until Canceled", err)
	}
	<-b.decoding
	if _, err := b.AddImage(t.Context(), b.project, bytes.NewReader(webpFile)); err != nil {
		t.Errorf("AddImage afterwards = %v, want no error", err)
	}
}

func TestManifestTakesTheKeys(t *testing.T) {
	t.Parallel()
	block := &miniapp.Image{Media: keyOf(1<<40, []byte("x")), Alt: "x"}
	if problems := block.Check(""); len(problems) != 0 {
		t.Errorf("Check of a block with our key = %v, want none", problems)
	}
}
