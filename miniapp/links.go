package miniapp

import "botyard/internal/spec"

const linksMost = 50

// LinkList is a list of links, or of what speaks for the project.
type LinkList struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Look is "list" or "benefits"; only in a list every entry must lead somewhere.
	Look string `json:"look,omitempty"`
	// Items are at most 50.
	Items []LinkItem `json:"items"`
}

// LinkItem is one entry of a list.
type LinkItem struct {
	// Label is at most 100 characters.
	Label string `json:"label"`
	// To is "page:{id}" or a URL.
	To string `json:"to,omitempty"`
	// Note explains, at most 500 characters.
	Note string `json:"note,omitempty"`
	// Media is the key of a picture beside it, for decoration.
	Media string `json:"media,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "links",
		Title: spec.Words{RU: "Ссылки", EN: "Links"},
		Hint:  spec.Words{RU: "Список ссылок или преимущества", EN: "A list of links, or benefits"},
		Fields: []spec.Field{
			titleField,
			look("list", spec.Words{RU: "Список ссылок", EN: "Links"}, "benefits", spec.Words{RU: "Преимущества", EN: "Benefits"}),
			{Name: "items", Type: spec.Rows, Required: true, Most: linksMost, Label: spec.Words{RU: "Строки", EN: "Entries"}, Fields: []spec.Field{
				{Name: "label", Type: spec.Line, Required: true, Max: nameMax, Label: spec.Words{RU: "Надпись", EN: "Label"}},
				{Name: "to", Type: spec.Target, Label: spec.Words{RU: "Куда ведёт", EN: "Leads to"}},
				{Name: "note", Type: spec.Line, Max: noteMax, Label: spec.Words{RU: "Пояснение", EN: "Explanation"}},
				{Name: "media", Type: spec.Image, Label: spec.Words{RU: "Картинка", EN: "Picture"}},
			}},
		},
	}, func() Config { return &LinkList{} })
}

// Check says what is wrong with the list.
func (l *LinkList) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", l.Title, sectionMax})
	problems = append(problems, checkLook(l.Look, path, "list", "benefits")...)
	problems = append(problems, checkCount(len(l.Items), linksMost, spec.Join(path, "items"))...)
	for i, item := range l.Items {
		problems = append(problems, item.check(spec.Join(path, "items", i), l.Look != "benefits")...)
	}
	return problems
}

func (i LinkItem) check(path string, leads bool) []spec.Problem {
	problems := spec.CheckText(i.Label, spec.Join(path, "label"), true, nameMax)
	problems = append(problems, checkTexts(path, written{"note", i.Note, noteMax})...)
	if i.To == "" && leads {
		problems = append(problems, spec.Problem{Path: spec.Join(path, "to"), Code: "required"})
	}
	if i.Media != "" {
		problems = append(problems, checkMediaKey(i.Media, spec.Join(path, "media"))...)
	}
	return problems
}

// Links lists where the entries lead.
func (l *LinkList) Links(path string) (all []Reference) {
	for i, item := range l.Items {
		all = append(all, reference(spec.Join(path, "items", i), "to", item.To)...)
	}
	return all
}

// Pictures lists the pictures beside the entries.
func (l *LinkList) Pictures(path string) (all []Reference) {
	for i, item := range l.Items {
		all = append(all, pictureReference(spec.Join(path, "items", i), "media", item.Media)...)
	}
	return all
}

func (l *LinkList) drawn(d *drawing) any {
	rows := make([]drawnRow, len(l.Items))
	for i, item := range l.Items {
		rows[i] = drawnRow{Picture: d.picture(item.Media, ""), Label: item.Label, To: d.href(item.To), Note: item.Note}
	}
	return drawnRows{l.Title, l.Look, rows}
}
