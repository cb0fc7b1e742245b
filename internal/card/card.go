// Package card is a project's card: how it is reached, when it is open, its
// currency and its time zone. It is arithmetic and words on given times, with
// no clock of its own.
package card

import (
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"botyard/internal/spec"
)

// Card is what a project says of itself, its name apart. The zero card says
// nothing; its times are Moscow's.
type Card struct {
	// Logo is the key of an uploaded picture.
	Logo string `json:"logo,omitempty"`
	// Phone and Address are as people read them, one line each.
	Phone   string `json:"phone,omitempty"`
	Address string `json:"address,omitempty"`
	// Zone is an IANA name of a time zone, "" for DefaultZone.
	Zone string `json:"zone,omitempty"`
	// Currency of all prices, ISO 4217; "" for RUB.
	Currency string `json:"currency,omitempty"`
	Hours    Hours  `json:"hours,omitzero"`
	Legal    Legal  `json:"legal,omitzero"`
}

// Legal is who answers for the project before the law, for its legal pages.
type Legal struct {
	// Name of the company or of the person.
	Name string `json:"name,omitempty"`
	// TaxID is the number of a taxpayer (ИНН), RegID that in the state's
	// register (ОГРН, ОГРНИП).
	TaxID string `json:"tax_id,omitempty"`
	RegID string `json:"reg_id,omitempty"`
	// Address is where letters go, Email where questions about data do.
	Address string `json:"address,omitempty"`
	Email   string `json:"email,omitempty"`
}

// Bounds of a card, in characters.
const (
	MaxLine  = 200
	MaxPhone = 40
)

// currencies are what the card offers; the catalogue takes any.
var currencies = []string{"RUB", "BYN", "KZT", "KGS", "UZS", "AMD", "AZN", "GEL", "TJS", "MDL", "TRY", "AED", "USD", "EUR", "GBP"}

// Currencies lists the currencies that the card offers, ISO 4217.
func Currencies() []string { return append([]string(nil), currencies...) }

// Money is the card's currency.
func (c Card) Money() string {
	if c.Currency == "" {
		return currencies[0]
	}
	return c.Currency
}

// Check says what is wrong with a card. Its paths are those of the form's fields.
func (c Card) Check() (problems []spec.Problem) {
	problems = append(problems, checkPhone(c.Phone)...)
	for _, line := range [][2]string{
		{"/address", c.Address}, {"/legal_name", c.Legal.Name}, {"/tax_id", c.Legal.TaxID},
		{"/reg_id", c.Legal.RegID}, {"/legal_address", c.Legal.Address},
	} {
		problems = append(problems, spec.CheckText(line[1], line[0], false, MaxLine)...)
	}
	if _, known := Zone(c.Zone); !known {
		problems = append(problems, spec.Problem{Path: "/zone", Code: "card_zone"})
	}
	if c.Currency != "" && !offered(c.Currency) {
		problems = append(problems, spec.Problem{Path: "/currency", Code: "bad_currency"})
	}
	if a, err := mail.ParseAddress(c.Legal.Email); c.Legal.Email != "" && (err != nil || a.Address != c.Legal.Email) {
		problems = append(problems, spec.Problem{Path: "/email", Code: "card_email"})
	}
	return append(problems, c.Hours.check()...)
}

func offered(currency string) bool {
	for _, c := range currencies {
		if c == currency {
			return true
		}
	}
	return false
}

// checkPhone wants five digits or more, and what people write between them.
func checkPhone(phone string) []spec.Problem {
	digits := 0
	for _, r := range phone {
		switch {
		case '0' <= r && r <= '9':
			digits++
		case !strings.ContainsRune("+-() .,/доб#ext\u00a0", r):
			return []spec.Problem{{Path: "/phone", Code: "bad_phone"}}
		}
	}
	if phone != "" && (digits < 5 || utf8.RuneCountInString(phone) > MaxPhone) {
		return []spec.Problem{{Path: "/phone", Code: "bad_phone"}}
	}
	return nil
}

// Location is the card's time zone; one that is no more known is DefaultZone.
func (c Card) Location() *time.Location {
	location, _ := Zone(c.Zone)
	return location
}

// Open tells whether the project is open at a time. One that says no hours
// never closes.
func (c Card) Open(at time.Time) bool { return !c.Hours.Set() || c.Hours.Open(at.In(c.Location())) }

// Variables are what texts may say of the card, by the names that the
// scenario engine knows, in a language ("ru", else English) at a time.
func (c Card) Variables(name, lang string, at time.Time) map[string]string {
	return map[string]string{
		"project": name, "phone": c.Phone, "address": c.Address,
		"hours": c.Hours.Words(lang, at.In(c.Location())),
	}
}
