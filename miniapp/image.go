package miniapp

import (
	"regexp"

	"botyard/internal/spec"
)

const altMax = 300

// Image is an uploaded picture.
type Image struct {
	// Media is the key of the picture: 32 to 64 hexadecimal digits.
	Media string `json:"media"`
	// Alt says in words what the picture shows, for those who do not see it.
	Alt string `json:"alt,omitempty"`
}

var mediaKey = regexp.MustCompile(`^[0-9a-f]{32,64}$`)

func init() {
	Kinds.Add(spec.Kind{
		Name:  "image",
		Title: spec.Words{RU: "Картинка", EN: "Picture"},
		Hint:  spec.Words{RU: "Фото или рисунок во всю ширину", EN: "A photo or drawing, full width"},
		Fields: []spec.Field{
			{Name: "media", Type: spec.Image, Required: true, Label: spec.Words{RU: "Файл", EN: "File"}},
			altField,
		},
	}, func() Config { return &Image{} })
}

// Check says what is wrong with the picture; a missing description is a warning.
func (i *Image) Check(path string) []spec.Problem {
	problems := checkMediaKey(i.Media, spec.Join(path, "media"))
	problems = append(problems, spec.CheckText(i.Alt, spec.Join(path, "alt"), false, altMax)...)
	if i.Alt == "" {
		problems = append(problems, noAlt(path))
	}
	return problems
}

// Pictures lists the picture.
func (i *Image) Pictures(path string) []Reference { return pictureReference(path, "media", i.Media) }

type drawnImage struct {
	Picture *drawnPicture `json:"picture,omitempty"`
}

func (i *Image) drawn(d *drawing) any { return drawnImage{d.picture(i.Media, i.Alt)} }

func checkMediaKey(key, path string) []spec.Problem {
	switch {
	case key == "":
		return []spec.Problem{{Path: path, Code: "required"}}
	case !mediaKey.MatchString(key):
		return []spec.Problem{{Path: path, Code: "bad_media"}}
	}
	return nil
}
