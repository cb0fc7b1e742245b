package handlers

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"botyard/internal/lang"
)

var problemCode = regexp.MustCompile(`Code: +"([a-z_]+)"`)

// TestEveryProblemHasWords looks for codes where drafts are read and checked.
func TestEveryProblemHasWords(t *testing.T) {
	t.Parallel()
	found := 0
	for _, folder := range []string{"miniapp", "internal/flow", "internal/spec", "internal/richtext", "internal/project"} {
		files, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, code := range problemCode.FindAllSubmatch(source, -1) {
				found++
				if key := "problem." + string(code[1]); !lang.Has(key) {
					t.Errorf("%s: %s has no words", file, key)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("%d codes found, want the many that there are", found)
	}
}
