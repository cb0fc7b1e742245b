package gallery

import (
	"botyard/views/page"
	"botyard/views/site"
	"botyard/views/ui"
)

// site are the screens of what all pages share.
func (s sample) site() []Screen {
	preview := ui.Preview{Site: "/gallery/frame", App: "/gallery/frame", Page: "home"}
	theme := site.Theme{
		Project: s.project(3), Preview: preview, Accent: "#0e6a5e",
		Accents:      []site.Colour{{Value: "#0e6a5e", Key: "theme.colour.verdigris"}, {Value: "#9c2542", Key: "theme.colour.cherry"}},
		CornerValues: []string{"", "soft", "square"}, FaceValues: []string{"", "headings", "serif"}, Ratio: "6.2",
		Light: site.Sample{Ground: "#fbfffe", Text: "#17201f", Link: "#0e6a5e", Button: "#0e6a5e", Label: "#ffffff"},
		Dark:  site.Sample{Ground: "#141b1b", Text: "#ecf3f2", Link: "#62a097", Button: "#277a6f", Label: "#ffffff"},
	}
	faint := theme
	faint.Accent, faint.Corners, faint.Better, faint.Ratio = "#ffd000", "square", "#806800", "1.4"
	faint.Mistakes = page.Mistakes{{Field: "own", Key: "problem.bad_colour"}}
	menu := site.Menu{Project: s.project(3), Preview: preview, Legal: true, Pages: []site.Entry{
		{ID: "home", Title: s.in("Главная", "Home"), Place: "head"}, {ID: "prices", Title: s.in("Цены", "Prices"), Place: "head"},
		{ID: "thanks", Title: s.in("Спасибо за заказ", "Thanks for the order"), Place: "hidden"},
	}}
	for i := range menu.Pages {
		menu.Pages[i].Look = "/gallery/frame"
	}
	done := menu
	done.Legal = false
	done.Pages = append(done.Pages[:3:3], site.Entry{ID: "policy", Title: s.in("Политика обработки данных", "Privacy policy"), Place: "foot"})
	return []Screen{
		{"theme", site.ThemePage(theme)}, {"theme-faint", site.ThemePage(faint)}, {"menu", site.MenuPage(menu)}, {"menu-legal", site.MenuPage(done)},
	}
}
