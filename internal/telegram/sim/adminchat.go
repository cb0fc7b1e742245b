package sim

import (
	"encoding/json"
	"fmt"
	"net/http"
)

func (s *Server) showChat(r *request) (any, error) {
	b, u, err := r.chat()
	if err != nil {
		return nil, err
	}
	return u.View(b.id)
}

func (s *Server) postMessage(r *request) (any, error) {
	var m struct {
		Text string `json:"text"`
	}
	b, u, err := r.chat()
	if err == nil {
		err = r.decode(&m)
	}
	if err != nil {
		return nil, err
	}
	return u.Send(b.id, m.Text)
}

func (s *Server) postContact(r *request) (any, error) {
	var m struct {
		Phone string `json:"phone_number"`
	}
	b, u, err := r.chat()
	if err == nil {
		err = r.decode(&m)
	}
	if err != nil {
		return nil, err
	}
	return u.SendContact(b.id, m.Phone)
}

// postAppData is what a Mini App sends that a reply keyboard's key opened.
func (s *Server) postAppData(r *request) (any, error) {
	var m struct {
		Button string `json:"button"`
		Data   string `json:"data"`
	}
	b, u, err := r.chat()
	if err == nil {
		err = r.decode(&m)
	}
	if err != nil {
		return nil, err
	}
	return u.SendAppData(b.id, m.Button, m.Data)
}

// buttonRef names a button under a message, by label or callback data.
type buttonRef struct {
	MessageID int64  `json:"message_id"`
	Button    string `json:"button"`
}

func (s *Server) pressButton(r *request) (any, error) {
	var ref buttonRef
	b, u, err := r.chat()
	if err == nil {
		err = r.decode(&ref)
	}
	if err != nil {
		return nil, err
	}
	id, err := u.Press(b.id, ref.MessageID, ref.Button)
	return map[string]string{"callback_query_id": id}, err
}

func (s *Server) blockBot(r *request) (any, error) { return r.setBlocked(true) }

func (s *Server) unblockBot(r *request) (any, error) { return r.setBlocked(false) }

func (r *request) setBlocked(blocked bool) (any, error) {
	b, u, err := r.chat()
	if err != nil {
		return nil, err
	}
	return map[string]bool{"blocked": blocked}, u.setBlocked(b.id, blocked)
}

// openApp opens a Mini App: of a button under a message, of a key of the
// reply keyboard, of a link (start_param), else of the menu button.
func (s *Server) openApp(r *request) (any, error) {
	var from struct {
		buttonRef
		Key        string  `json:"key"`
		StartParam *string `json:"start_param"`
	}
	b, u, err := r.chat()
	if err == nil {
		err = r.decode(&from)
	}
	switch {
	case err != nil:
		return nil, err
	case from.MessageID != 0:
		return u.OpenButton(b.id, from.MessageID, from.Button)
	case from.Key != "":
		return u.OpenKey(b.id, from.Key)
	case from.StartParam != nil:
		return u.OpenLink(b.id, *from.StartParam)
	}
	return u.OpenMenu(b.id)
}

// streamChat sends the view of a chat at every change, as server-sent events.
func (s *Server) streamChat(w http.ResponseWriter, r *http.Request) {
	b, u, err := (&request{r, s}).chat()
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		view, changed, err := u.watch(b.id)
		if err != nil {
			return
		}
		raw, err := json.Marshal(view)
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", raw); err != nil || http.NewResponseController(w).Flush() != nil {
			return
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
			return
		}
	}
}

// showFile shows a picture in the chat page.
func (s *Server) showFile(w http.ResponseWriter, r *http.Request) {
	b, err := s.botNamed(r.PathValue("bot"))
	var f *file
	if err == nil {
		f, err = b.fileByID(r.PathValue("file"))
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", http.DetectContentType(f.Data))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	_, _ = w.Write(f.Data)
}
