package lang

// Why something did not work, for owners and staff alike: a code of the program
// after "cause.", what is behind it after "_why".
func init() {
	add(words{
		"cause.turn_failed":     {"Бот не смог обработать сообщение", "The bot could not handle a message"},
		"cause.turn_failed_why": {"Шесть попыток подряд не удались. Обычно это наша ошибка; когда её исправят, повтор поможет.", "Six attempts in a row failed. It is mostly our mistake; once it is mended, trying again helps."},

		"cause.owner_vanished":     {"Сообщение роняет обработку", "A message brings the processing down"},
		"cause.owner_vanished_why": {"Каждый раз, когда за него брались, программа останавливалась. Повторять стоит только после исправления.", "Each time it was taken up, the program stopped. Try again only after a fix."},

		"cause.panic":     {"Ошибка в обработке, пробуем ещё", "A mistake in processing, trying again"},
		"cause.panic_why": {"Сообщение ждёт следующей попытки; после шести оно попадёт в «Не обработано».", "The message waits for its next attempt; after six it is among those that gave up."},

		"cause.not_saved":     {"Не удалось сохранить, пробуем ещё", "Could not be saved, trying again"},
		"cause.not_saved_why": {"База данных не приняла запись. Сообщение не потеряно и ждёт следующей попытки.", "The database did not take it. The message is not lost and waits for its next attempt."},

		"cause.blocked":     {"Клиент заблокировал бота", "The client blocked the bot"},
		"cause.blocked_why": {"Ему нельзя написать, пока он сам не вернётся. Это не ошибка.", "Nothing can be sent until they come back. This is no mistake."},

		"cause.deactivated":     {"Клиент удалил аккаунт Telegram", "The client deleted their Telegram account"},
		"cause.deactivated_why": {"Писать больше некому. Это не ошибка.", "There is nobody to write to. This is no mistake."},

		"cause.never_started":     {"Клиент ещё не открывал бота", "The client never opened the bot"},
		"cause.never_started_why": {"Telegram не даёт писать первым. Когда человек нажмёт «Начать», всё заработает.", "Telegram lets no bot write first. It works once the person presses Start."},

		"cause.chat_gone":     {"Чата больше нет", "The chat is gone"},
		"cause.chat_gone_why": {"Чат удалён, или бота из него убрали. Повтор не поможет.", "It was deleted, or the bot was removed from it. Trying again does not help."},

		"cause.rejected":     {"Telegram не принял ответ бота", "Telegram refused the bot's answer"},
		"cause.rejected_why": {"Чаще всего ответ длиннее 4096 знаков или пуст после подстановки. Поправить может владелец.", "Mostly the answer is longer than 4096 signs, or empty once filled in. The owner can mend it."},

		"cause.media_refused":     {"Telegram не принял файл", "Telegram refused a file"},
		"cause.media_refused_why": {"Файл слишком большой или его нельзя открыть. Поправить может владелец.", "It is too big or cannot be opened. The owner can mend it."},

		"cause.full":             {"Сообщений больше, чем помещается", "More messages than fit"},
		"cause.full_why":         {"Новые обновления этого бота не принимаются, их хранит Telegram. Посмотрите, что его задерживает, и снимите паузу, если она не нужна.", "No updates of this bot are taken, Telegram keeps them. Look at what holds it up, and end the pause if there is one."},
		"cause.too_many":         {"Один человек писал слишком часто", "One person wrote too often"},
		"cause.too_many_why":     {"Бот разбирает от одного человека не больше тридцати сообщений в секунду, и ещё сто могут ждать.", "Of one person the bot handles no more than thirty messages a second with a hundred waiting."},
		"cause.other_reader":     {"Сообщения забирает ещё одна программа", "Another program takes messages, too"},
		"cause.other_reader_why": {"С тем же ключом работает другая программа. Владелец должен остановить её или сменить ключ у BotFather.", "Another program runs with the same key. The owner has to stop it, or to change the key at BotFather."},
		"cause.too_old":          {"Ответ опоздал больше чем на час", "The answer was more than an hour late"},
		"cause.too_old_why":      {"Такие ответы не отправляются: человек давно ушёл. Смотрите, почему бот отстал.", "Such answers are not sent: the person has long gone. Look why the bot fell behind."},

		"cause.ambiguous":     {"Неизвестно, дошёл ли ответ", "Nobody knows whether the answer arrived"},
		"cause.ambiguous_why": {"Связь с Telegram оборвалась на полуслове. Ответ отправили ещё раз, больше не повторяем.", "The line to Telegram broke half way. The answer was sent once more, and is not sent again."},

		"cause.rate_limited":     {"Telegram просит подождать", "Telegram asks to wait"},
		"cause.rate_limited_why": {"Бот пишет чаще, чем Telegram разрешает. Ответы уйдут сами, чуть позже.", "The bot writes more often than Telegram allows. Answers leave by themselves, a little later."},

		"cause.not_sent":     {"Telegram не отвечал", "Telegram did not answer"},
		"cause.not_sent_why": {"Пробуем ещё час, ничего делать не нужно.", "It is tried for an hour, there is nothing to do."},

		"cause.telegram_unreachable":     {"Telegram и бот не слышат друг друга", "Telegram and the bot cannot hear each other"},
		"cause.telegram_unreachable_why": {"Связь пропала по дороге: сеть, адрес установки или сам Telegram. Пробуем сами, сообщения ждут в Telegram до суток.", "The line is down on the way: the network, this installation's address, or Telegram itself. We keep trying, messages wait at Telegram for up to a day."},

		"cause.webhook_refused":     {"Telegram не принимает адрес установки", "Telegram does not take this installation's address"},
		"cause.webhook_refused_why": {"Проверьте сертификат и то, что адрес открывается из интернета. Это касается всех ботов сразу.", "Check the certificate, and that the address opens from the internet. It concerns all bots at once."},

		"cause.token_revoked":     {"Ключ бота отозван", "The bot's key was revoked"},
		"cause.token_revoked_why": {"Telegram больше не принимает ключ. Владелец должен взять у BotFather новый и вставить его.", "Telegram no longer takes the key. The owner has to get a new one from BotFather and paste it."},

		"cause.unauthorized":     {"Telegram не узнаёт ключ бота", "Telegram does not know the bot's key"},
		"cause.unauthorized_why": {"Проверяем ещё раз в течение минуты: бывает, что это проходит само.", "It is checked again within a minute: sometimes this passes by itself."},

		"cause.foreign_webhook":     {"Бота забрал другой сервис", "Another service took the bot"},
		"cause.foreign_webhook_why": {"Сообщения клиентов приходят туда. Владелец может забрать бота обратно одной кнопкой.", "Clients' messages go there. The owner can take the bot back with one button."},

		"cause.disconnected":     {"Бот отключён", "The bot is disconnected"},
		"cause.disconnected_why": {"Владелец отключил бота, пока ответ ждал отправки.", "The owner disconnected it while an answer waited to be sent."},

		"cause.conflict":     {"Бота слушает ещё кто-то", "Somebody else listens to the bot"},
		"cause.conflict_why": {"Тем же ключом пользуется другая программа. Пусть владелец остановит её или сменит ключ.", "Another program uses the same key. The owner should stop it, or change the key."},

		"cause.stuck":     {"Бот не успевает отвечать", "The bot does not keep up"},
		"cause.stuck_why": {"Сообщения ждут дольше минуты. Посмотрите первые в списке: если они повторяются, дело в них, иначе в потоке.", "Messages have waited for more than a minute. Look at the first ones: if they are being tried again it is them, else the flood."},

		"cause.paused":     {"Поддержка остановила бота", "Support stopped the bot"},
		"cause.paused_why": {"Сообщения копятся и не теряются.", "Messages pile up and none is lost."},

		"cause.suspended":     {"Аккаунт владельца отключён", "The owner's account is suspended"},
		"cause.suspended_why": {"Бот и страницы не работают, сообщения не принимаются.", "Bot and pages are off, messages are not taken."},

		"cause.other":     {"Что-то другое", "Something else"},
		"cause.other_why": {"Этой причины мы ещё не знаем, посмотрите журнал программы.", "This cause is not known yet, look into the program's log."},
	})
}
