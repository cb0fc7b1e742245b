package flow

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"botyard/internal/richtext"
)

// answers read what a visitor sent as a value of each type. Choices are read
// by their question.
var answers = map[FieldType]func(e *Event) (string, bool){
	TypeText:     func(e *Event) (string, bool) { return readText(e.Text) },
	TypeNumber:   func(e *Event) (string, bool) { return parseNumber(e.Text) },
	TypeEmail:    func(e *Event) (string, bool) { return parseEmail(e.Text) },
	TypePhone:    readPhone,
	TypeDate:     func(e *Event) (string, bool) { return parseDate(e.Text, e.Now) },
	TypeMoment:   func(e *Event) (string, bool) { return parseMoment(e.Text, e.Now) },
	TypeLocation: readPlace,
	TypeFile:     readFiles,
}

func readText(s string) (string, bool) {
	s = strings.TrimSpace(s)
	return s, richtext.Visible(s)
}

var (
	numberPattern = regexp.MustCompile(`^[+-]?[0-9]{1,15}([.,][0-9]{1,6})?$`)
	numberFiller  = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "−", "-")
)

// parseNumber takes "1 250,50" and "1250.5" and gives "1250.5".
func parseNumber(s string) (string, bool) {
	s = numberFiller.Replace(strings.TrimSpace(s))
	if !numberPattern.MatchString(s) {
		return "", false
	}
	whole, fraction, _ := strings.Cut(strings.Replace(strings.TrimPrefix(s, "+"), ",", ".", 1), ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		whole += "." + fraction
	}
	if whole == "0" {
		sign = ""
	}
	return sign + whole, true
}

var emailPattern = regexp.MustCompile(`^[^\s@<>"(),:;\\]{1,64}@[\pL\pN-]+(\.[\pL\pN-]+)+$`)

func parseEmail(s string) (string, bool) {
	s = strings.TrimSpace(s)
	return s, len(s) <= 254 && emailPattern.MatchString(s)
}

func readPhone(e *Event) (string, bool) {
	if c := e.Content.Contact; c != nil {
		return parsePhone("+" + strings.TrimPrefix(c.Phone, "+"))
	}
	return parsePhone(e.Text)
}

var phoneFiller = strings.NewReplacer(" ", "", "\u00a0", "", "(", "", ")", "", "-", "", "–", "", ".", "")

// parsePhone takes a number as people write it. Russian ones get their +7:
// eleven digits that begin with 8, and ten that begin with 9.
func parsePhone(s string) (string, bool) {
	s = phoneFiller.Replace(strings.TrimSpace(s))
	digits := strings.TrimPrefix(s, "+")
	if len(digits) < 7 || len(digits) > 15 || strings.Trim(digits, "0123456789") != "" {
		return "", false
	}
	switch {
	case s != digits:
	case len(digits) == 11 && digits[0] == '8':
		digits = "7" + digits[1:]
	case len(digits) == 10 && digits[0] == '9':
		digits = "7" + digits
	}
	return "+" + digits, true
}

func readPlace(e *Event) (string, bool) {
	p := e.Content.Place
	if p == nil || p.Latitude < -90 || p.Latitude > 90 || p.Longitude < -180 || p.Longitude > 180 {
		return "", false
	}
	return strconv.FormatFloat(p.Latitude, 'f', 6, 64) + "," + strconv.FormatFloat(p.Longitude, 'f', 6, 64), true
}

func readFiles(e *Event) (string, bool) {
	var lines []string
	for _, f := range e.Content.Files {
		lines = append(lines, f.Kind+":"+f.ID)
	}
	all := strings.Join(lines, "\n")
	for len(all) > MaxValue && len(lines) > 1 {
		lines = lines[:len(lines)-1]
		all = strings.Join(lines, "\n")
	}
	return all, len(lines) > 0 && len(all) <= MaxValue
}

// parseMoment takes a date and a time, in this order: "12.05 в 18:30".
func parseMoment(s string, now time.Time) (string, bool) {
	words := strings.Fields(strings.ReplaceAll(fold(s), ",", " "))
	n := len(words)
	if n < 2 {
		return "", false
	}
	clock, ok := parseClock(words[n-1])
	if !ok {
		return "", false
	}
	if words = words[:n-1]; len(words) > 1 && (words[n-2] == "в" || words[n-2] == "at") {
		words = words[:n-2]
	}
	date, ok := parseDate(strings.Join(words, " "), now)
	return date + "T" + clock, ok
}

var clockPattern = regexp.MustCompile(`^([01]?[0-9]|2[0-3])[:.]([0-5][0-9])$`)

// parseClock takes "9:05" and gives "09:05".
func parseClock(s string) (string, bool) {
	m := clockPattern.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return "", false
	}
	return strings.Repeat("0", 2-len(m[1])) + m[1] + ":" + m[2], true
}

var dayWords = map[string]int{
	"сегодня": 0, "today": 0, "завтра": 1, "tomorrow": 1, "послезавтра": 2,
}

// monthWords are the beginnings of the names of months.
var monthWords = map[string]time.Month{
	"янв": 1, "фев": 2, "мар": 3, "апр": 4, "мая": 5, "май": 5, "июн": 6, "июл": 7, "авг": 8, "сен": 9, "окт": 10, "ноя": 11, "дек": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
}

var (
	isoPattern   = regexp.MustCompile(`^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$`)
	datePattern  = regexp.MustCompile(`^([0-9]{1,2})[./-]([0-9]{1,2})(?:[./-]([0-9]{4}|[0-9]{2}))?$`)
	wordsPattern = regexp.MustCompile(`^([0-9]{1,2}) (\pL{3})\pL*(?: ([0-9]{4}))?(?: г\.?| года)?$`)
)

// parseDate takes a date as people write it. Without a year it is the next
// such day.
func parseDate(s string, now time.Time) (string, bool) {
	s = fold(s)
	if days, known := dayWords[s]; known {
		return now.AddDate(0, 0, days).Format(dateForm), true
	}
	if m := isoPattern.FindStringSubmatch(s); m != nil {
		return date(m[1], m[2], m[3], now)
	}
	if m := datePattern.FindStringSubmatch(s); m != nil {
		return date(m[3], m[2], m[1], now)
	}
	if m := wordsPattern.FindStringSubmatch(s); m != nil {
		if month, known := monthWords[m[2]]; known {
			return date(m[3], strconv.Itoa(int(month)), m[1], now)
		}
	}
	return "", false
}

// date makes a day that exists.
func date(year, month, day string, now time.Time) (string, bool) {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	switch len(year) {
	case 0:
		y = now.Year()
		if today := now.Format(dateForm); exact(y, m, d) < today {
			y++
		}
	case 2:
		if y += 2000; y > now.Year()+20 {
			y -= 100
		}
	}
	s := exact(y, m, d)
	made, err := time.Parse(dateForm, s)
	return s, err == nil && made.Format(dateForm) == s
}

func exact(y, m, d int) string {
	pad := func(n, width int) string {
		s := strconv.Itoa(n)
		return strings.Repeat("0", max(width-len(s), 0)) + s
	}
	return pad(y, 4) + "-" + pad(m, 2) + "-" + pad(d, 2)
}
