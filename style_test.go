package botyard_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sqlHomes are the packages whose Go holds SQL: what sqlc made, and the
// making of databases for tests.
var sqlHomes = map[string]bool{"db": true, "internal/pgtest": true}

// sqlText recognises statements; words in lower case need more of a
// statement's shape, since people's sentences select and update, too.
var sqlText = regexp.MustCompile(`^\s*(SELECT|INSERT\s+INTO|UPDATE|DELETE\s+FROM|WITH|CREATE|ALTER|DROP|TRUNCATE|COPY|LOCK|SET|LISTEN|NOTIFY|BEGIN|COMMIT|ROLLBACK)\s` +
	`|(?is)^\s*(select\s.+\sfrom\s+\w+(\s+(where|order|group|limit|for)\s|\s*;?\s*$)|insert\s+into\s+\w+\s*(\(|select|values)|update\s+\w+\s+set\s+\w+\s*=|delete\s+from\s+\w+)`)

const maxFunctionLines = 60

func TestSQLStandsInQueriesAndMigrationsOnly(t *testing.T) {
	t.Parallel()
	report(t, strayedSQL(project(t)))
}

func strayedSQL(all []source) []string {
	var strayed []string
	for _, s := range all {
		if s.isTest() || sqlHomes[s.dir()] {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(lit.Value); err == nil && sqlText.MatchString(text) {
				strayed = append(strayed, fmt.Sprintf("%s:%d: SQL belongs in queries/", s.path, s.line(lit.Pos())))
			}
			return true
		})
	}
	return strayed
}

func TestStrayedSQLIsFound(t *testing.T) {
	t.Parallel()
	found := []string{"SELECT 1", "\n  INSERT INTO x VALUES (1)", "LISTEN hint", "SET LOCAL x = 1",
		"select a from b", "update b set c = 1", "delete from b where c", "insert into b (c) values (1)"}
	for _, sql := range found {
		got := strayedSQL(planted(t, "handlers/x.go", "package x\nvar q = "+strconv.Quote(sql)))
		wantViolations(t, got, []string{"handlers/x.go:2: SQL belongs in queries/"})
	}
	for _, text := range []string{"Select a page", "select a page from the list", "UPDATED", "update failed", "with", "DELETE /bots/{id}"} {
		wantViolations(t, strayedSQL(planted(t, "handlers/x.go", "package x\nvar q = "+strconv.Quote(text))), nil)
	}
	wantViolations(t, strayedSQL(planted(t, "handlers/x_test.go", "package x\nvar q = \"SELECT 1\"")), nil)
}

func TestExportedNamesAreDocumented(t *testing.T) {
	t.Parallel()
	report(t, undocumented(project(t)))
}

// wellKnown are methods that the standard library's interfaces explain.
var wellKnown = map[string]bool{
	"Error": true, "String": true, "Unwrap": true, "Is": true, "LogValue": true, "Len": true, "Less": true, "Swap": true,
	"MarshalJSON": true, "UnmarshalJSON": true, "MarshalText": true, "UnmarshalText": true, "Close": true, "ServeHTTP": true,
	"Scan": true, "Value": true, "Write": true, "Read": true,
}

func undocumented(all []source) []string {
	var names []string
	for _, s := range all {
		if s.isTest() || s.generated() {
			continue
		}
		for _, decl := range s.Decls {
			for _, name := range bareNames(decl) {
				names = append(names, fmt.Sprintf("%s:%d: exported %s has no comment", s.path, s.line(decl.Pos()), name))
			}
		}
	}
	return names
}

// bareNames lists the exported names of a declaration that nothing explains.
func bareNames(decl ast.Decl) []string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && onExported(d) {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		var bare []string
		for _, spec := range d.Specs {
			bare = append(bare, bareSpec(d, spec)...)
		}
		return bare
	}
	return nil
}

func bareSpec(d *ast.GenDecl, spec ast.Spec) []string {
	switch sp := spec.(type) {
	case *ast.TypeSpec:
		return bareAmong(d, []*ast.Ident{sp.Name}, sp.Doc, sp.Comment)
	case *ast.ValueSpec:
		return bareAmong(d, sp.Names, sp.Doc, sp.Comment)
	}
	return nil
}

