package handlers

import (
	"errors"
	"net/http"
	"unicode/utf8"

	"botyard/internal/account"
	"botyard/internal/lang"
	"botyard/views/page"
	"botyard/views/settings"
)

func (s *server) showAccount(w http.ResponseWriter, r *http.Request) error {
	return s.renderAccount(w, r, http.StatusOK, nil)
}

func (s *server) renderAccount(w http.ResponseWriter, r *http.Request, status int, mistakes page.Mistakes) error {
	person := of(r).person
	return s.render(w, r, status, settings.AccountPage(settings.Account{
		Invites: s.SignUp == SignUpInvite,
		Email:   person.Email, Language: lang.From(r.Context()), Theme: page.Theme(person.Theme), Mistakes: mistakes,
	}))
}

// saveAccount keeps the language and the theme.
func (s *server) saveAccount(w http.ResponseWriter, r *http.Request) error {
	language, theme := r.PostFormValue("language"), page.Theme(r.PostFormValue("theme"))
	if _, known := lang.Parse(language); !known {
		return statusError(http.StatusUnprocessableEntity)
	}
	if theme != page.SystemTheme && theme != page.LightTheme && theme != page.DarkTheme {
		return statusError(http.StatusUnprocessableEntity)
	}
	id := of(r).person.ID
	if err := errors.Join(s.Accounts.SetLanguage(r.Context(), id, language), s.Accounts.SetTheme(r.Context(), id, string(theme))); err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.saved"})
	return s.goTo(w, r, "/account")
}

// changePassword ends every other session; this one goes on.
func (s *server) changePassword(w http.ResponseWriter, r *http.Request) error {
	password := r.PostForm.Get("password")
	generation, err := s.Accounts.SetPassword(r.Context(), s.visitor(r), *of(r).person, r.PostForm.Get("old"), password)
	var invalid *account.InvalidError
	if errors.As(err, &invalid) {
		return s.renderAccount(w, r, http.StatusUnprocessableEntity, page.Mistakes{passwordMistake(invalid, password)})
	}
	if err != nil {
		return err
	}
	if err := s.goOn(r, generation); err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.password_changed"})
	return s.goTo(w, r, "/account")
}

func passwordMistake(invalid *account.InvalidError, password string) page.Mistake {
	if invalid.Code == "password_wrong" {
		return page.Mistake{Field: "old", Key: "account.old_wrong"}
	}
	return fieldMistake(invalid, utf8.RuneCountInString(password))
}
