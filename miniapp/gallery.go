package miniapp

import "botyard/internal/spec"

const galleryMost = 60

// Gallery is several pictures, or the people of a team.
type Gallery struct {
	// Title above them, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Look is "grid" or "team".
	Look string `json:"look,omitempty"`
	// Items are at most 60.
	Items []GalleryItem `json:"items"`
}

// GalleryItem is a picture with what is written under it.
type GalleryItem struct {
	// Media is the key of the picture, Alt what it shows.
	Media string `json:"media"`
	Alt   string `json:"alt,omitempty"`
	// Name and About stand under it: who it is, and what they do.
	Name  string `json:"name,omitempty"`
	About string `json:"about,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "gallery",
		Title: spec.Words{RU: "Галерея", EN: "Gallery"},
		Hint:  spec.Words{RU: "Несколько фотографий или команда", EN: "Several photos, or the team"},
		Fields: []spec.Field{
			titleField,
			look("grid", spec.Words{RU: "Сетка", EN: "A grid"}, "team", spec.Words{RU: "Команда", EN: "A team"}),
			{Name: "items", Type: spec.Rows, Required: true, Most: galleryMost, Label: spec.Words{RU: "Фотографии", EN: "Photos"}, Fields: []spec.Field{
				{Name: "media", Type: spec.Image, Required: true, Label: spec.Words{RU: "Фото", EN: "Photo"}},
				altField,
				{Name: "name", Type: spec.Line, Max: nameMax, Label: spec.Words{RU: "Подпись или имя", EN: "Caption or name"}},
				{Name: "about", Type: spec.Line, Max: noteMax, Label: spec.Words{RU: "Кто это или что это", EN: "Who or what it is"}},
			}},
		},
	}, func() Config { return &Gallery{} })
}

// Check says what is wrong with the gallery. A photo without a description is
// a warning, unless its caption says enough.
func (g *Gallery) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", g.Title, sectionMax})
	problems = append(problems, checkLook(g.Look, path, "grid", "team")...)
	problems = append(problems, checkCount(len(g.Items), galleryMost, spec.Join(path, "items"))...)
	for i, item := range g.Items {
		at := spec.Join(path, "items", i)
		problems = append(problems, checkMediaKey(item.Media, spec.Join(at, "media"))...)
		problems = append(problems, checkTexts(at, written{"alt", item.Alt, altMax}, written{"name", item.Name, nameMax}, written{"about", item.About, noteMax})...)
		if item.Alt == "" && item.Name == "" {
			problems = append(problems, noAlt(at))
		}
	}
	return problems
}

// Pictures lists the photos.
func (g *Gallery) Pictures(path string) (all []Reference) {
	for i, item := range g.Items {
		all = append(all, pictureReference(spec.Join(path, "items", i), "media", item.Media)...)
	}
	return all
}

func (g *Gallery) drawn(d *drawing) any {
	rows := make([]drawnRow, len(g.Items))
	for i, item := range g.Items {
		rows[i] = drawnRow{Picture: d.picture(item.Media, item.Alt), Label: item.Name, Note: item.About}
	}
	return drawnRows{g.Title, g.Look, rows}
}
