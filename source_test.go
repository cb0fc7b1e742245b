package botyard_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// The tests of the root package read the project's files, all of them and
// from the disk: a list that the go command makes would be cached, and the
// tests would pass on a violation.

// source is a parsed file of the project; tools/, bench/ and test data excluded.
type source struct {
	*ast.File
	path string
	set  *token.FileSet
}

func (s source) dir() string     { return path.Dir(s.path) }
func (s source) isTest() bool    { return strings.HasSuffix(s.path, "_test.go") }
func (s source) generated() bool { return ast.IsGenerated(s.File) }

func (s source) line(p token.Pos) int { return s.set.Position(p).Line }

// elsewhere are folders that hold no Go of the product.
var elsewhere = map[string]bool{"tools": true, "bench": true, "testdata": true, "node_modules": true, "tmp": true}

func parseAll(t *testing.T, files fs.FS) []source {
	t.Helper()
	var all []source
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (elsewhere[d.Name()] || strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if d.IsDir() || path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		all = append(all, source{file, name, set})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// project is every file of the working tree.
func project(t *testing.T) []source {
	t.Helper()
	all := parseAll(t, os.DirFS("."))
	if len(all) < 50 {
		t.Fatalf("found %d Go files, want the whole project", len(all))
	}
	return all
}

// planted is one file with that text at that path.
func planted(t *testing.T, name, text string) []source {
	t.Helper()
	return parseAll(t, fstest.MapFS{name: {Data: []byte(text)}})
}

func report(t *testing.T, violations []string) {
	t.Helper()
	for _, v := range violations {
		t.Error(v)
	}
}

func wantViolations(t *testing.T, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
}

func TestParseAllSkipsWhatIsNotTheProduct(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	for _, name := range []string{"a/a.go", "a/a_test.go", "tools/x/main.go", "bench/main.go", "a/testdata/x.go", ".git/x.go", "a/b.txt"} {
		files[name] = &fstest.MapFile{Data: []byte("package a\n")}
	}
	var got []string
	for _, s := range parseAll(t, files) {
		got = append(got, s.path)
	}
	if diff := cmp.Diff([]string{"a/a.go", "a/a_test.go"}, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
