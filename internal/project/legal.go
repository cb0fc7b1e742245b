package project

import (
	"cmp"
	"strings"

	"botyard/internal/card"
	"botyard/internal/richtext"
	"botyard/miniapp"
)

// The ids of the pages that the law asks for.
const (
	policyID  = "policy"
	consentID = "consent"
)

// LegalPages are the policy and the consent that a project's card gives, in its
// language ("ru", else English), without those that are there already. They are
// samples, and say so in their first words.
func LegalPages(name, language string, c card.Card, there miniapp.Pages) (pages miniapp.Pages) {
	words := legalWords[language]
	if words.policy == "" {
		words = legalWords["en"]
	}
	fill := strings.NewReplacer("{who}", operator(name, c), "{how}", reach(c))
	for _, p := range []struct{ id, title, text string }{{policyID, words.policy, words.policyText}, {consentID, words.consent, words.consentText}} {
		if _, found := there.Page(p.id); !found {
			pages = append(pages, legalPage(p.id, p.title, words.sample, fill.Replace(p.text)))
		}
	}
	return pages
}

func legalPage(id, title, sample, text string) miniapp.Page {
	page := miniapp.Page{ID: id, Title: title, Foot: true}
	plain := func(block, words string) miniapp.Block {
		return miniapp.Block{ID: block, Kind: "text", Config: &miniapp.Text{Text: richtext.Text{{Kind: richtext.Plain, Value: words}}}}
	}
	page.Blocks = []miniapp.Block{
		{ID: "title", Kind: "heading", Config: &miniapp.Heading{Text: title}},
		{ID: miniapp.SampleID, Kind: "text", Config: &miniapp.Text{Text: richtext.Text{{Kind: richtext.Italic, Children: richtext.Text{{Kind: richtext.Plain, Value: sample}}}}}},
		plain("text", text),
	}
	return page
}

// operator is who answers for the data.
func operator(name string, c card.Card) string {
	parts := []string{cmp.Or(c.Legal.Name, name)}
	for _, more := range []string{c.Legal.TaxID, cmp.Or(c.Legal.Address, c.Address)} {
		if more != "" {
			parts = append(parts, more)
		}
	}
	return strings.Join(parts, ", ")
}

// reach is how one reaches them.
func reach(c card.Card) string {
	var parts []string
	for _, way := range []string{c.Legal.Email, c.Phone} {
		if way != "" {
			parts = append(parts, way)
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "…")
}

// legalText is what the pages say in a language; {who} and {how} are filled in.
type legalText struct{ policy, policyText, consent, consentText, sample string }

var legalWords = map[string]legalText{
	"ru": {
		policy: "Политика обработки данных",
		policyText: `Здесь написано, что происходит с данными, которые вы оставляете на этих страницах и в боте.

Кто отвечает за данные: {who}.

Какие данные: то, что вы сами пишете в формах, в заказе и боту: имя, телефон, почта, адрес, текст. В Telegram к ним добавляются имя, имя пользователя и номер вашей учётной записи.

Зачем: чтобы ответить вам, принять и выполнить заказ или запись. Для рассылок нужно отдельное согласие.

Сколько хранятся: пока это нужно для ответа или заказа и пока этого требует закон.

Кому передаются: никому, кроме тех, без кого заказ не выполнить, и тех, кому обязаны передать по закону.

Ваши права: узнать, какие данные о вас есть, исправить их, отозвать согласие и попросить всё удалить. Напишите: {how}.`,
		consent: "Согласие на обработку данных",
		consentText: `Отмечая согласие в форме, я разрешаю обрабатывать данные, которые оставляю: имя, телефон, почту, адрес и текст сообщения.

Кто обрабатывает: {who}.

Для чего: чтобы мне ответили, приняли и выполнили мой заказ или запись.

Что делают с данными: собирают, записывают, хранят, уточняют, используют и удаляют, в том числе с помощью программ.

Согласие действует, пока не достигнута цель или пока я его не отзову. Отозвать можно в любой момент: {how}.`,
		sample: "Это образец. Проверьте его с юристом и удалите эту строку.",
	},
	"en": {
		policy: "Privacy policy",
		policyText: `This page tells what becomes of the data that you leave on these pages and with the bot.

Who answers for the data: {who}.

Which data: what you write yourself into forms, orders and to the bot: name, phone, e-mail, address, text. In Telegram your name, user name and account number are added.

What for: to answer you, to take and carry out an order or a booking. Mailings need a consent of their own.

For how long: while an answer or an order needs them, and while the law asks for it.

Who gets them: nobody but those without whom an order cannot be carried out, and those to whom the law obliges us to give them.

Your rights: to learn which data about you there are, to correct them, to take your consent back, and to have everything erased. Write to: {how}.`,
		consent: "Consent to the use of data",
		consentText: `By ticking the consent in a form I allow the data that I leave to be used: name, phone, e-mail, address and the text of my message.

Who uses them: {who}.

What for: to answer me, to take and carry out my order or booking.

What is done with them: they are collected, written down, kept, corrected, used and erased, by programs as well.

The consent holds until its purpose is reached or I take it back, which I can do at any time: {how}.`,
		sample: "This is a sample. Check it with a lawyer, and delete this line.",
	},
}
