package miniapp

import (
	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// lostID is an id that no page of an owner has.
const lostID = "404."

// LostPage tells visitors, in the site's language ("ru", else English), that
// there is no such page, and leads to the first of the site's pages.
func LostPage(lang string, pages Pages) Page {
	m := Manifest{Lang: lang}
	say := func(ru, en string) string { return m.say(spec.Words{RU: ru, EN: en}) }
	page := Page{ID: lostID, Hidden: true, Title: say("Такой страницы нет", "There is no such page")}
	page.Blocks = []Block{
		{ID: "what", Kind: "heading", Config: &Heading{Text: page.Title}},
		{ID: "why", Kind: "text", Config: &Text{Text: richtext.Text{{Kind: richtext.Plain, Value: say("Может быть, её переименовали или убрали.", "It may have been renamed or removed.")}}}},
	}
	if len(pages) > 0 {
		page.Blocks = append(page.Blocks, Block{ID: "home", Kind: "button", Config: &Button{Label: say("На главную", "To the first page"), To: "page:" + pages[0].ID}})
	}
	return page
}
