package lang

// What needs the owner's attention, in the owner's words. The causes themselves
// are in cause.go.
func init() {
	add(words{
		"attention.title":     {"Нужно ваше внимание", "Needs your attention"},
		"attention.times":     {"{what}: {n}", "{what}: {n}"},
		"attention.paste":     {"Вставить новый ключ", "Paste a new key"},
		"attention.take_over": {"Забрать бота сюда", "Take the bot over"},
		"attention.retry":     {"Попробовать ещё раз", "Try again"},
		"attention.look":      {"Посмотреть, что делать", "See what to do"},
		"attention.mend":      {"Проверить ответы", "Check the answers"},
		"attention.blocked":   {"За неделю бота заблокировал {n} человек. Так бывает, делать ничего не нужно.|За неделю бота заблокировали {n} человека. Так бывает, делать ничего не нужно.|За неделю бота заблокировали {n} человек. Так бывает, делать ничего не нужно.", "{n} person blocked the bot this week. It happens, there is nothing to do.|{n} people blocked the bot this week. It happens, there is nothing to do."},

		"attention.why.token_revoked":        {"Бот молчит. Возьмите у BotFather новый ключ; клиенты и ответы останутся на месте.", "The bot is silent. Get a new key from BotFather; clients and answers stay."},
		"attention.why.unauthorized":         {"Проверим ещё раз в течение минуты: бывает, что это проходит само.", "It is checked again within a minute: sometimes this passes by itself."},
		"attention.why.foreign_webhook":      {"Сообщения клиентов получает {host}, отсюда бот не отвечает. Если заберёте его, он замолчит там.", "{host} gets your clients' messages, the bot does not answer from here. If you take it over, it goes silent there."},
		"attention.why.telegram_unreachable": {"Пробуем сами, ничего делать не нужно. Сообщения ждут в Telegram до суток.", "We keep trying, there is nothing to do. Messages wait at Telegram for up to a day."},
		"attention.why.webhook_refused":      {"Это чинит тот, кто установил Botyard. Пробуем снова сами.", "Whoever installed Botyard mends this. We keep trying by ourselves."},
		"attention.why.rate_limited":         {"Ответы уйдут сами, чуть позже.", "The answers leave by themselves, a little later."},
		"attention.why.turn_failed":          {"Скорее всего, ошибка наша. Сообщения целы: попробуйте ещё раз или подождите, мы тоже их видим.", "Most likely the mistake is ours. The messages are safe: try again, or wait, we see them too."},
		"attention.why.owner_vanished":       {"Мы отложили это сообщение, чтобы оно не мешало остальным. Поддержка его видит.", "We put this message aside so that it is not in the way of others. Support sees it."},
		"attention.why.rejected":             {"Чаще всего ответ длиннее 4096 знаков или пуст. Поправьте его и опубликуйте.", "Mostly an answer is longer than 4096 signs, or empty. Mend it and publish."},
		"attention.why.media_refused":        {"Файл слишком большой или не открывается. Загрузите его ещё раз и опубликуйте.", "A file is too big or does not open. Upload it again and publish."},
		"attention.why.too_old":              {"Бот отставал больше чем на час, и опоздавшие ответы мы не отправили.", "The bot was more than an hour behind, and the late answers were not sent."},
		"attention.why.ambiguous":            {"Связь с Telegram обрывалась. Кто-то мог не получить ответа или получить его дважды.", "The line to Telegram broke. Somebody may have got no answer, or got it twice."},
		"attention.why.stuck":                {"Первый ждёт уже {wait}. Ничего не потеряно, бот ответит всем по порядку.", "The first has waited for {wait}. Nothing is lost, the bot answers everybody in turn."},
		"attention.why.full":                 {"Ждёт столько сообщений, сколько помещается, поэтому новые пока хранит сам Telegram, до суток. Как только бот разберёт то, что ждёт, он получит и их.", "As many messages wait as fit here, so Telegram itself keeps the new ones for now, for up to a day. As soon as the bot gets on, they come as well."},
		"attention.why.too_many":             {"Кто-то писал боту чаще тридцати раз в секунду. На лишние сообщения он не ответил, остальным это не помешало.", "Someone wrote to the bot more than thirty times a second. It did not answer what was too much, and nobody else noticed."},
		"attention.why.other_reader":         {"Сообщения клиентов забирает и другая программа с тем же ключом, поэтому бот отвечает не на все. Остановите её или возьмите у BotFather новый ключ.", "Another program with the same key takes your clients' messages, too, so the bot does not answer them all. Stop it, or take a new key from BotFather."},
		"attention.why.paused":               {"Сообщения клиентов сохраняются, бот ответит на них, когда поддержка возобновит его работу.", "Your clients' messages are kept, the bot answers them once it goes on."},
		"attention.why.other":                {"Поддержка это видит.", "Support sees it."},

		"pause.asked": {"По вашей просьбе", "As you asked"},
		"pause.loop":  {"Бот отвечал без остановки", "The bot answered without end"},
		"pause.look":  {"Разбираемся, что с ботом", "We are finding out what is wrong"},
	})
}
