package lang

// What the bot says, and the choice between two texts.
func init() {
	add(words{
		"bot.says":             {"Что говорит бот", "What the bot says"},
		"bot.says_hint":        {"Сохраняется само. Клиенты увидят, когда опубликуете.", "Saved by itself. Clients see it when you publish."},
		"bot.role.start":       {"Когда человек открыл бота", "When a person opens the bot"},
		"bot.role.keyword":     {"Новый ответ", "New answer"},
		"bot.role.fallback":    {"Если бот не понял", "If the bot did not understand"},
		"bot.on_word":          {"На слово «{word}»", "To “{word}”"},
		"bot.answer":           {"Ответ бота", "The bot's answer"},
		"bot.fallback_hint":    {"Подскажите, что можно спросить, или как с вами связаться", "Say what one can ask, or how to reach you"},
		"bot.puzzles":          {"Бот не понял", "The bot did not understand"},
		"bot.puzzles_hint":     {"Так писали клиенты за последние 30 дней, а ответа не нашлось", "Clients wrote this in the last 30 days, and there was no answer"},
		"bot.puzzle_times":     {"{n} раз|{n} раза|{n} раз", "{n} time|{n} times"},
		"bot.puzzle_people":    {"{n} человек|{n} человека|{n} человек", "{n} person|{n} people"},
		"bot.answer_such":      {"Ответить на такие", "Answer such ones"},
		"bot.add_answer":       {"Добавить ответ на слово", "Add an answer to a word"},
		"bot.remove":           {"Удалить: {words}", "Remove: {words}"},
		"bot.keywords":         {"Когда клиент пишет", "When a client writes"},
		"bot.keywords_hint":    {"По одному в строке. Большие буквы и «ё» не важны", "One a line. Capitals do not matter"},
		"bot.match":            {"Как сравнивать", "How to compare"},
		"bot.match_hint":       {"С тем, что пишет клиент", "With what the client writes"},
		"bot.match.word":       {"Есть такое слово", "Has this word"},
		"bot.match.contains":   {"Есть такие буквы подряд", "Has these letters in a row"},
		"bot.match.exact":      {"Точь-в-точь", "Is exactly this"},
		"conflict.title":       {"Здесь уже сохранили другое", "Something else was saved here"},
		"conflict.choose":      {"Это могли сделать вы сами в другой вкладке. Ваш текст цел, выберите, какой оставить.", "It may have been you in another tab. Your text is safe, choose which one to keep."},
		"conflict.mine":        {"Ваш текст", "Your text"},
		"conflict.theirs":      {"Сохранённый текст", "The saved text"},
		"conflict.take_mine":   {"Оставить мой", "Keep mine"},
		"conflict.take_theirs": {"Оставить сохранённый", "Keep the saved one"},
	})
}
