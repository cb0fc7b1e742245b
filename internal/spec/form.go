package spec

import (
	"encoding/json"
	"net/url"
	"strings"

	"botyard/internal/richtext"
)

// ParseForm makes the JSON of a kind's configuration from what its form sent.
// Empty fields are left out, and so is what no field names. variable finds a
// variable by the name that people read (richtext.ParseMarks). Nothing is
// refused here: decoding and checking the result tell what is wrong.
func ParseForm(fields []Field, form url.Values, variable func(name string) (string, bool)) json.RawMessage {
	members := map[string]any{}
	for _, f := range fields {
		if v := f.parse(form.Get(f.Name), variable); v != nil {
			members[f.Name] = v
		}
	}
	// Maps, strings and richtext.Text always encode.
	raw, _ := json.Marshal(members)
	return raw
}

// parse is the field's value for JSON, nil when the field is empty.
func (f Field) parse(typed string, variable func(string) (string, bool)) any {
	typed = strings.ReplaceAll(strings.ToValidUTF8(typed, "\uFFFD"), "\r\n", "\n")
	switch f.Type {
	case Rich:
		if text := richtext.ParseMarks(typed, variable); len(text) > 0 {
			return text
		}
		return nil
	case Lines:
		if lines := nonEmptyLines(typed); len(lines) > 0 {
			return lines
		}
		return nil
	case Target:
		typed = CompleteTarget(typed)
	default:
		typed = strings.TrimSpace(typed)
	}
	if typed == "" {
		return nil
	}
	return typed
}

func nonEmptyLines(s string) []string {
	var lines []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// FormValues is the reverse of ParseForm: what each field's control shows of
// a configuration's JSON, by the field's name. name gives the name of a
// variable that people read. A field that is absent or of another type, as in
// a draft from elsewhere, is empty; a Choice then is its first option.
func FormValues(fields []Field, raw json.RawMessage, name func(variable string) string) map[string]string {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		members = nil
	}
	values := make(map[string]string, len(fields))
	for _, f := range fields {
		values[f.Name] = f.value(members[f.Name], name)
	}
	return values
}

func (f Field) value(raw json.RawMessage, name func(string) string) string {
	switch f.Type {
	case Rich:
		var text richtext.Text
		if json.Unmarshal(raw, &text) != nil {
			return ""
		}
		return text.Marks(name)
	case Lines:
		var lines []string
		if json.Unmarshal(raw, &lines) != nil {
			return ""
		}
		return strings.Join(lines, "\n")
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = ""
	}
	if s == "" && f.Type == Choice && len(f.Options) > 0 {
		return f.Options[0].Value
	}
	return s
}
