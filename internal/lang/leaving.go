package lang

// Taking one's data along, and leaving for good.
func init() {
	add(words{
		"warning.held":      {"Это копия: боты молчат", "This is a copy: bots are silent"},
		"warning.held.hint": {"Сервер восстановлен из копии или переехал. Ничего не отправляется, пока его хозяин не подтвердит переезд; ничего не потеряно.", "The server was restored from a copy or has moved. Nothing is sent until whoever runs it confirms the move; nothing is lost."},

		"leaving.data":           {"Ваши данные", "Your data"},
		"leaving.data_hint":      {"Один файл: проекты со всеми версиями, клиенты, переписка, картинки. Паролей и ключей ботов в нём нет.", "One file: projects with all versions, clients, messages, pictures. No passwords and no keys of bots are in it."},
		"leaving.download":       {"Скачать всё", "Download everything"},
		"leaving.open":           {"Удалить кабинет…", "Delete the account…"},
		"leaving.title":          {"Удалить кабинет", "Delete the account"},
		"leaving.lead":           {"Вернуть это будет нельзя.", "This cannot be undone."},
		"leaving.first":          {"Сначала скачайте свои данные", "Download your data first"},
		"leaving.what":           {"Что исчезнет", "What will be gone"},
		"leaving.projects":       {"{n} проект: ответы бота, страницы, версии, клиенты и переписка|{n} проекта: ответы ботов, страницы, версии, клиенты и переписка|{n} проектов: ответы ботов, страницы, версии, клиенты и переписка", "{n} project: the bot's answers, pages, versions, clients and messages|{n} projects: the bots' answers, pages, versions, clients and messages"},
		"leaving.bots":           {"Подключённые боты замолчат, в Telegram они останутся вашими", "Connected bots fall silent; in Telegram they stay yours"},
		"leaving.addresses":      {"Ваши страницы перестанут открываться, их адреса никому не достанутся", "Your pages no longer open, and nobody else gets their addresses"},
		"leaving.you":            {"Вход {email}, пароль и настройки", "The sign-in {email}, its password and settings"},
		"leaving.backups":        {"Без имён и текстов остаются только записи о том, что было сделано: один год. В резервных копиях сервера удалённое живёт, пока живут сами копии.", "What stays, for a year, are records that something was done, without names or texts. Backups of the server keep deleted data for as long as the backups themselves are kept."},
		"leaving.type_email":     {"Чтобы удалить, наберите свою почту: {email}", "To delete it, type your e-mail: {email}"},
		"leaving.password":       {"Пароль", "Password"},
		"leaving.button":         {"Удалить навсегда", "Delete for good"},
		"leaving.other_email":    {"Это не ваша почта", "That is not your e-mail"},
		"leaving.password_wrong": {"Пароль другой", "That is not the password"},
		"leaving.gone":           {"Кабинет удалён", "The account is deleted"},
		"leaving.gone_words":     {"Боты отключены, проекты и всё, что в них было, стёрты.", "The bots are disconnected; the projects and all that was in them are erased."},
		"leaving.anew":           {"Начать заново", "Start anew"},
	})
}
