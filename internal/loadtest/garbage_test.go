package loadtest

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGarbageIsOfThreeKinds(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	paths := map[string]int{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case r.URL.Path == "/login" && r.PostFormValue("password") != "":
			paths["login"]++
			w.WriteHeader(http.StatusTooManyRequests)
		case r.URL.Path == "/v1/telegram/webhooks/known" && r.Header.Get("X-Telegram-Bot-Api-Secret-Token") != "":
			paths["known"]++
			w.WriteHeader(http.StatusUnauthorized)
		default:
			paths["unknown"]++
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer srv.Close()
	g := &garbage{base: srv.URL, known: srv.URL + "/v1/telegram/webhooks/known", statuses: map[int]int{}}
	g.run(t.Context())
	third := garbageRequests / 3
	if diff := cmp.Diff(map[string]int{"login": third, "known": third, "unknown": third}, paths); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[int]int{401: 2 * third, 429: third}, g.statuses); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
}

func TestGarbageWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:1/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(http.DefaultClient, req); got != 0 {
		t.Errorf("ask of nobody = %d, want 0", got)
	}
	if err := (Report{Garbage: map[int]int{0: 1}}).Verdict(); err == nil {
		t.Error("verdict on an unanswered request = nil, want an error")
	}
}
