package project

import (
	"embed"
	"encoding/json"
	"fmt"
)

// stocked are templates that are written as drafts, each text in both
// languages: {"ru": …, "en": …}.
//
//go:embed templates/*.json
var stocked embed.FS

func init() {
	for _, name := range []string{"cafe"} {
		templates[name] = func(_, lang string) Draft { return fromStock(name, lang) }
	}
}

// fromStock reads a template in a language. One that cannot be read is a
// programmer's error, which a test rules out.
func fromStock(name, lang string) Draft {
	raw, err := stocked.ReadFile("templates/" + name + ".json")
	if err != nil {
		panic(fmt.Sprintf("project: template %s: %v", name, err))
	}
	var all any
	if err := json.Unmarshal(raw, &all); err != nil {
		panic(fmt.Sprintf("project: template %s: %v", name, err))
	}
	own, err := json.Marshal(inLanguage(all, lang))
	if err != nil {
		panic(fmt.Sprintf("project: template %s: %v", name, err))
	}
	draft, problems := ParseDraft(own)
	if len(problems) > 0 {
		panic(fmt.Sprintf("project: template %s in %s: %v", name, lang, problems))
	}
	return draft
}

// inLanguage takes of every {"ru": …, "en": …} what is in the language.
func inLanguage(v any, lang string) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = inLanguage(v[i], lang)
		}
	case map[string]any:
		_, ru := v["ru"]
		_, en := v["en"]
		if ru && en && len(v) == 2 {
			if lang != "ru" {
				lang = "en"
			}
			return inLanguage(v[lang], lang)
		}
		for key := range v {
			v[key] = inLanguage(v[key], lang)
		}
	}
	return v
}
