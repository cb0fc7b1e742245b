package lang

// Those who try the draft on the real bot.
func init() {
	add(words{
		"testers.title":        {"Проверить правки в Telegram", "Try the draft in Telegram"},
		"testers.lead":         {"По личной ссылке ваш бот показывает правки, которых клиенты пока не видят. Остальные видят бот как обычно.", "By a private link your bot shows edits that clients do not see yet. Everybody else sees the bot as usual."},
		"testers.no_bot":       {"Сначала подключите бота: правки откроются в нём.", "Connect a bot first: the draft opens in it."},
		"testers.connect":      {"Подключить бота", "Connect a bot"},
		"testers.link":         {"Личная ссылка", "Private link"},
		"testers.link_new":     {"Ссылка на правки", "Link to the draft"},
		"testers.once":         {"Скопируйте её сейчас: потом она не покажется. Действует до {at}", "Copy it now: it is not shown again. It works until {at}"},
		"testers.copy":         {"Скопировать ссылку", "Copy the link"},
		"testers.code":         {"QR-код ссылки на правки", "QR code of the link to the draft"},
		"testers.open":         {"Открыть в Telegram", "Open in Telegram"},
		"testers.open_until":   {"Ссылка действует до {at}.", "The link works until {at}."},
		"testers.again_hint":   {"Показать её ещё раз нельзя. Новая ссылка отключит прежнюю.", "It cannot be shown again. A new link ends the earlier one."},
		"testers.make_hint":    {"Откройте её на телефоне или отправьте тем, кто поможет проверить. Заявки при этом не сохраняются.", "Open it on your phone, or send it to those who help you to test. No requests are kept meanwhile."},
		"testers.make":         {"Создать ссылку", "Make a link"},
		"testers.make_another": {"Создать новую ссылку", "Make a new link"},
		"testers.withdraw":     {"Отключить ссылку", "Withdraw the link"},
		"testers.who":          {"Кто проверяет", "Who is testing"},
		"testers.none":         {"Пока никто не открыл ссылку.", "Nobody has followed the link yet."},
		"testers.since":        {"с {at}", "since {at}"},
		"testers.nameless":     {"Без имени", "No name"},
		"testers.remove":       {"Вернуть обычный бот", "Give the usual bot back"},
		"testers.remove_named": {"Вернуть обычный бот: {name}", "Give the usual bot back: {name}"},

		"toast.draft_link_withdrawn": {"Ссылка отключена", "The link is withdrawn"},
		"toast.tester_removed":       {"Этот человек снова видит обычный бот", "They see the usual bot again"},

		"audit.what.made_draft_link":     {"Создана ссылка на правки", "Link to the draft made"},
		"audit.what.withdrew_draft_link": {"Отключена ссылка на правки", "Link to the draft withdrawn"},
		"audit.what.joined_draft":        {"Кто-то открыл правки по ссылке", "Somebody followed the link to the draft"},
		"audit.what.left_draft":          {"Кто-то вышел из правок", "Somebody left the draft"},
		"audit.what.removed_tester":      {"Проверяющему возвращён обычный бот", "A tester was given the usual bot back"},
	})
}
