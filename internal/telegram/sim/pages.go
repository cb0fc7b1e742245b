package sim

import "net/http"

func (s *Server) pageRoutes(*http.ServeMux) {}
