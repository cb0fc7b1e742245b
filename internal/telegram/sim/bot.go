package sim

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"botyard/internal/telegram"
)

// Bot is what BotFather would tell of a bot.
type Bot struct {
	ID       int64          `json:"id"`
	Token    telegram.Token `json:"-"`
	Username string         `json:"username"`
	Name     string         `json:"name"`
}

// BotSpec says what bot to add. What is empty is made up.
type BotSpec struct {
	Username string
	Name     string
	Token    telegram.Token // of a bot that is known elsewhere already
	// MainApp is the address of the main Mini App, that ?startapp= links open.
	MainApp string
}

// bot is a bot's state; mu guards everything below it.
type bot struct {
	srv *Server
	id  int64

	mu      sync.Mutex
	token   telegram.Token
	me      telegram.Me
	mainApp string
	warm    bool // its token was used before, see coldTokens
	profile profile
	hook    webhook
	queue   queue
	chats   map[int64]*chat
	presses map[string]press // by the id of their query
	files   map[string]*file
	budget  budget
}

var usernameShape = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{2,31}$`)

// AddBot makes a bot. It fails when the username is none, or when it or the
// bot exists already.
func (s *Server) AddBot(spec BotSpec) (Bot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := &bot{srv: s, token: spec.Token, mainApp: spec.MainApp}
	if b.token == "" {
		for s.bots[s.nextBot] != nil {
			s.nextBot++
		}
		b.token = s.newToken(s.nextBot)
	}
	var ok bool
	if b.id, ok = b.token.BotID(); !ok {
		return Bot{}, fmt.Errorf("add bot: %w", telegram.ErrTokenShape)
	}
	b.me = describe(b.id, spec)
	if !usernameShape.MatchString(b.me.Username) {
		return Bot{}, fmt.Errorf("add bot: %q is no username", b.me.Username)
	}
	if s.bots[b.id] != nil || s.byName[strings.ToLower(b.me.Username)] != nil {
		return Bot{}, fmt.Errorf("add bot %d @%s: exists already", b.id, b.me.Username)
	}
	b.queue.nextID = s.random.between(2_000_001, 1_000_000_000)
	s.register(b)
	s.touch()
	return b.facts(), nil
}

// register makes the bot known; s.mu is held.
func (s *Server) register(b *bot) {
	s.bots[b.id] = b
	s.byToken[b.token] = b
	s.byName[strings.ToLower(b.me.Username)] = b
}

func describe(id int64, spec BotSpec) telegram.Me {
	name, username := spec.Name, spec.Username
	if username == "" {
		username = "sim" + strconv.FormatInt(id, 10) + "_bot"
	}
	if name == "" {
		name = "Bot " + strconv.FormatInt(id, 10)
	}
	return telegram.Me{
		User:          telegram.User{ID: id, IsBot: true, FirstName: name, Username: username},
		CanJoinGroups: true,
		HasMainWebApp: spec.MainApp != "",
	}
}

func (s *Server) newToken(id int64) telegram.Token {
	return telegram.Token(strconv.FormatInt(id, 10) + ":AA" + s.random.text(33))
}

// facts needs b.mu, or a bot nobody else knows yet.
func (b *bot) facts() Bot {
	return Bot{ID: b.id, Token: b.token, Username: b.me.Username, Name: b.me.FirstName}
}

// Bots are all bots, in no order.
func (s *Server) Bots() []Bot {
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := make([]Bot, 0, len(s.bots))
	for _, b := range s.bots {
		b.mu.Lock()
		list = append(list, b.facts())
		b.mu.Unlock()
	}
	return list
}

// RevokeToken replaces the bot's token, as BotFather does, and returns the new
// one. The old one gets 401 from now on, its webhook is gone; what waits for
// delivery stays.
func (s *Server) RevokeToken(botID int64) (telegram.Token, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.bots[botID]
	if b == nil {
		return "", fmt.Errorf("revoke token of %d: %w", botID, ErrNoBot)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(s.byToken, b.token)
	b.token, b.warm = s.newToken(botID), false
	s.byToken[b.token] = b
	b.resetWebhook(webhook{})
	s.touch()
	return b.token, nil
}

// bot finds a bot by its id.
func (s *Server) bot(id int64) (*bot, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if b := s.bots[id]; b != nil {
		return b, nil
	}
	return nil, fmt.Errorf("bot %d: %w", id, ErrNoBot)
}

// botNamed finds a bot by its id in digits, or by its username.
func (s *Server) botNamed(name string) (*bot, error) {
	if id, err := strconv.ParseInt(name, 10, 64); err == nil {
		return s.bot(id)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if b := s.byName[strings.ToLower(strings.TrimPrefix(name, "@"))]; b != nil {
		return b, nil
	}
	return nil, fmt.Errorf("bot %q: %w", name, ErrNoBot)
}
