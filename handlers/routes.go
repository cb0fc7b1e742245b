package handlers

import (
	"slices"

	"botyard/internal/project"
	"botyard/miniapp"
	"botyard/static"
)

// table is every address that Botyard answers: what is not in it is 404.
func (s *server) table() []route {
	routes := slices.Concat(s.doors(), s.cabinet(), s.editors(), s.desk(), s.visitors(), s.machines())
	if s.Development {
		routes = append(routes, s.samples()...)
	}
	return routes
}

// doors are open to everybody; the rest of the cabinet asks who comes.
func (s *server) doors() []route {
	return []route{
		{method: "GET", pattern: "/{$}", role: public, host: onCabinet, handle: s.showStart},
		{method: "GET", pattern: "/signup", role: public, host: onCabinet, handle: s.showSignup},
		{method: "POST", pattern: "/signup", role: public, host: onCabinet, handle: s.guarded(s.signUp)},
		{method: "GET", pattern: "/login", role: public, host: onCabinet, handle: s.showLogin},
		{method: "POST", pattern: "/login", role: public, host: onCabinet, handle: s.guarded(s.logIn)},
		{method: "POST", pattern: "/logout", role: public, host: onCabinet, handle: s.logOut},
		{method: "GET", pattern: "/goodbye", role: public, host: onCabinet, handle: s.showGoodbye},
	}
}

// cabinet is the account and the projects in it.
func (s *server) cabinet() []route {
	return []route{
		{method: "GET", pattern: "/account", role: user, host: onCabinet, handle: s.showAccount},
		{method: "POST", pattern: "/account", role: user, host: onCabinet, handle: s.saveAccount},
		{method: "GET", pattern: "/account/sessions", role: user, host: onCabinet, handle: s.listSessions},
		{method: "POST", pattern: "/account/sessions/removal", role: user, host: onCabinet, handle: s.endOtherSessions},
		{method: "GET", pattern: "/account/invitations", role: user, host: onCabinet, handle: s.listInvitations},
		{method: "POST", pattern: "/account/invitations", role: user, host: onCabinet, handle: s.invite},
		{method: "POST", pattern: "/account/invitations/{invitation}/removal", role: user, host: onCabinet, handle: s.withdrawInvitation},
		{method: "POST", pattern: "/account/password", role: user, host: onCabinet, handle: s.guarded(s.changePassword)},
		{method: "POST", pattern: "/account/exports", role: user, host: onCabinet, handle: s.exportAccount, spared: true},
		{method: "GET", pattern: "/account/removal", role: user, host: onCabinet, handle: s.showRemoval},
		{method: "POST", pattern: "/account/removal", role: user, host: onCabinet, handle: s.guarded(s.removeAccount)},

		{method: "GET", pattern: "/projects", role: user, host: onCabinet, handle: s.listProjects},
		{method: "POST", pattern: "/projects", role: user, host: onCabinet, handle: s.createProject},
		{method: "GET", pattern: "/projects/new", role: user, host: onCabinet, handle: s.showNewProject},
		{method: "GET", pattern: "/projects/{id}", role: user, host: onCabinet, handle: s.showHome},
		{method: "GET", pattern: "/projects/{id}/links/{kind}", role: user, host: onCabinet, handle: s.showLinkCode},
		{method: "GET", pattern: "/projects/{id}/more", role: user, host: onCabinet, handle: s.showMore},
		{method: "GET", pattern: "/projects/{id}/audit", role: user, host: onCabinet, handle: s.showAudit},
		{method: "GET", pattern: "/projects/{id}/settings", role: user, host: onCabinet, handle: s.showSettings},
		{method: "POST", pattern: "/projects/{id}/settings", role: user, host: onCabinet, handle: s.saveSettings},
		{method: "GET", pattern: "/projects/{id}/secrets", role: user, host: onCabinet, handle: s.listSecrets},
		{method: "POST", pattern: "/projects/{id}/secrets", role: user, host: onCabinet, handle: s.setSecret},
		{method: "POST", pattern: "/projects/{id}/secrets/{secret}/removal", role: user, host: onCabinet, handle: s.removeSecret},
		{method: "POST", pattern: "/projects/{id}/removal", role: user, host: onCabinet, handle: s.removeProject},
		{method: "POST", pattern: "/projects/{id}/attempts", role: user, host: onCabinet, handle: s.retryAll},
		{method: "POST", pattern: "/projects/{id}/restorations", role: user, host: onCabinet, handle: s.restore},
		{method: "GET", pattern: "/projects/{id}/draft", role: user, host: onCabinet, handle: s.showDraft, machine: true},
		{method: "PUT", pattern: "/projects/{id}/draft", role: user, host: onCabinet, handle: s.replaceDraft, machine: true, body: draftBytes},

		{method: "GET", pattern: "/projects/{id}/releases", role: user, host: onCabinet, handle: s.listReleases},
		{method: "POST", pattern: "/projects/{id}/releases", role: user, host: onCabinet, handle: s.publish},
		{method: "GET", pattern: "/projects/{id}/releases/new", role: user, host: onCabinet, handle: s.showPublication},
		{method: "POST", pattern: "/projects/{id}/releases/current", role: user, host: onCabinet, handle: s.makeCurrent},
	}
}

