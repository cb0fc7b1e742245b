package lang

// Versions and publishing.
func init() {
	add(words{
		"releases.lead":          {"Каждая публикация остаётся здесь, к любой можно вернуться.", "Every publication stays here, and any of them can be brought back."},
		"releases.none":          {"Версий пока нет", "No versions yet"},
		"releases.none_hint":     {"Первая появится, когда вы опубликуете.", "The first appears when you publish."},
		"releases.first":         {"Проверить и опубликовать", "Check and publish"},
		"releases.older":         {"Более ранние", "Older ones"},
		"releases.edits":         {"Правки", "Edits"},
		"releases.version":       {"Версия\u00a0{n}", "Version {n}"},
		"releases.current":       {"Видят клиенты", "Clients see it"},
		"releases.make_current":  {"Вернуть версию\u00a0{n}", "Bring back version {n}"},
		"releases.new":           {"Новая версия", "A new version"},
		"releases.back_any_time": {"После публикации клиенты увидят всё новое. Вернуть прежнюю версию можно в любой момент.", "Once published, clients see all that is new. The former version can be brought back at any time."},
		"releases.publish_n":     {"Опубликовать версию\u00a0{n}", "Publish version {n}"},
		"releases.later":         {"Позже", "Later"},
		"releases.to_project":    {"К проекту", "To the project"},
		"releases.changes":       {"Что изменится", "What changes"},
		"releases.what.added":    {"появится", "new"},
		"releases.what.edited":   {"изменится", "changed"},
		"releases.what.removed":  {"исчезнет", "removed"},
		"releases.standing":      {"На этих шагах сейчас стоят люди", "People stand on these steps now"},
		"releases.standing_hint": {"Вы удалили шаги, на которых кто-то отвечает на вопрос или ждёт. Пусть закончат по прежней версии, или перейдут на другой шаг.", "You removed steps on which somebody answers a question or waits. Let them finish as before, or move them to another step."},
		"releases.finish":        {"Пусть закончат как есть", "Let them finish"},
		"releases.stand":         {"Здесь {n} человек|Здесь {n} человека|Здесь {n} человек", "{n} person is here|{n} people are here"},
		"releases.more_changes":  {"и ещё {n}|и ещё {n}|и ещё {n}", "and {n} more|and {n} more"},
		"releases.untitled":      {"Без названия", "Untitled"},
		"releases.did.added":     {"Добавлено: {title}", "Added: {title}"},
		"releases.did.edited":    {"Изменено: {title}", "Changed: {title}"},
		"releases.did.removed":   {"Удалено: {title}", "Removed: {title}"},
		"releases.warning":       {"Не мешает", "Does not stop it"},
		"releases.only_warnings": {"Опубликовать можно, но посмотрите сюда", "You can publish, but look at this"},
		"releases.blocked":       {"Опубликовать мешает одно|Опубликовать мешают {n} места|Опубликовать мешают {n} мест", "One thing stands in the way|{n} things stand in the way"},
	})
}
