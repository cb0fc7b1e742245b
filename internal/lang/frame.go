package lang

// The frame around the screens, and what every form and list shares.
func init() {
	add(words{
		"nav.to_content":   {"К содержанию", "Skip to content"},
		"nav.language":     {"Язык", "Language"},
		"nav.sections":     {"Разделы проекта", "Sections of the project"},
		"nav.all_projects": {"Все проекты", "All projects"},
		"nav.switch":       {"сменить проект", "switch project"},
		"nav.account":      {"Ваш кабинет", "Your account"},
		"nav.account_of":   {"Ваш кабинет, {email}", "Your account, {email}"},
		"nav.sign_out":     {"Выйти", "Sign out"},
		"nav.home":         {"Главная", "Home"},
		"nav.bot":          {"Бот", "Bot"},
		"nav.pages":        {"Страницы", "Pages"},
		"nav.more":         {"Ещё", "More"},
		"nav.releases":     {"Версии", "Versions"},
		"nav.settings":     {"Настройки", "Settings"},

		"publish.publish":     {"Опубликовать", "Publish"},
		"publish.number":      {"{n}", "{n}"},
		"publish.edits":       {"{n} правка|{n} правки|{n} правок", "{n} edit|{n} edits"},
		"publish.unseen":      {"{n} правку клиенты ещё не видят|{n} правки клиенты ещё не видят|{n} правок клиенты ещё не видят", "{n} edit your clients don't see yet|{n} edits your clients don't see yet"},
		"publish.nothing_yet": {"Клиенты пока ничего не видят", "Clients see nothing yet"},
		"publish.all_live":    {"Всё опубликовано", "All published"},

		"form.mend":          {"Поправьте одно место|Поправьте {n} места|Поправьте {n} мест", "One thing to mend|{n} things to mend"},
		"form.title_mistake": {"Нужно поправить: {title}", "To mend: {title}"},
		"form.save":          {"Сохранить", "Save"},
		"form.cancel":        {"Отмена", "Cancel"},

		"saved.at":      {"Сохранено в {time}", "Saved {time}"},
		"saved.failed":  {"Не сохранено: поправьте отмеченное", "Not saved: mend what is marked"},
		"saved.saving":  {"Сохраняем…", "Saving…"},
		"saved.offline": {"Нет связи: текст цел, сохраним, когда она появится", "No connection: your text is kept and will be saved when it is back"},

		"toast.undo":               {"Вернуть", "Undo"},
		"toast.close":              {"Понятно", "Got it"},
		"toast.failed":             {"Не получилось. Обновите страницу и попробуйте ещё раз", "That did not work. Reload the page and try again"},
		"toast.offline":            {"Нет связи с сервером", "The server cannot be reached"},
		"toast.copied":             {"Скопировано", "Copied"},
		"toast.saved":              {"Сохранено", "Saved"},
		"toast.restored":           {"Вернули как было", "Put back as it was"},
		"toast.answer_removed":     {"Ответ удалён", "Answer removed"},
		"toast.block_removed":      {"Блок удалён", "Block removed"},
		"toast.page_removed":       {"Страница «{title}» удалена", "Page “{title}” removed"},
		"toast.project_removed":    {"Проект «{name}» удалён", "Project “{name}” deleted"},
		"toast.connected":          {"Бот @{username} подключён", "@{username} is connected"},
		"toast.disconnected":       {"Бот отключён", "The bot is disconnected"},
		"toast.published":          {"Версия\u00a0{n} опубликована", "Version {n} is published"},
		"toast.nothing_to_publish": {"Публиковать нечего: клиенты уже видят всё", "Nothing to publish: clients see everything already"},
		"toast.made_current":       {"Теперь клиенты видят версию\u00a0{n}", "Clients see version\u00a0{n} now"},

		"write.insert":    {"Вставить:", "Insert:"},
		"write.how":       {"Как выделить слова", "How to mark words"},
		"write.bold":      {"*жирный*", "*bold*"},
		"write.italic":    {"_курсив_", "_italic_"},
		"write.code":      {"`как есть`", "`as is`"},
		"write.link":      {"[слова](https://адрес)", "[words](https://address)"},
		"write.variables": {"Слово в квадратных скобках, например [Имя], бот заменит тем, что знает о клиенте.", "A word in square brackets, such as [First name], is replaced with what the bot knows of the client."},
	})
}