// editors are what the bot says and what the pages show.
func (s *server) editors() []route {
	return []route{
		{method: "GET", pattern: "/projects/{id}/bot", role: user, host: onCabinet, handle: s.showBot},
		{method: "POST", pattern: "/projects/{id}/bot", role: user, host: onCabinet, handle: s.connectBot},
		{method: "POST", pattern: "/projects/{id}/bot/disconnection", role: user, host: onCabinet, handle: s.disconnectBot},
		{method: "POST", pattern: "/projects/{id}/bot/takeover", role: user, host: onCabinet, handle: s.takeBotBack},
		{method: "POST", pattern: "/projects/{id}/bot/answers", role: user, host: onCabinet, handle: s.addAnswer},
		{method: "POST", pattern: "/projects/{id}/bot/answers/{answer}", role: user, host: onCabinet, handle: s.saveAnswer},
		{method: "POST", pattern: "/projects/{id}/bot/answers/{answer}/removal", role: user, host: onCabinet, handle: s.removeAnswer},

		{method: "GET", pattern: "/projects/{id}/pages", role: user, host: onCabinet, handle: s.showPages},
		{method: "POST", pattern: "/projects/{id}/pages", role: user, host: onCabinet, handle: s.addPage},
		{method: "GET", pattern: "/projects/{id}/pages/{page}", role: user, host: onCabinet, handle: s.showEditor},
		{method: "POST", pattern: "/projects/{id}/pages/{page}", role: user, host: onCabinet, handle: s.renamePage},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/removal", role: user, host: onCabinet, handle: s.removePage},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks", role: user, host: onCabinet, handle: s.addBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}", role: user, host: onCabinet, handle: s.saveBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/position", role: user, host: onCabinet, handle: s.moveBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/copies", role: user, host: onCabinet, handle: s.copyBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/removal", role: user, host: onCabinet, handle: s.removeBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/pictures/{field}", role: user, host: onCabinet, handle: s.addPicture, body: uploadBytes, slow: true},
	}
}

// desk is what support staff see and do, with everybody's bots.
func (s *server) desk() []route {
	return []route{
		{method: "GET", pattern: "/support", role: support, host: onCabinet, handle: s.showQueues},
		{method: "GET", pattern: "/support/queue.json", role: support, host: onCabinet, handle: s.showQueueJSON, machine: true},
		{method: "GET", pattern: "/support/undelivered", role: support, host: onCabinet, handle: s.showUndelivered},
		{method: "POST", pattern: "/support/undelivered/attempts", role: support, host: onCabinet, handle: s.retryLetters},
		{method: "POST", pattern: "/support/undelivered/removals", role: support, host: onCabinet, handle: s.discardLetters},
		{method: "GET", pattern: "/support/projects/{id}", role: support, host: onCabinet, handle: s.showDeskBot},
		{method: "POST", pattern: "/support/projects/{id}/pause", role: support, host: onCabinet, handle: s.pauseProject},
		{method: "POST", pattern: "/support/projects/{id}/resumption", role: support, host: onCabinet, handle: s.resumeProject},
		{method: "POST", pattern: "/support/projects/{id}/suspension", role: support, host: onCabinet, handle: s.suspendOwner},
		{method: "POST", pattern: "/support/projects/{id}/suspension/removal", role: support, host: onCabinet, handle: s.resumeOwner},
		{method: "GET", pattern: "/support/projects/{id}/letters/{event}", role: support, host: onCabinet, handle: s.showLetter},
		{method: "POST", pattern: "/support/projects/{id}/letters/{event}/opening", role: support, host: onCabinet, handle: s.openLetter},
	}
}

// visitors are the public pages, on an origin of their own.
func (s *server) visitors() []route {
	return []route{
		{method: "GET", pattern: "/m/{slug}", role: public, host: onPages, handle: s.showApp},
		{method: "POST", pattern: "/m/{slug}/session", role: public, host: onPages, handle: s.startAppSession, machine: true},
		{method: "POST", pattern: "/m/{slug}/forms/{form}", role: public, host: onPages, handle: s.postAppForm, machine: true, body: miniapp.MaxInput},
		{method: "POST", pattern: "/s/{slug}/forms/{form}", role: public, host: onPages, handle: s.postSiteForm, machine: true, body: miniapp.MaxInput},
		{method: "GET", pattern: "/s/{slug}", role: public, host: onPages, handle: s.showSite},
		{method: "GET", pattern: "/s/{slug}/{page...}", role: public, host: onPages, handle: s.showSite},
		{method: "GET", pattern: "/goods/{slug}", role: public, host: onPages, handle: s.showGoods, machine: true},
		{method: "GET", pattern: "/preview/{ticket}", role: public, host: onPages, handle: s.showPreview},
		{method: "GET", pattern: "/preview/{ticket}/{page}", role: public, host: onPages, handle: s.showPreview},
		{method: "GET", pattern: "/media/{key}", role: public, host: onPages, handle: s.showMedia, machine: true, slow: true},
	}
}

// machines are what Telegram, browsers and monitors ask by themselves.
func (s *server) machines() []route {
	return []route{
		{method: "POST", pattern: project.WebhookPath + "{publicID}", role: public, host: onCabinet, handle: s.receiveUpdate, machine: true},

		{method: "GET", pattern: static.Prefix, role: public, host: onBoth, handle: s.showStatic, machine: true},
		{method: "GET", pattern: "/healthz", role: public, host: onAny, handle: s.showHealth, machine: true},
		{method: "GET", pattern: "/readyz", role: public, host: onAny, handle: s.showReadiness, machine: true},
	}
}

// samples are for development only.
func (s *server) samples() []route {
	return []route{
		{method: "GET", pattern: "/gallery", role: public, host: onCabinet, handle: s.showGallery},
		{method: "GET", pattern: "/gallery/{screen}", role: public, host: onCabinet, handle: s.showSample},
	}
}
