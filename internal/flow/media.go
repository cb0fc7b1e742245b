package flow

import (
	"slices"
	"strings"

	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// mediaField is the form's list of uploaded files.
func mediaField(label spec.Words) spec.Field {
	return spec.Field{
		Name: "media", Type: spec.Rows, Max: maxAlbum, Label: label,
		Fields: []spec.Field{
			{Name: "kind", Type: spec.Choice, Label: spec.Words{RU: "Что это", EN: "What it is"}, Options: []spec.Option{
				{Value: "photo", Label: spec.Words{RU: "Фото", EN: "Photo"}},
				{Value: "video", Label: spec.Words{RU: "Видео", EN: "Video"}},
				{Value: "voice", Label: spec.Words{RU: "Голосовое сообщение", EN: "Voice message"}},
				{Value: "file", Label: spec.Words{RU: "Файл", EN: "File"}},
			}},
			{Name: "key", Type: spec.File, Required: true, Label: spec.Words{RU: "Файл", EN: "File to send"}},
		},
	}
}

func mediaRefs(media []Media) []Ref {
	var refs []Ref
	for i, m := range media {
		if m.Key != "" {
			refs = append(refs, Ref{at("media", i, "key"), m.Key})
		}
	}
	return refs
}

// checkShown says what is wrong with files and the text beside them: one of
// the two must be there, and an album is of photos and videos, or of files.
func checkShown(text richtext.Text, media []Media, path string, most int) []spec.Problem {
	if len(media) == 0 {
		return checkRich(text, spec.Join(path, "text"), maxMessage)
	}
	here := spec.Join(path, "media")
	problems := tooMany(len(media), most, here)
	if !text.Empty() {
		problems = append(problems, checkRich(text, spec.Join(path, "text"), maxMessage)...)
		if n := text.Len(); n > maxCaption {
			problems = append(problems, spec.Problem{
				Path: spec.Join(path, "text"), Code: "long_caption", Warning: true, Args: map[string]any{"max": maxCaption, "n": n},
			})
		}
	}
	for i, m := range media {
		problems = append(problems, spec.CheckText(m.Key, spec.Join(here, i, "key"), true, 0)...)
		problems = append(problems, spec.CheckChoice(m.Kind, spec.Join(here, i, "kind"), mediaKinds...)...)
	}
	if len(media) > 1 && !together(media) {
		problems = append(problems, spec.Problem{Path: here, Code: "mixed_album"})
	}
	return problems
}

// albumSort is what an album may be made of together, "" for what cannot be in one.
func albumSort(kind string) string {
	switch kind {
	case "photo", "video":
		return "seen"
	case "file":
		return "file"
	}
	return ""
}

// sendable are the files that a message may have: those with a key and of a
// known kind, no more than an album takes.
func sendable(media []Media) []Media {
	bad := func(m Media) bool {
		return m.Key == "" || strings.IndexByte(m.Key, 0) >= 0 || !slices.Contains(mediaKinds, m.Kind)
	}
	if slices.ContainsFunc(media, bad) {
		media = slices.DeleteFunc(slices.Clone(media), bad)
	}
	return media[:min(len(media), maxAlbum)]
}

var mediaKinds = []string{"photo", "video", "voice", "file"}

// together tells whether files can be an album.
func together(media []Media) bool {
	first := albumSort(media[0].Kind)
	return first != "" && !slices.ContainsFunc(media, func(m Media) bool { return albumSort(m.Kind) != first })
}

// checkRich says what is wrong with a text that will be a message.
func checkRich(text richtext.Text, path string, most int) []spec.Problem {
	if text.Empty() {
		return []spec.Problem{{Path: path, Code: "required"}}
	}
	problems := append(spec.CheckText(text.Words(asX), path, true, most), checkMarks(text, path, knownVariable)...)
	if len(problems) == 0 && mayBeEmpty(text) {
		problems = append(problems, spec.Problem{Path: path, Code: "may_be_empty", Warning: true})
	}
	return problems
}

// mayBeEmpty tells whether a text shows nothing when its variables are empty.
func mayBeEmpty(text richtext.Text) bool {
	shows := false
	text.Walk(func(n richtext.Node) {
		always := n.Kind == richtext.Var && (n.Value == "first_name" || n.Value == "today" || richtext.Visible(n.Or))
		written := n.Kind != richtext.Var && n.Kind != richtext.Link && richtext.Visible(n.Value)
		shows = shows || always || written
	})
	return !shows
}

// checkOptional is checkRich of a text that may be left out.
func checkOptional(text richtext.Text, path string, most int) []spec.Problem {
	if len(text) == 0 {
		return nil
	}
	return checkRich(text, path, most)
}

func checkMarks(text richtext.Text, path string, known func(string) bool) (problems []spec.Problem) {
	text.Walk(func(n richtext.Node) {
		switch {
		case n.Kind == richtext.Var && !known(n.Value):
			problems = append(problems, spec.Problem{Path: path, Code: "unknown_variable", Args: map[string]any{"name": n.Value}})
		case n.Kind == richtext.Var:
			problems = append(problems, spec.CheckText(n.Or, path, false, maxLabel)...)
		case n.Kind == richtext.Link && !spec.SafeURL(n.Value):
			problems = append(problems, spec.Problem{Path: path, Code: "bad_address"})
		}
	})
	return problems
}

// asX stands for every variable where texts are measured.
func asX(string) string { return "x" }
