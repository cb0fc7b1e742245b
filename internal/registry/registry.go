// Package registry names every table: what it holds, whose rows they are, how
// long they live. Erasing and forgetting go by it, so that a table that is
// added here is erased and forgotten, and one that is not fails a test.
package registry

import "time"

// Class tells what kind of data a table holds.
type Class string

// The classes.
const (
	// Global rows belong to the installation, or to nobody.
	Global Class = "global"
	// Account rows belong to an account or to who signs in to it.
	Account Class = "account"
	// Project rows are what an owner made.
	Project Class = "project"
	// Traffic rows come and go with the messages of a project, and tell of nobody else.
	Traffic Class = "traffic"
	// People rows tell of the people who wrote to a project.
	People Class = "people"
)

// Table is what is agreed about one table.
type Table struct {
	Name  string
	Class Class
	// Account, User, Project and Person name the columns with the ids of an
	// account, of who signs in, of a project and of a Telegram user; "" where
	// a row has none. Person counts within Project.
	Account, User, Project, Person string
	// Lives tells for how long rows stay.
	Lives Lifetime
	// Kept says why rows outlive whom they belong to; "" when they do not. Such
	// a row holds nothing that anybody typed.
	Kept string
	// Apart marks rows without foreign keys: many, and erased in small pieces
	// before the rest.
	Apart bool
}

// Lifetime is how long the rows of a table stay. One of its fields is set.
type Lifetime struct {
	// While says in words what rows stay for, when it is no matter of time.
	While string
	// Column and Age forget a row when its time in Column is longer than Age ago.
	Column string
	Age    time.Duration
	// Days drops whole partitions, a day each, that ended so many days ago.
	Days int
}

const (
	day  = 24 * time.Hour
	year = 366 * day // no shorter than the year of which the audit's trigger knows
)

func after(column string, age time.Duration) Lifetime { return Lifetime{Column: column, Age: age} }

func while(words string) Lifetime { return Lifetime{While: words} }

func days(n int) Lifetime { return Lifetime{Days: n} }

// Tables is every table. Erased in this order, no foreign key is in the way.
var Tables = []Table{
	{Name: "inbox", Class: People, Project: "project_id", Person: "chat_id", Apart: true, Lives: while("until the event is handled")},
	{Name: "outbox", Class: People, Project: "project_id", Person: "chat_id", Apart: true, Lives: while("until the message has an end")},
	{Name: "dead_letters", Class: People, Project: "project_id", Person: "chat_id", Apart: true, Lives: after("dead_at", 30*day)},
	{Name: "chats", Class: People, Project: "project_id", Person: "chat_id", Apart: true, Lives: after("updated_at", 30*day)},
	{Name: "message_text", Class: People, Project: "project_id", Person: "chat_id", Apart: true, Lives: days(7)},
	{Name: "message_log", Class: People, Project: "project_id", Person: "chat_id", Apart: true, Lives: days(90)},
	{Name: "subscribers", Class: People, Project: "project_id", Person: "user_id", Apart: true, Lives: while("as the project")},
	{Name: "timers", Class: People, Project: "project_id", Person: "chat_id", Apart: true, Lives: while("until it fires")},
	{Name: "http_calls", Class: People, Project: "project_id", Person: "chat_id", Apart: true, Lives: while("until it is answered, ten seconds")},
	{Name: "not_understood", Class: People, Project: "project_id", Person: "chat_id", Apart: true, Lives: after("at", 30*day)},
	{Name: "reachability", Class: People, Project: "project_id", Person: "user_id", Apart: true, Lives: while("as the project")},
	{Name: "submissions", Class: People, Project: "project_id", Person: "user_id", Lives: while("as the project, or until its owner deletes it")},
	{Name: "testers", Class: People, Project: "project_id", Person: "user_id", Lives: after("joined_at", 30*day)},
	{Name: "draft_links", Class: Project, Project: "project_id", Lives: after("expires_at", day)},
	{Name: "submission_counters", Class: Project, Project: "project_id", Lives: while("as the project")},
	{Name: "telegram_updates", Class: Traffic, Project: "project_id", Apart: true, Lives: after("received_at", 48*time.Hour)},
	{Name: "project_loads", Class: Traffic, Account: "account_id", Project: "project_id", Lives: while("while something waits")},
	{Name: "project_activity", Class: Traffic, Project: "project_id", Lives: while("as the project")},

	{Name: "sent_files", Class: Project, Project: "project_id", Lives: while("as the file")},
	{Name: "media_chunks", Class: Project, Project: "project_id", Lives: while("as the file")},
	{Name: "media", Class: Project, Project: "project_id", Lives: while("as the project")},
	{Name: "release_pages", Class: Project, Project: "project_id", Lives: while("as the version")},
	{Name: "bot_claims", Class: Project, Project: "project_id", Lives: while("while the bot is connected")},
	{Name: "integrations", Class: Project, Project: "project_id", Lives: while("as the project; the token while the bot is connected, and ten minutes after")},
	{Name: "public_ids", Class: Project, Project: "project_id", Lives: after("retired_at", 48*time.Hour),
		Kept: "what still arrives for a bot that was let go gets 200 for 48 hours; random text and hashes"},
	{Name: "dialogues", Class: Project, Project: "project_id", Lives: while("as the project")},
	{Name: "rehearsals", Class: Project, Project: "project_id", User: "user_id", Lives: after("updated_at", day)},
	{Name: "scenario_edits", Class: Project, Project: "project_id", Lives: after("made_at", 30*day)},
	{Name: "drafts", Class: Project, Project: "project_id", Lives: while("as the project")},
	{Name: "releases", Class: Project, Project: "project_id", Lives: while("as the project")},
	{Name: "project_secrets", Class: Project, Project: "project_id", Lives: while("until it is removed")},
	{Name: "fields", Class: Project, Project: "project_id", Lives: while("as the project")},
	{Name: "addresses", Class: Global, Project: "project_id", Lives: while("for ever"),
		Kept: "nobody else may be given an address that led elsewhere; its hash alone"},
	{Name: "projects", Class: Project, Account: "account_id", Project: "id", Lives: while("until it is deleted")},

	{Name: "sessions", Class: Account, User: "user_id", Lives: after("expiry", 0)},
	{Name: "invitations", Class: Account, Account: "account_id", User: "user_id", Lives: after("expires_at", 30*day)},
	{Name: "members", Class: Account, Account: "account_id", User: "user_id", Lives: while("as the account")},
	{Name: "users", Class: Account, User: "id", Lives: while("until the account is deleted")},
	{Name: "accounts", Class: Account, Account: "id", Lives: while("until it is deleted")},

	{Name: "audit", Class: Global, Account: "account_id", User: "user_id", Project: "project_id", Lives: after("at", year),
		Kept: "who did what must be known when they are gone; numbers and codes alone"},
	{Name: "throttle", Class: Global, Lives: after("window_start", time.Hour)},
	{Name: "installation", Class: Global, Lives: while("for ever")},
	{Name: "shards", Class: Global, Lives: while("for ever")},
	{Name: "workers", Class: Global, Lives: while("while the process runs")},
	{Name: "load_measurements", Class: Global, Lives: while("for ever")},
	{Name: "goose_db_version", Class: Global, Lives: while("for ever")},
	{Name: "goose_lock", Class: Global, Lives: while("while the schema is being changed")},
}
