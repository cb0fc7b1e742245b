package scenario

import (
	"context"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/ui"
)

// file is the uploaded file of a row, by its key; one that is gone has that alone.
func (p place) file(i int) File {
	key := p.form.Values[p.row(i)+"key"]
	for _, f := range p.form.Files {
		if f.Key == key {
			return f
		}
	}
	return File{Key: key}
}

// called is what a file is known by in a list.
func (f File) called(ctx context.Context) string {
	switch {
	case f.Name != "":
		return f.Name
	case f.Picture:
		return lang.T(ctx, "files.picture")
	}
	return lang.T(ctx, "files.nameless")
}

// fileFields are the fields of the form's kind that hold files.
func (f Form) fileFields() (all []place) {
	for _, p := range f.places(f.Kind.Fields, "") {
		if p.Type == spec.Rows && p.hasFiles() {
			all = append(all, p)
		}
	}
	return all
}

func (p place) uploadID() string { return p.inputID() + "-upload" }
func (p place) chooseID() string { return p.inputID() + "-choose" }

// uploads sends a chosen file at once (upload.js), and takes the field alone
// out of the answer, so that nothing typed beside it is lost.
func (p place) uploads() templ.Attributes {
	return templ.Attributes{"data-upload": p.inputID() + "-field " + p.form.savedID() + " history publication toast"}
}

// chooses takes one of the project's files.
func (p place) chooses() templ.Attributes { return ui.Swaps(p.form.Uploads+"/chosen", Region) }
