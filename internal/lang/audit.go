package lang

// The log of what was done in a project.
func init() {
	add(words{
		"nav.audit":     {"Журнал", "Log"},
		"audit.title":   {"Журнал действий", "Activity log"},
		"audit.lead":    {"Кто и что сделал в проекте. Записи хранятся год, изменить их нельзя.", "Who did what in the project. Entries stay for a year and cannot be changed."},
		"audit.none":    {"Записей пока нет", "No entries yet"},
		"audit.older":   {"Более ранние", "Older ones"},
		"audit.gone":    {"Кто-то, кого здесь больше нет", "Someone who has left"},
		"audit.support": {"Поддержка", "Support"},
		"audit.service": {"Сам Botyard", "Botyard itself"},

		"audit.what.created_project":   {"Проект создан", "Project created"},
		"audit.what.stored_token":      {"Сохранён ключ бота (токен)", "Key of a bot (token) stored"},
		"audit.what.disconnected_bot":  {"Бот отключён", "Bot disconnected"},
		"audit.what.stored_secret":     {"Сохранён ключ для запросов", "A key for requests stored"},
		"audit.what.removed_secret":    {"Удалён ключ для запросов", "A key for requests removed"},
		"audit.what.published":         {"Опубликована версия\u00a0{n}", "Version {n} published"},
		"audit.what.made_current":      {"Клиентам возвращена версия\u00a0{n}", "Version {n} brought back"},
		"audit.what.erased_person":     {"Данные клиента стёрты", "A client's data erased"},
		"audit.what.suspended_project": {"Проект приостановлен", "Project suspended"},
		"audit.what.resumed_project":   {"Проект снова работает", "Project resumed"},
		"audit.what.paused_queue":      {"Бот остановлен", "Bot stopped"},
		"audit.what.resumed_queue":     {"Бот пущен снова", "Bot let go on"},
		"audit.what.opened_payload":    {"Открыт текст необработанного сообщения № {n}", "The text of message No. {n}, which gave up, was opened"},
		"audit.what.retried_letters":   {"Повтор необработанных сообщений", "Messages that gave up were tried again"},
		"audit.what.discarded_letters": {"Необработанные сообщения отброшены", "Messages that gave up were discarded"},
		"audit.what.exported_orders":   {"Заявки скачаны файлом: {n}", "Orders downloaded as a file: {n}"},
		"audit.what.deleted_order":     {"Заявка № {n} удалена", "Order No. {n} deleted"},
		"audit.what.took_bot_back":     {"Бот забран у другого сервиса", "Bot taken back from another service"},
	})
}
