package lang

// The conversations that are kept as tests.
func init() {
	add(words{
		"dialogues.title":        {"Проверочные разговоры", "Kept conversations"},
		"dialogues.lead":         {"Перед публикацией бот проходит каждый заново. Если ответит иначе, вы это увидите.", "Before publishing the bot goes through each of them again. You see where it answers otherwise."},
		"dialogues.none":         {"Пока ни одного", "None yet"},
		"dialogues.none_hint":    {"Поговорите с ботом и сохраните разговор: так вы заметите, если правка что-то сломает.", "Talk with the bot and keep the conversation: you will notice when an edit breaks something."},
		"dialogues.well":         {"Всё по-прежнему", "As before"},
		"dialogues.broken":       {"{n} ответ теперь другой|{n} ответа теперь другие|{n} ответов теперь другие", "{n} answer is another now|{n} answers are others now"},
		"dialogues.unreadable":   {"Не прочитать", "Cannot be read"},
		"dialogues.was":          {"Было", "Before"},
		"dialogues.now":          {"Стало", "Now"},
		"dialogues.accept":       {"Так и нужно", "This is how it should be"},
		"dialogues.remove":       {"Удалить разговор", "Remove the conversation"},
		"dialogues.silence":      {"Бот молчит", "The bot says nothing"},
		"dialogues.impossible":   {"Так больше не сделать", "This cannot be done any more"},
		"dialogues.keep":         {"Сохранить как проверку", "Keep as a test"},
		"dialogues.keep_hint":    {"Если правка изменит ответы, вы узнаете об этом до публикации", "When an edit changes the answers, you learn of it before publishing"},
		"dialogues.name":         {"Название разговора", "Name of the conversation"},
		"dialogues.all":          {"Все проверочные разговоры", "All kept conversations"},
		"dialogues.did.say":      {"Клиент пишет: {text}", "The client writes: {text}"},
		"dialogues.did.share":    {"Клиент отправляет: {text}", "The client sends: {text}"},
		"dialogues.did.press":    {"Клиент нажимает «{text}»", "The client presses “{text}”"},
		"dialogues.did.wait":     {"Ожидание закончилось", "The wait is over"},
		"dialogues.did.answer":   {"Пришёл ответ", "An answer came"},
		"dialogues.did.return":   {"Клиент вернулся", "The client came back"},
		"dialogues.did.lead":     {"Начали с выбранного шага", "Began at the chosen step"},
		"dialogues.did.give":     {"Клиента вернули боту", "The client was given back to the bot"},
		"dialogues.changed":      {"Бот изменился. Начните разговор сначала, тогда его можно сохранить", "The bot has changed. Start the conversation over, then it can be kept"},
		"dialogues.too_many":     {"Больше {max} разговоров не сохранить. Удалите ненужные", "No more than {max} conversations fit. Remove some"},
		"dialogues.not_whole":    {"Этот разговор слишком длинный или его не повторить. Начните сначала", "This conversation is too long or cannot be repeated. Start over"},
		"dialogues.go_otherwise": {"{n} проверочный разговор теперь идёт иначе|{n} проверочных разговора теперь идут иначе|{n} проверочных разговоров теперь идут иначе", "{n} kept conversation goes another way now|{n} kept conversations go another way now"},
		"dialogues.may_publish":  {"Публиковать можно. Посмотрите, так ли задумано.", "You may publish. See whether it is meant so."},
		"toast.dialogue_kept":    {"Разговор сохранён", "The conversation is kept"},
		"toast.dialogue_removed": {"Разговор удалён", "The conversation is removed"},
	})
}
