package media

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAFileIsKeptAsItIs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body := bytes.Repeat([]byte("%PDF-1.4 "), 200_000) // more than a chunk
	kept, err := b.AddFile(t.Context(), b.project, `C:\docs\Прайс "2026".pdf`, bytes.NewReader(body))
	if err != nil || kept.Name != "Прайс 2026.pdf" {
		t.Fatalf("AddFile = %+v, %v, want it under its name", kept, err)
	}
	again, err := b.AddFile(t.Context(), b.project, "other.pdf", bytes.NewReader(body))
	if err != nil || again.Key != kept.Key {
		t.Errorf("the same again = %+v, %v, want the same key", again, err)
	}
	f, err := b.Open(t.Context(), kept.Key)
	if err != nil {
		t.Fatal(err)
	}
	read, err := io.ReadAll(f)
	if err != nil || !bytes.Equal(read, body) || f.Mime != "application/pdf" || f.Name != kept.Name {
		t.Errorf("read %d bytes of %s %q, %v, want what was kept", len(read), f.Mime, f.Name, err)
	}
}

func TestFilesHaveBounds(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, err := b.AddFile(t.Context(), b.project, "a", strings.NewReader("")); !errors.Is(err, ErrEmpty) {
		t.Errorf("AddFile of nothing = %v, want ErrEmpty", err)
	}
	if _, err := b.AddFile(t.Context(), b.project, "a", io.LimitReader(zeros{}, MaxFile+1)); !errors.Is(err, ErrTooBig) {
		t.Errorf("AddFile of too much = %v, want ErrTooBig", err)
	}
}

func TestPagesAreBytesToABrowser(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"<!doctype html><script>alert(1)</script>": "application/octet-stream",
		"<?xml version='1.0'?><svg/>":              "application/octet-stream",
		"just words":                               "application/octet-stream",
		"%PDF-1.4":                                 "application/pdf",
		"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom": "video/mp4",
	} {
		if got := mimeOf([]byte(body)); got != want {
			t.Errorf("mimeOf(%q) = %s, want %s", body, got, want)
		}
	}
}

func TestNamesAreClean(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"../../etc/passwd": "passwd", "a\x00b\nc.txt": "a\uFFFDbc.txt", "..": "", "": "", "/": "", "\xff.txt": "\uFFFD.txt",
		strings.Repeat("я", 200) + ".pdf": strings.Repeat("я", 96) + ".pdf",
	} {
		if got := CleanName(name); got != want {
			t.Errorf("CleanName(%q) = %q, want %q", name, got, want)
		}
	}
}
