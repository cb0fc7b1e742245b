package lang

import (
	"context"

	"botyard/internal/spec"
)

// Problem words what is wrong at one place of somebody's work.
func Problem(ctx context.Context, p spec.Problem) string {
	key := "problem." + p.Code
	if !Has(key) {
		key = "problem.other"
	}
	if n, counted := p.Args["n"].(int); counted {
		return N(ctx, key, n, p.Args)
	}
	return T(ctx, key, p.Args)
}

// Variable is the name under which a person sees a variable of a text, "Имя";
// unknown ones keep their own.
func Variable(ctx context.Context, variable string) string {
	if key := "variable." + variable; Has(key) {
		return T(ctx, key)
	}
	return variable
}

// Sample is what a variable may turn into, where the bot's words are only
// drawn: "Анна" for a first name.
func Sample(ctx context.Context, variable string) string {
	if key := "sample." + variable; Has(key) {
		return T(ctx, key)
	}
	return Variable(ctx, variable)
}

func init() {
	add(words{
		"variable.first_name": {"Имя", "First name"},
		"variable.last_name":  {"Фамилия", "Last name"},
		"variable.username":   {"Имя в Telegram", "Telegram name"},

		"sample.first_name": {"Анна", "Anna"},
		"sample.last_name":  {"Петрова", "Petrova"},
		"sample.username":   {"@anna", "@anna"},

		"problem.other":             {"Здесь что-то не так", "Something is wrong here"},
		"problem.required":          {"Заполните это место", "Fill this in"},
		"problem.too_long":          {"Слишком длинно: {n} знак, помещается {max}|Слишком длинно: {n} знака, помещается {max}|Слишком длинно: {n} знаков, помещается {max}", "Too long: {n} character, {max} fit|Too long: {n} characters, {max} fit"},
		"problem.too_many":          {"Слишком много: помещается {max}", "Too many: {max} fit"},
		"problem.bad_id":            {"Служебное имя набрано неверно", "The internal name is misspelt"},
		"problem.duplicate_id":      {"Служебное имя «{id}» встречается дважды", "The internal name “{id}” is there twice"},
		"problem.bad_character":     {"Здесь знак, который нельзя сохранить. Наберите текст заново", "There is a character that cannot be kept. Type the text anew"},
		"problem.not_a_choice":      {"Такого варианта нет: {value}", "There is no such choice: {value}"},
		"problem.unknown_kind":      {"Такого вида нет: {kind}", "There is no such kind: {kind}"},
		"problem.unknown_field":     {"Лишнее поле, здесь его не бывает", "A field that does not belong here"},
		"problem.wrong_type":        {"Здесь должно быть значение другого рода", "A value of another sort belongs here"},
		"problem.duplicate_key":     {"Одно и то же поле указано дважды", "The same field is given twice"},
		"problem.truncated":         {"Файл обрывается на середине", "The file ends half way"},
		"problem.not_json":          {"Файл повреждён или не от Botyard", "The file is broken or not Botyard's"},
		"problem.newer_version":     {"Файл от более новой версии Botyard", "The file is from a newer Botyard"},
		"problem.too_big":           {"Слишком большой объём", "Too big altogether"},
		"problem.bad_target":        {"Это не адрес. Напишите сайт, телефон, почту или @имя в Telegram, или выберите страницу", "This is no address. Give a site, a phone number, an e-mail or a @name of Telegram, or choose a page"},
		"problem.bad_address":       {"Это не адрес. Напишите сайт, телефон, почту или @имя в Telegram", "This is no address. Give a site, a phone number, an e-mail or a @name of Telegram"},
		"problem.no_button_address": {"Кнопка под сообщением открывает только сайт или Telegram. Телефон и почту напишите в самом сообщении", "A button under a message opens a site or Telegram only. Put a phone number or an e-mail into the message itself"},
		"problem.no_such_page":      {"Страницы, куда это ведёт, больше нет. Выберите другую", "The page that this leads to is gone. Choose another"},
		"problem.missing_step":      {"Шага, куда это ведёт, больше нет", "The step that this leads to is gone"},
		"problem.missing_scenario":  {"Сценария, куда это ведёт, больше нет", "The scenario that this leads to is gone"},
		"problem.no_such_media":     {"Этой картинки больше нет. Загрузите её снова", "This picture is gone. Upload it again"},
		"problem.bad_colour":        {"Это не цвет. Цвет пишется так: #0e6a5e", "This is no colour. A colour looks like #0e6a5e"},
		"problem.bad_currency":      {"Это не валюта. Валюта пишется тремя буквами, например RUB", "This is no currency. A currency has three letters, such as USD"},
		"problem.bad_media":         {"Картинка указана неверно. Загрузите её снова", "The picture is given wrongly. Upload it again"},
		"problem.no_alt":            {"Скажите словами, что на картинке: это прочтут тем, кто её не видит", "Say in words what the picture shows, for those who do not see it"},
		"problem.no_variables_here": {"Страница для всех одна, имя человека сюда не вставить", "A page is the same for everyone, a person's name does not fit here"},
		"problem.no_contrast":       {"Надпись на этом цвете плохо видна. Возьмите цвет темнее", "Words on this colour are hard to read. Take a darker one"},
		"problem.bad_command":       {"Команда: латинские буквы, цифры и _, до 32 знаков", "A command has Latin letters, digits and _, up to 32"},
		"problem.duplicate_trigger": {"На это уже отвечает другой ответ: {value}", "Another answer replies to this already: {value}"},
		"problem.no_start":          {"Бот молчит на /start. Напишите, что он отвечает", "The bot is silent at /start. Write what it answers"},
		"problem.no_pages":          {"Нужна хотя бы одна страница", "At least one page is needed"},
		"problem.no_steps":          {"Здесь ещё нет ответа", "There is no answer here yet"},
		"problem.too_deep":          {"Слишком много вложенных ответов. Продолжите в другом сценарии", "Too many answers inside answers. Go on in another scenario"},
		"problem.no_action":         {"У кнопки «{label}» нет действия: клиент нажмёт, и ничего не будет", "The button “{label}” does nothing: the client presses it in vain"},
		"problem.unreachable":       {"Сюда бот никогда не дойдёт", "The bot never gets here"},
		"problem.never_starts":      {"Этот сценарий ничто не запускает", "Nothing starts this scenario"},
		"problem.loop":              {"Шаги идут по кругу без остановки. Добавьте вопрос, меню или ожидание", "The steps go round and round without a stop. Add a question, a menu or a wait"},
		"problem.maybe_loop":        {"Шаги могут пойти по кругу без остановки", "The steps may go round and round without a stop"},
		"problem.never_filled":      {"Эти данные никто не спрашивает и не записывает", "Nothing asks for these data or keeps them"},
		"problem.field_types":       {"Данные «{field}» в другом месте записываются иначе", "The data “{field}” are kept in another form elsewhere"},
		"problem.no_secret":         {"Ключа «{name}» нет: добавьте его в настройках, без него запрос не пройдёт", "There is no key “{name}”: add it in the settings, the request fails without it"},
		"problem.no_team":           {"Чат команды ещё не подключён: это никто не увидит", "Your team's chat is not connected yet: nobody will see this"},
		"problem.may_be_empty":      {"Если данных о клиенте нет, сообщение выйдет пустым, и бот промолчит. Допишите хотя бы слово", "If nothing is known of the client, the message is empty and the bot says nothing. Add at least a word"},
		"problem.long_caption":      {"Длинная подпись: под фото помещается {max} знаков, остальное придёт отдельно", "A long caption: {max} characters fit under a photo, the text will come apart"},
		"problem.mixed_album":       {"Вместе отправляются только фото и видео или только файлы", "Only photos and videos, or only files, go together"},
		"problem.bad_pattern":       {"Образец написан с ошибкой", "There is a mistake in the pattern"},
		"problem.heavy_pattern":     {"Образец слишком сложный", "The pattern is too complicated"},
		"problem.heavy_patterns":    {"Образцов слишком много", "There are too many patterns"},
		"problem.bad_payload":       {"В ссылке бывают латинские буквы, цифры, _ и -, до 64 знаков", "A link has Latin letters, digits, _ and -, up to 64"},
		"problem.bad_channel":       {"Укажите имя канала, например @parcoffee", "Give the name of the channel, such as @parcoffee"},
		"problem.bad_point":         {"Нужны координаты, например 55.7512, 37.6184", "Coordinates are needed, such as 55.7512, 37.6184"},
		"problem.bad_time":          {"Нужно время, например 18:30", "A time is needed, such as 18:30"},
		"problem.bad_wait":          {"Ждать можно до {max} дней", "A wait lasts up to {max} days"},
		"problem.bad_number":        {"Нужно число от {min} до {max}", "A number from {min} to {max} is needed"},
		"problem.bad_value":         {"С этим нельзя сравнить", "This cannot be compared with"},
		"problem.no_share":          {"Хотя бы у одного варианта должна быть доля", "At least one of the ways needs a share"},
		"problem.bad_header":        {"Такой заголовок отправить нельзя", "Such a header cannot be sent"},
		"problem.bad_url":           {"Нужен адрес целиком, например https://api.example.ru/", "A whole address is needed, such as https://api.example.com/"},
		"problem.inner_url":         {"Этот адрес ведёт внутрь сети, туда запросы не отправляются", "This address leads inside the network, nothing is sent there"},
		"problem.unknown_variable":  {"Бот не знает, что вставить вместо [{name}]", "The bot does not know what to put for [{name}]"},
	})
}
