// Package gallery shows every component and every screen with sample data, for
// development and for tests. It is no part of the product: it is reached at
// /gallery only where the installation says so.
package gallery

import (
	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/views/audit"
	"botyard/views/bot"
	"botyard/views/door"
	"botyard/views/failure"
	"botyard/views/home"
	"botyard/views/page"
	"botyard/views/pages"
	"botyard/views/projects"
	"botyard/views/releases"
	"botyard/views/settings"
	"botyard/views/suspension"
)

// Screen is one screen in one state.
type Screen struct {
	// Name is its name in addresses, e.g. "bot-revoked".
	Name string
	Body templ.Component
}

// Screens are all screens in all their states, with samples in the language.
func Screens(l lang.Lang) []Screen {
	return samples(l).screens()
}

func (s sample) screens() []Screen {
	var all []Screen
	for _, area := range [][]Screen{s.doors(), s.projects(), s.orders(), s.bot(), s.pages(), s.site(), s.releases(), s.settings(), s.card(), s.chat(), s.leaving(), s.suspensions(), s.desk(), failures()} {
		all = append(all, area...)
	}
	return all
}

// Find is the screen of that name.
func Find(l lang.Lang, name string) (Screen, bool) {
	for _, screen := range Screens(l) {
		if screen.Name == name {
			return screen, true
		}
	}
	return Screen{}, false
}

func (s sample) doors() []Screen {
	wrong := page.Mistakes{{Key: "door.wrong"}}
	short := page.Mistakes{
		{Field: "email", Key: "door.email_bad"},
		{Field: "password", Key: "door.password_short", Args: lang.Args{"n": 6, "min": door.PasswordMin}},
	}
	return []Screen{
		{"login", door.LoginPage(door.Login{})},
		{"login-wrong", door.LoginPage(door.Login{Email: s.email, Next: "/projects/7/bot", Mistakes: wrong})},
		{"login-throttled", door.LoginPage(door.Login{Email: s.email, RetryAfter: 42})},
		{"signup", door.SignupPage(door.Signup{})},
		{"signup-mistakes", door.SignupPage(door.Signup{Email: "anna@", Mistakes: short})},
		{"signup-invited", door.SignupPage(door.Signup{Invitation: "x"})},
		{"signup-closed", door.SignupPage(door.Signup{Refusal: door.Closed})},
		{"signup-by-invitation", door.SignupPage(door.Signup{Refusal: door.ByInvitation})},
		{"signup-spent", door.SignupPage(door.Signup{Refusal: door.Spent})},
	}
}

func (s sample) projects() []Screen {
	required := page.Mistakes{{Field: "name", Key: "problem.required"}}
	return []Screen{
		{"projects", projects.ListPage(projects.List{Projects: s.rows()})},
		{"projects-empty", projects.ListPage(projects.List{})},
		{"project-new", projects.NewPage(projects.New{Mistakes: required})},
		{"project-templates", projects.NewPage(projects.New{First: true, Phone: "?", Templates: s.templates()})},
		{"home-first", home.HomePage(home.Page{Project: s.fresh(), Greeted: true, Greeting: s.in("Здравствуйте! Расскажу, какие лекции на этой неделе.", "Hello! I can tell you this week's lectures.")})},
		{"home-live", home.HomePage(s.live())},
		{"home-trouble", home.HomePage(s.troubled())},
		{"home-off", home.HomePage(s.off())},
	}
}

func (s sample) templates() []projects.Template {
	return []projects.Template{
		{Name: "blank", Says: s.in("Здравствуйте! Чем помочь?", "Hello! How can I help?")},
		{Name: "cafe", Says: s.in("Здравствуйте! Это кофейня «Пар».", "Hello! This is Par."), Keys: []string{s.in("Меню и цены", "Menu and prices"), s.in("Забронировать столик", "Book a table")}},
	}
}

func (s sample) settings() []Screen {
	taken := s.settingsOf()
	taken.Mistakes = page.Mistakes{{Field: "address", Key: "settings.address_taken"}}
	taken.Removal = settings.Removal{Typed: "?", Mistakes: page.Mistakes{{Field: "name", Key: "settings.remove_other"}}}
	return []Screen{
		{"settings", settings.ProjectPage(s.settingsOf())},
		{"settings-mistakes", settings.ProjectPage(taken)},
		{"secrets", settings.SecretsPage(settings.Secrets{Project: s.project(3), All: []settings.Secret{{Name: "crm", Changed: now}, {Name: "rates", Changed: now}}})},
		{"secrets-mistakes", settings.SecretsPage(settings.Secrets{Project: s.project(3), Name: "ключ", Mistakes: page.Mistakes{
			{Field: "name", Key: "secrets.name_bad"}, {Field: "value", Key: "secrets.value_needed"}}})},
		{"more", settings.MorePage(settings.More{Project: s.project(0)})},
		{"account", settings.AccountPage(settings.Account{Email: s.email, Language: s.lang, Invites: true})},
		{"sessions", settings.SessionsPage(s.sessions())},
		{"invitations", settings.InvitationsPage(s.invitations())},
		{"invitations-closed", settings.InvitationsPage(settings.Invitations{Closed: "invitations.closed"})},
	}
}

