package inbox

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/flow"
	"botyard/internal/telegram"
)

func updateOf(t *testing.T, body string) *telegram.Update {
	t.Helper()
	u, err := telegram.ParseUpdate([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return &u
}

// messageWith is an update with a message of person 7 that has such fields.
func messageWith(fields string) string {
	return `{"update_id": 1, "message": {"message_id": 5, "date": 9, "chat": {"id": 7, "type": "private"},
		"from": {"id": 7, "first_name": "Anna", "language_code": "ru"}, ` + fields + `}}`
}

func TestWhatWasSentIsHeard(t *testing.T) {
	t.Parallel()
	file := func(kind, id string) flow.Content { return flow.Content{Files: []flow.File{{Kind: kind, ID: id}}} }
	for name, test := range map[string]struct {
		fields string
		text   string
		want   flow.Content
	}{
		"words":          {`"text": "hi"`, "hi", flow.Content{}},
		"own contact":    {`"contact": {"phone_number": "+7", "first_name": "A", "user_id": 7}`, "", flow.Content{Contact: &flow.Contact{Phone: "+7", FirstName: "A", Own: true}}},
		"a friend's":     {`"contact": {"phone_number": "+7", "first_name": "B", "last_name": "C", "user_id": 8}`, "", flow.Content{Contact: &flow.Contact{Phone: "+7", FirstName: "B", LastName: "C"}}},
		"typed contact":  {`"contact": {"phone_number": "+7", "first_name": "B"}`, "", flow.Content{Contact: &flow.Contact{Phone: "+7", FirstName: "B"}}},
		"a point":        {`"location": {"latitude": 1.5, "longitude": -2}`, "", flow.Content{Place: &flow.Point{Latitude: 1.5, Longitude: -2}}},
		"a venue":        {`"location": {"latitude": 1, "longitude": 2}, "venue": {"title": "x", "address": "y", "location": {"latitude": 3, "longitude": 4}}`, "", flow.Content{Place: &flow.Point{Latitude: 3, Longitude: 4}}},
		"the best photo": {`"caption": "look", "photo": [{"file_id": "small"}, {"file_id": "big"}]`, "look", file("photo", "big")},
		"a film":         {`"video": {"file_id": "v"}`, "", file("video", "v")},
		"a round film":   {`"video_note": {"file_id": "n"}`, "", file("video", "n")},
		"an animation":   {`"animation": {"file_id": "a"}, "document": {"file_id": "a"}`, "", file("video", "a")},
		"a voice":        {`"voice": {"file_id": "o"}`, "", file("voice", "o")},
		"music":          {`"audio": {"file_id": "m"}`, "", file("audio", "m")},
		"a sticker":      {`"sticker": {"file_id": "s"}`, "", file("sticker", "s")},
		"a file":         {`"document": {"file_id": "d", "file_name": "a.pdf"}`, "", flow.Content{Files: []flow.File{{Kind: "file", ID: "d", Name: "a.pdf"}}}},
		"unknown":        {`"dice": {"value": 4}`, "", flow.Content{}},
	} {
		e, ok := eventOf(updateOf(t, messageWith(test.fields)), "the_bot")
		if !ok || e.Kind != flow.Said || e.Text != test.text || e.User.Language != "ru" || e.Bot != "the_bot" {
			t.Errorf("%s: event = %+v, %t, want words %q", name, e, ok, test.text)
		}
		if diff := cmp.Diff(test.want, e.Content); diff != "" {
			t.Errorf("%s: content (-want +got):\n%s", name, diff)
		}
	}
}

func TestWhatNobodySaidIsNotHeard(t *testing.T) {
	t.Parallel()
	for _, fields := range []string{`"pinned_message": {"message_id": 1}`, `"write_access_allowed": {}`, `"successful_payment": {"currency": "XTR"}`} {
		if e, ok := eventOf(updateOf(t, messageWith(fields)), ""); ok {
			t.Errorf("event of %s = %+v, want none", fields, e)
		}
	}
}

func TestPressesTellTheirMessage(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]flow.Under{
		`{"message_id": 5, "date": 9, "chat": {"id": 7}, "text": "x"}`:                  {ID: 5},
		`{"message_id": 5, "date": 9, "chat": {"id": 7}, "photo": [{"file_id": "p"}]}`:  {ID: 5, Media: true},
		`{"message_id": 5, "date": 9, "chat": {"id": 7}, "document": {"file_id": "p"}}`: {ID: 5, Media: true},
		`{"message_id": 5, "date": 0, "chat": {"id": 7, "type": "private"}}`:            {},
		`null`: {},
	} {
		e, ok := eventOf(updateOf(t, `{"update_id": 1, "callback_query": {"id": "q", "data": "1:b", "from": {"id": 7}, "message": `+message+`}}`), "")
		if !ok || e.Kind != flow.Pressed || e.Button != "1:b" || e.Under != want {
			t.Errorf("press under %s = %+v, %t, want %+v", message, e.Under, ok, want)
		}
	}
}

func TestWhoComesBackHasBlockedBefore(t *testing.T) {
	t.Parallel()
	for statuses, want := range map[[2]string]bool{
		{"kicked", "member"}: true, {"member", "kicked"}: false, {"left", "member"}: false, {"member", "member"}: false,
	} {
		body, err := json.Marshal(map[string]any{"update_id": 1, "my_chat_member": map[string]any{
			"chat": map[string]any{"id": 7, "type": "private"}, "from": map[string]any{"id": 7},
			"old_chat_member": map[string]any{"status": statuses[0]}, "new_chat_member": map[string]any{"status": statuses[1]},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := eventOf(updateOf(t, string(body)), ""); ok != want || ok && e.Kind != flow.Joined {
			t.Errorf("from %s to %s = %+v, %t, want %t", statuses[0], statuses[1], e, ok, want)
		}
	}
}

// TestEveryUpdateIsHeardOrNot runs over updates of every kind: none breaks it.
func TestEveryUpdateIsHeardOrNot(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "telegram", "testdata", "updates", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("updates = %v, %v, want some", files, err)
	}
	heard := map[string]flow.Content{}
	for _, path := range files {
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		u, err := telegram.ParseUpdate(body)
		if err != nil {
			continue
		}
		if e, ok := eventOf(&u, "bot"); ok {
			heard[filepath.Base(path)[:2]] = e.Content
		}
	}
	kinds := map[string]string{"47": "photo", "49": "photo", "51": "file", "53": "video", "54": "sticker"}
	for number, kind := range kinds {
		if got := heard[number]; len(got.Files) != 1 || got.Files[0].Kind != kind {
			t.Errorf("update %s = %+v, want a %s", number, got, kind)
		}
	}
	if c := heard["42"].Contact; c == nil || !c.Own {
		t.Errorf("update 42 = %+v, want the person's own contact", heard["42"])
	}
	for _, number := range []string{"39", "41", "18", "65"} {
		if got, any := heard[number]; any {
			t.Errorf("update %s was heard as %+v", number, got)
		}
	}
}
