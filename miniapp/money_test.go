package miniapp

import (
	"errors"
	"math"
	"testing"
)

func TestFormatMoney(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		minor      int64
		code, lang string
		want       string
	}{
		{125000, "RUB", "ru", "1\u00a0250\u00a0₽"},
		{125050, "RUB", "ru", "1\u00a0250,50\u00a0₽"},
		{5, "RUB", "ru", "0,05\u00a0₽"},
		{0, "RUB", "ru", "0\u00a0₽"},
		{-125000, "RUB", "ru", "−1\u00a0250\u00a0₽"},
		{123456789000, "RUB", "ru", "1\u00a0234\u00a0567\u00a0890\u00a0₽"},
		{math.MinInt64, "RUB", "ru", "−92\u00a0233\u00a0720\u00a0368\u00a0547\u00a0758,08\u00a0₽"},
		{125050, "RUB", "en", "1,250.50\u00a0₽"},
		{125050, "USD", "en", "$1,250.50"},
		{-100, "EUR", "en", "−€1"},
		{1250, "JPY", "en", "¥1,250"},
		{1250, "JPY", "ru", "1\u00a0250\u00a0¥"},
		{1250, "BHD", "en", "1.250\u00a0BHD"},
		{100, "CHF", "en", "1\u00a0CHF"},
		{100, "", "en", "1\u00a0"},
	} {
		if got := FormatMoney(test.minor, test.code, test.lang); got != test.want {
			t.Errorf("FormatMoney(%d, %s, %s) = %q, want %q", test.minor, test.code, test.lang, got, test.want)
		}
	}
}

func TestParseMoney(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		typed, code string
		want        int64
	}{
		{"1250,50", "RUB", 125050}, {"1250.50", "RUB", 125050}, {"1250", "RUB", 125000}, {"1250,5", "RUB", 125050},
		{" 1 250 ", "RUB", 125000}, {"1\u00a0250,50\u00a0₽", "RUB", 125050}, {"0", "RUB", 0}, {"0,05", "RUB", 5},
		{"$1250.50", "USD", 125050}, {"1250 RUB", "RUB", 125000}, {"1250", "JPY", 1250}, {"1.250", "BHD", 1250}, {"007", "RUB", 700},
	} {
		got, err := ParseMoney(test.typed, test.code)
		if err != nil || got != test.want {
			t.Errorf("ParseMoney(%q, %s) = %d, %v, want %d", test.typed, test.code, got, err, test.want)
		}
	}
	for _, typed := range []string{"", " ", "-1", "+1", "1,2,3", "1.250,50", "1,505", "1,", ",5", "1e3", "abc", "₽", "1₽5", "99999999999999999999", "9223372036854775807", "١"} {
		if got, err := ParseMoney(typed, "RUB"); !errors.Is(err, ErrMoney) {
			t.Errorf("ParseMoney(%q) = %d, %v, want ErrMoney", typed, got, err)
		}
	}
	if got, err := ParseMoney("1,5", "JPY"); !errors.Is(err, ErrMoney) {
		t.Errorf("ParseMoney(1,5 yen) = %d, %v, want ErrMoney", got, err)
	}
}

// FuzzMoney asks that a sum is read as it is written, in every language.
func FuzzMoney(f *testing.F) {
	for _, minor := range []int64{0, 1, 99, 100, 125050, 1e15} {
		f.Add(minor)
	}
	f.Fuzz(func(t *testing.T, minor int64) {
		minor = int64(magnitude(minor) % 1e15)
		for _, code := range []string{"RUB", "USD", "JPY", "BHD", "CHF"} {
			written := FormatMoney(minor, code, "ru")
			if got, err := ParseMoney(written, code); err != nil || got != minor {
				t.Fatalf("ParseMoney(%q) = %d, %v, want %d", written, got, err, minor)
			}
		}
	})
}
