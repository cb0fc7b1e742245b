package ui

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"botyard/internal/richtext"
)

// rich are the attributes of the place in which a text is edited as it looks.
func (in Input) rich() templ.Attributes {
	attrs := templ.Attributes{
		"class": "rich input by-script", "role": "textbox", "aria-multiline": "true", "contenteditable": "true",
		"aria-label": in.Label, "aria-describedby": in.describedBy(), "spellcheck": "true",
	}
	if in.Mistake != "" {
		attrs["aria-invalid"] = "true"
	}
	if in.Attrs["data-focus"] != nil {
		attrs["autofocus"], attrs["data-focus"] = true, true
	}
	return attrs
}

// richWords draws a text as it looks, a variable as a chip. Nothing may stand
// between its parts but what the text says.
func richWords(text richtext.Text) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		writeRich(&b, text)
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// tags are the elements of the marks that enclose something.
var tags = map[richtext.Kind]string{richtext.Bold: "b", richtext.Italic: "i"}

func writeRich(b *strings.Builder, text richtext.Text) {
	for _, n := range text {
		switch n.Kind {
		case richtext.Plain:
			b.WriteString(templ.EscapeString(n.Value))
		case richtext.Code:
			b.WriteString("<code>" + templ.EscapeString(n.Value) + "</code>")
		case richtext.Var:
			name := templ.EscapeString(n.Value)
			b.WriteString(`<span class="chip-word" contenteditable="false" data-variable="` + name + `" data-or="` + templ.EscapeString(n.Or) + `">` + name + `</span>`)
		case richtext.Link:
			b.WriteString(`<a href="` + templ.EscapeString(string(templ.URL(n.Value))) + `">`)
			writeRich(b, n.Children)
			b.WriteString("</a>")
		default:
			b.WriteString("<" + tags[n.Kind] + ">")
			writeRich(b, n.Children)
			b.WriteString("</" + tags[n.Kind] + ">")
		}
	}
}
