package lang

// The settings of a project and of an account, and the pages of failures.
func init() {
	add(words{
		"settings.name_hint":     {"Видно вам в кабинете и клиентам на сайте", "Seen by you here and by clients on the site"},
		"settings.address":       {"Адрес страниц", "Address of the pages"},
		"settings.address_hint":  {"Латинские буквы, цифры и дефис. Прежний адрес тоже будет открываться", "Latin letters, digits and hyphens. The former address keeps working"},
		"settings.address_bad":   {"Здесь могут быть только латинские буквы, цифры и дефис, от 3 до 40 знаков", "Only Latin letters, digits and hyphens fit here, 3 to 40 of them"},
		"settings.address_taken": {"Этот адрес занят. Попробуйте другой", "This address is taken. Try another"},
		"settings.language":      {"Язык страниц", "Language of the pages"},
		"settings.language_hint": {"На нём надписи, которые ставим мы, например «Меню» и «Назад»", "The words that we put there, such as “Menu” and “Back”, are in it"},
		"settings.remove":        {"Удалить проект", "Delete the project"},
		"settings.remove_what":   {"Исчезнут ответы бота, страницы, версии и всё, что клиенты прислали. Бот отключится. Вернуть это будет нельзя.", "The bot's answers, pages, versions and all that clients sent will be gone. The bot is disconnected. This cannot be undone."},
		"settings.remove_type":   {"Чтобы удалить, наберите название: {name}", "To delete it, type its name: {name}"},
		"settings.remove_button": {"Удалить навсегда", "Delete for good"},
		"settings.remove_other":  {"Название не совпадает", "That is not its name"},
		"settings.theme":         {"Оформление кабинета", "Look of the cabinet"},
		"settings.theme.system":  {"Системное", "System"},
		"settings.theme.light":   {"Светлое", "Light"},
		"settings.theme.dark":    {"Тёмное", "Dark"},

		"failure.403.title":   {"Сюда нельзя", "Not allowed here"},
		"failure.403.words":   {"Запрос пришёл с чужого сайта или без нужных прав. Откройте страницу из кабинета.", "The request came from another site, or without the right. Open the page from your cabinet."},
		"failure.404.title":   {"Такой страницы нет", "There is no such page"},
		"failure.404.words":   {"Возможно, её удалили, или адрес набран с ошибкой.", "It may have been removed, or the address is misspelt."},
		"failure.405.title":   {"Так этот адрес не работает", "This address does not work that way"},
		"failure.405.words":   {"Вернитесь назад и нажмите кнопку ещё раз.", "Go back and press the button again."},
		"failure.413.title":   {"Слишком большой файл или текст", "The file or text is too big"},
		"failure.413.words":   {"Вернитесь назад, уменьшите его и попробуйте снова. Набранное осталось в форме.", "Go back, make it smaller and try again. What you typed is still in the form."},
		"failure.421.title":   {"Здесь другой адрес", "Another address belongs here"},
		"failure.421.words":   {"Этот сервер не отвечает за адрес, по которому вы пришли.", "This server does not answer for the address you came by."},
		"failure.429.title":   {"Слишком часто", "Too often"},
		"failure.429.words":   {"Подождите немного и попробуйте снова.", "Wait a little and try again."},
		"failure.500.title":   {"У нас что-то сломалось", "Something broke on our side"},
		"failure.500.words":   {"Это не из-за вас, и сохранённое цело. Попробуйте ещё раз чуть позже.", "It is not your doing, and what was saved is safe. Try again a little later."},
		"failure.503.title":   {"Сервер сейчас занят", "The server is busy"},
		"failure.503.words":   {"Подождите немного и обновите страницу. Сохранённое цело.", "Wait a little and reload the page. What was saved is safe."},
		"failure.retry":       {"Можно через {n} секунду.|Можно через {n} секунды.|Можно через {n} секунд.", "In {n} second you can.|In {n} seconds you can."},
		"failure.request":     {"Если напишете в поддержку, назовите этот номер: {request}", "If you write to support, give this number: {request}"},
		"failure.to_projects": {"К проектам", "To the projects"},
		"failure.code":        {"Ошибка {code}", "Error {code}"},
	})
}
