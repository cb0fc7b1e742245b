package botyard_test

import (
	"fmt"
	"go/ast"
	"testing"
)

func TestBrowsersAreWatched(t *testing.T) {
	t.Parallel()
	report(t, unwatched(project(t)))
}

// unwatched names the files that start a browser or a tab by themselves: one
// of package chrome's fails its test when a page breaks its policy.
func unwatched(all []source) []string {
	var own []string
	for _, s := range all {
		if s.dir() == "internal/chrome" {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := call.X.(*ast.Ident); ok && x.Name == "chromedp" && (call.Sel.Name == "NewContext" || call.Sel.Name == "NewExecAllocator") {
				own = append(own, fmt.Sprintf("%s:%d: start browsers and tabs with package chrome", s.path, s.line(call.Pos())))
			}
			return true
		})
	}
	return own
}

func TestUnwatchedBrowsersAreFound(t *testing.T) {
	t.Parallel()
	const text = "package x\nvar a, _ = chromedp.NewContext(nil)\nvar b = chromedp.Navigate\n"
	want := []string{"handlers/x_test.go:2: start browsers and tabs with package chrome"}
	wantViolations(t, unwatched(planted(t, "handlers/x_test.go", text)), want)
	wantViolations(t, unwatched(planted(t, "internal/chrome/x.go", text)), nil)
}
