package spec

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/richtext"
)

// ParseForm makes the JSON of a kind's configuration from what its form sent.
// Empty fields are left out, and so is what no field names. variable finds a
// variable by the name that people read (richtext.ParseMarks). Nothing is
// refused here: decoding and checking the result tell what is wrong.
//
// The fields of a List's records are named "list.0.label", "list.1.label" and
// so on, in any order and with gaps; a record of which nothing is left is
// dropped.
func ParseForm(fields []Field, form url.Values, variable func(name string) (string, bool)) json.RawMessage {
	// Maps, lists, strings and richtext.Text always encode.
	raw, _ := json.Marshal(parseForm(fields, "", form, variable))
	return raw
}

func parseForm(fields []Field, prefix string, form url.Values, variable func(string) (string, bool)) map[string]any {
	members := map[string]any{}
	for _, f := range fields {
		name := prefix + f.Name
		if f.Type == List {
			if records := parseRecords(f, name, form, variable); len(records) > 0 {
				members[f.Name] = records
			}
		} else if v := f.parse(form.Get(name), variable); v != nil {
			members[f.Name] = v
		}
	}
	return members
}

func parseRecords(f Field, name string, form url.Values, variable func(string) (string, bool)) (records []map[string]any) {
	for _, i := range recordIndexes(name, form) {
		if record := parseForm(f.Item, recordName(name, i), form, variable); len(record) > 0 {
			records = append(records, record)
		}
	}
	return records
}

// recordName is what the names of the fields of a list's record begin with.
func recordName(list string, i int) string { return list + "." + strconv.Itoa(i) + "." }

// recordIndexes lists the numbers of a list's records that a form holds, in order.
func recordIndexes(list string, form url.Values) []int {
	found := map[int]bool{}
	for name := range form {
		rest, ok := strings.CutPrefix(name, list+".")
		digits, _, nested := strings.Cut(rest, ".")
		if i, err := strconv.Atoi(digits); ok && nested && err == nil && i >= 0 {
			found[i] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
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
	case Lines, Goods:
		if lines := nonEmptyLines(typed); len(lines) > 0 {
			return lines
		}
		return nil
	case Check:
		if strings.TrimSpace(typed) != "" {
			return true
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
// a draft from elsewhere, is empty; a Choice then is its first option, a Check
// "on" or "". The fields of a List's records are named as ParseForm reads them.
func FormValues(fields []Field, raw json.RawMessage, name func(variable string) string) map[string]string {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		members = nil
	}
	values := make(map[string]string, len(fields))
	for _, f := range fields {
		if f.Type == List {
			f.recordValues(members[f.Name], name, values)
		} else {
			values[f.Name] = f.value(members[f.Name], name)
		}
	}
	return values
}

// recordValues adds what the controls of a list's records show.
func (f Field) recordValues(raw json.RawMessage, name func(string) string, into map[string]string) {
	var records []json.RawMessage
	if json.Unmarshal(raw, &records) != nil {
		return
	}
	for i, record := range records {
		for field, value := range FormValues(f.Item, record, name) {
			into[recordName(f.Name, i)+field] = value
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
	case Check:
		var on bool
		if json.Unmarshal(raw, &on) == nil && on {
			return "on"
		}
		return ""
	case Lines, Goods:
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
