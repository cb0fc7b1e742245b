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

// The names that stand in a template that is looked at.
var (
	sampleProject = spec.Words{RU: "«Зерно»", EN: "Grain"}
	sampleClient  = spec.Words{RU: "Анна", EN: "Anna"}
)

// Offers are the templates, in a language, that can be published as they are.
func Offers(lang string) (offers []Offer) {
	project, client := sampleProject.EN, sampleClient.EN
	if lang == "ru" {
		project, client = sampleProject.RU, sampleClient.RU
	}
	for _, name := range order {
		draft := templates[name](project, lang)
		if spec.Blocking(draft.check(func(string) bool { return true })) {
			continue
		}
		result := flow.Advance(flow.Input{
			Current: flow.Compile(draft.Scenarios, flow.Setting{}),
			Project: flow.Project{Lang: lang, Card: map[string]string{"project": project}},
			Event:   flow.Event{ID: 1, Text: "/start", User: flow.User{FirstName: client}},
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
