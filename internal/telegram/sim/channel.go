package sim

import (
	"fmt"
	"maps"
	"strings"
	"sync"

	"botyard/internal/telegram"
)

// channel is one that bots may ask about.
type channel struct {
	telegram.Chat
	// Admins are the bots that hear who is subscribed.
	Admins      map[int64]bool `json:"admins"`
	Subscribers map[int64]bool `json:"subscribers"`
}

// channels are those of all bots.
type channels struct {
	mu   sync.Mutex
	list []*channel
}

// AddChannel makes a channel in which the bots are administrators. An id of 0
// is made up; the username is without @.
func (s *Server) AddChannel(facts telegram.Chat, bots ...int64) telegram.Chat {
	s.channels.mu.Lock()
	defer s.channels.mu.Unlock()
	facts.Type = "channel"
	if facts.ID == 0 {
		facts.ID = -1_002_000_000_000 - int64(len(s.channels.list))
	}
	c := &channel{Chat: facts, Admins: map[int64]bool{}, Subscribers: map[int64]bool{}}
	for _, id := range bots {
		c.Admins[id] = true
	}
	s.channels.list = append(s.channels.list, c)
	s.touch()
	return facts
}

// find finds a channel by "@name" or id; mu is held.
func (l *channels) find(name string) *channel {
	for _, c := range l.list {
		if c.Username != "" && strings.EqualFold("@"+c.Username, name) || fmt.Sprint(c.ID) == name {
			return c
		}
	}
	return nil
}

// Subscribe lets the person join a channel, or leave it.
func (u *User) Subscribe(name string, joins bool) error {
	l := &u.srv.channels
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.find(name)
	if c == nil {
		return fmt.Errorf("channel %s: %w", name, ErrNoChannel)
	}
	c.Subscribers[u.ID] = joins
	u.srv.touch()
	return nil
}

// getChatMember tells of a channel to its administrators only.
func getChatMember(c *call) (any, error) {
	l := &c.srv.channels
	l.mu.Lock()
	defer l.mu.Unlock()
	found := l.find(c.params.text("chat_id"))
	if found == nil {
		return nil, badRequest("chat not found")
	}
	u, err := c.srv.FindUser(c.params.number("user_id"))
	switch {
	case !found.Admins[c.bot.id]:
		return nil, badRequest("member list is inaccessible")
	case err != nil:
		return nil, badRequest("PARTICIPANT_ID_INVALID")
	case found.Subscribers[u.ID]:
		return telegram.ChatMember{Status: "member", User: u.User}, nil
	}
	return telegram.ChatMember{Status: "left", User: u.User}, nil
}

// snapshot copies what later changes would reach.
func (l *channels) snapshot() []*channel {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []*channel
	for _, c := range l.list {
		all = append(all, &channel{c.Chat, maps.Clone(c.Admins), maps.Clone(c.Subscribers)})
	}
	return all
}
