package handlers

import (
	"slices"

	"botyard/internal/project"
	"botyard/miniapp"
	"botyard/static"
)

// table is every address that Botyard answers: what is not in it is 404.
func (s *server) table() []route {
	routes := slices.Concat(s.doors(), s.cabinet(), s.editors(), s.goods(), s.desk(), s.visitors(), s.machines())
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
		{method: "GET", pattern: "/account/removal", role: user, host: onCabinet, handle: s.showRemoval, spared: true},
		{method: "POST", pattern: "/account/removal", role: user, host: onCabinet, handle: s.guarded(s.removeAccount), spared: true},

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
		{method: "GET", pattern: "/projects/{id}/card", role: user, host: onCabinet, handle: s.showCard},
		{method: "POST", pattern: "/projects/{id}/card", role: user, host: onCabinet, handle: s.saveCard},
		{method: "POST", pattern: "/projects/{id}/card/pictures/logo", role: user, host: onCabinet, handle: s.addLogo, body: uploadBytes, slow: true},
		{method: "POST", pattern: "/projects/{id}/card/pictures/logo/removal", role: user, host: onCabinet, handle: s.removeLogo},
		{method: "POST", pattern: "/projects/{id}/removal", role: user, host: onCabinet, handle: s.removeProject},
		{method: "POST", pattern: "/projects/{id}/attempts", role: user, host: onCabinet, handle: s.retryAll},
		{method: "POST", pattern: "/projects/{id}/restorations", role: user, host: onCabinet, handle: s.restore},
		{method: "GET", pattern: "/projects/{id}/draft", role: user, host: onCabinet, handle: s.showDraft, machine: true},
		{method: "PUT", pattern: "/projects/{id}/draft", role: user, host: onCabinet, handle: s.replaceDraft, machine: true, body: draftBytes},

		{method: "GET", pattern: "/projects/{id}/orders", role: user, host: onCabinet, handle: s.listSubmissions},
		{method: "POST", pattern: "/projects/{id}/orders/exports", role: user, host: onCabinet, handle: s.exportSubmissions},
		{method: "GET", pattern: "/projects/{id}/orders/{number}", role: user, host: onCabinet, handle: s.showSubmission},
		{method: "POST", pattern: "/projects/{id}/orders/{number}/status", role: user, host: onCabinet, handle: s.setSubmissionStatus},
		{method: "POST", pattern: "/projects/{id}/orders/{number}/note", role: user, host: onCabinet, handle: s.saveSubmissionNote},
		{method: "POST", pattern: "/projects/{id}/orders/{number}/removal", role: user, host: onCabinet, handle: s.removeSubmission},

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
		{method: "POST", pattern: "/projects/{id}/bot/reconnection", role: user, host: onCabinet, handle: s.reconnectBot},
		{method: "POST", pattern: "/projects/{id}/bot/takeover", role: user, host: onCabinet, handle: s.takeBotBack},
		{method: "POST", pattern: "/projects/{id}/bot/history", role: user, host: onCabinet, handle: s.turnHistory},
		{method: "GET", pattern: "/projects/{id}/bot/map", role: user, host: onCabinet, handle: s.showMap},

		{method: "POST", pattern: "/projects/{id}/bot/scenarios", role: user, host: onCabinet, handle: s.addScenario},
		{method: "GET", pattern: "/projects/{id}/bot/scenarios/{scenario}", role: user, host: onCabinet, handle: s.showScenario},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}", role: user, host: onCabinet, handle: s.renameScenario},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/copies", role: user, host: onCabinet, handle: s.copyScenario},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/removal", role: user, host: onCabinet, handle: s.removeScenario},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/triggers", role: user, host: onCabinet, handle: s.addTrigger},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/triggers/{trigger}", role: user, host: onCabinet, handle: s.saveTrigger},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/triggers/{trigger}/removal", role: user, host: onCabinet, handle: s.removeTrigger},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/steps", role: user, host: onCabinet, handle: s.addStep},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/steps/{step}", role: user, host: onCabinet, handle: s.saveStep},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/steps/{step}/position", role: user, host: onCabinet, handle: s.moveStep},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/steps/{step}/copies", role: user, host: onCabinet, handle: s.copyStep},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/steps/{step}/removal", role: user, host: onCabinet, handle: s.removeStep},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/steps/{step}/buttons", role: user, host: onCabinet, handle: s.addButton},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/steps/{step}/files", role: user, host: onCabinet, handle: s.addStepFile, body: fileBytes, slow: true},
		{method: "POST", pattern: "/projects/{id}/bot/scenarios/{scenario}/steps/{step}/files/chosen", role: user, host: onCabinet, handle: s.chooseStepFile},

		{method: "GET", pattern: "/projects/{id}/chat", role: user, host: onCabinet, handle: s.showChat},
		{method: "POST", pattern: "/projects/{id}/chat/beginnings", role: user, host: onCabinet, handle: s.tryOut(s.beginTalk)},
		{method: "POST", pattern: "/projects/{id}/chat/messages", role: user, host: onCabinet, handle: s.tryOut(s.sayInTalk)},
		{method: "POST", pattern: "/projects/{id}/chat/presses", role: user, host: onCabinet, handle: s.tryOut(s.pressInTalk)},
		{method: "POST", pattern: "/projects/{id}/chat/skips", role: user, host: onCabinet, handle: s.tryOut(s.skipInTalk)},
		{method: "POST", pattern: "/projects/{id}/chat/answers", role: user, host: onCabinet, handle: s.tryOut(s.answerInTalk)},
		{method: "POST", pattern: "/projects/{id}/chat/returns", role: user, host: onCabinet, handle: s.tryOut(s.returnInTalk)},
		{method: "POST", pattern: "/projects/{id}/chat/settings", role: user, host: onCabinet, handle: s.tryOut(s.setTalk)},

		{method: "GET", pattern: "/projects/{id}/dialogues", role: user, host: onCabinet, handle: s.listDialogues},
		{method: "POST", pattern: "/projects/{id}/dialogues", role: user, host: onCabinet, handle: s.keepDialogue},
		{method: "GET", pattern: "/projects/{id}/dialogues/{dialogue}", role: user, host: onCabinet, handle: s.showDialogue},
		{method: "POST", pattern: "/projects/{id}/dialogues/{dialogue}", role: user, host: onCabinet, handle: s.acceptDialogue},
		{method: "POST", pattern: "/projects/{id}/dialogues/{dialogue}/removal", role: user, host: onCabinet, handle: s.removeDialogue},

		{method: "GET", pattern: "/projects/{id}/menu", role: user, host: onCabinet, handle: s.showMenu},
		{method: "POST", pattern: "/projects/{id}/menu", role: user, host: onCabinet, handle: s.saveMenu},
		{method: "POST", pattern: "/projects/{id}/legal", role: user, host: onCabinet, handle: s.makeLegal},
		{method: "GET", pattern: "/projects/{id}/theme", role: user, host: onCabinet, handle: s.showTheme},
		{method: "POST", pattern: "/projects/{id}/theme", role: user, host: onCabinet, handle: s.saveTheme},
		{method: "GET", pattern: "/projects/{id}/files", role: user, host: onCabinet, handle: s.listFiles},
		{method: "POST", pattern: "/projects/{id}/files", role: user, host: onCabinet, handle: s.addFile, body: fileBytes, slow: true},
		{method: "POST", pattern: "/projects/{id}/files/{key}", role: user, host: onCabinet, handle: s.describeFile},
		{method: "GET", pattern: "/projects/{id}/testers", role: user, host: onCabinet, handle: s.listTesters},
		{method: "POST", pattern: "/projects/{id}/testers", role: user, host: onCabinet, handle: s.makeDraftLink},
		{method: "POST", pattern: "/projects/{id}/testers/link/removal", role: user, host: onCabinet, handle: s.withdrawDraftLink},
		{method: "POST", pattern: "/projects/{id}/testers/{tester}/removal", role: user, host: onCabinet, handle: s.removeTester},

		{method: "GET", pattern: "/projects/{id}/pages", role: user, host: onCabinet, handle: s.showPages},
		{method: "POST", pattern: "/projects/{id}/pages", role: user, host: onCabinet, handle: s.addPage},
		{method: "GET", pattern: "/projects/{id}/pages/{page}", role: user, host: onCabinet, handle: s.showEditor},
		{method: "POST", pattern: "/projects/{id}/pages/{page}", role: user, host: onCabinet, handle: s.renamePage},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/removal", role: user, host: onCabinet, handle: s.removePage},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks", role: user, host: onCabinet, handle: s.addBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}", role: user, host: onCabinet, handle: s.saveBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/rows", role: user, host: onCabinet, handle: s.workRows},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/position", role: user, host: onCabinet, handle: s.moveBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/copies", role: user, host: onCabinet, handle: s.copyBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/removal", role: user, host: onCabinet, handle: s.removeBlock},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/pictures/{field}", role: user, host: onCabinet, handle: s.addPicture, body: uploadBytes, slow: true},
		{method: "POST", pattern: "/projects/{id}/pages/{page}/blocks/{block}/films/{field}", role: user, host: onCabinet, handle: s.addFilm, body: fileBytes, slow: true},
	}
}

