package flow

import (
	"regexp"
	"strings"

	"botyard/internal/spec"
)

// A trial is a visitor's chat that runs a draft on the real bot, because they
// followed the owner's private link. What the draft does outside the chat is
// told there and not done, and each answer bears a mark.

// TrialPrefix begins the payload of the link; the code of 43 characters follows.
const TrialPrefix = "draft-"

// leaveCommand and leaveData end a trial.
const (
	leaveCommand = "leave_draft"
	leaveData    = "draft:leave"
)

var trialPayload = regexp.MustCompile(`^` + TrialPrefix + `([A-Za-z0-9_-]{43})$`)

var (
	wordsTrial      = spec.Words{RU: "🚧 Правки · выйти: /leave_draft", EN: "🚧 Draft · leave: /leave_draft"}
	wordsTrialHello = spec.Words{
		RU: "🚧 Вы видите правки: такого бота пока не видит никто, кроме проверяющих. Заявки не сохраняются, команда не получает сообщений. Запросы к другим сервисам настоящие.",
		EN: "🚧 You see the draft: nobody but testers sees the bot like this. No requests are kept, and the team gets no messages. Calls to other services are real.",
	}
	wordsTrialLeave = spec.Words{RU: "Выйти из правок", EN: "Leave the draft"}
	wordsTrialLeft  = spec.Words{RU: "Теперь вы снова видите то же, что и все.", EN: "You see what everybody sees again."}
	wordsTrialBad   = spec.Words{
		RU: "Эта ссылка больше не действует. Попросите у владельца бота новую.",
		EN: "This link is no longer good. Ask the bot's owner for a new one.",
	}
	wordsTrialFull   = spec.Words{RU: "Правки уже проверяет слишком много людей.", EN: "Too many people try the draft already."}
	wordsTrialSubmit = spec.Words{RU: "🚧 Здесь будет заявка", EN: "🚧 A request would be made here"}
	wordsTrialNotice = spec.Words{RU: "🚧 Здесь команда получит сообщение", EN: "🚧 The team would get a message here"}
	wordsTrialPerson = spec.Words{RU: "🚧 Здесь позовут человека", EN: "🚧 A person would be called here"}
)

// TakeTrialCode gives the code of a trial's link and takes it out of the event,
// which is a plain /start from then on; "" when it has none.
func (e *Event) TakeTrialCode() string {
	name, payload := e.command()
	code := trialPayload.FindStringSubmatch(payload)
	if name != "start" || code == nil {
		return ""
	}
	e.Text, e.comparable = "/start", ""
	return code[1]
}

// LeavesTrial tells that a tester wants the published bot back.
func (e *Event) LeavesTrial() bool {
	name, _ := e.command()
	return name == leaveCommand || e.Kind == Pressed && e.Button == leaveData
}

// Holds tells whether the answer to a call or the end of a wait is for a
// dialogue of this state.
func (s State) Holds(c Call) bool {
	for _, d := range s.Open {
		if d.Run == c.Run {
			return true
		}
	}
	return false
}

// Abandon are the effects that end what a state waits for.
func (s State) Abandon() (effects []Effect) {
	for _, d := range s.Open {
		if d.On == OnWait {
			effects = append(effects, CancelTimer{d.Run})
		}
	}
	return effects
}

// TrialBegins greets a tester.
func TrialBegins(lang string) Effect {
	leave := Button{Label: inLang(wordsTrialLeave, lang), Data: leaveData}
	return Send{Post{Text: inLang(wordsTrialHello, lang), Inline: [][]Button{{leave}}}}
}

// TrialEnds tells a tester that they see the release again, which may be nil.
func TrialEnds(lang string, current *Release) Effect {
	p := Post{Text: inLang(wordsTrialLeft, lang)}
	if current != nil && current.start != nil {
		start := press{release: current.Number(), part: startPart}
		p.Inline = [][]Button{{{Label: inLang(wordsStart, lang), Data: start.String()}}}
	}
	return Send{p}
}

// TrialRefused answers a link that is no good, or that too many followed.
func TrialRefused(lang string, full bool) Effect {
	if full {
		return Send{Post{Text: inLang(wordsTrialFull, lang)}}
	}
	return Send{Post{Text: inLang(wordsTrialBad, lang)}}
}

// OnTrial makes of the effects of a draft's turn those that a tester gets:
// records and messages to the team are told and not made, and the first
// message is marked.
func OnTrial(effects []Effect, lang string) []Effect {
	told := make([]Effect, 0, len(effects)+1)
	for _, e := range effects {
		if words := toldOnTrial(e, lang); words != "" {
			e = Send{Post{Text: words}}
		}
		told = append(told, e)
	}
	return marked(told, inLang(wordsTrial, lang))
}

// toldOnTrial is what a tester reads in place of what is done outside, "" for
// an effect that stays.
func toldOnTrial(e Effect, lang string) string {
	switch e := e.(type) {
	case Submit:
		lines := []string{inLang(wordsTrialSubmit, lang) + ": " + e.Title}
		for _, v := range e.Values {
			lines = append(lines, v.Title+": "+v.Value)
		}
		return cut(strings.Join(lines, "\n"), maxTold)
	case NotifyTeam:
		return cut(inLang(wordsTrialNotice, lang)+":\n"+e.Text, maxTold)
	case CallPerson:
		return cut(strings.TrimRight(inLang(wordsTrialPerson, lang)+":\n"+e.Text, ":\n"), maxTold)
	}
	return ""
}

// maxTold keeps what is told within a message, with a mark above it.
const maxTold = maxMessage - 200

// marked puts a mark above the first message, or before all where it has no
// place for it.
func marked(effects []Effect, mark string) []Effect {
	for i, e := range effects {
		p := posted(e)
		if p == nil {
			continue
		}
		if headed, ok := p.headed(mark); ok {
			effects[i] = reposted(e, headed)
			return effects
		}
		return append([]Effect{Send{Post{Text: mark}}}, effects...)
	}
	return effects
}

// headed is the post with a line above its words; false: it has no place for it.
func (p Post) headed(line string) (Post, bool) {
	most := maxMessage
	if len(p.Media) > 0 {
		most = maxCaption
	}
	if p.Text != "" {
		line += "\n"
	}
	if p.Place != nil || p.Contact != nil || units(line+p.Text) > most {
		return p, false
	}
	entities := p.Entities
	p.Text, p.Entities = line+p.Text, nil
	for _, e := range entities {
		e.Offset += units(line)
		p.Entities = append(p.Entities, e)
	}
	return p, true
}
