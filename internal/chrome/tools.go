package chrome

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/chromedp/chromedp"
)

// tool is a file below tools/web/node_modules, or the test is skipped and says so.
func tool(t testing.TB, parts ...string) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	path := filepath.Join(append([]string{filepath.Dir(here), "..", "..", "tools", "web", "node_modules"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skip("no tools of the web on this machine: run .ci/web-tools to run this test")
	}
	return path
}

// Accessible asks axe-core what is wrong with the page of a tab, by WCAG 2.2 A
// and AA and its best practices; frames are asked for themselves.
type Accessible struct{ source string }

// Axe loads axe-core, or skips the test where it is not.
func Axe(t testing.TB) Accessible {
	t.Helper()
	source, err := os.ReadFile(tool(t, "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return Accessible{string(source)}
}

// Findings are what it finds, one a line of text. The browser's own tools run
// it, so that it needs no leave of the page's policy.
func (a Accessible) Findings(t testing.TB, ctx context.Context) []string {
	t.Helper()
	const run = `;axe.run({iframes: false}).then(r => r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.map(n => n.html.slice(0, 150)).join(" | ")))`
	found, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](a.source+run, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("ask axe: %v", err)
	}
	return found
}

// Validate holds documents to HTML's rules, by their names, and gives what
// html-validate says of them, "" when nothing. It skips the test where that or Node is not.
func Validate(t testing.TB, documents map[string]string) string {
	t.Helper()
	program := tool(t, "html-validate", "bin", "html-validate.mjs")
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no Node on this machine: it runs html-validate")
	}
	folder := t.TempDir()
	arguments := []string{program, "--config", filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(program)))), "html.json")}
	for name, html := range documents {
		path := filepath.Join(folder, name+".html")
		if err := os.WriteFile(path, []byte(html), 0o600); err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, path)
	}
	said, err := exec.CommandContext(t.Context(), "node", arguments...).CombinedOutput()
	if err == nil {
		return ""
	}
	return string(said)
}
