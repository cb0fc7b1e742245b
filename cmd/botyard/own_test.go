package main

// own are the words that an owner brings, in a language.
type own struct {
	email, name                  string
	greeting, greetingEnd, bold  string // around the client's name
	keyword, price, fallback     string
	newFallback                  string
	heading, text, alt           string
	secondPage, button, secondly string
}

var owns = map[string]own{
	"ru": {
		email: "anna@example.ru", name: "Кофейня «Пар»",
		greeting: "Добрый день, ", greetingEnd: "! Варим с восьми. ", bold: "Сегодня раф за полцены",
		keyword: "цена\nпочём", price: "Капучино 190 ₽, раф 240 ₽.", fallback: "Не понял. Напишите «цена» или позвоните.",
		newFallback: "Пока не знаю, что ответить. Спросите про цены.",
		heading:     "Кофе у вокзала", text: "Варим с *восьми утра*, печём сами.", alt: "Чашка на подоконнике",
		secondPage: "Цены", button: "Посмотреть цены", secondly: "Капучино и раф",
	},
	"en": {
		email: "anna@example.com", name: "Steam Coffee",
		greeting: "Good day, ", greetingEnd: "! We open at eight. ", bold: "Flat white at half price today",
		keyword: "price\nmenu", price: "Cappuccino 3.20, flat white 3.60.", fallback: "Sorry? Write “price”, or call us.",
		newFallback: "No answer to that yet. Ask about prices.",
		heading:     "Coffee by the station", text: "Open from *eight*, baked here.", alt: "A cup on a window sill",
		secondPage: "Prices", button: "See the prices", secondly: "Cappuccino and flat white",
	},
}

const password = "three words here"
