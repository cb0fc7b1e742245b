package layout

import (
	"context"
	"net/url"
	"strings"
	"unicode"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/views/page"
)

// languageURL is this screen in another language: the same address with
// "lang", which the server keeps in a cookie.
func languageURL(ctx context.Context, l lang.Lang) templ.SafeURL {
	here, err := url.Parse(page.From(ctx).Path)
	if err != nil {
		here = &url.URL{}
	}
	query := here.Query()
	query.Set("lang", l.Code())
	return templ.SafeURL((&url.URL{Path: here.Path, RawQuery: query.Encode()}).String())
}

// current marks a link to where one is; any other gets nothing.
func current(holds bool, value string) templ.Attributes {
	if !holds {
		return nil
	}
	return templ.Attributes{"aria-current": value}
}

func faceOf(email string) string {
	for _, r := range email {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return strings.ToUpper(string(r))
		}
	}
	return "?"
}

// place is one entry of a project's navigation.
type place struct {
	section page.Section
	icon    string
	key     string
}

// places are those in the bars; later ones hang under "More".
var places = []place{
	{page.Home, "home", "nav.home"},
	{page.Orders, "orders", "nav.orders"},
	{page.Bot, "bot", "nav.bot"},
	{page.Pages, "pages", "nav.pages"},
}

var further = []place{
	{page.Catalog, "catalog", "nav.catalog"},
	{page.Files, "open", "nav.files"},
	{page.Card, "clock", "card.title"},
	{page.Releases, "releases", "nav.releases"},
	{page.Settings, "settings", "nav.settings"},
	{page.Audit, "clock", "nav.audit"},
}

// The ids of the places that count new orders, in the bar and at a phone's foot.
const (
	OrdersCount     = "orders-count"
	OrdersCountFoot = "orders-count-foot"
)

// freshMost is the most that is counted.
const freshMost = 99

func freshWords(ctx context.Context, p page.Project) string {
	n := lang.T(ctx, "publish.number", "n", min(p.Fresh, freshMost))
	if p.Fresh > freshMost {
		n += "+"
	}
	return n
}

func (p place) url(project page.Project) templ.SafeURL {
	if p.section == page.Home {
		return templ.SafeURL(project.URL())
	}
	return templ.SafeURL(project.URL(string(p.section)))
}

// isFurther tells whether the section hangs under "More".
func isFurther(s page.Section) bool {
	return s == page.Catalog || s == page.Releases || s == page.Settings || s == page.Audit || s == page.Card || s == page.More
}
