package handlers

import (
	"context"
	"errors"
	"net/http"

	"botyard/internal/card"
	"botyard/internal/lang"
	"botyard/internal/media"
	"botyard/internal/project"
	view "botyard/views/card"
	"botyard/views/page"
	"botyard/views/ui"
)

func (s *server) showCard(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	return s.renderCard(w, r, http.StatusOK, p, storedCard(p))
}

// storedCard is the form of what is kept.
func storedCard(p scope) cardForm {
	values := cardValues(p.Name, p.Card)
	return cardForm{values: values, special: len(p.Card.Hours.Exceptions), revision: revisionOf(values)}
}

// cardForm is what the form of a card shows.
type cardForm struct {
	values   map[string]string
	special  int
	mistakes page.Mistakes
	// revision is of what the form was made for; theirs is what has taken its place.
	revision string
	theirs   []ui.Said
}

func (s *server) renderCard(w http.ResponseWriter, r *http.Request, status int, p scope, form cardForm) error {
	ctx := r.Context()
	frame, err := s.frame(ctx, p)
	if err != nil {
		return err
	}
	now := s.Now().In(p.Card.Location())
	screen := view.Page{
		Project: frame, Values: form.values, Special: min(form.special+1, card.MaxExceptions), Mistakes: form.mistakes, Revision: form.revision, Theirs: form.theirs,
		Zones: s.zoneOptions(ctx, form.values["zone"]), Currencies: currencyOptions(ctx), ZoneTime: now.Format("15:04"),
		Said: p.Card.Hours.Words(p.Language, now),
	}
	if screen.Said != "" {
		screen.Open, screen.State = p.Card.Open(now), s.openState(s.zoned(r), p.Card)
	}
	if p.Card.Logo != "" {
		screen.Logo = s.pagesBase() + project.MediaPath + p.Card.Logo
	}
	return s.render(w, r, status, view.CardPage(screen))
}

// openState is whether a project is open now, and until when.
func (s *server) openState(ctx context.Context, c card.Card) string {
	now := s.Now().In(c.Location())
	key := "card.closed"
	if c.Open(now) {
		key = "card.open"
	}
	if next, found := c.Hours.Next(now); found {
		return lang.T(ctx, key+"_until", "at", lang.Moment(ctx, next))
	}
	return lang.T(ctx, key)
}

func (s *server) zoneOptions(ctx context.Context, own string) (options []ui.Option) {
	for _, name := range card.Zones(own) {
		options = append(options, ui.Option{Value: name, Label: card.ZoneWords(name, lang.From(ctx).Code(), s.Now())})
	}
	return options
}

func currencyOptions(ctx context.Context) (options []ui.Option) {
	for _, code := range card.Currencies() {
		options = append(options, ui.Option{Value: code, Label: lang.T(ctx, "card.currency."+code)})
	}
	return options
}

// saveCard keeps the card, or changes the form alone when one of its smaller
// buttons was pressed.
func (s *server) saveCard(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	form := readCardForm(r.PostForm)
	switch r.PostForm.Get("then") {
	case "fill":
		form.fillWeek()
		return s.renderCard(w, r, http.StatusOK, p, form)
	case "more":
		form.special++
		return s.renderCard(w, r, http.StatusOK, p, form)
	}
	typed, mistakes := form.card()
	name, err := project.CleanName(form.values["name"])
	if err != nil {
		mistakes = append(page.Mistakes{nameMistake(form.values["name"])}, mistakes...)
	}
	if form.mistakes = mistakes; len(mistakes) > 0 {
		return s.renderCard(w, r, http.StatusUnprocessableEntity, p, form)
	}
	typed.Hours = typed.Hours.Coming(s.Now().In(typed.Location()))
	err = s.Projects.EditCard(r.Context(), p.ID, func(stored *string, c *card.Card) error {
		if now := cardValues(*stored, *c); form.revision != "" && form.revision != revisionOf(now) {
			form.theirs, form.revision = s.cardTheirs(r.Context(), form.values, now), revisionOf(now)
			if len(form.theirs) > 0 {
				return &editError{}
			}
		}
		*stored, typed.Logo = name, c.Logo
		*c = typed
		return nil
	})
	if errors.As(err, new(*editError)) {
		return s.renderCard(w, r, http.StatusConflict, p, form)
	}
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.card_saved"})
	return s.goTo(w, r, p.url("card"))
}

// addLogo takes in the picture of a card.
func (s *server) addLogo(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	var image media.Image
	if image, err = s.upload(r, p); err != nil {
		m, err := pictureMistake("logo", err)
		if err != nil {
			return err
		}
		form := storedCard(p)
		form.mistakes = page.Mistakes{m}
		return s.renderCard(w, r, http.StatusUnprocessableEntity, p, form)
	}
	return s.setLogo(w, r, p, image.Key)
}

func (s *server) removeLogo(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	return s.setLogo(w, r, p, "")
}

func (s *server) setLogo(w http.ResponseWriter, r *http.Request, p scope, key string) error {
	err := s.Projects.EditCard(r.Context(), p.ID, func(_ *string, c *card.Card) error {
		c.Logo = key
		return nil
	})
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.card_saved"})
	return s.goTo(w, r, p.url("card"))
}
