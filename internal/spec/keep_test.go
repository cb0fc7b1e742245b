package spec

import (
	"encoding/json"
	"net/url"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var menuFields = []Field{
	{Name: "text", Type: Rich},
	{Name: "size", Type: Number},
	{Name: "loud", Type: Switch},
	{Name: "buttons", Type: Rows, Fields: []Field{
		{Name: "id", Type: Line}, {Name: "label", Type: Line}, {Name: "steps", Type: Steps},
		{Name: "tags", Type: Rows, Fields: []Field{{Name: "tag", Type: Tag}}},
	}},
	{Name: "yes", Type: Steps},
}

func TestFormRows(t *testing.T) {
	t.Parallel()
	form := url.Values{
		"text": {"*Да*"}, "size": {" 12 "}, "loud": {"on"}, "yes": {"[1]"},
		"buttons.0.id": {"b1"}, "buttons.0.label": {"Цены"}, "buttons.0.tags.0.tag": {"a"}, "buttons.0.tags.1.tag": {"b"},
		"buttons.1.id": {"b2"}, "buttons.1.label": {""}, "buttons.1.steps": {"x"}, "buttons.3.label": {"за пропуском"},
	}
	raw := ParseForm(menuFields, form, variableOf)
	want := `{"buttons":[{"id":"b1","label":"Цены","tags":[{"tag":"a"},{"tag":"b"}]},{"id":"b2"}],"loud":true,"size":12,"text":[{"bold":"Да"}]}`
	if string(raw) != want {
		t.Errorf("ParseForm = %s, want %s", raw, want)
	}
	wantValues := map[string]string{
		"text": "*Да*", "size": "12", "loud": "true", "buttons": "2",
		"buttons.0.id": "b1", "buttons.0.label": "Цены", "buttons.0.tags": "2", "buttons.0.tags.0.tag": "a", "buttons.0.tags.1.tag": "b",
		"buttons.1.id": "b2", "buttons.1.label": "", "buttons.1.tags": "0",
	}
	if diff := cmp.Diff(wantValues, FormValues(menuFields, raw, nameOf)); diff != "" {
		t.Errorf("FormValues (-want +got):\n%s", diff)
	}
	if got, want := string(ParseForm(menuFields, url.Values{"size": {"много"}}, variableOf)), `{"loud":false,"size":"много"}`; got != want {
		t.Errorf("ParseForm of no number = %s, want %s: decoding tells", got, want)
	}
}

func TestFormRowsAreBounded(t *testing.T) {
	t.Parallel()
	form := url.Values{}
	for i := range 300 {
		form.Set("buttons."+strconv.Itoa(i)+".label", "x")
	}
	var got struct{ Buttons []json.RawMessage }
	if err := json.Unmarshal(ParseForm(menuFields, form, variableOf), &got); err != nil || len(got.Buttons) != maxRows {
		t.Errorf("%d rows, %v, want %d", len(got.Buttons), err, maxRows)
	}
}

func TestKeepSteps(t *testing.T) {
	t.Parallel()
	old := `{"text":"a","yes":[1],"buttons":[{"id":"b1","steps":[2]},{"id":"b2","steps":[3]},{"steps":[4]}]}`
	tests := []struct{ edited, want string }{
		{`{"text":"b"}`, `{"text":"b","yes":[1]}`},
		{`{"buttons":[{"id":"b2","label":"x"},{"id":"new"}]}`, `{"buttons":[{"id":"b2","label":"x","steps":[3]},{"id":"new"}],"yes":[1]}`},
		{`{"buttons":[{"id":"b2"},{"id":"b1"},{"label":"z"}]}`, `{"buttons":[{"id":"b2","steps":[3]},{"id":"b1","steps":[2]},{"label":"z","steps":[4]}],"yes":[1]}`},
		{`null`, `null`},
		{`{"buttons":7}`, `{"buttons":7,"yes":[1]}`},
	}
	for _, tt := range tests {
		if got := string(KeepSteps(menuFields, json.RawMessage(tt.edited), json.RawMessage(old))); got != tt.want {
			t.Errorf("KeepSteps(%s) = %s, want %s", tt.edited, got, tt.want)
		}
	}
	if got := string(KeepSteps(menuFields, json.RawMessage(`{"text":"b"}`), nil)); got != `{"text":"b"}` {
		t.Errorf("KeepSteps of a new one = %s, want it as it is", got)
	}
}

// tree is a value whose parts tell their own problems.
type tree struct{}

// UnmarshalJSON finds two.
func (*tree) UnmarshalJSON([]byte) error {
	return Problems{{Path: "/0/kind", Code: "unknown_kind"}, {Path: "/1", Code: "wrong_type"}}
}

func TestDecodeTellsProblemsInside(t *testing.T) {
	t.Parallel()
	var v struct {
		List []struct {
			Steps *tree `json:"steps"`
		} `json:"list"`
	}
	got := Decode([]byte(`{"list":[{},{"steps":[]}]}`), &v, "/p")
	want := []Problem{{Path: "/p/list/1/steps/0/kind", Code: "unknown_kind"}, {Path: "/p/list/1/steps/1", Code: "wrong_type"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Decode (-want +got):\n%s", diff)
	}
	if got, want := Problems(want).Error(), "unknown_kind /p/list/1/steps/0/kind, wrong_type /p/list/1/steps/1"; got != want {
		t.Errorf("Error = %q, want %q", got, want)
	}
}
