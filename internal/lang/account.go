package lang

// The account's password, and parts of a project that have no name of their own.
func init() {
	add(words{
		"account.password":       {"Пароль", "Password"},
		"account.password_hint":  {"После смены пароля все остальные входы в кабинет закончатся.", "A new password ends every other session."},
		"account.old":            {"Нынешний пароль", "Current password"},
		"account.new":            {"Новый пароль", "New password"},
		"account.change":         {"Сменить пароль", "Change the password"},
		"account.old_wrong":      {"Нынешний пароль другой", "That is not the current password"},
		"toast.password_changed": {"Пароль изменён", "The password is changed"},

		"releases.part.theme":   {"Цвета", "Colours"},
		"releases.part.catalog": {"Каталог", "Catalogue"},
		"releases.part.order":   {"Порядок страниц или ответов", "The order of pages or answers"},
	})
}
