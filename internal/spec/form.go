package spec

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"botyard/internal/richtext"
)

// maxRows bounds the rows that a form may send.
const maxRows = 100

// ParseForm makes the JSON of a kind's configuration from what its form sent.
// The fields of a row are named "buttons.0.label"; rows are numbered without a
// gap. Empty fields are left out, and so are Steps and what no field names; a
// Switch that is off is false, for a form does not send it. variable finds a
// variable by the name that people read (richtext.ParseMarks). Nothing is
// refused here: decoding and checking the result tell what is wrong.
func ParseForm(fields []Field, form url.Values, variable func(name string) (string, bool)) json.RawMessage {
	// Maps, strings, numbers and richtext.Text always encode.
	raw, _ := json.Marshal(parseRow(fields, form, "", variable))
	return raw
}

func parseRow(fields []Field, form url.Values, prefix string, variable func(string) (string, bool)) map[string]any {
	members := map[string]any{}
	for _, f := range fields {
		var v any
		switch f.Type {
		case Rows:
			v = f.parseRows(form, prefix+f.Name+".", variable)
		case Steps:
		default:
			v = f.parse(form.Get(prefix+f.Name), variable)
		}
		if v != nil {
			members[f.Name] = v
		}
	}
	return members
}

func (f Field) parseRows(form url.Values, prefix string, variable func(string) (string, bool)) any {
	var rows []any
	for i := range maxRows {
		row := prefix + strconv.Itoa(i) + "."
		if !hasPrefix(form, row) {
			break
		}
		rows = append(rows, parseRow(f.Fields, form, row, variable))
	}
	if rows == nil {
		return nil
	}
	return rows
}

func hasPrefix(form url.Values, prefix string) bool {
	for name := range form {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// parse is the field's value for JSON, nil when the field is empty.
func (f Field) parse(typed string, variable func(string) (string, bool)) any {
	typed = strings.ReplaceAll(strings.ToValidUTF8(typed, "\uFFFD"), "\r\n", "\n")
	switch f.Type {
	case Rich:
		if text := richtext.ParseMarks(typed, variable); len(text) > 0 {
			completeLinks(text)
			return text
		}
		return nil
	case Lines, Goods:
		if lines := nonEmptyLines(typed); len(lines) > 0 {
			return lines
		}
		return nil
	case Switch:
		return typed == "true" || typed == "on"
	case Number:
		typed = strings.TrimSpace(typed)
		if n, err := strconv.Atoi(typed); err == nil {
			return n
		}
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
// a configuration's JSON, by the field's name. The value of Rows is how many
// there are, their fields have names of their own; Steps have none. name gives the name of a
// variable that people read. A field that is absent or of another type, as in
// a draft from elsewhere, is empty; a Choice then is its first option.
func FormValues(fields []Field, raw json.RawMessage, name func(variable string) string) map[string]string {
	values := make(map[string]string, len(fields))
	rowValues(values, fields, raw, "", name)
	return values
}

func rowValues(values map[string]string, fields []Field, raw json.RawMessage, prefix string, name func(string) string) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		members = nil
	}
	for _, f := range fields {
		switch f.Type {
		case Steps:
		case Rows:
			var rows []json.RawMessage
			if json.Unmarshal(members[f.Name], &rows) != nil {
				rows = nil
			}
			values[prefix+f.Name] = strconv.Itoa(len(rows))
			for i, row := range rows {
				rowValues(values, f.Fields, row, prefix+f.Name+"."+strconv.Itoa(i)+".", name)
			}
		default:
			values[prefix+f.Name] = f.value(members[f.Name], name)
		}
	}
}

func (f Field) value(raw json.RawMessage, name func(string) string) string {
	switch f.Type {
	case Rich:
		var text richtext.Text
		if json.Unmarshal(raw, &text) != nil {
			return ""
		}
		return text.Marks(name)
	case Lines, Goods:
		var lines []string
		if json.Unmarshal(raw, &lines) != nil {
			return ""
		}
		return strings.Join(lines, "\n")
	case Number, Switch:
		if s := string(raw); s != "null" && !strings.HasPrefix(s, `"`) {
			return s
		}
		return ""
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
