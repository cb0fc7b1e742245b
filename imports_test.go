package botyard_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "botyard/"

// machinery is what handlers may put together.
var machinery = []string{
	"db", "miniapp", "static", "views/...",
	"internal/account", "internal/audit", "internal/card", "internal/flow", "internal/hint", "internal/httpcall", "internal/inbox", "internal/installation", "internal/keys", "internal/lang", "internal/limit", "internal/load", "internal/metrics",
	"internal/media", "internal/outbox", "internal/pgserver", "internal/poll", "internal/project", "internal/registry", "internal/rehearsal",
	"internal/richtext", "internal/secret", "internal/shard", "internal/sheet", "internal/spec", "internal/submission", "internal/telegram", "internal/timer", "internal/vault",
}

// arrows says for each package which others of the project it may import. A
// name that ends in /... stands for the package and all below it. What is not
// a key here may not exist: think first, then add it.
var arrows = map[string][]string{
	".":          nil,
	"migrations": nil,
	"static":     nil,

	"internal/limit":    nil,
	"internal/metrics":  nil,
	"internal/pgserver": nil,
	"internal/richtext": nil,
	"internal/secret":   nil,
	"internal/sheet":    nil,
	"internal/telegram": nil,

	"internal/spec":         {"internal/richtext"},
	"internal/card":         {"internal/spec"},
	"internal/lang":         {"internal/spec"},
	"internal/flow":         {"internal/richtext", "internal/spec"},
	"internal/rehearsal":    {"internal/card", "internal/flow", "internal/richtext"},
	"miniapp":               {"internal/richtext", "internal/spec", "static"},
	"miniapp/typegen":       {"miniapp", "internal/spec"},
	"internal/telegram/sim": {"internal/telegram"},

	"db":                    {"internal/card", "internal/flow", "miniapp"},
	"internal/account":      {"internal/metrics", "db", "internal/audit", "internal/secret"},
	"internal/media":        {"db"},
	"internal/audit":        {"db"},
	"internal/hint":         {"db"},
	"internal/registry":     {"db"},
	"internal/submission":   {"db", "internal/lang", "miniapp"},
	"internal/retention":    {"db", "internal/registry"},
	"internal/shard":        {"db"},
	"internal/load":         {"internal/shard", "db"},
	"internal/httpcall":     {"internal/metrics", "internal/shard", "db", "internal/flow"},
	"internal/poll":         {"internal/inbox", "internal/shard", "db", "internal/telegram"},
	"internal/timer":        {"internal/metrics", "internal/shard", "db"},
	"internal/vault":        {"db", "internal/secret", "internal/telegram"},
	"internal/outbox":       {"internal/metrics", "internal/shard", "db", "internal/limit", "internal/media", "internal/telegram", "internal/vault"},
	"internal/inbox":        {"internal/metrics", "internal/outbox", "internal/shard", "db", "internal/audit", "internal/card", "internal/flow", "internal/limit", "internal/richtext", "internal/submission", "internal/telegram", "miniapp"},
	"internal/project":      {"db", "internal/audit", "internal/card", "internal/flow", "miniapp", "internal/registry", "internal/richtext", "internal/secret", "internal/spec", "internal/telegram", "internal/vault"},
	"internal/keys":         {"db", "internal/secret", "internal/vault"},
	"internal/installation": {"db", "internal/audit"},

	// It runs the product as processes, and makes projects as the product does.
	"internal/loadtest": {"db", "miniapp", "static", "internal/pgserver", "internal/project", "internal/secret",
		"internal/spec", "internal/telegram", "internal/telegram/sim", "internal/vault"},

	// Structs of its own, never a row of the database.
	"views/...": {"views/...", "internal/lang", "internal/richtext", "internal/spec", "static"},

	"handlers": machinery,
	"cmd/...":  append([]string{"handlers", "migrations", "internal/loadtest", "internal/retention", "internal/telegram/sim"}, machinery...),

	// For tests: no package of the product may name it.
	"internal/chrome":      nil,
	"internal/pgtest":      {"internal/pgserver", "migrations"},
	"internal/pgtest/stop": {"internal/pgtest"},
}

func TestImportsPointOneWay(t *testing.T) {
	t.Parallel()
	report(t, wrongImports(project(t)))
}

// wrongImports names each import outside tests that arrows does not allow.
func wrongImports(all []source) []string {
	var wrong []string
	for _, s := range all {
		if s.isTest() {
			continue
		}
		allowed, known := arrowsOf(s.dir())
		if !known {
			wrong = append(wrong, s.path+": package is not in the table of arrows")
			continue
		}
		for _, imported := range ownImports(s) {
			if !covered(allowed, imported) {
				wrong = append(wrong, fmt.Sprintf("%s: %s may not import %s", s.path, s.dir(), imported))
			}
		}
	}
	return wrong
}

func arrowsOf(dir string) (allowed []string, known bool) {
	if allowed, known = arrows[dir]; known {
		return allowed, true
	}
	for name, allowed := range arrows {
		if covers(name, dir) {
			return allowed, true
		}
	}
	return nil, false
}

func ownImports(s source) []string {
	var own []string
	for _, spec := range s.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if rest, ok := strings.CutPrefix(name, module); ok && err == nil {
			own = append(own, rest)
		}
	}
	return own
}

func covered(allowed []string, dir string) bool {
	return slices.ContainsFunc(allowed, func(name string) bool { return covers(name, dir) })
}

func covers(name, dir string) bool {
	top, below := strings.CutSuffix(name, "/...")
	return dir == top || below && strings.HasPrefix(dir, top+"/")
}

func TestWrongImportsAreFound(t *testing.T) {
	t.Parallel()
	cases := []struct {
		path, imported string
		want           []string
	}{
		{"internal/limit/x.go", "botyard/db", []string{"internal/limit/x.go: internal/limit may not import db"}},
		{"internal/flow/x.go", "botyard/internal/telegram", []string{"internal/flow/x.go: internal/flow may not import internal/telegram"}},
		{"views/bot/x.go", "botyard/db", []string{"views/bot/x.go: views/bot may not import db"}},
		{"cmd/botyard/x.go", "botyard/internal/pgtest", []string{"cmd/botyard/x.go: cmd/botyard may not import internal/pgtest"}},
		{"util/x.go", "fmt", []string{"util/x.go: package is not in the table of arrows"}},
		{"internal/limit/deeper/x.go", "fmt", []string{"internal/limit/deeper/x.go: package is not in the table of arrows"}},
		{"views/bot/x.go", "botyard/views/ui", nil},
		{"handlers/x.go", "botyard/internal/inbox", nil},
		{"internal/limit/x_test.go", "botyard/internal/pgtest", nil},
		{"internal/limit/x.go", "time", nil},
	}
	for _, c := range cases {
		got := wrongImports(planted(t, c.path, "package x\nimport _ \""+c.imported+"\"\n"))
		wantViolations(t, got, c.want)
	}
}
