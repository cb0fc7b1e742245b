package project

import (
	"botyard/internal/flow"
	"botyard/internal/spec"
)

// Offer is a template that can be chosen, shown by the first thing that its
// bot says.
type Offer struct {
	// Name is the template's.
	Name string
	// First is the bot's answer to /start.
	First flow.Post
}

// order is that in which templates are offered; the first is chosen at first.
var order = []string{"blank", "cafe"}

// Offers are the templates, in a language, that can be published as they are.
func Offers(lang string) (offers []Offer) {
	for _, name := range order {
		draft := templates[name]("", lang)
		if spec.Blocking(draft.check(func(string) bool { return true })) {
			continue
		}
		result := flow.Advance(flow.Input{
			Current: flow.Compile(draft.Scenarios, flow.Setting{}), Project: flow.Project{Lang: lang}, Event: flow.Event{ID: 1, Text: "/start"},
		})
		for _, effect := range result.Effects {
			if sent, is := effect.(flow.Send); is {
				offers = append(offers, Offer{name, sent.Post})
				break
			}
		}
	}
	return offers
}
