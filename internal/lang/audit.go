package lang

// The log of what was done in a project.
func init() {
	add(words{
		"nav.audit":     {"Журнал", "Log"},
		"audit.title":   {"Журнал действий", "Log of actions"},
		"audit.lead":    {"Кто и что сделал в проекте. Записи хранятся год, изменить их нельзя.", "Who did what in the project. Entries stay for a year and cannot be changed."},
		"audit.none":    {"Записей пока нет", "No entries yet"},
		"audit.older":   {"Более ранние", "Older ones"},
		"audit.gone":    {"Кто-то, кого здесь больше нет", "Someone who has left"},
		"audit.support": {"Поддержка", "Support"},
		"audit.service": {"Сам Botyard", "Botyard itself"},

		"audit.what.created_project":   {"Проект создан", "Project created"},
		"audit.what.stored_token":      {"Сохранён ключ бота (токен)", "Key of a bot (token) stored"},
		"audit.what.disconnected_bot":  {"Бот отключён", "Bot disconnected"},
		"audit.what.published":         {"Опубликована версия {n}", "Version {n} published"},
		"audit.what.made_current":      {"Клиентам возвращена версия {n}", "Version {n} brought back"},
		"audit.what.erased_person":     {"Данные клиента стёрты", "A client's data erased"},
		"audit.what.suspended_project": {"Проект приостановлен", "Project suspended"},
		"audit.what.resumed_project":   {"Проект снова работает", "Project resumed"},
	})
}
