package flow

import "botyard/internal/spec"

// The bot's own words, said in the project's language where the owner wrote none.
var (
	wordsBack     = spec.Words{RU: "‹ Назад", EN: "‹ Back"}
	wordsStart    = spec.Words{RU: "В начало", EN: "To the start"}
	wordsSkip     = spec.Words{RU: "Пропустить", EN: "Skip"}
	wordsCancel   = spec.Words{RU: "Отмена", EN: "Cancel"}
	wordsCanceled = spec.Words{RU: "Хорошо, отменили.", EN: "All right, cancelled."}
	wordsOutdated = spec.Words{RU: "Это меню обновилось.", EN: "This menu has been updated."}
	wordsEmpty    = spec.Words{RU: "Здесь пока пусто.", EN: "There is nothing here yet."}
	wordsChoose   = spec.Words{RU: "Выберите:", EN: "Choose:"}
	wordsNext     = spec.Words{RU: "Что дальше?", EN: "What next?"}
	wordsFallback = spec.Words{
		RU: "Что-то пошло не так. Отправьте /start, чтобы начать сначала.",
		EN: "Something went wrong. Send /start to begin again.",
	}
	wordsContact  = spec.Words{RU: "Отправить мой номер", EN: "Send my number"}
	wordsLocation = spec.Words{RU: "Отправить место", EN: "Send my location"}
)

// wordsRetry is said to an answer that does not fit, by the type of the question.
var wordsRetry = map[FieldType]spec.Words{
	TypeText:     {RU: "Напишите, пожалуйста, словами.", EN: "Please answer in words."},
	TypeNumber:   {RU: "Нужно число, например 12 или 12,5.", EN: "A number is needed, such as 12 or 12.5."},
	TypeEmail:    {RU: "Нужен адрес почты, например anna@example.ru.", EN: "An e-mail address is needed, such as anna@example.com."},
	TypePhone:    {RU: "Нужен номер телефона, например +7 900 123-45-67.", EN: "A phone number is needed, such as +44 20 7946 0000."},
	TypeDate:     {RU: "Нужна дата, например 25.12 или «завтра».", EN: "A date is needed, such as 25.12 or “tomorrow”."},
	TypeMoment:   {RU: "Нужны дата и время, например 25.12 18:30.", EN: "A date and a time are needed, such as 25.12 18:30."},
	TypeChoice:   {RU: "Выберите, пожалуйста, одну из кнопок.", EN: "Please choose one of the buttons."},
	TypeLocation: {RU: "Отправьте место: скрепка, затем «Геопозиция».", EN: "Send a place: the paper clip, then “Location”."},
	TypeFile:     {RU: "Отправьте фото или файл.", EN: "Send a photo or a file."},
}

// words are the bot's own in the project's language.
func (t *turn) words(w spec.Words) string { return inLang(w, t.in.Project.Lang) }

func inLang(w spec.Words, lang string) string {
	if lang == "ru" {
		return w.RU
	}
	return w.EN
}
