package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
)

// Attachment is a file to upload in a field of a call.
type Attachment struct {
	Field string    // "photo", "document", or a name for "attach://name"
	Name  string    // file name that Telegram will show
	Data  io.Reader // read once
	Size  int64     // exact number of bytes in Data
}

// Upload is Call with files, as multipart/form-data. The fields of params,
// which must marshal to a JSON object, become form fields. The files are
// streamed, never held whole.
func (c *Client) Upload(ctx context.Context, token Token, method string, params any, files []Attachment, result any) error {
	f, err := newForm(params, files)
	if err != nil {
		return fmt.Errorf("telegram %s: %w: %w", method, ErrParams, err)
	}
	return c.do(ctx, token, method, payload{f.contentType, io.MultiReader(f.parts...), f.size}, result)
}

// form is a body in the making: what stands around the files' bytes, and they.
type form struct {
	contentType string
	parts       []io.Reader
	size        int64
}

func newForm(params any, files []Attachment) (*form, error) {
	var head bytes.Buffer
	w := multipart.NewWriter(&head)
	f := &form{contentType: w.FormDataContentType()}
	if err := writeFields(w, params); err != nil {
		return nil, err
	}
	for _, file := range files {
		if _, err := w.CreateFormFile(file.Field, file.Name); err != nil {
			return nil, err
		}
		f.add(bytes.NewReader(bytes.Clone(head.Bytes())), int64(head.Len()))
		f.add(io.LimitReader(file.Data, file.Size), file.Size)
		head.Reset()
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	f.add(&head, int64(head.Len()))
	return f, nil
}

func (f *form) add(part io.Reader, size int64) {
	f.parts, f.size = append(f.parts, part), f.size+size
}

func writeFields(w *multipart.Writer, params any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return err
	}
	for name, value := range fields {
		if err := w.WriteField(name, formValue(value)); err != nil {
			return err
		}
	}
	return nil
}

// formValue is a string's text, and any other value's JSON.
func formValue(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil && len(value) > 0 && value[0] == '"' {
		return text
	}
	return string(value)
}

// Download reads a file that getFile has named, and fails when it has more
// than limit bytes. Its address contains the token: never hand it on.
func (c *Client) Download(ctx context.Context, token Token, path string, limit int64) ([]byte, error) {
	const method = "download"
	if !ValidToken(string(token)) {
		return nil, fmt.Errorf("telegram %s: %w", method, ErrTokenShape)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.BaseURL+"/file/bot"+string(token)+"/"+path, nil)
	if err != nil {
		return nil, transportError(token, method, true, err)
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return nil, transportError(token, method, false, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &APIError{Method: method, Code: resp.StatusCode, Description: http.StatusText(resp.StatusCode)}
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err != nil {
		return nil, transportError(token, method, false, err)
	}
	if int64(len(data)) > limit {
		return nil, &APIError{Method: method, Code: http.StatusRequestEntityTooLarge, Description: "file is over " + strconv.FormatInt(limit, 10) + " bytes"}
	}
	return data, nil
}
