package miniapp

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
)

// ErrMoney tells that a text is no sum of money.
var ErrMoney = errors.New("no sum of money")

const (
	hardSpace = "\u00a0"
	mostMinor = 18 // digits of an int64
)

// symbols of currencies; the others are written by their codes.
var symbols = map[string]string{
	"RUB": "₽", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "¥", "KZT": "₸", "UAH": "₴", "BYN": "Br",
	"GEL": "₾", "AMD": "֏", "TRY": "₺", "ILS": "₪", "INR": "₹", "AZN": "₼", "KGS": "сом", "UZS": "сўм", "PLN": "zł", "CZK": "Kč",
}

// before are the currencies whose sign English writes before the sum.
const before = "USD EUR GBP JPY CNY ILS INR TRY"

// moneyStyle is how sums of a currency are written in a language.
type moneyStyle struct {
	before, after, thousands, point string
	// digits of the fraction.
	digits int
}

func styleOfMoney(code, lang string) moneyStyle {
	sign := CurrencySign(code)
	s := moneyStyle{after: hardSpace + sign, thousands: hardSpace, point: ",", digits: MoneyDigits(code)}
	if lang != "ru" {
		s.thousands, s.point = ",", "."
		if strings.Contains(before, code) && code != "" {
			s.before, s.after = sign, ""
		}
	}
	return s
}

// MoneyDigits is how many digits the minor unit of a currency has, 2 when it is unknown.
func MoneyDigits(code string) int {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return 2
	}
	digits, _ := currency.Standard.Rounding(unit)
	return digits
}

// FormatMoney writes a sum of minor units as people of the language do,
// "1 250 ₽", with a fraction only when there is one.
func FormatMoney(minor int64, code, lang string) string {
	return styleOfMoney(code, lang).write(minor)
}

func (s moneyStyle) write(minor int64) string {
	digits, sign := strconv.FormatUint(magnitude(minor), 10), ""
	if minor < 0 {
		sign = "−"
	}
	if short := s.digits + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	whole, part := digits[:len(digits)-s.digits], digits[len(digits)-s.digits:]
	if strings.Trim(part, "0") != "" {
		part = s.point + part
	} else {
		part = ""
	}
	return sign + s.before + group(whole, s.thousands) + part + s.after
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-(n + 1)) + 1
	}
	return uint64(n)
}

// group parts the thousands.
func group(digits, by string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + by + digits[i:]
	}
	return digits
}

// ParseMoney reads a sum as people type it, "1250,50", "1250.50" or
// "1 250 ₽", into minor units. ErrMoney when it is none, is negative, or has
// more digits after the point than the currency.
func ParseMoney(typed, code string) (int64, error) {
	s := spaceless(strings.TrimSpace(typed))
	for _, sign := range []string{symbols[code], code} {
		s = strings.TrimSuffix(strings.TrimPrefix(s, sign), sign)
	}
	whole, part, pointed := strings.Cut(strings.ReplaceAll(s, ",", "."), ".")
	digits := MoneyDigits(code)
	if whole == "" || pointed && part == "" || len(part) > digits || strings.Trim(whole+part, "0123456789") != "" {
		return 0, ErrMoney
	}
	whole = strings.TrimLeft(whole, "0") + part + strings.Repeat("0", digits-len(part))
	if len(whole) > mostMinor {
		return 0, ErrMoney
	}
	minor, err := strconv.ParseInt("0"+whole, 10, 64)
	if err != nil || minor > math.MaxInt64/1000 {
		return 0, ErrMoney
	}
	return minor, nil
}

// TypedMoney writes a sum as ParseMoney reads it and as people of the language
// type it: "1250", "1250,50".
func TypedMoney(minor int64, code, lang string) string {
	s := styleOfMoney(code, lang)
	s.thousands, s.before, s.after = "", "", ""
	return s.write(minor)
}

// CurrencySign is how a currency is shown beside a sum.
func CurrencySign(code string) string {
	if sign := symbols[code]; sign != "" {
		return sign
	}
	return code
}
