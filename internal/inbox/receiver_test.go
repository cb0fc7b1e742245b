package inbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/telegram"
)

// intake is a receiver on a database of its own; Run is up to the test.
type intake struct {
	*Receiver
	t     *testing.T
	store *db.Store
	dsn   string
	mu    sync.Mutex
	hints []int64
}

func newIntake(t *testing.T) *intake {
	t.Helper()
	store, dsn := newStore(t)
	in := &intake{t: t, store: store, dsn: dsn}
	in.Receiver = NewReceiver(store, quiet(t), func(projects []int64) {
		in.mu.Lock()
		defer in.mu.Unlock()
		in.hints = append(in.hints, projects...)
	})
	return in
}

func (in *intake) run() {
	ctx, cancel := context.WithCancel(in.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); in.Run(ctx) }()
	in.t.Cleanup(func() { cancel(); <-done })
}

// arrival is what became of a delivery.
type arrival struct {
	duplicate bool
	err       error
}

var source = Source{ProjectID: 3, IntegrationID: 4}

// deliver delivers updates at once and returns when all wait to be written.
func (in *intake) deliver(bodies ...string) (arrived func() []arrival) {
	in.t.Helper()
	out := make([]arrival, len(bodies))
	var all sync.WaitGroup
	for i, body := range bodies {
		before := len(in.queueOf(source.ProjectID))
		all.Go(func() { out[i].duplicate, out[i].err = in.Receive(in.t.Context(), source, []byte(body)) })
		eventually(in.t, "a delivery in the queue", func() bool { return len(in.queueOf(source.ProjectID)) > before })
	}
	return func() []arrival { all.Wait(); return out }
}

func (in *intake) count(table string) (n int) {
	in.t.Helper()
	if err := in.store.Pool.QueryRow(in.t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		in.t.Fatal(err)
	}
	return n
}

// message is an update with a message of a person.
func message(id, chat int64) string {
	return fmt.Sprintf(`{"update_id":%d,"message":{"message_id":1,"date":1,"chat":{"id":%d,"type":"private"},"from":{"id":%d,"first_name":"A"},"text":"x"}}`, id, chat, chat)
}

func TestWhatWaitsIsWrittenTogether(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	arrived := in.deliver(message(1, 5), message(2, 6), message(1, 5), `{"update_id":3}`)
	in.run()
	got := arrived()
	if want := []arrival{{}, {}, {duplicate: true}, {}}; !slices.Equal(got, want) {
		t.Errorf("arrivals = %v, want %v: the repeated one a duplicate", got, want)
	}
	var transactions int
	if err := in.store.Pool.QueryRow(t.Context(), "SELECT count(DISTINCT xmin::text) FROM telegram_updates").Scan(&transactions); err != nil {
		t.Fatal(err)
	}
	if ledger, inbox := in.count("telegram_updates"), in.count("inbox"); transactions != 1 || ledger != 3 || inbox != 2 {
		t.Errorf("transactions, ledger, inbox = %d, %d, %d, want 1, 3, 2", transactions, ledger, inbox)
	}
	again, err := in.Receive(t.Context(), source, []byte(message(2, 6)))
	if err != nil || !again {
		t.Errorf("Receive of one seen before = %t, %v, want a duplicate", again, err)
	}
	other, err := in.Receive(t.Context(), Source{ProjectID: 3, IntegrationID: 5}, []byte(message(2, 6)))
	if err != nil || other {
		t.Errorf("Receive of another bot's update of that id = %t, %v, want no duplicate", other, err)
	}
}

func TestARefusedUpdateHarmsNoOther(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	if _, err := in.store.Pool.Exec(t.Context(), "ALTER TABLE inbox ADD CONSTRAINT unlucky CHECK (chat_id <> 13)"); err != nil {
		t.Fatal(err)
	}
	arrived := in.deliver(message(1, 5), message(2, 13), message(3, 6), message(1, 5))
	in.run()
	got := arrived()
	if got[0].err != nil || got[2].err != nil || !got[3].duplicate || !db.RefusedData(got[1].err) {
		t.Errorf("arrivals = %v, want only the second refused", got)
	}
	if ledger := in.count("telegram_updates"); ledger != 2 {
		t.Errorf("ledger = %d, want 2: a refused update was not seen", ledger)
	}
	if !slices.Equal(in.hints, []int64{3, 3}) {
		t.Errorf("hints = %v, want one for each that was written", in.hints)
	}
}

func TestReceiptHasBounds(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	in.waiting.Store(queueBytes)
	if _, err := in.Receive(t.Context(), source, []byte(message(1, 5))); !errors.Is(err, ErrBusy) {
		t.Errorf("Receive over the bound in bytes = %v, want ErrBusy", err)
	}
	if got := in.waiting.Load(); got != queueBytes {
		t.Errorf("waiting afterwards = %d, want what it was", got)
	}
	in.waiting.Store(0)
	for range queueSize {
		in.queueOf(source.ProjectID) <- &receipt{}
	}
	if _, err := in.Receive(t.Context(), source, []byte(message(1, 5))); !errors.Is(err, ErrBusy) {
		t.Errorf("Receive over the bound in number = %v, want ErrBusy", err)
	}
}

