package flow

import (
	"strconv"
	"strings"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// PlaceStep shows a place on the map.
type PlaceStep struct {
	// Point is latitude and longitude as maps copy them: "55.7512, 37.6184".
	Point string `json:"point"`
	// Title and Address stand under the map; without a title it is bare.
	Title   string `json:"title,omitempty"`
	Address string `json:"address,omitempty"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "place", Place: 6,
		Title: spec.Words{RU: "Место на карте", EN: "Place on the map"},
		Hint:  spec.Words{RU: "Бот показывает точку на карте", EN: "The bot shows a point on the map"},
		Fields: []spec.Field{
			{
				Name: "point", Type: spec.Line, Required: true, Max: maxLabel,
				Label: spec.Words{RU: "Координаты", EN: "Coordinates"},
				Hint:  spec.Words{RU: "Скопируйте на карте: 55.7512, 37.6184", EN: "Copy them from a map: 55.7512, 37.6184"},
			},
			{Name: "title", Type: spec.Line, Max: maxTitle, Label: spec.Words{RU: "Название места", EN: "Name of the place"}},
			{Name: "address", Type: spec.Line, Max: maxTitle, Label: spec.Words{RU: "Адрес", EN: "Address"}},
		},
	}, func() StepConfig { return &PlaceStep{} })
}

// Check wants a point of the earth.
func (p *PlaceStep) Check(path string) []spec.Problem {
	problems := spec.CheckText(p.Title, spec.Join(path, "title"), false, maxTitle)
	problems = append(problems, spec.CheckText(p.Address, spec.Join(path, "address"), false, maxTitle)...)
	if _, ok := parsePoint(p.Point); !ok {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "point"), Code: "bad_point"})
	}
	return problems
}

// Run shows it.
func (p *PlaceStep) Run(t *turn) {
	point, ok := parsePoint(p.Point)
	if !ok {
		return
	}
	venue := Venue{Point: point}
	// Telegram wants both or neither.
	if richtext.Visible(p.Title) {
		venue.Title, venue.Address = p.Title, p.Address
		if !richtext.Visible(venue.Address) {
			venue.Address = p.Title
		}
	}
	t.post(Post{Place: &venue})
}

func parsePoint(s string) (Point, bool) {
	a, b, _ := strings.Cut(s, ",")
	lat, err := strconv.ParseFloat(strings.TrimSpace(a), 64)
	long, err2 := strconv.ParseFloat(strings.TrimSpace(b), 64)
	ok := err == nil && err2 == nil && lat >= -90 && lat <= 90 && long >= -180 && long <= 180
	return Point{lat, long}, ok
}
