package sim

import (
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"botyard/internal/telegram"
)

func (s *Server) postLocation(r *request) (any, error) {
	var at telegram.Location
	b, u, err := r.chat()
	if err == nil {
		err = r.decode(&at)
	}
	if err != nil {
		return nil, err
	}
	return u.SendLocation(b.id, at)
}

// postFiles sends what a form has in its fields "file": each as what its name
// and bytes say it is, several pictures as an album.
func (s *Server) postFiles(r *request) (any, error) {
	b, u, err := r.chat()
	if err != nil {
		return nil, err
	}
	if err := r.ParseMultipartForm(formInRAM); err != nil {
		return nil, fmt.Errorf("read the form: %w", err)
	}
	defer r.MultipartForm.RemoveAll()
	ups, err := uploads(r.Request, "file")
	if err != nil {
		return nil, err
	}
	caption := r.FormValue("caption")
	if photos := pictures(ups); len(photos) >= leastAlbum && len(photos) == len(ups) {
		return u.SendAlbum(b.id, photos[:min(len(photos), mostAlbum)], caption)
	}
	var sent []telegram.Message
	for _, up := range ups {
		m, err := u.SendFile(b.id, sortOf(up), up.name, up.data, caption)
		if err != nil {
			return nil, err
		}
		sent, caption = append(sent, m), ""
	}
	return sent, nil
}

func pictures(ups []upload) (photos []Upload) {
	for _, up := range ups {
		if sortOf(up) == "photo" {
			photos = append(photos, Upload{up.name, up.data})
		}
	}
	return photos
}

// sortOf is as what an app sends a file.
func sortOf(up upload) string {
	kind := mime.TypeByExtension(path.Ext(up.name))
	if kind == "" {
		kind = http.DetectContentType(up.data)
	}
	switch {
	case kind == "image/jpeg", kind == "image/png":
		return "photo"
	case strings.HasPrefix(kind, "video/"):
		return "video"
	case kind == "audio/ogg":
		return "voice"
	case strings.HasPrefix(kind, "audio/"):
		return "audio"
	}
	return "document"
}

// createChannel makes a channel with the bots, by their names, as administrators.
func (s *Server) createChannel(r *request) (any, error) {
	var spec struct {
		Username string   `json:"username"`
		Title    string   `json:"title"`
		Admins   []string `json:"admins"`
	}
	if err := r.decode(&spec); err != nil {
		return nil, err
	}
	var admins []int64
	for _, name := range spec.Admins {
		b, err := s.botNamed(name)
		if err != nil {
			return nil, err
		}
		admins = append(admins, b.id)
	}
	return s.AddChannel(telegram.Chat{Username: spec.Username, Title: spec.Title}, admins...), nil
}

func (s *Server) subscribe(r *request) (any, error) { return r.setSubscribed(true) }

func (s *Server) unsubscribe(r *request) (any, error) { return r.setSubscribed(false) }

func (r *request) setSubscribed(joins bool) (any, error) {
	id, _ := strconv.ParseInt(r.PathValue("user"), 10, 64)
	u, err := r.srv.FindUser(id)
	if err != nil {
		return nil, err
	}
	return map[string]bool{"subscribed": joins}, u.Subscribe(r.PathValue("channel"), joins)
}