// bareAmong lists the exported names that neither comments of their own nor
// the group's explain, nor a neighbour's that names them.
func bareAmong(d *ast.GenDecl, names []*ast.Ident, own ...*ast.CommentGroup) []string {
	if d.Doc != nil || own[0] != nil || own[1] != nil {
		return nil
	}
	var bare []string
	for _, name := range names {
		if name.IsExported() && !namedByNeighbour(d, name.Name) {
			bare = append(bare, name.Name)
		}
	}
	return bare
}

func namedByNeighbour(d *ast.GenDecl, name string) bool {
	for _, spec := range d.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok && slices.Contains(strings.Fields(v.Doc.Text()), name) {
			return true
		}
	}
	return false
}

// onExported is false for a method that nobody outside can name, or that
// needs no words.
func onExported(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	if wellKnown[d.Name.Name] {
		return false
	}
	receiver := d.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	if generic, ok := receiver.(*ast.IndexExpr); ok {
		receiver = generic.X
	}
	name, ok := receiver.(*ast.Ident)
	return !ok || name.IsExported()
}

func TestUndocumentedNamesAreFound(t *testing.T) {
	t.Parallel()
	const text = `package x
func F() {}
type T struct{}
func (t *T) M() {}
func (T) String() string { return "" }
func (hidden) M() {}
type G[A any] struct{}
func (g *G[A]) N() {}
var V, w = 1, 2
// Documented says so.
func Documented() {}
// The states.
const (
	A = iota
	B
)
const C = 1 // the third
const (
	// D and E are bounds.
	D = 1
	E = 2
	F = 3
)
`
	got := undocumented(planted(t, "handlers/x.go", text))
	wantViolations(t, got, []string{
		"handlers/x.go:2: exported F has no comment",
		"handlers/x.go:3: exported T has no comment",
		"handlers/x.go:4: exported M has no comment",
		"handlers/x.go:7: exported G has no comment",
		"handlers/x.go:8: exported N has no comment",
		"handlers/x.go:9: exported V has no comment",
		"handlers/x.go:18: exported F has no comment",
	})
	wantViolations(t, undocumented(planted(t, "db/x.go", "// Code generated by sqlc. DO NOT EDIT.\n\n"+text)), nil)
}

func TestFunctionsAreShort(t *testing.T) {
	t.Parallel()
	report(t, longFunctions(project(t)))
}

func longFunctions(all []source) []string {
	var long []string
	for _, s := range all {
		if s.generated() {
			continue
		}
		for _, decl := range s.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if lines := s.line(f.End()) - s.line(f.Pos()) + 1 - s.tableLines(f); lines > maxFunctionLines {
				long = append(long, fmt.Sprintf("%s:%d: %s has %d lines, at most %d", s.path, s.line(f.Pos()), f.Name.Name, lines, maxFunctionLines))
			}
		}
	}
	return long
}

// tableLines counts the lines inside a function's tables: literals of rows,
// which are read as data however long they are.
func (s source) tableLines(f *ast.FuncDecl) (lines int) {
	ast.Inspect(f, func(n ast.Node) bool {
		table, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		lines += max(s.line(table.End())-s.line(table.Pos())-1, 0)
		return false
	})
	return lines
}

func TestLongFunctionsAreFound(t *testing.T) {
	t.Parallel()
	table := "package x\nfunc f() {\n\tg([]int{\n" + strings.Repeat("\t1,\n", 100) + "\t})\n}\n"
	wantViolations(t, longFunctions(planted(t, "handlers/x.go", table)), nil)
	body := func(lines int) string { return "package x\nfunc f() {" + strings.Repeat("\n", lines-1) + "}\n" }
	wantViolations(t, longFunctions(planted(t, "handlers/x.go", body(60))), nil)
	wantViolations(t, longFunctions(planted(t, "handlers/x.go", body(61))), []string{"handlers/x.go:2: f has 61 lines, at most 60"})
}
