package outbox

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"botyard/internal/media"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// picture keeps a picture of that size for the bot's project.
func (b *bench) picture(of bot, width, height int) File {
	b.t.Helper()
	img := image.NewGray(image.Rect(0, 0, width, height))
	img.Pix[0] = 200
	var body bytes.Buffer
	if err := png.Encode(&body, img); err != nil {
		b.t.Fatal(err)
	}
	kept, err := media.New(b.store).AddImage(b.t.Context(), of.project, &body)
	if err != nil {
		b.t.Fatal(err)
	}
	return File{telegram.Photo, kept.Key}
}

// file keeps a file of some bytes.
func (b *bench) file(of bot, kind telegram.FileKind, name, body string) File {
	b.t.Helper()
	kept, err := media.New(b.store).AddFile(b.t.Context(), of.project, name, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	return File{kind, kept.Key}
}

// uploads counts the calls that brought a file with them.
func uploads(calls []sim.Entry) (n int) {
	for _, e := range calls {
		for _, field := range []string{"photo", "document", "video", "voice", "media"} {
			if strings.Contains(e.Text(field), "attach://") {
				n++
			}
		}
	}
	return n
}

func TestAFileIsUploadedOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from, other := b.bot(), b.bot()
	photo := b.picture(from, 30, 20)
	var chats []int64
	for range 20 {
		chats = append(chats, b.visitor(from).ID)
	}
	for _, chat := range chats {
		b.post(from, chat, Prompt, Message{Text: "look", Files: []File{photo}})
	}
	stop := b.run()
	b.emptied()
	calls := b.sim.Journal().Select(sim.Calls(from.ID, "sendPhoto"))
	if len(calls) != 20 || uploads(calls) != 1 {
		t.Fatalf("calls = %d with %d uploads, want 20 with one", len(calls), uploads(calls))
	}
	stop()
	// Another process knows the id from the database; another bot has none.
	b.fileIDs = newFileIDs()
	b.post(from, chats[0], Prompt, Message{Files: []File{photo}})
	theirs := b.picture(other, 30, 20)
	b.post(other, b.visitor(other).ID, Prompt, Message{Files: []File{theirs}})
	b.run()
	b.emptied()
	if n := uploads(b.sim.Journal().Select(sim.Calls(from.ID, "sendPhoto"))); n != 1 {
		t.Errorf("uploads after a start anew = %d, want still one", n)
	}
	if n := uploads(b.sim.Journal().Select(sim.Calls(other.ID, "sendPhoto"))); n != 1 {
		t.Errorf("uploads of the other bot = %d, want one of its own", n)
	}
}

func TestAForgottenFileIsUploadedAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	files := []File{b.picture(from, 30, 20), b.picture(from, 20, 30)}
	b.post(from, chat, Prompt, Message{Files: files})
	b.run()
	b.emptied()
	if err := b.sim.ForgetFiles(from.ID); err != nil {
		t.Fatal(err)
	}
	before := query[string](b, "SELECT string_agg(file_id, ' ' ORDER BY key) FROM sent_files")
	b.post(from, chat, Prompt, Message{Text: "again", Files: files})
	b.emptied()
	if got := b.outcomes(chat); got != "sent, sent" {
		t.Errorf("outcomes = %q, want both albums sent", got)
	}
	after := query[string](b, "SELECT string_agg(file_id, ' ' ORDER BY key) FROM sent_files")
	if len(strings.Fields(after)) != 2 || before == after {
		t.Errorf("ids = %s, then %s, want new ones", before, after)
	}
}

func TestWhatIsNoPhotoGoesAsAFile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.post(from, chat, Prompt, Message{Text: "long", Files: []File{b.picture(from, 2000, 10)}})
	b.run()
	b.emptied()
	calls := b.sim.Journal().Select(sim.Calls(from.ID, "sendDocument"))
	if got := b.outcomes(chat); got != "sent" || len(calls) != 1 || calls[0].Text("caption") != "long" {
		t.Errorf("outcome = %q with %d documents, want the picture as a file", got, len(calls))
	}
}

