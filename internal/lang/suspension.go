package lang

// What an owner and a visitor read while something is suspended.
func init() {
	add(words{
		"suspension.account":       {"Ваш кабинет приостановлен", "Your account is suspended"},
		"suspension.project":       {"Проект «{name}» приостановлен", "The project “{name}” is suspended"},
		"suspension.since":         {"Приостановлен {when}", "Suspended {when}"},
		"suspension.why":           {"Причина", "The reason"},
		"suspension.means":         {"Что это значит", "What this means"},
		"suspension.bot":           {"Боты молчат: сообщения клиентов принимаются, но не хранятся и остаются без ответа", "Bots are silent: messages of clients are taken, but neither kept nor answered"},
		"suspension.pages":         {"Страницы и мини-приложения показывают, что временно не работают", "Pages and mini-apps say that they are not working for now"},
		"suspension.kept":          {"Проекты, версии, клиенты и переписка целы", "Projects, versions, clients and messages are safe"},
		"suspension.do":            {"Если это ошибка, напишите тому, кто дал вам этот адрес или установил здесь Botyard. Свои данные можно скачать, кабинет можно удалить.", "If this is a mistake, write to whoever gave you this address or runs this Botyard. You can download your data, or delete the account."},
		"suspension.others":        {"Остальные ваши проекты работают.", "Your other projects are running."},
		"suspension.visitor":       {"Страница временно не работает", "This page is resting"},
		"suspension.visitor_words": {"Владелец знает об этом. Загляните сюда позже.", "Its owner knows. Please look in later."},
	})
}
