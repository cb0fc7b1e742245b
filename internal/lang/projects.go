package lang

// The list of projects, and a new one.
func init() {
	add(words{
		"projects.title":            {"Проекты", "Projects"},
		"projects.new":              {"Новый проект", "New project"},
		"projects.too_many":         {"Проектов уже {max}, больше в одном аккаунте не бывает. Удалите ненужный", "There are {max} projects already, the most that an account has. Delete one that is not needed"},
		"projects.no_bot":           {"Пока без бота", "No bot yet"},
		"projects.unpublished":      {"Ещё не опубликован", "Not published yet"},
		"projects.state.draft":      {"Готовится", "In preparation"},
		"projects.state.live":       {"Работает", "Running"},
		"projects.state.connecting": {"Подключается", "Connecting"},
		"projects.state.broken":     {"Бот не отвечает", "Bot not answering"},
		"projects.state.off":        {"Бот отключён", "Bot disconnected"},
		"projects.state.doubted":    {"Проверяем ключ", "Checking the key"},
		"projects.state.paused":     {"Остановлен поддержкой", "Stopped by support"},
		"projects.state.suspended":  {"Приостановлен", "Suspended"},
		"projects.first":            {"Начнём с имени", "Start with a name"},
		"projects.first_lead":       {"Бот сразу умеет здороваться, а дальше вы учите его сами. Клиенты увидят его, только когда вы опубликуете.", "Your bot can greet from the start, and you teach it the rest. Clients see it only when you publish."},
		"projects.way.write":        {"Напишите ответы", "Write answers"},
		"projects.how.write":        {"Что бот скажет на «привет», на вопрос о ценах, на остальное", "What the bot says to “hello”, to a question about prices, to the rest"},
		"projects.way.show":         {"Соберите страницу", "Put a page together"},
		"projects.how.show":         {"Она откроется и в Telegram, и как обычный сайт", "It opens in Telegram and as an ordinary site"},
		"projects.way.connect":      {"Подключите Telegram", "Connect Telegram"},
		"projects.how.connect":      {"Покажем, где взять ключ бота и куда его вставить", "We show where to get the bot's key and where to put it"},
		"projects.name":             {"Название", "Name"},
		"projects.name_required":    {"Напишите название", "Write a name"},
		"projects.name_hint":        {"Как вас знают клиенты. Потом можно поменять", "What your clients call you. You can change it later"},
		"projects.name_example":     {"Пекарня «Зерно»", "Grain Bakery"},
		"projects.what":             {"С чего начать", "Begin with"},
		"projects.template.blank":   {"Пустой проект", "A blank project"},
		"projects.template.cafe":    {"Кафе", "A café"},
		"projects.about":            {"Сразу о главном: телефон, адрес, часы", "The main things at once: phone, address, hours"},
		"projects.daily":            {"Открыто каждый день", "Open every day"},
		"projects.create":           {"Создать проект", "Create the project"},
		"projects.greeting":         {"Здравствуйте! Чем помочь?", "Hello! How can I help?"},
	})
}
