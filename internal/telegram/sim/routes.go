package sim

import (
	"net"
	"net/http"
	"strings"
)

// routes are all addresses. The Bot API's own do not fit ServeMux patterns.
func (s *Server) routes() http.Handler {
	own := http.NewServeMux()
	s.adminRoutes(own)
	s.pageRoutes(own)
	// Anyone's web page could call the admin API of this machine; only our own may.
	guarded := http.NewCrossOriginProtection().Handler(own)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/bot"):
			s.serveAPI(w, r)
		case strings.HasPrefix(r.URL.Path, "/file/bot"):
			s.serveFile(w, r)
		default:
			guarded.ServeHTTP(w, r)
		}
	})
}

func hostOf(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote
	}
	return host
}
