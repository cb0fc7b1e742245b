package handlers

import (
	"errors"
	"net/http"
	"strings"

	"botyard/internal/project"
	"botyard/internal/richtext"
	"botyard/internal/telegram"
	"botyard/internal/vault"
)

// startAppSession exchanges the initData of a launch for a bearer. The bot is
// that of the address, never one that the client names.
func (s *server) startAppSession(w http.ResponseWriter, r *http.Request) error {
	address, err := s.Projects.Resolve(r.Context(), r.PathValue("slug"))
	if err != nil {
		return visitorError(err)
	}
	launch, err := s.launchOf(r, address)
	if err != nil {
		return refuseLaunch(w, err)
	}
	now := s.Now()
	b := bearer{Project: address.ProjectID, Bot: address.BotID, User: launch.User.ID, Name: nameOf(launch.User), Until: now.Add(bearerLife).Unix()}
	writeJSON(w, http.StatusOK, map[string]any{"token": b.seal(s.Keys), "expires_in": int(bearerLife.Seconds())})
	return nil
}

// nameOf is a person's whole name in Telegram, no longer than names are.
func nameOf(u *telegram.User) string {
	name := []rune(richtext.Name(u.FirstName + " " + u.LastName))
	return string(name[:min(len(name), 128)])
}

// launchOf checks the initData of a request: signed for the bot of the address,
// by the bot's token or by Telegram itself, not too old, and naming a person.
func (s *server) launchOf(r *http.Request, a project.Address) (telegram.InitData, error) {
	initData, ok := strings.CutPrefix(r.Header.Get("Authorization"), "tma ")
	if !ok || a.BotID == 0 || a.Suspended {
		return telegram.InitData{}, telegram.ErrInitDataMalformed
	}
	token, err := s.Projects.Vault.Token(r.Context(), a.ProjectID, a.IntegrationID)
	if err != nil {
		return telegram.InitData{}, err
	}
	launch, err := telegram.VerifyInitData(initData, token.InitDataSecret(), s.Now())
	if errors.Is(err, telegram.ErrInitDataForged) {
		launch, err = telegram.VerifyInitDataSignature(initData, a.BotID, s.Now())
	}
	if err == nil && launch.User == nil {
		err = telegram.ErrInitDataMalformed
	}
	return launch, err
}

// refuseLaunch says 401, and whether opening the Mini App again would help.
func refuseLaunch(w http.ResponseWriter, err error) error {
	switch {
	case errors.Is(err, telegram.ErrInitDataStale):
		writeJSON(w, http.StatusUnauthorized, map[string]any{"error": "stale"})
	case errors.Is(err, telegram.ErrInitDataForged), errors.Is(err, telegram.ErrInitDataMalformed), errors.Is(err, vault.ErrNoToken):
		writeJSON(w, http.StatusUnauthorized, map[string]any{"error": "unauthorized"})
	default:
		return err
	}
	return nil
}
