package handlers

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"botyard/internal/project"
)

func TestAddressBook(t *testing.T) {
	t.Parallel()
	var b addressBook
	now := time.Now()
	b.keep("a", project.Address{Release: 1}, now)
	if a, known := b.find("a", now.Add(addressLife-1)); !known || a.Release != 1 {
		t.Errorf("find(a) = %+v, %v, want release 1", a, known)
	}
	if _, known := b.find("a", now.Add(addressLife)); known {
		t.Error("an address is known for longer than it may be")
	}
	for n := range addressesMost + 5 {
		b.keep(fmt.Sprint(n), project.Address{}, now)
	}
	if len(b.known) > addressesMost {
		t.Errorf("%d addresses are kept, want at most %d", len(b.known), addressesMost)
	}
	b.forget()
	if _, known := b.find("0", now); known {
		t.Error("an address is known after all are forgotten")
	}
}

// TestChangesAreSeenAtOnce publishes while the page is in memory.
func TestChangesAreSeenAtOnce(t *testing.T) {
	t.Parallel()
	_, owner, visitor, home, _ := launched(t)
	for _, words := range []string{"First words", "Second words"} {
		owner.post(home+"/pages/home/blocks/b1", "f-text", words).wants(http.StatusSeeOther)
		owner.post(home + "/releases").wants(http.StatusSeeOther)
		visitor.get("/s/caf").says("h1", words)
	}
}
