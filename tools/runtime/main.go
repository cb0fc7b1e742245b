// Command runtime bundles the pages' runtime from TypeScript into one file.
// Run it in tools/: go run ./runtime
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	root := ".."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	if err := bundle(root); err != nil {
		fmt.Fprintln(os.Stderr, "bundle the runtime:", err)
		os.Exit(1)
	}
}

// bundle reads miniapp/runtime under root and writes static/runtime.js.
func bundle(root string) error {
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{filepath.Join(root, "miniapp/runtime/main.ts")},
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2021,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LogLevel:          api.LogLevelWarning,
		// Modules are strict by nature; the words need not be said.
		TsconfigRaw: `{"compilerOptions":{"alwaysStrict":false}}`,
	})
	if len(result.Errors) > 0 {
		return fmt.Errorf("%d errors", len(result.Errors))
	}
	code := result.OutputFiles[0].Contents
	if broken := closesScript(string(code)); broken != "" {
		return fmt.Errorf("the bundle holds %q and cannot be inlined", broken)
	}
	return os.WriteFile(filepath.Join(root, "static/runtime.js"), code, 0o644)
}

// closesScript finds what would end or confuse an inline script.
func closesScript(code string) string {
	for _, s := range []string{"</script", "<!--", "<script"} {
		if strings.Contains(strings.ToLower(code), s) {
			return s
		}
	}
	return ""
}
