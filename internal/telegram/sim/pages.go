package sim

import (
	"embed"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/telegram"
)

//go:embed static
var static embed.FS

var pages = template.Must(template.ParseFS(static, "static/*.html"))

// visitorCookie remembers who one is on the chat pages.
const visitorCookie = "sim_visitor"

// policy lets a page run its own script and show Mini Apps from anywhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; frame-src http: https:"

func (s *Server) pageRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", s.showBots)
	mux.HandleFunc("POST /my/bots", s.addBotByForm)
	mux.HandleFunc("POST /my/bots/{bot}/token", s.revokeByForm)
	mux.HandleFunc("POST /visitor", s.changeVisitor)
	mux.HandleFunc("GET /chat/{bot}", s.showChatPage)
	mux.Handle("GET /static/", http.FileServerFS(static))
}

// page is what a template gets.
type page struct {
	Lang  string
	Words map[string]string
	Bots  []Bot
	Bot   Bot
	User  *User
	Start string // payload of ?start=
	// StartApp opens the Mini App at once, with that parameter.
	StartApp    string
	HasStartApp bool
}

// Token shows a bot's token in full: here one copies it, as from BotFather.
func (page) Token(b Bot) string { return string(b.Token) }

// Script is what the page's script needs to know, as JSON.
func (p page) Script() (string, error) {
	raw, err := json.Marshal(map[string]any{
		"bot": p.Bot.Username, "user": p.User.ID, "words": p.Words,
		"start": p.Start, "startapp": p.StartApp, "opens": p.HasStartApp,
	})
	return string(raw), err
}

func (s *Server) render(w http.ResponseWriter, name string, p page) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	if err := pages.ExecuteTemplate(w, name, p); err != nil {
		s.log.Error("a page of the simulator is not drawn", "page", name, "error", err)
	}
}

func newPage(r *http.Request) page {
	lang := language(r.Header.Get("Accept-Language"))
	return page{Lang: lang, Words: words[lang]}
}

func (s *Server) showBots(w http.ResponseWriter, r *http.Request) {
	p := newPage(r)
	p.Bots = s.Bots()
	slices.SortFunc(p.Bots, func(a, b Bot) int { return strings.Compare(a.Username, b.Username) })
	s.render(w, "bots.html", p)
}

func (s *Server) addBotByForm(w http.ResponseWriter, r *http.Request) {
	spec := BotSpec{Name: strings.TrimSpace(r.FormValue("name")), Username: strings.TrimSpace(r.FormValue("username"))}
	if _, err := s.AddBot(spec); err != nil {
		http.Error(w, newPage(r).Words["taken"], http.StatusUnprocessableEntity)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (s *Server) revokeByForm(w http.ResponseWriter, r *http.Request) {
	b, err := s.botNamed(r.PathValue("bot"))
	if err == nil {
		_, err = s.RevokeToken(b.id)
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (s *Server) showChatPage(w http.ResponseWriter, r *http.Request) {
	b, err := s.botNamed(r.PathValue("bot"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	p := newPage(r)
	p.User = s.visitor(w, r, p)
	b.mu.Lock()
	p.Bot = b.facts()
	b.mu.Unlock()
	query := r.URL.Query()
	p.Start, p.StartApp, p.HasStartApp = query.Get("start"), query.Get("startapp"), query.Has("startapp")
	s.render(w, "chat.html", p)
}

// visitor is who ?as= names, or whom the cookie remembers, or somebody new.
func (s *Server) visitor(w http.ResponseWriter, r *http.Request, p page) *User {
	id := r.URL.Query().Get("as")
	if cookie, err := r.Cookie(visitorCookie); id == "" && err == nil {
		id = cookie.Value
	}
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && n > 0 {
		if u, err := s.FindUser(n); err == nil {
			return u
		}
	}
	u := s.User(telegram.User{FirstName: p.Words["visitor"], LanguageCode: p.Lang})
	http.SetCookie(w, &http.Cookie{
		Name: visitorCookie, Value: strconv.FormatInt(u.ID, 10), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
	return u
}

// changeVisitor forgets who one was: the next chat page makes somebody new.
func (s *Server) changeVisitor(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: visitorCookie, Path: "/", MaxAge: -1})
	back := "/"
	if b, err := s.botNamed(r.FormValue("bot")); err == nil {
		back = "/chat/" + strconv.FormatInt(b.id, 10)
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
}
