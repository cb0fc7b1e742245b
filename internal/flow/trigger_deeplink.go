package flow

import (
	"regexp"
	"strings"

	"botyard/internal/spec"
)

// DeepLink starts a scenario when a visitor comes by t.me/bot?start=payload.
type DeepLink struct {
	// Payload is 1–64 of A–Z, a–z, 0–9, "_" and "-" (Telegram, deep links).
	Payload string `json:"payload"`
	// Match is "exact" or "prefix".
	Match string `json:"match"`
}

func init() {
	triggers.Add(spec.Kind{
		Name: "deep_link", Place: 4,
		Title: spec.Words{RU: "Ссылка на бота", EN: "Link to the bot"},
		Hint:  spec.Words{RU: "Клиент пришёл по особой ссылке, например с листовки", EN: "The client came by a link of its own, from a leaflet say"},
		Fields: []spec.Field{
			{
				Name: "payload", Type: spec.Line, Required: true, Max: 64,
				Label: spec.Words{RU: "Слово в ссылке", EN: "Word in the link"},
				Hint:  spec.Words{RU: "Латинские буквы, цифры, _ и -", EN: "Latin letters, digits, _ and -"},
			},
			{Name: "match", Type: spec.Choice, Label: spec.Words{RU: "Как сравнивать", EN: "How to compare"}, Options: []spec.Option{
				{Value: "exact", Label: spec.Words{RU: "Слово целиком", EN: "The whole word"}},
				{Value: "prefix", Label: spec.Words{RU: "Начинается так", EN: "Begins like this"}},
			}},
		},
	}, func() TriggerConfig { return &DeepLink{Match: "exact"} })
}

var payloadPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Check wants what Telegram lets through.
func (d *DeepLink) Check(path string) []spec.Problem {
	problems := spec.CheckChoice(d.Match, spec.Join(path, "match"), "exact", "prefix")
	switch {
	case d.Payload == "":
		problems = append(problems, spec.Problem{Path: spec.Join(path, "payload"), Code: "required"})
	case !payloadPattern.MatchString(d.Payload):
		problems = append(problems, spec.Problem{Path: spec.Join(path, "payload"), Code: "bad_payload"})
	}
	return problems
}

// Rank is said at the ranks.
func (d *DeepLink) Rank() Rank { return RankDeepLink }

// Matcher compares the payload of /start.
func (d *DeepLink) Matcher() func(e *Event) bool {
	return func(e *Event) bool {
		name, payload := e.command()
		if name != "start" || d.Payload == "" {
			return false
		}
		return payload == d.Payload || d.Match == "prefix" && strings.HasPrefix(payload, d.Payload)
	}
}
