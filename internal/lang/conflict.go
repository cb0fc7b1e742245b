package lang

// What the bot did not understand, and the choice between two texts.
func init() {
	add(words{
		"bot.puzzles":          {"Бот не понял", "The bot did not understand"},
		"bot.puzzles_hint":     {"Так писали клиенты за последние 30 дней, а ответа не нашлось", "Clients wrote this in the last 30 days, and there was no answer"},
		"bot.puzzle_times":     {"{n} раз|{n} раза|{n} раз", "{n} time|{n} times"},
		"bot.puzzle_people":    {"{n} человек|{n} человека|{n} человек", "{n} person|{n} people"},
		"bot.answer_such":      {"Ответить на такие", "Answer such ones"},
		"conflict.title":       {"Здесь уже сохранили другое", "Something else was saved here"},
		"conflict.choose":      {"Это могли сделать вы сами в другой вкладке. Ваш текст цел, выберите, какой оставить.", "It may have been you in another tab. Your text is safe, choose which one to keep."},
		"conflict.below":       {"Ниже то, что набрали вы. Если сохранить ещё раз, останется оно.", "What you typed is below. Save again to keep it."},
		"conflict.mine":        {"Ваш текст", "Your text"},
		"conflict.theirs":      {"Сохранённый текст", "The saved text"},
		"conflict.take_mine":   {"Оставить мой", "Keep mine"},
		"conflict.take_theirs": {"Оставить сохранённый", "Keep the saved one"},
	})
}
