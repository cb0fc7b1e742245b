package telegram

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestUpload(t *testing.T) {
	t.Parallel()
	var fields map[string][]string
	var name, data string
	var length int64
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		length = r.ContentLength
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			t.Error(err)
		}
		fields = r.MultipartForm.Value
		file, header, err := r.FormFile("photo")
		if err != nil {
			t.Error(err)
		}
		raw, _ := io.ReadAll(file)
		name, data = header.Filename, string(raw)
		_, _ = io.WriteString(w, `{"ok":true,"result":{"message_id":4,"photo":[{"file_id":"F"}]}}`)
	})
	params := map[string]any{"chat_id": 5, "caption": `"quoted"`, "caption_entities": []Entity{{Type: "bold", Length: 3}}}
	var m Message
	err := c.Upload(t.Context(), testToken, "sendPhoto", params, []Attachment{{"photo", "a.png", strings.NewReader("bytes and more"), 5}}, &m)
	if err != nil || m.ID != 4 || m.Photo[0].FileID != "F" {
		t.Fatalf("Upload = %+v, %v", m, err)
	}
	if name != "a.png" || data != "bytes" || length <= 0 {
		t.Errorf("file = %s %q in %d bytes, want a.png %q", name, data, length, "bytes")
	}
	for field, want := range map[string]string{"chat_id": "5", "caption": `"quoted"`, "caption_entities": `[{"type":"bold","offset":0,"length":3}]`} {
		if got := strings.Join(fields[field], "|"); got != want {
			t.Errorf("%s = %s, want %s", field, got, want)
		}
	}
	err = c.Upload(t.Context(), testToken, "sendPhoto", []int{1}, []Attachment{{Data: strings.NewReader("")}}, nil)
	if !errors.Is(err, ErrParams) {
		t.Errorf("Upload of a list = %v, want ErrParams", err)
	}
}

func TestDownload(t *testing.T) {
	t.Parallel()
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/file/bot"+string(testToken)+"/photos/1.jpg" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		_, _ = io.WriteString(w, "12345")
	})
	if data, err := c.Download(t.Context(), testToken, "photos/1.jpg", 5); err != nil || string(data) != "12345" {
		t.Errorf("Download = %q, %v, want 12345", data, err)
	}
	if _, err := c.Download(t.Context(), testToken, "photos/1.jpg", 4); Classify(err) != Rejected {
		t.Errorf("Download over the limit = %v, want rejected", err)
	}
	if _, err := c.Download(t.Context(), testToken, "none", 4); Classify(err) != Misrouted {
		t.Errorf("Download of nothing = %v, want misrouted", err)
	}
	if _, err := c.Download(t.Context(), "x", "none", 4); !errors.Is(err, ErrTokenShape) {
		t.Errorf("Download with a bad token = %v, want ErrTokenShape", err)
	}
}