func TestAStopWritesWhatWaits(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for i := range 8 { // Run may see either first
		arrived := in.deliver(message(int64(i+1), 5))
		if in.Run(stopped); len(in.queueOf(source.ProjectID)) > 0 {
			t.Fatal("Run ended with an update in the queue")
		}
		if got := arrived(); got[0].err != nil {
			t.Errorf("arrival = %v, want it written", got)
		}
	}
}

func TestWhoGoesAwayMayComeAgain(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := in.Receive(gone, source, []byte(message(1, 5))); !errors.Is(err, context.Canceled) {
		t.Errorf("Receive = %v, want Canceled", err)
	}
	in.run()
	again, err := in.Receive(t.Context(), source, []byte(message(1, 5)))
	if err != nil || !again || in.count("inbox") != 1 {
		t.Errorf("Receive again = %t, %v with %d in the inbox, want a duplicate of the one", again, err, in.count("inbox"))
	}
}

func TestNothingIsAcknowledgedThatIsNotStored(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	arrived := in.deliver(message(1, 5), message(2, 6))
	bringBack := pgtest.TakeAway(t, in.dsn)
	in.run()
	for _, got := range arrived() {
		if got.err == nil {
			t.Errorf("arrival without a database = %v, want an error", got)
		}
	}
	bringBack()
	if duplicate, err := in.Receive(t.Context(), source, []byte(message(1, 5))); err != nil || duplicate {
		t.Errorf("Receive afterwards = %t, %v, want it new", duplicate, err)
	}
}

func TestWhatIsNoUpdateIsRefused(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	for body, want := range map[string]error{
		"": telegram.ErrNotJSON, "[]": telegram.ErrNotJSON, `{"update_id":`: telegram.ErrNotJSON, `{}`: telegram.ErrNoUpdateID,
	} {
		for _, from := range []Source{source, {Retired: true}} {
			if _, err := in.Receive(t.Context(), from, []byte(body)); !errors.Is(err, want) {
				t.Errorf("Receive(%q) = %v, want %v", body, err, want)
			}
		}
	}
	if duplicate, err := in.Receive(t.Context(), Source{Retired: true}, []byte(message(1, 5))); duplicate || err != nil || in.count("telegram_updates") != 0 {
		t.Errorf("Receive for a retired bot = %t, %v, want it dropped", duplicate, err)
	}
}

func TestSkipReasons(t *testing.T) {
	t.Parallel()
	const from, private = `"from":{"id":5,"first_name":"A"}`, `"chat":{"id":5,"type":"private"}`
	for _, test := range []struct{ body, want string }{
		{`"message":{` + from + `,` + private + `,"text":"x"}`, ""},
		{`"callback_query":{"id":"1",` + from + `,"inline_message_id":"i"}`, ""},
		{`"my_chat_member":{` + from + `,` + private + `}`, ""},
		{`"edited_message":{` + from + `,` + private + `}`, "kind_not_used"},
		{`"poll":{"id":"1"}`, "kind_not_used"},
		{`"of_the_future":{}`, "kind_not_used"},
		{`"message":{` + from + `,"chat":{"id":-5,"type":"group"}}`, "not_private"},
		{`"my_chat_member":{` + from + `,"chat":{"id":-5,"type":"supergroup"}}`, "not_private"},
		{`"message":{` + private + `}`, "no_sender"},
		{`"message":{` + from + `,"chat":{"type":"private"}}`, "no_sender"},
		{`"message":{"from":{"id":5,"is_bot":true},` + private + `}`, "from_bot"},
		{`"message":{` + from + `,` + private + `,"text":7}`, "unreadable"},
	} {
		update, err := telegram.ParseUpdate([]byte(`{"update_id":1,` + test.body + `}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := skipReason(&update); got != test.want {
			t.Errorf("skipReason(%s) = %q, want %q", test.body, got, test.want)
		}
	}
}

func TestSkippedUpdatesAreInTheLedgerOnly(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	in.run()
	if _, err := in.Receive(t.Context(), source, []byte(`{"update_id":1,"poll":{}}`)); err != nil {
		t.Fatal(err)
	}
	var skipped string
	if err := in.store.Pool.QueryRow(t.Context(), "SELECT skipped FROM telegram_updates").Scan(&skipped); err != nil || skipped != "kind_not_used" {
		t.Errorf("skipped = %q, %v, want the reason", skipped, err)
	}
	if in.count("inbox") != 0 || in.hints != nil {
		t.Errorf("inbox and hints = %d, %v, want nothing", in.count("inbox"), in.hints)
	}
}

func TestTwoProcessesWriteOneUpdateOnce(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	other, err := in.store.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Rollback(context.Background())
	if _, err := other.Exec(t.Context(), "INSERT INTO telegram_updates (project_id, integration_id, update_id) VALUES (3, 4, 1)"); err != nil {
		t.Fatal(err)
	}
	arrived := in.deliver(message(1, 5))
	in.run()
	eventually(t, "the receiver waits for the other", func() bool {
		var n int
		err := in.store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted").Scan(&n)
		return err == nil && n > 0
	})
	if err := other.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := arrived(); got[0] != (arrival{duplicate: true}) {
		t.Errorf("arrival = %v, want a duplicate", got)
	}
	if ledger, inbox := in.count("telegram_updates"), in.count("inbox"); ledger != 1 || inbox != 0 {
		t.Errorf("%d in the ledger and %d waiting, want the other's alone", ledger, inbox)
	}
}
