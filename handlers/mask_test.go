package handlers

import (
	"encoding/json"
	"strings"
	"testing"

	"botyard/views/desk"
)

func told(pieces []desk.Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Masked {
			b.WriteString("#")
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

func TestMasked(t *testing.T) {
	t.Parallel()
	for payload, want := range map[string]string{
		`{"update_id":1,"message":{"text":"a\"b","date":2,"chat":{"id":3,"type":"private"}}}`: "{\n  \"update_id\": 1,\n  \"message\": {\n    \"text\": #,\n    \"date\": 2,\n    \"chat\": {\n      \"id\": #,\n      \"type\": \"private\"\n    }\n  }\n}",
		`{"a":[true,null,"x",{}],"b":[]}`: "{\n  \"a\": [\n    true,\n    null,\n    #,\n    {}\n  ],\n  \"b\": []\n}",
		`"words"`:                         "#", `12`: "#", ``: "#", `not json`: "#", `{"text":"cut`: "#", `{"a":1} {"b":2}`: "#", `{"a":1}]`: "#",
		`{"type":{"name":"x"}}`: "{\n  \"type\": {\n    \"name\": #\n  }\n}",
	} {
		if got := told(masked([]byte(payload))); got != want {
			t.Errorf("masked(%s) = %s, want %s", payload, got, want)
		}
	}
}

// FuzzMasked holds masking to its promise: no word of a person comes through.
func FuzzMasked(f *testing.F) {
	for _, seed := range []string{deadLetter, `{"text":"marker"}`, `["marker"]`, `{"a":{"b":"marker"}}`, `"marker`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		whole, _ := json.Marshal(map[string]any{"update_id": 1, "message": map[string]any{"text": string(payload), "from": map[string]any{"id": 424242424242, "first_name": "marker-of-a-person"}}})
		got := told(masked(whole))
		if strings.Contains(got, "marker-of-a-person") || strings.Contains(got, "424242424242") {
			t.Errorf("masked(%s) = %s", whole, got)
		}
		masked(payload) // whatever it is
	})
}
