package lang

// The screens of a person who is not signed in.
func init() {
	add(words{
		"door.login_title":    {"Вход", "Sign in"},
		"door.signup_title":   {"Регистрация", "Sign up"},
		"door.welcome_back":   {"Рады видеть вас снова", "Good to see you again"},
		"door.ended":          {"Вы вышли из кабинета, и это не сохранилось", "You were signed out, and this was not saved"},
		"door.typed":          {"Ваш текст: скопируйте его, а после входа вставьте", "Your text: copy it, and paste it after signing in"},
		"door.signup_heading": {"Соберите своего бота сами", "Build a bot of your own"},
		"door.signup_lead":    {"Писать программы не придётся. Сначала посмотрите, Telegram подождёт.", "No code to write. Look around first, Telegram can wait."},
		"door.email":          {"Эл. почта", "E-mail"},
		"door.password":       {"Пароль", "Password"},
		"door.password_hint":  {"Не короче {n} знака. Подойдёт фраза из нескольких слов|Не короче {n} знаков. Подойдёт фраза из нескольких слов|Не короче {n} знаков. Подойдёт фраза из нескольких слов", "At least {n} character. A phrase of a few words will do|At least {n} characters. A phrase of a few words will do"},
		"door.show_password":  {"Показать пароль", "Show the password"},
		"door.forgotten":      {"Забыли пароль? Обратитесь к тому, кто установил здесь Botyard.", "Forgot the password? Ask whoever runs this Botyard."},
		"door.sign_in":        {"Войти", "Sign in"},
		"door.sign_up":        {"Завести кабинет", "Create an account"},
		"door.no_account":     {"Ещё нет кабинета?", "No account yet?"},
		"door.to_sign_up":     {"Зарегистрируйтесь", "Sign up"},
		"door.has_account":    {"Кабинет уже есть?", "Have an account?"},
		"door.to_sign_in":     {"Войдите", "Sign in"},
		"door.closed_title":   {"Регистрация закрыта", "Sign-up is closed"},
		"door.closed":         {"Новые кабинеты здесь открывает тот, кто установил Botyard. Попросите у него доступ.", "Whoever runs this Botyard opens new accounts. Ask them for one."},
		"door.too_many":       {"Слишком много попыток подряд", "Too many attempts in a row"},
		"door.try_in":         {"Попробуйте снова через {n} секунду. Пароль, даже верный, пока не сработает.|Попробуйте снова через {n} секунды. Пароль, даже верный, пока не сработает.|Попробуйте снова через {n} секунд. Пароль, даже верный, пока не сработает.", "Try again in {n} second. Until then even the right password does not work.|Try again in {n} seconds. Until then even the right password does not work."},

		"door.wrong":             {"Почта и пароль не подходят друг к другу", "This e-mail and password do not belong together"},
		"door.email_required":    {"Напишите адрес эл. почты", "Write your e-mail address"},
		"door.email_bad":         {"Это не похоже на адрес. Он выглядит так: anna@example.ru", "This does not look like an address. One looks like anna@example.com"},
		"door.email_taken":       {"На этот адрес кабинет уже есть. Войдите в него", "This address has an account already. Sign in to it"},
		"door.password_required": {"Напишите пароль", "Write your password"},
		"door.password_short":    {"В пароле {n} знак, нужно не меньше {min}|В пароле {n} знака, нужно не меньше {min}|В пароле {n} знаков, нужно не меньше {min}", "The password has {n} character, it needs at least {min}|The password has {n} characters, it needs at least {min}"},
		"door.password_long":     {"Пароль слишком длинный: помещается {max} знаков", "The password is too long: {max} characters fit"},

		"door.sample_name":     {"Пекарня «Зерно»", "Grain Bakery"},
		"door.sample_bot":      {"бот", "bot"},
		"door.sample_question": {"Вы сегодня открыты?", "Are you open today?"},
		"door.sample_answer":   {"Да, до девяти вечера. Ржаной хлеб будет в полдень.", "Yes, till nine. The rye comes out at noon."},
		"door.sample_menu":     {"Что испекли", "Fresh today"},
		"door.sample_call":     {"Позвонить", "Call us"},
		"door.sample_page":     {"Страница «Что испекли»", "Page “Fresh today”"},
		"door.sample_where":    {"В Telegram и на сайте", "In Telegram and on the site"},
		"door.sample_live":     {"Видят все", "Live"},
	})
}
