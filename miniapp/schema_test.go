package miniapp

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// fits tells whether a value fits a part of the schema: as much of JSON Schema
// as ours has.
func fits(root, s map[string]any, v any) bool {
	if to, ok := s["$ref"].(string); ok {
		return fits(root, root["$defs"].(map[string]any)[strings.TrimPrefix(to, "#/$defs/")].(map[string]any), v)
	}
	if all, ok := s["oneOf"].([]any); ok {
		n := 0
		for _, one := range all {
			if fits(root, one.(map[string]any), v) {
				n++
			}
		}
		return n == 1
	}
	if c, ok := s["const"]; ok {
		return c == v
	}
	if values, ok := s["enum"].([]any); ok {
		return slices.Contains(values, v)
	}
	return fitsType(root, s, v)
}

func fitsType(root, s map[string]any, v any) bool {
	switch s["type"] {
	case "string":
		text, ok := v.(string)
		max, bounded := s["maxLength"].(float64)
		pattern, _ := s["pattern"].(string)
		return ok && (!bounded || utf8.RuneCountInString(text) <= int(max)) && regexp.MustCompile(pattern).MatchString(text)
	case "boolean":
		_, ok := v.(bool)
		return ok
	case "integer":
		n, ok := v.(float64)
		return ok && n == float64(int64(n)) && n >= s["minimum"].(float64) && n <= s["maximum"].(float64)
	case "array":
		list, ok := v.([]any)
		max, bounded := s["maxItems"].(float64)
		min, _ := s["minItems"].(float64)
		return ok && len(list) >= int(min) && (!bounded || len(list) <= int(max)) &&
			!slices.ContainsFunc(list, func(item any) bool { return !fits(root, s["items"].(map[string]any), item) })
	}
	return fitsObject(root, s, v)
}

func fitsObject(root, s map[string]any, v any) bool {
	members, ok := v.(map[string]any)
	required, _ := s["required"].([]any)
	for _, name := range required {
		if _, there := members[name.(string)]; !there {
			return false
		}
	}
	properties := s["properties"].(map[string]any)
	for name, value := range members {
		part, known := properties[name].(map[string]any)
		if known && !fits(root, part, value) || !known && s["additionalProperties"] == false {
			return false
		}
	}
	return ok
}

func TestSchema(t *testing.T) {
	t.Parallel()
	raw, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(raw, &root); err != nil {
		t.Fatal(err)
	}
	fit := func(block, catalog string) bool {
		var v any
		document := fmt.Sprintf(`{"pages":[{"id":"a","title":"A","blocks":[%s]}],"catalog":%s,"theme":{"accent":"#0e6a5e"}}`, block, catalog)
		if err := json.Unmarshal([]byte(document), &v); err != nil {
			t.Fatal(err)
		}
		return fits(root, root, v)
	}
	for _, k := range Kinds.Kinds() {
		for _, sample := range samples[k.Name] {
			if !fit(sample, shop) {
				t.Errorf("the schema refuses %s", sample)
			}
			if fit(with(t, sample, "/surplus", 1), shop) {
				t.Errorf("the schema accepts a surplus member of %s", k.Name)
			}
		}
	}
	for _, bad := range []string{`{"id":"b","kind":"slider"}`, `{"kind":"divider"}`, `{"id":"b","kind":"heading"}`, `{"id":"b","kind":"heading","text":"` + strings.Repeat("ы", headingMax+1) + `"}`,
		`{"id":"b","kind":"text","text":[{"var":"x"}]}`, `{"id":"b","kind":"gallery","items":[]}`, `{"id":"b","kind":"image","media":"../x"}`, `{"id":"b","kind":"quote","text":"a","stars":"6"}`} {
		if fit(bad, shop) {
			t.Errorf("the schema accepts %.80s", bad)
		}
	}
	for _, bad := range []string{`{}`, `{"currency":"rub"}`, `{"currency":"RUB","products":[{"id":"a","name":"A","price":1.5}]}`, `{"currency":"RUB","stock":1}`} {
		if fit(samples["divider"][0], bad) {
			t.Errorf("the schema accepts the catalogue %s", bad)
		}
	}
}
