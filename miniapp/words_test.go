package miniapp

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"botyard/internal/lang"
)

// codesInSource finds where the code of a problem is written.
var codesInSource = regexp.MustCompile(`(?:Code: |Code = |return "", )"([a-z_]+)"`)

// TestProblemsHaveWords finds each code that this package tells in the catalogue.
func TestProblemsHaveWords(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range codesInSource.FindAllStringSubmatch(string(source), -1) {
			found[m[1]] = true
		}
	}
	if len(found) < 30 {
		t.Errorf("only %d codes were found in the source", len(found))
	}
	for code := range found {
		if !lang.Has("problem." + code) {
			t.Errorf("no words for the problem %s", code)
		}
	}
}

func TestRuntimeWords(t *testing.T) {
	t.Parallel()
	for name, words := range map[string]runtimeWords{"ru": russian, "en": english} {
		v := reflect.ValueOf(words)
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("%s has no %s", name, v.Type().Field(i).Name)
			}
		}
	}
	for _, plural := range []string{"one", "few", "many", "other"} {
		if !strings.Contains(russian.Items[plural], "#") {
			t.Errorf("the Russian words for %s goods are %q, want a place for the number", plural, russian.Items[plural])
		}
	}
	for _, plural := range []string{"one", "other"} {
		if !strings.Contains(english.Items[plural], "#") {
			t.Errorf("the English words for %s goods are %q, want a place for the number", plural, english.Items[plural])
		}
	}
}
