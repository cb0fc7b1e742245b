package miniapp

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	emailValue = regexp.MustCompile(`^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$`)
	phoneValue = regexp.MustCompile(`^\+?[0-9]{5,15}$`)
	phoneFill  = strings.NewReplacer(" ", "", "\u00a0", "", "(", "", ")", "", "-", "", "–", "", ".", "")
)

// readLine keeps a text in one line.
func readLine(typed string) (string, string) { return strings.Join(strings.Fields(typed), " "), "" }

// readText keeps a text with its lines.
func readText(typed string) (string, string) {
	return strings.TrimSpace(strings.ReplaceAll(typed, "\r\n", "\n")), ""
}

// readNumber keeps a number with a point, as it was typed otherwise.
func readNumber(typed string) (string, string) {
	n := strings.ReplaceAll(spaceless(typed), ",", ".")
	if f, err := strconv.ParseFloat(n, 64); err != nil || f-f != 0 || strings.ContainsAny(n, "xXpP_") {
		return "", "not_a_number"
	}
	return n, ""
}

func readEmail(typed string) (string, string) {
	if typed = strings.TrimSpace(typed); !emailValue.MatchString(typed) {
		return "", "bad_email"
	}
	return typed, ""
}

// readPhone keeps digits, with a plus when there was one.
func readPhone(typed string) (string, string) {
	if typed = phoneFill.Replace(strings.TrimSpace(typed)); !phoneValue.MatchString(typed) {
		return "", "bad_phone"
	}
	return typed, ""
}

func readDate(typed string) (string, string) {
	if _, err := time.Parse(time.DateOnly, typed); err != nil {
		return "", "bad_date"
	}
	return typed, ""
}

// readTime keeps hours and minutes; browsers may add seconds.
func readTime(typed string) (string, string) {
	for _, form := range []string{"15:04", "15:04:05"} {
		if t, err := time.Parse(form, typed); err == nil {
			return t.Format("15:04"), ""
		}
	}
	return "", "bad_time"
}

// readTick keeps "on".
func readTick(typed string) (string, string) {
	if typed != "on" {
		return "", "bad_tick"
	}
	return typed, ""
}

// spaceless drops every kind of space.
func spaceless(s string) string { return strings.Join(strings.Fields(s), "") }
