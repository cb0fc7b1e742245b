package lang

import (
	"context"
	"slices"

	"botyard/internal/spec"
)

// Problem words what is wrong at one place of somebody's work.
func Problem(ctx context.Context, p spec.Problem) string {
	key := "problem." + p.Code
	if !Has(key) {
		key = "problem.other"
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

// Variables lists what can be inserted into the bot's texts, by its own name.
var Variables = []string{"first_name", "last_name", "username"}

// VariableByName is the reverse of Variable, in any language.
func VariableByName(name string) (variable string, known bool) {
	for _, v := range Variables {
		if slices.Contains(catalogueTexts("variable."+v), name) || v == name {
			return v, true
		}
	}
	return "", false
}

func catalogueTexts(key string) []string {
	entry := catalogue[key]
	return entry[:]
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
		"problem.too_long":          {"Слишком длинно: {n} знаков, помещается {max}", "Too long: {n} characters, {max} fit"},
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
		"problem.bad_target":        {"Укажите адрес целиком, например https://example.ru, или выберите страницу", "Give the whole address, such as https://example.com, or choose a page"},
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
		"problem.unknown_variable":  {"Бот не знает, что вставить вместо [{name}]", "The bot does not know what to put for [{name}]"},
	})
}