// goods are the catalogue.
func (s *server) goods() []route {
	return []route{
		{method: "GET", pattern: "/projects/{id}/catalog", role: user, host: onCabinet, handle: s.listProducts},
		{method: "POST", pattern: "/projects/{id}/catalog", role: user, host: onCabinet, handle: s.addProduct},
		{method: "GET", pattern: "/projects/{id}/catalog/new", role: user, host: onCabinet, handle: s.showProduct},
		{method: "GET", pattern: "/projects/{id}/catalog/{product}", role: user, host: onCabinet, handle: s.showProduct},
		{method: "POST", pattern: "/projects/{id}/catalog/{product}", role: user, host: onCabinet, handle: s.saveProduct},
		{method: "POST", pattern: "/projects/{id}/catalog/{product}/position", role: user, host: onCabinet, handle: s.moveProduct},
		{method: "POST", pattern: "/projects/{id}/catalog/{product}/photo", role: user, host: onCabinet, handle: s.addPhoto, body: uploadBytes, slow: true},
		{method: "POST", pattern: "/projects/{id}/catalog/{product}/removal", role: user, host: onCabinet, handle: s.removeProduct},
		{method: "GET", pattern: "/projects/{id}/catalog-settings", role: user, host: onCabinet, handle: s.showCatalogSettings},
		{method: "POST", pattern: "/projects/{id}/catalog-settings", role: user, host: onCabinet, handle: s.saveCatalogSettings},
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
		{method: "GET", pattern: "/s/{slug}/cover.png", role: public, host: onPages, handle: s.showCover, machine: true},
		{method: "GET", pattern: "/s/{slug}/icon.png", role: public, host: onPages, handle: s.showSiteIcon, machine: true},
		{method: "GET", pattern: "/s/{slug}/sitemap.xml", role: public, host: onPages, handle: s.showSitemap, machine: true},
		{method: "GET", pattern: "/s/{slug}/{page...}", role: public, host: onPages, handle: s.showSite},
		{method: "GET", pattern: "/goods/{slug}", role: public, host: onPages, handle: s.showGoods, machine: true},
		{method: "GET", pattern: "/preview/{ticket}", role: public, host: onPages, handle: s.showPreview},
		{method: "GET", pattern: "/preview/{ticket}/{page}", role: public, host: onPages, handle: s.showPreview},
		{method: "GET", pattern: "/preview/{ticket}/{page}/state", role: public, host: onPages, handle: s.showPreviewState, machine: true},
		{method: "GET", pattern: "/media/{key}", role: public, host: onPages, handle: s.showMedia, machine: true, slow: true},
	}
}

// machines are what Telegram, browsers and monitors ask by themselves.
func (s *server) machines() []route {
	return []route{
		{method: "POST", pattern: project.WebhookPath + "{publicID}", role: public, host: onCabinet, handle: s.receiveUpdate, machine: true},

		{method: "GET", pattern: static.Prefix, role: public, host: onBoth, handle: s.showStatic, machine: true},
		{method: "GET", pattern: "/robots.txt", role: public, host: onBoth, handle: showRobots, machine: true},
		{method: "GET", pattern: "/favicon.ico", role: public, host: onBoth, handle: showIcon, machine: true},
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
