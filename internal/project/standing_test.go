package project

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/flow"
)

func TestMovesAreHandedOn(t *testing.T) {
	t.Parallel()
	scenarios, problems := flow.Parse([]byte(`[{"id":"s1","title":"","triggers":[],"steps":[{"id":"a","kind":"end"},{"id":"b","kind":"end"}]}]`), "")
	if problems != nil {
		t.Fatal(problems)
	}
	tests := []struct{ before, moves, want flow.Moves }{
		{nil, nil, flow.Moves{}},
		{nil, flow.Moves{"x": "a", "a": "b", "y": "gone"}, flow.Moves{"x": "a"}},     // from what is there, and to what is not, nobody is moved
		{flow.Moves{"x": "a"}, nil, flow.Moves{"x": "a"}},                            // people may still stand there
		{flow.Moves{"x": "y"}, flow.Moves{"y": "b"}, flow.Moves{"x": "b", "y": "b"}}, // led on
		{flow.Moves{"x": "y"}, nil, flow.Moves{}},                                    // its goal is gone
		{flow.Moves{"a": "b", "x": "a"}, flow.Moves{"x": "b"}, flow.Moves{"x": "b"}}, // a step that is back; the newer word counts
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, handedOn(tt.before, tt.moves, scenarios)); diff != "" {
			t.Errorf("handedOn(%v, %v) (-want +got):\n%s", tt.before, tt.moves, diff)
		}
	}
}
