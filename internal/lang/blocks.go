package lang

// What may be wrong with blocks, with the catalogue, and with what visitors
// send: the last are read by visitors, beside the field.
func init() {
	add(words{
		"problem.page_too_big":     {"Страница слишком велика. Разделите её на две", "The page is too big. Make two of it"},
		"problem.no_video":         {"Загрузите видео или укажите ссылку на него", "Upload a video, or give a link to it"},
		"problem.two_videos":       {"Нужно что-то одно: загруженное видео или ссылка", "It is one or the other: an uploaded video or a link"},
		"problem.bad_telegram":     {"Имя в Telegram пишется так: @par_cafe", "A Telegram name looks like @par_cafe"},
		"problem.no_contacts":      {"Добавьте адрес, телефон или часы работы", "Add an address, a phone or opening hours"},
		"problem.bad_moment":       {"Укажите день и время", "Give a day and a time"},
		"problem.no_such_category": {"Такой категории в каталоге больше нет. Выберите другую", "This category is gone from the catalogue. Choose another"},
		"problem.no_such_product":  {"Этого товара в каталоге больше нет", "This product is gone from the catalogue"},
		"problem.bad_price":        {"Цена: от нуля и не больше десяти миллиардов", "A price is from zero to ten billion"},
		"problem.duplicate_option": {"Такой вариант уже есть", "This choice is there already"},
		"problem.sample_page":      {"Эта страница — образец. Проверьте её с юристом и удалите строку, где это сказано", "This page is a sample. Check it with a lawyer, and delete the line that says so"},
		"problem.no_consent":       {"Вы спрашиваете, кто это и как с ним связаться. Добавьте согласие на обработку данных", "You ask who somebody is and how to reach them. Add a consent to the use of their data"},

		"problem.other_body":       {"Это уже отправлено. Обновите страницу, чтобы отправить другое", "This was sent already. Reload the page to send something else"},
		"problem.bad_email":        {"Почта пишется так: name@example.ru", "An e-mail address looks like name@example.com"},
		"problem.bad_phone":        {"Телефон пишется так: +7 900 000-00-00", "A phone number looks like +44 20 7946 0000"},
		"problem.not_a_number":     {"Напишите число цифрами", "Write a number in digits"},
		"problem.bad_date":         {"Укажите день, месяц и год", "Give the day, the month and the year"},
		"problem.bad_tick":         {"Поставьте или снимите галочку", "Tick it or leave it"},
		"problem.consent_required": {"Без согласия отправить нельзя: поставьте галочку", "It cannot be sent without your consent: tick it"},
		"problem.empty_order":      {"Выберите, что заказать", "Choose what to order"},
		"problem.duplicate_line":   {"{name}: указано дважды", "{name} is there twice"},
		"problem.not_sold":         {"{name}: больше не продаётся. Уберите из заказа", "{name} is not sold any more. Take it out of the order"},
		"problem.bad_quantity":     {"{name}: можно заказать от 1 до {max}", "{name}: from 1 to {max} can be ordered"},
	})
}