func (s sample) releases() []Screen {
	blocked := releases.Publish{Project: s.project(3), Next: 8, Changes: s.changes(), Problems: s.problems()}
	return []Screen{
		{"releases", releases.ListPage(releases.List{Project: s.project(3), Releases: s.versions(), Edited: now, Older: "?before=5"})},
		{"releases-empty", releases.ListPage(releases.List{Project: s.fresh()})},
		{"publish", releases.PublishPage(releases.Publish{Project: s.project(3), Next: 8, Changes: s.changes()})},
		{"publish-standing", releases.PublishPage(s.leftStanding())},
		{"publish-blocked", releases.PublishPage(blocked)},
		{"publish-nothing", releases.PublishPage(releases.Publish{Project: s.project(0), Next: 8})},
	}
}

func (s sample) leaving() []Screen {
	wrong := page.Mistakes{{Field: "email", Key: "leaving.other_email"}, {Field: "password", Key: "leaving.password_wrong"}}
	return []Screen{
		{"leaving", settings.LeavingPage(settings.Leaving{Email: s.email, Projects: 3})},
		{"leaving-mistakes", settings.LeavingPage(settings.Leaving{Email: s.email, Typed: "anna@", Projects: 1, Mistakes: wrong})},
		{"gone", settings.GonePage()},
		{"audit", audit.LogPage(audit.Log{Project: s.project(3), Entries: s.entries(), Older: "?before=7"})},
		{"audit-empty", audit.LogPage(audit.Log{Project: s.fresh()})},
	}
}

// entries are one of each kind of doer.
func (s sample) entries() []audit.Entry {
	return []audit.Entry{
		{What: "published", N: "7", At: now, Who: audit.Member, Email: s.email},
		{What: "resumed_project", At: now, Who: audit.Support},
		{What: "stored_token", At: now.AddDate(0, 0, -1), Who: audit.Gone},
		{What: "created_project", At: now.AddDate(0, -2, 0), Who: audit.Service},
	}
}

func (s sample) suspensions() []Screen {
	reason := s.in("С бота рассылали чужую рекламу. Напишите нам, и мы разберёмся.", "The bot sent out other people's advertisements. Write to us and we will sort it out.")
	return []Screen{
		{"suspended-account", suspension.OwnerPage(suspension.Owner{Reason: reason, Since: now})},
		{"suspended-project", suspension.OwnerPage(suspension.Owner{Project: s.project(0).Name, Reason: reason, Since: now})},
		{"suspended-page", suspension.VisitorPage()},
	}
}

func failures() []Screen {
	var all []Screen
	for _, f := range []failure.Page{
		{Status: 403}, {Status: 404}, {Status: 405}, {Status: 413}, {Status: 421},
		{Status: 429, RetryAfter: 30}, {Status: 500, Request: "k3f9-20c1"}, {Status: 503, RetryAfter: 5},
	} {
		f.On = failure.Way{URL: "/projects", Key: "failure.to_projects"}
		all = append(all, Screen{"failure-" + f.Code(), failure.FailurePage(f)})
	}
	return all
}

func (s sample) bot() []Screen {
	states := map[string]bot.Connection{
		"bot":             s.connected(),
		"bot-none":        {State: bot.None},
		"bot-wrong-token": {State: bot.None, Form: bot.ConnectForm{Mistakes: page.Mistakes{{Field: "token", Key: "bot.token.wrong"}}}},
		"bot-held":        s.held(),
		"bot-connecting":  s.inState(bot.Connecting),
		"bot-revoked":     s.inState(bot.Revoked),
		"bot-foreign":     s.inState(bot.Foreign),
		"bot-failing":     s.inState(bot.Failing),
		"bot-not-alone":   s.notAlone(),
		"bot-paused":      s.inState(bot.Paused),
		"bot-doubted":     s.doubted(),
		"bot-restorable":  {State: bot.None, Restorable: true, Username: "grain_bakery_bot"},
	}
	all := append(s.listScreens(), s.scenarioScreens()...)
	for _, name := range sorted(states) {
		p := s.botPage()
		p.Connection = states[name]
		all = append(all, Screen{name, bot.BotPage(p)})
	}
	return all
}

func (s sample) pages() []Screen {
	open, palette, look := s.editor(), s.editor(), s.editor()
	open.Blocks[3].Open = true
	open.Blocks[3].Mistakes = page.Mistakes{{Field: "to", Key: "problem.bad_target"}}
	palette.Palette = 1
	look.Look = true
	return []Screen{
		{"pages", pages.EditorPage(s.editor())},
		{"pages-open", pages.EditorPage(open)},
		{"pages-picture", pages.EditorPage(s.openAt(2))},
		{"pages-text", pages.EditorPage(s.openAt(1))},
		{"pages-palette", pages.EditorPage(palette)},
		{"pages-look", pages.EditorPage(look)},
		{"pages-empty", pages.EditorPage(s.emptyPage())},
		{"pages-rename", pages.EditorPage(s.renaming())},
		{"pages-conflict", pages.EditorPage(s.blockConflict())},
	}
}
