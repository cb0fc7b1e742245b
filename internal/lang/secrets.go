package lang

// The keys that requests to other services use.
func init() {
	add(words{
		"secrets.title":        {"Ключи для запросов", "Keys for requests"},
		"secrets.lead":         {"Их подставляет шаг «Запрос к сервису». Хранятся зашифрованными, в версии и выгрузки не попадают.", "The step “HTTP request” puts them in. They are kept encrypted, and are in no version and no download."},
		"secrets.name":         {"Имя ключа", "Name of the key"},
		"secrets.name_hint":    {"Латинские буквы и цифры. Ключ с тем же именем будет заменён", "Latin letters and digits. A key of the same name is replaced"},
		"secrets.name_bad":     {"Здесь могут быть только латинские буквы, цифры, дефис и подчёркивание", "Only Latin letters, digits, hyphens and underscores fit here"},
		"secrets.value":        {"Сам ключ", "The key itself"},
		"secrets.value_hint":   {"Показать его потом нельзя даже вам", "It cannot be shown later, not even to you"},
		"secrets.value_needed": {"Вставьте ключ", "Paste the key"},
		"secrets.value_long":   {"Ключ слишком длинный", "The key is too long"},
		"secrets.too_many":     {"Больше ключей не поместится. Удалите ненужные", "No more keys fit. Remove those that are not needed"},
		"secrets.changed":      {"Сохранён {at}", "Saved {at}"},
		"secrets.remove":       {"Удалить", "Remove"},
		"secrets.remove_named": {"Удалить ключ {name}", "Remove the key {name}"},
		"toast.secret_removed": {"Ключ удалён", "The key was removed"},
	})
}
