package miniapp

import "botyard/internal/spec"

// Video is an uploaded film, or a poster that leads to one elsewhere: nothing
// of a foreign site is loaded into the page.
type Video struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Film is the key of the uploaded video.
	Film string `json:"film,omitempty"`
	// Media is the key of the poster, Alt what is seen.
	Media string `json:"media,omitempty"`
	Alt   string `json:"alt,omitempty"`
	// To is the address of a film elsewhere; then there is a poster and no Film.
	To string `json:"to,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "video",
		Title: spec.Words{RU: "Видео", EN: "Video"},
		Hint:  spec.Words{RU: "Загруженное, или заставка со ссылкой на видео", EN: "An uploaded one, or a poster with a link to it"},
		Fields: []spec.Field{
			titleField,
			{Name: "film", Type: spec.Film, Label: spec.Words{RU: "Видео", EN: "Video"}},
			{Name: "media", Type: spec.Image, Label: spec.Words{RU: "Заставка", EN: "Poster"}},
			{Name: "alt", Type: spec.Line, Max: altMax, Label: spec.Words{RU: "О чём видео", EN: "What it is about"}, Hint: altField.Hint},
			{Name: "to", Type: spec.Target, Label: spec.Words{RU: "Ссылка на видео", EN: "Link to the video"}, Hint: spec.Words{RU: "Если видео лежит в другом месте", EN: "When the video is elsewhere"}},
		},
	}, func() Config { return &Video{} })
}

// Check says what is wrong with the video.
func (v *Video) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", v.Title, sectionMax}, written{"alt", v.Alt, altMax})
	switch {
	case v.Film == "" && v.To == "":
		problems = append(problems, spec.Problem{Path: spec.Join(path, "film"), Code: "no_video"})
	case v.Film != "" && v.To != "":
		problems = append(problems, spec.Problem{Path: spec.Join(path, "to"), Code: "two_videos"})
	}
	if v.Film != "" {
		problems = append(problems, checkMediaKey(v.Film, spec.Join(path, "film"))...)
	}
	if v.To != "" || v.Media != "" {
		problems = append(problems, checkMediaKey(v.Media, spec.Join(path, "media"))...)
	}
	if v.Alt == "" {
		problems = append(problems, noAlt(path))
	}
	return problems
}

// Links lists where the poster leads.
func (v *Video) Links(path string) []Reference { return reference(path, "to", v.To) }

// Pictures lists the poster and the film.
func (v *Video) Pictures(path string) []Reference {
	return append(pictureReference(path, "film", v.Film), pictureReference(path, "media", v.Media)...)
}

type drawnVideo struct {
	Title   string        `json:"title,omitempty"`
	Film    *drawnFilm    `json:"film,omitempty"`
	Picture *drawnPicture `json:"picture,omitempty"`
	To      string        `json:"to,omitempty"`
}

// drawnFilm are the attributes of an uploaded video.
type drawnFilm struct {
	Src         string `json:"src"`
	Poster      string `json:"poster,omitempty"`
	Label       string `json:"aria-label,omitempty"`
	Controls    string `json:"controls"`
	Preload     string `json:"preload"`
	PlaysInline string `json:"playsinline"`
}

func (v *Video) drawn(d *drawing) any {
	if v.Film == "" {
		return drawnVideo{Title: v.Title, Picture: d.picture(v.Media, v.Alt), To: d.href(v.To)}
	}
	film := &drawnFilm{Src: d.o.MediaBase + v.Film, Label: v.Alt, Preload: "none"}
	if v.Media != "" {
		film.Poster = d.o.MediaBase + v.Media
	} else {
		film.Preload = "metadata"
	}
	return drawnVideo{Title: v.Title, Film: film}
}
