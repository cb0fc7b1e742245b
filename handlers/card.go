package handlers

import (
	"context"
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
	return s.renderCard(w, r, http.StatusOK, p, cardForm{values: cardValues(p.Name, p.Card), special: len(p.Card.Hours.Exceptions)})
}

// cardForm is what the form of a card shows.
type cardForm struct {
	values   map[string]string
	special  int
	mistakes page.Mistakes
}

func (s *server) renderCard(w http.ResponseWriter, r *http.Request, status int, p scope, form cardForm) error {
	ctx := r.Context()
	frame, err := s.frame(ctx, p)
	if err != nil {
		return err
	}
	now := s.Now().In(p.Card.Location())
	screen := view.Page{
		Project: frame, Values: form.values, Special: min(form.special+1, card.MaxExceptions), Mistakes: form.mistakes,
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
	c, mistakes := form.card()
	c.Logo = p.Card.Logo
	name, err := project.CleanName(form.values["name"])
	if err != nil {
		mistakes = append(page.Mistakes{nameMistake(form.values["name"])}, mistakes...)
	}
	if form.mistakes = mistakes; len(mistakes) > 0 {
		return s.renderCard(w, r, http.StatusUnprocessableEntity, p, form)
	}
	c.Hours = c.Hours.Coming(s.Now().In(c.Location()))
	if err := s.Projects.SaveCard(r.Context(), p.ID, name, c); err != nil {
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
		return s.renderCard(w, r, http.StatusUnprocessableEntity, p, cardForm{
			values: cardValues(p.Name, p.Card), special: len(p.Card.Hours.Exceptions), mistakes: page.Mistakes{m},
		})
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
	c := p.Card
	c.Logo = key
	if err := s.Projects.SaveCard(r.Context(), p.ID, p.Name, c); err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.card_saved"})
	return s.goTo(w, r, p.url("card"))
}
