package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"botyard/internal/telegram"
)

// saveEvery is how much is lost at most when the process is killed.
const saveEvery = time.Second

// state is what the state file holds. Tokens are in it: it is readable by its
// owner only.
type state struct {
	Version  int              `json:"version"`
	NextBot  int64            `json:"next_bot"`
	NextUser int64            `json:"next_user"`
	SignKey  []byte           `json:"sign_key"`
	Bots     []botState       `json:"bots"`
	Users    []*telegram.User `json:"users"`
	Channels []*channel       `json:"channels,omitempty"`
}

type botState struct {
	Token   string      `json:"token"`
	Me      telegram.Me `json:"me"`
	MainApp string      `json:"main_app,omitempty"`
	Profile profile     `json:"profile"`
	Hook    webhook     `json:"hook"`
	Allowed []string    `json:"allowed,omitempty"`
	NextID  int64       `json:"next_id"`
	Updates []*update   `json:"updates,omitempty"`
	Chats   []*chat     `json:"chats,omitempty"`
	Files   []*file     `json:"files,omitempty"`
}

const stateVersion = 1

// touch notes that there is something to save.
func (s *Server) touch() {
	select {
	case s.changes <- struct{}{}:
	default: // noted already, or nothing to save to
	}
}

// openState reads the state file and keeps it up to date from now on.
func (s *Server) openState() error {
	s.changes = make(chan struct{}, 1)
	raw, err := os.ReadFile(s.cfg.StateFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the simulator's state: %w", err)
	}
	if err == nil {
		if err := s.restore(raw); err != nil {
			return fmt.Errorf("restore the simulator from %s: %w", s.cfg.StateFile, err)
		}
	}
	s.spawn(s.keepState)
	return nil
}

func (s *Server) keepState() {
	for {
		select {
		case <-s.changes:
			if err := s.saveState(); err != nil {
				s.log.Error("the simulator's state is not saved", "error", err)
			}
			sleep(s.ctx, saveEvery)
		case <-s.ctx.Done():
			return
		}
	}
}

func (s *Server) restore(raw []byte) error {
	var st state
	if err := json.Unmarshal(raw, &st); err != nil {
		return err
	}
	if st.Version != stateVersion || len(st.SignKey) != len(s.signKey) {
		return fmt.Errorf("version %d is not understood", st.Version)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextBot, s.nextUser, s.signKey = st.NextBot, st.NextUser, st.SignKey
	s.channels.list = st.Channels
	for _, u := range st.Users {
		s.users[u.ID] = u
	}
	for _, kept := range st.Bots {
		if err := s.restoreBot(kept); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) restoreBot(kept botState) error {
	b := &bot{srv: s, token: telegram.Token(kept.Token), me: kept.Me, mainApp: kept.MainApp, profile: kept.Profile}
	var ok bool
	if b.id, ok = b.token.BotID(); !ok {
		return telegram.ErrTokenShape
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range kept.Chats {
		b.addChat(c.Chat)
		b.chats[c.ID] = c
	}
	for _, f := range kept.Files {
		b.keepFile(f)
	}
	b.queue.nextID, b.queue.allowed = kept.NextID, kept.Allowed
	for _, u := range kept.Updates {
		b.enqueue(u)
	}
	s.register(b)
	b.resetWebhook(kept.Hook)
	return nil
}

// saveState writes the file anew and moves it into place, so that a killed
// process leaves the old one or the new one.
func (s *Server) saveState() error {
	if s.cfg.StateFile == "" {
		return nil
	}
	raw, err := json.Marshal(s.snapshot())
	if err != nil {
		return fmt.Errorf("save the simulator's state: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(s.cfg.StateFile), ".sim-*")
	if err != nil {
		return fmt.Errorf("save the simulator's state: %w", err)
	}
	_, err = f.Write(raw)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), s.cfg.StateFile)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("save the simulator's state: %w", err)
	}
	return nil
}

func (s *Server) snapshot() state {
	s.mu.RLock()
	defer s.mu.RUnlock()
	st := state{Version: stateVersion, NextBot: s.nextBot, NextUser: s.nextUser, SignKey: s.signKey, Channels: s.channels.snapshot()}
	for _, u := range s.users {
		st.Users = append(st.Users, u)
	}
	for _, b := range s.bots {
		st.Bots = append(st.Bots, b.snapshot())
	}
	return st
}

// snapshot copies what later changes would reach.
func (b *bot) snapshot() botState {
	b.mu.Lock()
	defer b.mu.Unlock()
	raw, _ := json.Marshal(b.profile) // a copy of its maps
	kept := botState{
		Token: string(b.token), Me: b.me, MainApp: b.mainApp, Hook: b.hook,
		Allowed: b.queue.allowed, NextID: b.queue.nextID,
		Updates: b.queue.live(b.srv.clock.elapsed()),
	}
	_ = json.Unmarshal(raw, &kept.Profile)
	for _, c := range b.chats {
		copied := *c
		copied.Messages = append([]telegram.Message(nil), c.Messages...)
		kept.Chats = append(kept.Chats, &copied)
	}
	for _, f := range b.files {
		kept.Files = append(kept.Files, f)
	}
	return kept
}
