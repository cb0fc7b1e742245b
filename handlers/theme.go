package handlers

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/site"
)

// accents are the colours that are offered; each can be read by day and by night.
var accents = []site.Colour{
	{Value: "#0e6a5e", Key: "theme.colour.verdigris"}, {Value: "#3d6b2f", Key: "theme.colour.forest"}, {Value: "#1f628f", Key: "theme.colour.sea"},
	{Value: "#4a4f9c", Key: "theme.colour.ink"}, {Value: "#7d3f7a", Key: "theme.colour.plum"}, {Value: "#9c2542", Key: "theme.colour.cherry"},
	{Value: "#9a4222", Key: "theme.colour.brick"}, {Value: "#6f4e37", Key: "theme.colour.coffee"}, {Value: "#4b5258", Key: "theme.colour.graphite"},
}

func (s *server) showTheme(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	return s.renderTheme(w, r, http.StatusOK, p, nil)
}

func (s *server) renderTheme(w http.ResponseWriter, r *http.Request, status int, p scope, mistakes page.Mistakes) error {
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	screen := themeScreen(draft.Theme, lang.From(r.Context()))
	screen.Project, screen.Mistakes = frame, mistakes
	if len(draft.Pages) > 0 {
		screen.Preview = s.preview(p, frame, draft.Pages[0].ID)
		screen.Preview.Blocks = "" // a tap tries the page here
	}
	return s.render(w, r, status, site.ThemePage(screen))
}

func themeScreen(t miniapp.Theme, l lang.Lang) site.Theme {
	read := t.Legible()
	screen := site.Theme{
		Accent: t.Accent, Accents: accents, Corners: t.Corners, Face: t.Face, CornerValues: miniapp.Corners, FaceValues: miniapp.Faces,
		Light: site.Sample(read.Light), Dark: site.Sample(read.Dark), Ratio: strconv.FormatFloat(read.Ratio, 'f', 1, 64),
	}
	if screen.Accent == "" {
		screen.Accent = accents[0].Value
	}
	if l == lang.RU {
		screen.Ratio = strings.Replace(screen.Ratio, ".", ",", 1)
	}
	if read.Better != screen.Accent {
		screen.Better = read.Better
	}
	return screen
}

// saveTheme keeps what was chosen: a button's accent, else the colour of one's own.
func (s *server) saveTheme(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	_, _, err = s.Projects.Edit(r.Context(), p.ID, 0, func(d *project.Draft) error {
		theme, mistakes := readTheme(d.Theme, r)
		if len(mistakes) > 0 {
			return &editError{mistakes}
		}
		d.Theme = theme
		return nil
	})
	if err != nil {
		_, mistakes, err := refusedEdit(err, "own")
		if err != nil {
			return err
		}
		return s.renderTheme(w, r, http.StatusUnprocessableEntity, p, mistakes)
	}
	return s.goTo(w, r, p.url("theme"))
}

func readTheme(t miniapp.Theme, r *http.Request) (miniapp.Theme, []fieldProblem) {
	for name, value := range map[string]*string{"accent": &t.Accent, "own": &t.Accent, "corners": &t.Corners, "face": &t.Face} {
		if !r.PostForm.Has(name) || name == "own" && r.PostForm.Has("accent") {
			continue
		}
		if *value = r.PostForm.Get(name); *value == "plain" {
			*value = ""
		}
	}
	raw, err := json.Marshal(t)
	if err != nil {
		return t, []fieldProblem{{"own", spec.Problem{Code: "not_json"}}}
	}
	t, problems := miniapp.ParseTheme(raw, "")
	mistakes := make([]fieldProblem, len(problems))
	for i, p := range problems {
		mistakes[i] = fieldProblem{"own", p}
	}
	return t, mistakes
}
