package lang

// The choice between two texts.
func init() {
	add(words{
		"conflict.title":       {"Здесь уже сохранили другое", "Something else was saved here"},
		"conflict.choose":      {"Это могли сделать вы сами в другой вкладке. Ваш текст цел, выберите, какой оставить.", "It may have been you in another tab. Your text is safe, choose which one to keep."},
		"conflict.mine":        {"Ваш текст", "Your text"},
		"conflict.theirs":      {"Сохранённый текст", "The saved text"},
		"conflict.take_mine":   {"Оставить мой", "Keep mine"},
		"conflict.take_theirs": {"Оставить сохранённый", "Keep the saved one"},
	})
}
