package miniapp

import "botyard/internal/spec"

// The words that a page has besides those of its owner. They are sent in the
// project's language only.
var (
	wordDirections  = spec.Words{RU: "Как пройти", EN: "How to get there"}
	wordOfFive      = spec.Words{RU: " из 5", EN: " of 5"}
	wordOver        = spec.Words{RU: "Время вышло", EN: "Time is up"}
	wordAll         = spec.Words{RU: "Всё", EN: "All"}
	wordOptional    = spec.Words{RU: " (необязательно)", EN: " (optional)"}
	wordReadConsent = spec.Words{RU: "Прочитать", EN: "Read it"}
	wordTrap        = spec.Words{RU: "Не заполняйте это поле", EN: "Leave this field empty"}
	wordSend        = spec.Words{RU: "Отправить", EN: "Send"}
	wordOrder       = spec.Words{RU: "Заказать", EN: "Order"}
	wordRequestNo   = spec.Words{RU: "Заявка №\u00a0", EN: "Request No.\u00a0"}
	wordOrderNo     = spec.Words{RU: "Заказ №\u00a0", EN: "Order No.\u00a0"}
	wordThanks      = spec.Words{RU: "Спасибо! Мы получили и скоро ответим.", EN: "Thank you! We have it and will answer soon."}
	wordCart        = spec.Words{RU: "Ваш заказ", EN: "Your order"}
	wordName        = spec.Words{RU: "Имя", EN: "Name"}
	wordPhone       = spec.Words{RU: "Телефон", EN: "Phone"}
	wordTime        = spec.Words{RU: "Ко времени", EN: "For what time"}
	wordComment     = spec.Words{RU: "Комментарий", EN: "Comment"}
	wordConsent     = spec.Words{RU: "Согласен на обработку персональных данных", EN: "I agree to the processing of my personal data"}
)

// runtimeWords are the runtime's own (runtime/words.ts).
type runtimeWords struct {
	Pages string `json:"pages"`
	Write string `json:"write"`
	Kinds string `json:"kinds"`
	Add   string `json:"add"`
	Less  string `json:"less"`
	Order string `json:"order"`
	Total string `json:"total"`
	Empty string `json:"empty"`
	// Items tells how much is in the cart, by the plural category of CLDR.
	Items map[string]string `json:"items"`
	// What is said of sending, by the status of the answer.
	Sending string `json:"0"`
	Failed  string `json:"400"`
	Reopen  string `json:"401"`
	Waiting string `json:"503"`
}

var (
	russian = runtimeWords{
		Pages: "Страницы", Write: "Написать в Telegram", Kinds: "Разделы", Add: "В корзину", Less: "Убрать", Order: wordOrder.RU, Total: "Всего",
		Empty:   "Здесь появится то, что вы выберете.",
		Items:   map[string]string{"one": "В корзине # товар", "few": "В корзине # товара", "many": "В корзине # товаров", "other": "В корзине # товара"},
		Sending: "Отправляем…", Waiting: "Ещё не отправлено. Отправим сами, как только появится связь.",
		Reopen: "Не удалось узнать вас. Закройте страницу и откройте её снова из бота: всё, что вы набрали, останется.",
		Failed: "Не получилось отправить. Обновите страницу и попробуйте ещё раз.",
	}
	english = runtimeWords{
		Pages: "Pages", Write: "Write on Telegram", Kinds: "Categories", Add: "Add", Less: "Remove one", Order: wordOrder.EN, Total: "Total",
		Empty:   "What you choose will be here.",
		Items:   map[string]string{"one": "# item in the cart", "other": "# items in the cart"},
		Sending: "Sending…", Waiting: "Not sent yet. It will be, by itself, once there is a connection.",
		Reopen: "We could not tell who you are. Close this page and open it from the bot again: what you typed stays.",
		Failed: "It could not be sent. Reload the page and try again.",
	}
)

// words are the runtime's, with the words of the button that orders.
func (m Manifest) words() runtimeWords {
	words := english
	if m.lang() == "ru" {
		words = russian
	}
	if order := m.Pages.checkout(); order != nil && order.Submit != "" {
		words.Order = order.Submit
	}
	return words
}

// say is a text in the project's language.
func (m Manifest) say(w spec.Words) string {
	if m.lang() == "ru" {
		return w.RU
	}
	return w.EN
}
