package miniapp

import (
	"strings"

	"botyard/internal/spec"
)

const (
	hoursMost = 20
	hoursMax  = 100
)

// Contacts is where, when and how to reach the project.
type Contacts struct {
	// Title above it, at most 120 characters.
	Title string `json:"title,omitempty"`
	// Look is "full" or "hours": the opening hours only.
	Look string `json:"look,omitempty"`
	// Address in words, and where the link "how to get there" leads.
	Address string `json:"address,omitempty"`
	To      string `json:"to,omitempty"`
	// Phone, Email and Telegram as people write them.
	Phone    string `json:"phone,omitempty"`
	Email    string `json:"email,omitempty"`
	Telegram string `json:"telegram,omitempty"`
	// Hours are lines such as "Mon–Fri 8:00–22:00", at most 20.
	Hours []string `json:"hours,omitempty"`
}

func init() {
	Kinds.Add(spec.Kind{
		Name:  "contacts",
		Title: spec.Words{RU: "Контакты", EN: "Contacts"},
		Hint:  spec.Words{RU: "Адрес, телефон, часы работы", EN: "Address, phone, opening hours"},
		Fields: []spec.Field{
			titleField,
			look("full", spec.Words{RU: "Всё", EN: "Everything"}, "hours", spec.Words{RU: "Только часы работы", EN: "Opening hours only"}),
			{Name: "address", Type: spec.Line, Max: addressMax, Label: spec.Words{RU: "Адрес", EN: "Address"}},
			{Name: "to", Type: spec.Target, Label: spec.Words{RU: "Как пройти: ссылка", EN: "How to get there: a link"}},
			{Name: "phone", Type: spec.Line, Max: nameMax, Label: spec.Words{RU: "Телефон", EN: "Phone"}},
			{Name: "email", Type: spec.Line, Max: nameMax, Label: spec.Words{RU: "Почта", EN: "E-mail"}},
			{Name: "telegram", Type: spec.Line, Max: nameMax, Label: spec.Words{RU: "Telegram", EN: "Telegram"}, Hint: spec.Words{RU: "Например, @par_cafe", EN: "Such as @par_cafe"}},
			{Name: "hours", Type: spec.Lines, Max: hoursMax, Label: spec.Words{RU: "Часы работы", EN: "Opening hours"}, Hint: spec.Words{RU: "По строке на дни: Пн–Пт 8:00–22:00", EN: "A line for some days: Mon–Fri 8:00–22:00"}},
		},
	}, func() Config { return &Contacts{} })
}

// Check says what is wrong with the contacts: nothing to show, or a phone or
// address that nobody can use.
func (c *Contacts) Check(path string) []spec.Problem {
	problems := checkTexts(path, written{"title", c.Title, sectionMax}, written{"address", c.Address, addressMax},
		written{"phone", c.Phone, nameMax}, written{"email", c.Email, nameMax}, written{"telegram", c.Telegram, nameMax})
	problems = append(problems, checkLook(c.Look, path, "full", "hours")...)
	problems = append(problems, c.checkHours(spec.Join(path, "hours"))...)
	problems = append(problems, checkWay(c.Phone, "tel:", spec.Problem{Path: spec.Join(path, "phone"), Code: "bad_phone"})...)
	problems = append(problems, checkWay(c.Email, "mailto:", spec.Problem{Path: spec.Join(path, "email"), Code: "bad_email"})...)
	problems = append(problems, checkWay(c.Telegram, "https://", spec.Problem{Path: spec.Join(path, "telegram"), Code: "bad_telegram"})...)
	if c.empty() {
		problems = append(problems, spec.Problem{Path: path, Code: "no_contacts"})
	}
	return problems
}

// checkWay refuses what does not lead anywhere when it is completed.
func checkWay(written, scheme string, otherwise spec.Problem) []spec.Problem {
	if written == "" || strings.HasPrefix(spec.CompleteTarget(written), scheme) {
		return nil
	}
	return []spec.Problem{otherwise}
}

// empty contacts have nothing to show.
func (c *Contacts) empty() bool {
	if len(c.Hours) > 0 {
		return false
	}
	return c.Look == "hours" || c.Address+c.To+c.Phone+c.Email+c.Telegram == ""
}

func (c *Contacts) checkHours(path string) (problems []spec.Problem) {
	if len(c.Hours) > hoursMost {
		return checkCount(len(c.Hours), hoursMost, path)
	}
	for i, line := range c.Hours {
		problems = append(problems, spec.CheckText(line, spec.Join(path, i), true, hoursMax)...)
	}
	return problems
}

// Links lists where the link of the address leads.
func (c *Contacts) Links(path string) []Reference { return reference(path, "to", c.To) }

func (c *Contacts) drawn(d *drawing) any { return drawnRows{c.Title, c.Look, c.rows(d)} }

func (c *Contacts) rows(d *drawing) []drawnRow {
	rows := []drawnRow{}
	add := func(value string, row drawnRow) {
		if value != "" {
			rows = append(rows, row)
		}
	}
	if c.Look != "hours" {
		add(c.Address, drawnRow{Icon: "place", Label: c.Address})
		add(c.To, drawnRow{Label: d.say(wordDirections), To: d.href(c.To)})
		add(c.Phone, drawnRow{Icon: "phone", Label: c.Phone, To: spec.CompleteTarget(c.Phone)})
		add(c.Email, drawnRow{Icon: "mail", Label: c.Email, To: spec.CompleteTarget(c.Email)})
		add(c.Telegram, drawnRow{Icon: "chat", Label: c.Telegram, To: spec.CompleteTarget(c.Telegram)})
	}
	for i, line := range c.Hours {
		row := drawnRow{Label: line}
		if i == 0 {
			row.Icon = "time"
		}
		rows = append(rows, row)
	}
	return rows
}
