package sim

import (
	"strconv"
	"strings"
)

// words are the pages' texts. The simulator is a tool for developers and has
// its own small table.
var words = map[string]map[string]string{
	"en": {
		"title": "Telegram simulator", "lead": "Bots that live on this machine. Nothing here reaches Telegram.",
		"open": "Open the chat", "token": "Token", "revoke": "Replace the token", "add": "Add a bot", "name": "Name",
		"username": "Username", "none": "No bots yet.", "taken": "A bot of that name exists already.",
		"visitor": "Visitor", "bots": "All bots", "somebody": "Be somebody new", "start": "Start", "write": "Message",
		"send": "Send", "menu": "Menu", "block": "Stop the bot", "unblock": "Restart the bot", "empty": "No messages here yet",
		"close": "Close", "back": "Back", "dark": "Dark theme", "tab": "Open in a tab", "ok": "OK", "edited": "edited",
		"lost": "No connection to the simulator", "leave": "Close the app? What you entered may be lost.", "photo": "Photo", "file": "File",
		"contact": "Contact", "location": "Location", "share": "Share your phone number?", "where": "Share a place in Moscow?", "attach": "Attach", "files": "Photos and files", "cancel": "Cancel", "wide": "Wide", "noapp": "There is no app here",
	},
	"ru": {
		"title": "Симулятор Telegram", "lead": "Боты, которые живут на этой машине. До Telegram отсюда ничего не доходит.",
		"open": "Открыть чат", "token": "Токен", "revoke": "Заменить токен", "add": "Добавить бота", "name": "Имя",
		"username": "Имя пользователя", "none": "Ботов пока нет.", "taken": "Бот с таким именем уже есть.",
		"visitor": "Гость", "bots": "Все боты", "somebody": "Стать другим человеком", "start": "Запустить", "write": "Сообщение",
		"send": "Отправить", "menu": "Меню", "block": "Остановить бота", "unblock": "Перезапустить бота", "empty": "Здесь пока нет сообщений",
		"close": "Закрыть", "back": "Назад", "dark": "Тёмная тема", "tab": "Открыть во вкладке", "ok": "Хорошо", "edited": "изменено",
		"lost": "Нет связи с симулятором", "leave": "Закрыть приложение? Введённое может пропасть.", "photo": "Фото", "file": "Файл",
		"contact": "Контакт", "location": "Место", "share": "Передать ваш номер телефона?", "where": "Передать место в Москве?", "attach": "Прикрепить", "files": "Фото и файлы", "cancel": "Отмена", "wide": "Шире", "noapp": "Здесь нет приложения",
	},
}

// language picks ru or en from Accept-Language, by the weights in it.
func language(header string) string {
	best, weight := "en", 0.0
	for item := range strings.SplitSeq(header, ",") {
		tag, q, weighted := strings.Cut(strings.TrimSpace(item), ";q=")
		w := 1.0
		if weighted {
			w, _ = strconv.ParseFloat(q, 64) // what is no number weighs nothing
		}
		short, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if _, ok := words[short]; ok && w > weight {
			best, weight = short, w
		}
	}
	return best
}
