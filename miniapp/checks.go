package miniapp

import (
	"slices"

	"botyard/internal/spec"
)

const (
	// sectionMax is the most characters of a block's title.
	sectionMax = 120
	noteMax    = 500
	nameMax    = 100
)

// titleField is the title above a block.
var titleField = spec.Field{Name: "title", Type: spec.Line, Max: sectionMax, Label: spec.Words{RU: "Заголовок", EN: "Title"}}

// altField says what a picture shows.
var altField = spec.Field{
	Name: "alt", Type: spec.Line, Max: altMax,
	Label: spec.Words{RU: "Что на картинке", EN: "What it shows"},
	Hint:  spec.Words{RU: "Прочтут тем, кто картинку не видит", EN: "Read to those who do not see the picture"},
}

// look is the field that chooses between two looks; the first is the default.
func look(first string, firstWords spec.Words, second string, secondWords spec.Words) spec.Field {
	return spec.Field{
		Name: "look", Type: spec.Choice, Label: spec.Words{RU: "Вид", EN: "Look"},
		Options: []spec.Option{{Value: first, Label: firstWords}, {Value: second, Label: secondWords}},
	}
}

func checkLook(value, path string, looks ...string) []spec.Problem {
	if value == "" || slices.Contains(looks, value) {
		return nil
	}
	return spec.CheckChoice(value, spec.Join(path, "look"), looks...)
}

// written is a plain text that may be empty.
type written struct {
	name, value string
	max         int
}

func checkTexts(path string, texts ...written) (problems []spec.Problem) {
	for _, t := range texts {
		problems = append(problems, spec.CheckText(t.value, spec.Join(path, t.name), false, t.max)...)
	}
	return problems
}

// checkPair refuses one of two values without the other.
func checkPair(path, name, value, otherName, other string) []spec.Problem {
	switch {
	case value != "" && other == "":
		return []spec.Problem{{Path: spec.Join(path, otherName), Code: "required"}}
	case value == "" && other != "":
		return []spec.Problem{{Path: spec.Join(path, name), Code: "required"}}
	}
	return nil
}

// checkPicture says what is wrong with a picture that need not be there; one
// without a description is a warning.
func checkPicture(key, alt, path string) []spec.Problem {
	problems := checkTexts(path, written{"alt", alt, altMax})
	if key == "" {
		return problems
	}
	problems = append(problems, checkMediaKey(key, spec.Join(path, "media"))...)
	if alt == "" {
		problems = append(problems, noAlt(path))
	}
	return problems
}

func noAlt(path string) spec.Problem {
	return spec.Problem{Path: spec.Join(path, "alt"), Code: "no_alt", Warning: true}
}

// checkCount says that a list is empty, or longer than most.
func checkCount(n, most int, path string) []spec.Problem {
	switch {
	case n == 0:
		return []spec.Problem{{Path: path, Code: "required"}}
	case n > most:
		return []spec.Problem{{Path: path, Code: "too_many", Args: map[string]any{"max": most, "n": n}}}
	}
	return nil
}

// reference is a value at a place, none when it is empty.
func reference(path, name, value string) []Reference {
	if value == "" {
		return nil
	}
	return []Reference{{Path: spec.Join(path, name), Value: value}}
}

// pictureReference is a medium at a place, none when it has no valid key.
func pictureReference(path, name, key string) []Reference {
	if !mediaKey.MatchString(key) {
		return nil
	}
	return []Reference{{Path: spec.Join(path, name), Value: key}}
}
