package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

const (
	maxBody   = 50 << 20 // of any call, bytes
	formInRAM = 8 << 20
)

// params are a call's parameters, each as JSON however it came.
type params map[string]json.RawMessage

// upload is a file of a multipart call.
type upload struct {
	name string
	data []byte
}

var errBody = errors.New("body does not parse")

// readParams takes parameters from the query and from a body that is JSON,
// urlencoded or multipart, like Telegram.
func readParams(w http.ResponseWriter, r *http.Request) (params, map[string]upload, error) {
	p := params{}
	p.addForm(r.URL.Query())
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		return p, nil, p.addJSON(r.Body)
	case "multipart/form-data":
		if err := r.ParseMultipartForm(formInRAM); err != nil {
			return nil, nil, err
		}
		defer r.MultipartForm.RemoveAll()
		p.addForm(r.MultipartForm.Value)
		files, err := readFiles(r)
		return p, files, err
	case "application/x-www-form-urlencoded":
		if err := r.ParseForm(); err != nil {
			return nil, nil, err
		}
		p.addForm(r.PostForm)
	}
	return p, nil, nil
}

func readFiles(r *http.Request) (map[string]upload, error) {
	files := map[string]upload{}
	for field := range r.MultipartForm.File {
		all, err := uploads(r, field)
		if err != nil {
			return nil, err
		}
		files[field] = all[0]
	}
	return files, nil
}

// uploads are the files of a field.
func uploads(r *http.Request, field string) (all []upload, err error) {
	for _, header := range r.MultipartForm.File[field] {
		f, err := header.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(f)
		f.Close()
		if err != nil {
			return nil, err
		}
		all = append(all, upload{header.Filename, data})
	}
	return all, nil
}

func (p params) addForm(values url.Values) {
	for name, all := range values {
		p[name], _ = json.Marshal(all[0])
	}
}

func (p params) addJSON(body io.Reader) error {
	raw, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if json.Unmarshal(raw, &p) != nil {
		return errBody
	}
	return nil
}

// text is a parameter as a string; a number or object is its JSON.
func (p params) text(name string) string {
	raw := p[name]
	var s string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return s
	}
	if string(raw) == "null" {
		return ""
	}
	return string(raw)
}

// number is a parameter as a whole number, 0 when it is none.
func (p params) number(name string) int64 {
	n, _ := strconv.ParseInt(strings.TrimSpace(p.text(name)), 10, 64)
	return n
}

// flag is a parameter as a truth value, in Telegram's spellings.
func (p params) flag(name string) bool {
	switch strings.ToLower(p.text(name)) {
	case "true", "yes", "1":
		return true
	}
	return false
}

// has tells whether the parameter was given.
func (p params) has(name string) bool { return p.text(name) != "" }

// object decodes a parameter that is an object or list, given as such or as a
// string of JSON. A missing one leaves v alone.
func (p params) object(name string, v any) error {
	text := p.text(name)
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return badRequest("can't parse " + strings.ReplaceAll(name, "_", " ") + " JSON object")
	}
	return nil
}
