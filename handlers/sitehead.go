package handlers

import (
	"fmt"
	"net/http"
	"strings"

	"botyard/internal/project"
	"botyard/miniapp"
	"botyard/static"
)

// showCover shows the picture of a page that messengers put beside a link.
func (s *server) showCover(w http.ResponseWriter, r *http.Request) error {
	return s.beside(r, func(a project.Address) error {
		cover, err := s.Projects.Cover(r.Context(), a, r.URL.Query().Get("page"))
		if err != nil {
			return err
		}
		return writePicture(w, r, cover)
	})
}

// showSiteIcon shows the icon of a site for a phone's first screen: the logo, else a letter.
func (s *server) showSiteIcon(w http.ResponseWriter, r *http.Request) error {
	return s.beside(r, func(a project.Address) error {
		if a.Logo != "" && !a.Suspended {
			w.Header().Set("Cache-Control", "no-cache")
			http.Redirect(w, r, project.MediaPath+a.Logo, http.StatusFound)
			return nil
		}
		icon, err := s.Projects.Icon(r.Context(), a)
		if err != nil {
			return err
		}
		return writePicture(w, r, icon)
	})
}

// showSitemap lists a site's pages for search engines.
func (s *server) showSitemap(w http.ResponseWriter, r *http.Request) error {
	return s.beside(r, func(a project.Address) error {
		sitemap, err := s.Projects.Sitemap(r.Context(), a)
		if err != nil {
			return err
		}
		return writePage(w, r, http.StatusOK, sitemap, "application/xml")
	})
}

// beside answers with what belongs to the site at an address.
func (s *server) beside(r *http.Request, answer func(project.Address) error) error {
	address, err := s.resolve(r.Context(), r.PathValue("slug"))
	if err == nil {
		err = answer(address)
	}
	return visitorError(err)
}

// writePicture answers with a picture that is asked for anew when it has changed.
func writePicture(w http.ResponseWriter, r *http.Request, picture project.Page) error {
	h := w.Header()
	h.Set("ETag", picture.ETag)
	h.Set("Cache-Control", "public, max-age=3600")
	if matches(r, picture.ETag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", "image/png")
	h.Set("Content-Length", fmt.Sprint(len(picture.Body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(picture.Body) // the visitor has gone
	}
	return nil
}

// robots lets search engines see sites, and nothing that is a person's own.
// Sites name their sitemaps themselves: a list of all would tell who is here.
var robots = "User-agent: *\nAllow: " + strings.Join([]string{project.PagePath(miniapp.Site, ""), static.Prefix, project.MediaPath}, "\nAllow: ") + "\nDisallow: /\n"

func showRobots(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_, _ = w.Write([]byte(robots)) // the robot has gone
	return nil
}
