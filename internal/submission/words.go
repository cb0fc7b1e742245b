package submission

import (
	"strings"

	"botyard/db"
	"botyard/miniapp"
)

// person is what the list shows of the sender: the name and the way to reach
// them that were typed, else the name in Telegram.
func (e Entry) person(content miniapp.Submission) (name, contact string) {
	for _, f := range content.Fields {
		switch {
		case f.Type == "name" && name == "":
			name = f.Value
		case (f.Type == "phone" || f.Type == "email") && contact == "":
			contact = f.Value
		}
	}
	if name == "" {
		name = db.Storable(e.Name)
	}
	return name, contact
}

// storable makes every text of a submission one that the database can keep.
func storable(s miniapp.Submission) miniapp.Submission {
	fields := make([]miniapp.Value, len(s.Fields))
	for i, f := range s.Fields {
		fields[i] = miniapp.Value{Name: db.Storable(f.Name), Label: db.Storable(f.Label), Type: f.Type, Value: db.Storable(f.Value)}
	}
	s.Fields, s.Title, s.Form = fields, db.Storable(s.Title), db.Storable(s.Form)
	return s
}

// wordsOf is everything that a submission can be found by.
func wordsOf(person string, s miniapp.Submission) string {
	words := []string{s.Title, person}
	for _, f := range s.Fields {
		words = append(words, f.Value)
	}
	for _, l := range s.Lines {
		words = append(words, l.Name())
	}
	return Fold(strings.Join(words, "\n"))
}

// Fold makes a text as it is searched: small letters, е for ё, one space for several.
func Fold(s string) string {
	return strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(s), " ")), "ё", "е")
}

// phoneSigns are what people write between the digits of a number.
const phoneSigns = " \u00a0-–().+"

// Sought is what to look for when somebody typed it into the search: the
// words, and the number when it can be one. A phone number is found however it
// is spaced, and with 8 or +7 before it.
func Sought(typed string) (words string, number int64) {
	words = Fold(db.Storable(typed))
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune(phoneSigns, r) {
			return -1
		}
		return r
	}, words)
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return words, numberOf(strings.TrimLeft(words, "№# "))
	}
	if len(digits) == 11 && (digits[0] == '7' || digits[0] == '8') {
		digits = digits[1:]
	}
	return digits, numberOf(digits)
}

func numberOf(digits string) (n int64) {
	if len(digits) > 15 {
		return 0
	}
	for _, r := range digits {
		if r < '0' || r > '9' {
			return 0
		}
		n = n*10 + int64(r-'0')
	}
	return n
}
