package spec

import (
	"slices"
	"testing"
)

func TestSound(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string][]string{
		`{"a":[1,"x",true],"b":{}}`:         nil,
		`null`:                              {" wrong_type"},
		`{"scenarios":[null]}`:              {"/scenarios/0 wrong_type"},
		`{"a":{"b":[{"c":null}]},"d":null}`: {"/a/b/0/c wrong_type", "/d wrong_type"},
		`{"pattern":"x\u0000"}`:             {"/pattern bad_character"},
		`{"pattern":"\\u0000"}`:             nil,
		`{"a":[null`:                        {"/a/0 wrong_type"},
		`{"steps":[{"id":"\u0000"},{"text":["a", null]}]}`: {"/steps/0/id bad_character", "/steps/1/text/1 wrong_type"},
	} {
		var got []string
		for _, p := range Sound([]byte(raw)) {
			got = append(got, p.Path+" "+p.Code)
		}
		if !slices.Equal(got, want) {
			t.Errorf("Sound(%s) = %q, want %q", raw, got, want)
		}
	}
}