func TestEveryKindOfFileIsSent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	kinds := map[telegram.FileKind]string{telegram.Video: "sendVideo", telegram.Voice: "sendVoice", telegram.Document: "sendDocument"}
	for kind := range kinds {
		b.post(from, chat, Prompt, Message{Text: string(kind), Files: []File{b.file(from, kind, string(kind)+".bin", "bytes of a "+string(kind))}})
	}
	b.post(from, chat, Prompt, Message{Text: "gone", Files: []File{{telegram.Document, strings.Repeat("0", 48)}}})
	b.run()
	b.emptied()
	for kind, method := range kinds {
		calls := b.sim.Journal().Select(sim.Calls(from.ID, method))
		if len(calls) != 1 || calls[0].Text("caption") != string(kind) {
			t.Errorf("%s was called %d times, want once", method, len(calls))
		}
	}
	if got := b.outcomes(chat); got != "sent, sent, sent, failed media_refused" {
		t.Errorf("outcomes = %q, want the missing file failed", got)
	}
}

func TestAnUploadMayTakeLonger(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.times.call = 300 * time.Millisecond
	from := b.bot()
	chat := b.visitor(from).ID
	b.sim.Fault(sim.Fault{Chat: chat, Method: "sendPhoto", Kind: sim.FaultDelay, Delay: time.Second})
	b.post(from, chat, Prompt, Message{Files: []File{b.picture(from, 30, 20)}})
	b.run()
	b.emptied()
	if calls := b.sim.Journal().Select(sim.Calls(from.ID, "sendPhoto")); len(calls) != 1 || b.outcomes(chat) != "sent" {
		t.Errorf("calls = %d, outcome %q, want the slow upload sent once", len(calls), b.outcomes(chat))
	}
}

func TestWhatIsLeftOfAnAlbumFollows(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	files := []File{b.picture(from, 30, 20), b.picture(from, 20, 30), b.picture(from, 20, 20)}
	cut := func(n string) {
		b.sim.Fault(sim.Fault{Chat: chat, Method: "sendMediaGroup", Kind: sim.FaultStatus, Code: 400,
			Description: `Bad Request: failed to send message #` + n + ` with the error message "Too Many Requests: retry after 1"`})
	}
	cut("1")
	cut("3")
	b.post(from, chat, Prompt, Message{Text: "all", Files: files})
	b.run()
	b.emptied()
	groups := b.sim.Journal().Select(sim.Calls(from.ID, "sendMediaGroup"))
	single := b.sim.Journal().Select(sim.Calls(from.ID, "sendPhoto"))
	if len(groups) != 2 || len(single) != 1 || single[0].Text("caption") != "" {
		t.Errorf("calls = %d albums, then %d photos, want the album twice, then its last alone", len(groups), len(single))
	}
	if got := b.outcomes(chat); got != "sent" {
		t.Errorf("outcomes = %q, want one end", got)
	}
}

func TestUploadsHaveBounds(t *testing.T) {
	t.Parallel()
	f, ctx := newFileIDs(), t.Context()
	key := func(bot int64, n int) fileKey { return fileKey{bot, File{telegram.Photo, strings.Repeat("x", n)}} }
	claimed := 0
	for bot := range int64(20) {
		for n := range 2 * maxBotUploads {
			mine, err := f.claim(ctx, key(bot, n))
			if mine {
				claimed++
			}
			if want := n >= maxBotUploads || bot*maxBotUploads+int64(n) >= maxUploads; (err != nil) != want || err != nil && !errors.Is(err, errNotTried) {
				t.Fatalf("claim of file %d of bot %d = %t, %v, want refused %t", n, bot, mine, err, want)
			}
		}
	}
	f.done(key(0, 0))
	if mine, err := f.claim(ctx, key(9, 1)); !mine || err != nil || claimed != maxUploads {
		t.Errorf("claim when one is done = %t, %v after %d, want it after %d", mine, err, claimed, maxUploads)
	}
	f.put(key(5, 3), "id")
	if mine, err := f.claim(ctx, key(5, 3)); mine || err != nil {
		t.Errorf("claim of what has an id = %t, %v, want false", mine, err)
	}
}
