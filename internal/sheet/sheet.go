// Package sheet writes tables that people open in a spreadsheet, as CSV and as
// XLSX. What strangers typed never becomes a formula.
package sheet

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Table is what is written.
type Table struct {
	// Name is the sheet's, at most 31 characters.
	Name string
	// Head are the words above the columns.
	Head []string
	// Rows have a cell for each column.
	Rows [][]Cell
}

// Cell is a string, an int64, a time.Time as it is to be read, or Money; nil is empty.
type Cell any

// Money is a sum of minor units, of which a unit has 10 to the power of Digits.
type Money struct {
	Minor  int64
	Digits int
}

// decimal writes the sum with as many digits as it has.
func (m Money) decimal(point string) string {
	sign, digits := "", strconv.FormatInt(m.Minor, 10)
	if m.Minor < 0 {
		sign, digits = "-", digits[1:]
	}
	if m.Digits == 0 {
		return sign + digits
	}
	if short := m.Digits + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	return sign + digits[:len(digits)-m.Digits] + point + digits[len(digits)-m.Digits:]
}

// timeForm is how times are written where a cell has no type of its own.
const timeForm = "2006-01-02 15:04"

// unseen tells whether a spreadsheet, or a person, may pass over a sign at the
// beginning of a cell.
func unseen(r rune) bool {
	return r == ' ' || r == '\u00a0' || unicode.Is(unicode.Cf, r)
}

// harmless makes a text one that a spreadsheet shows as it is: what it would
// take for a formula, or a phone number for a sum, gets an apostrophe before it.
func harmless(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if strings.IndexAny(strings.TrimLeftFunc(s, unseen), "=+-@\t\r\n|%＝＋－＠") == 0 {
		return "'" + s
	}
	return s
}

func text(c Cell, point string) string {
	switch v := c.(type) {
	case string:
		return harmless(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case Money:
		return v.decimal(point)
	case time.Time:
		return v.Format(timeForm)
	}
	return ""
}
