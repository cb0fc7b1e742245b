package lang

// Who may come in: sessions, invitations, and what the operator is told.
func init() {
	add(words{
		"sessions.title":      {"Где вы вошли", "Where you are signed in"},
		"sessions.lead":       {"Если какое-то устройство вам незнакомо, завершите остальные входы и смените пароль.", "If you do not know one of these devices, end the others and change your password."},
		"sessions.line":       {"Устройства, на которых вы вошли", "Devices on which you are signed in"},
		"sessions.unknown":    {"Неизвестное устройство", "Unknown device"},
		"sessions.seen":       {"Последний раз: {at}", "Last seen {at}"},
		"sessions.began":      {"вход: {at}", "signed in {at}"},
		"sessions.this":       {"Это устройство", "This device"},
		"sessions.end_others": {"Выйти на остальных", "Sign out of the others"},
		"sessions.end_hint":   {"Здесь вы останетесь.", "You stay signed in here."},
		"toast.ended_others":  {"На остальных устройствах вы вышли", "You are signed out everywhere else"},

		"invitations.title":    {"Приглашения", "Invitations"},
		"invitations.lead":     {"По ссылке один человек заводит свой собственный кабинет. Ваших проектов он не увидит.", "By a link one person creates an account of their own. They do not see your projects."},
		"invitations.line":     {"Пригласить человека в Botyard", "Invite somebody to Botyard"},
		"invitations.make":     {"Создать ссылку", "Make a link"},
		"invitations.link":     {"Ссылка-приглашение", "Link of the invitation"},
		"invitations.once":     {"Скопируйте её сейчас: потом она не покажется. Сработает один раз, до {at}", "Copy it now: it is not shown again. It works once, until {at}"},
		"invitations.copy":     {"Скопировать ссылку", "Copy the link"},
		"invitations.made":     {"Создано: {at}", "Made {at}"},
		"invitations.until":    {"Действует до {at}", "Works until {at}"},
		"invitations.used":     {"По нему зарегистрировались: {at}", "Somebody signed up by it {at}"},
		"invitations.late":     {"Срок вышел, никто не пришёл", "Its time ran out, nobody came"},
		"invitations.withdraw": {"Отозвать", "Withdraw"},
		"invitations.many":     {"У вас уже {n} открытое приглашение. Отзовите ненужные|У вас уже {n} открытых приглашения. Отзовите ненужные|У вас уже {n} открытых приглашений. Отзовите ненужные", "You have {n} open invitation already. Withdraw those that you do not need|You have {n} open invitations already. Withdraw those that you do not need"},
		"invitations.closed":   {"Новых людей здесь сейчас не принимают: так решил тот, кто установил Botyard.", "Nobody new is let in here now: whoever runs this Botyard decided so."},
		"invitations.open":     {"Приглашения не нужны: здесь может зарегистрироваться каждый.", "No invitation is needed: everybody can sign up here."},
		"toast.withdrawn":      {"Приглашение отозвано", "The invitation is withdrawn"},

		"door.invited_heading":    {"Вас пригласили", "You are invited"},
		"door.by_invitation":      {"Сюда приходят по приглашению", "People come here by invitation"},
		"door.by_invitation_hint": {"Попросите ссылку у того, кто здесь уже работает, и откройте её: форма появится сама.", "Ask somebody who works here for a link and open it: the form will be there."},
		"door.spent":              {"Эта ссылка больше не действует", "This link no longer works"},
		"door.spent_hint":         {"По ней уже зарегистрировались, её отозвали, или её срок вышел. Попросите новую у того, кто её прислал.", "Somebody signed up by it, it was withdrawn, or its time ran out. Ask whoever sent it for a new one."},

		"warning.shared_site":      {"Страницы и кабинет на одном домене", "Pages and the cabinet share a domain"},
		"warning.shared_site.hint": {"То, что публикуют владельцы проектов, лежит рядом с кабинетом. Задайте BOTYARD_PAGES_URL на другом домене. Это видит только поддержка.", "What owners publish lies beside the cabinet. Set BOTYARD_PAGES_URL to another domain. Only support sees this."},
	})
}
