package botyard_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// makesAddresses are the files that may write paths of the pages' origin.
var makesAddresses = []string{"internal/project/url.go", "handlers/routes.go"}

// knowsThePagesOrigin are the files that may name the pages' origin, besides
// those that only hand it on.
var knowsThePagesOrigin = []string{
	"internal/project/url.go", "internal/project/pages.go", "internal/project/answer.go", "internal/project/hook.go",
	"handlers/headers.go", "handlers/host.go", "handlers/preview.go", "handlers/origins.go",
}

// readsTheHost is the file that asks by which name a request came.
const readsTheHost = "handlers/host.go"

var (
	pagesPath = regexp.MustCompile(`/(m|s|media|preview|goods)/`)
	// forged are headers from which nothing may be concluded: whoever asks writes them.
	forged = regexp.MustCompile(`(?i)^(x-forwarded-(host|proto|port|prefix)|forwarded|x-real-ip|true-client-ip|cf-connecting-ip|x-original-url)$`)
)

func TestAddressesAreMadeInOnePlace(t *testing.T) {
	t.Parallel()
	report(t, strayAddresses(project(t)))
}

// strayAddresses names the places that make addresses of pages by themselves,
// or conclude from a request where the installation is.
func strayAddresses(all []source) (stray []string) {
	for _, s := range all {
		if s.isTest() || s.generated() || s.dir() == "views/gallery" || s.dir() == "internal/telegram/sim" {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			if words := s.strayAddress(n); words != "" {
				stray = append(stray, fmt.Sprintf("%s:%d: %s", s.path, s.line(n.Pos()), words))
			}
			return true
		})
	}
	return stray
}

func (s source) strayAddress(n ast.Node) string {
	switch x := n.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(x.Value)
		switch {
		case err != nil || x.Kind != token.STRING:
		case pagesPath.MatchString(text) && !slices.Contains(makesAddresses, s.path):
			return "an address of a page: project.PageURL and PagePath make them"
		case forged.MatchString(text):
			return "a header that whoever asks can write"
		}
	case *ast.SelectorExpr:
		of, _ := x.X.(*ast.Ident)
		switch {
		case x.Sel.Name == "PagesURL" && !slices.Contains(knowsThePagesOrigin, s.path):
			return "the pages' origin: project.PageURL makes addresses there"
		case of != nil && of.Name == "r" && (x.Sel.Name == "Host" || x.Sel.Name == "TLS") && s.path != readsTheHost:
			return "what the request says of where the installation is: the configuration knows it"
		}
	}
	return ""
}

func TestStrayAddressesAreFound(t *testing.T) {
	t.Parallel()
	const text = `package x
var a = base + "/m/" + slug
var b = "https://pages.example/s/x"
var c = s.PagesURL + path
var d = "https://" + r.Host
var e = r.TLS != nil
var f = r.Header.Get("X-Forwarded-Proto")
var g = "/projects/m" + "gs/x" + x.Host
`
	var want []string
	for i, words := range []string{
		"an address of a page: project.PageURL and PagePath make them", "an address of a page: project.PageURL and PagePath make them",
		"the pages' origin: project.PageURL makes addresses there",
		"what the request says of where the installation is: the configuration knows it",
		"what the request says of where the installation is: the configuration knows it",
		"a header that whoever asks can write",
	} {
		want = append(want, fmt.Sprintf("handlers/x.go:%d: %s", i+2, words))
	}
	wantViolations(t, strayAddresses(planted(t, "handlers/x.go", text)), want)
	wantViolations(t, strayAddresses(planted(t, "internal/project/url.go", "package x\nvar a = \"/m/\" + s.PagesURL")), nil)
}
