package miniapp

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"botyard/internal/spec"
)

const (
	addressMax = 200
	pointMax   = 40
)

// Map is how to get there: a picture, the address, and links to map services.
// The page itself asks none of them for anything.
type Map struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Address in words, at most 200 characters.
	Address string `json:"address"`
	// Point is "latitude, longitude" in degrees, more exact than the address.
	Point string `json:"point,omitempty"`
	// Media is the key of a picture of the way, Alt what it shows.
	Media string `json:"media,omitempty"`
	Alt   string `json:"alt,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "map",
		Title: spec.Words{RU: "Карта", EN: "Map"},
		Hint:  spec.Words{RU: "Адрес, картинка и ссылки на карты", EN: "The address, a picture and links to maps"},
		Fields: []spec.Field{
			titleField,
			{Name: "address", Type: spec.Line, Required: true, Max: addressMax, Label: spec.Words{RU: "Адрес", EN: "Address"}},
			{
				Name: "point", Type: spec.Line, Max: pointMax, Label: spec.Words{RU: "Координаты", EN: "Coordinates"},
				Hint: spec.Words{RU: "Если по адресу вас не находят: 55.7558, 37.6176", EN: "When the address does not find you: 51.5074, -0.1278"},
			},
			{Name: "media", Type: spec.Image, Label: spec.Words{RU: "Картинка", EN: "Picture"}},
			altField,
		},
	}, func() Config { return &Map{} })
}

// Check says what is wrong with the map.
func (m *Map) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", m.Title, sectionMax}, written{"point", m.Point, pointMax})
	problems = append(problems, spec.CheckText(m.Address, spec.Join(path, "address"), true, addressMax)...)
	if _, _, ok := parsePoint(m.Point); m.Point != "" && !ok {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "point"), Code: "bad_point"})
	}
	return append(problems, checkPicture(m.Media, m.Alt, path)...)
}

// Pictures lists the picture.
func (m *Map) Pictures(path string) []Reference { return pictureReference(path, "media", m.Media) }

var pointPattern = regexp.MustCompile(`^\s*(-?\d{1,2}(?:\.\d{1,10})?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d{1,10})?)\s*$`)

// parsePoint reads "55.7558, 37.6176".
func parsePoint(s string) (lat, lon string, ok bool) {
	m := pointPattern.FindStringSubmatch(s)
	if m == nil {
		return "", "", false
	}
	y, _ := strconv.ParseFloat(m[1], 64)
	x, _ := strconv.ParseFloat(m[2], 64)
	return m[1], m[2], y >= -90 && y <= 90 && x >= -180 && x <= 180
}

// A mapService opens a point, or looks for an address; {x}, {y} and {a} are
// replaced by longitude, latitude and address.
type mapService struct {
	name           spec.Words
	point, address string
}

var mapServices = []mapService{
	{spec.Words{RU: "Яндекс Карты", EN: "Yandex Maps"}, "https://yandex.ru/maps/?pt={x},{y}&z=17", "https://yandex.ru/maps/?text={a}"},
	{spec.Words{RU: "2ГИС", EN: "2GIS"}, "https://2gis.ru/geo/{x},{y}", "https://2gis.ru/search/{a}"},
	{spec.Words{RU: "Google Карты", EN: "Google Maps"}, "https://www.google.com/maps/search/?api=1&query={y},{x}", "https://www.google.com/maps/search/?api=1&query={a}"},
}

type drawnMap struct {
	Title   string        `json:"title,omitempty"`
	Picture *drawnPicture `json:"picture,omitempty"`
	Items   []drawnRow    `json:"items"`
}

func (m *Map) drawn(d *drawing) any {
	rows := []drawnRow{{Icon: "place", Label: m.Address}}
	lat, lon, exact := parsePoint(m.Point)
	// A path and a query both take %20 for a space, and only a query takes "+".
	fill := strings.NewReplacer("{x}", lon, "{y}", lat, "{a}", strings.ReplaceAll(url.QueryEscape(m.Address), "+", "%20"))
	for _, s := range mapServices {
		link := s.address
		if exact {
			link = s.point
		}
		rows = append(rows, drawnRow{Label: d.say(s.name), To: fill.Replace(link)})
	}
	return drawnMap{m.Title, d.picture(m.Media, m.Alt), rows}
}
