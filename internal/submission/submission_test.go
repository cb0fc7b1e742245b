package submission

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/miniapp"
)

// open gives a database with a project.
func open(t *testing.T) (*db.Store, int64) {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 12)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store, newProject(t, store)
}

func newProject(t *testing.T, store *db.Store) (id int64) {
	t.Helper()
	err := store.InTx(t.Context(), func(q *db.Queries) error {
		account, err := q.CreateAccount(t.Context())
		if err == nil {
			id, err = q.CreateProject(t.Context(), db.CreateProjectParams{AccountID: account, Name: "x", Language: "ru"})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func order(project int64, principal, key, body string) Entry {
	return Entry{
		Project: project, Kind: Order, Source: FromSite, Principal: principal, Key: key, Digest: []byte(body),
		Content: miniapp.Submission{
			Form: "home.order", Kind: "order", Title: "Корзина", Total: 64000, Currency: "RUB",
			Fields: []miniapp.Value{{Name: "name", Label: "Имя", Type: "name", Value: "Алёна"}, {Name: "phone", Label: "Телефон", Type: "phone", Value: "+79001234567"}},
			Lines:  []miniapp.OrderLine{{Item: "latte/big", Product: "Латте", Variant: "Большой", Price: 32000, Quantity: 2, Sum: 64000}},
		},
	}
}

// record runs Record in a transaction of its own.
func record(ctx context.Context, store *db.Store, e Entry) (receipt miniapp.Receipt, fresh bool, err error) {
	err = store.InTx(ctx, func(q *db.Queries) error {
		receipt, fresh, err = Record(ctx, q, e)
		return err
	})
	return receipt, fresh, err
}

func mustRecord(t *testing.T, store *db.Store, e Entry, wantNumber int64, wantFresh bool) {
	t.Helper()
	receipt, fresh, err := record(t.Context(), store, e)
	if err != nil || receipt.Number != wantNumber || fresh != wantFresh {
		t.Errorf("Record(%s %s) = %d, %v, %v, want %d, %v", e.Principal, e.Key, receipt.Number, fresh, err, wantNumber, wantFresh)
	}
}

func TestOneRecordUnderAKey(t *testing.T) {
	t.Parallel()
	store, project := open(t)
	mustRecord(t, store, order(project, "anna", "k", "body"), 1, true)
	mustRecord(t, store, order(project, "anna", "k", "body"), 1, false)
	mustRecord(t, store, order(project, "boris", "k", "body"), 2, true)
	mustRecord(t, store, order(project, "anna", "k2", "body"), 3, true)
	if _, _, err := record(t.Context(), store, order(project, "anna", "k", "another")); !errors.Is(err, ErrOtherBody) {
		t.Errorf("Record of another body = %v, want ErrOtherBody", err)
	}
	other := order(project, "anna", "k", "body")
	other.Content.Form = "home.form"
	mustRecord(t, store, other, 4, true)
	mustRecord(t, store, order(newProject(t, store), "anna", "k", "body"), 1, true)
}

// TestOneRecordHoweverConcurrently: everybody gets the same receipt, one of
// them made it, and the numbers have no gap.
func TestOneRecordHoweverConcurrently(t *testing.T) {
	t.Parallel()
	store, project := open(t)
	const keys, times = 5, 12
	var mu sync.Mutex
	numbers, made := map[string]map[int64]bool{}, 0
	var all sync.WaitGroup
	for i := range keys * times {
		all.Go(func() {
			key := fmt.Sprint("k", i%keys)
			if i%keys == 0 {
				key = "" // one of them comes without a key
			}
			receipt, fresh, err := record(t.Context(), store, order(project, "anna", key, "body"))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Errorf("Record(%s): %v", key, err)
			}
			if numbers[key] == nil {
				numbers[key] = map[int64]bool{}
			}
			numbers[key][receipt.Number] = true
			if fresh {
				made++
			}
		})
	}
	all.Wait()
	seen := map[int64]bool{}
	for key, of := range numbers {
		if len(of) != 1 {
			t.Errorf("key %q got the numbers %v, want one", key, of)
		}
		for n := range of {
			seen[n] = true
		}
	}
	if want := map[int64]bool{1: true, 2: true, 3: true, 4: true, 5: true}; made != keys || !cmp.Equal(seen, want) {
		t.Errorf("made %d records with the numbers %v, want %d without a gap", made, seen, keys)
	}
}

// TestWithoutAKeyTheBodyIsKnownForAMinute: then the same words are another order.
func TestWithoutAKeyTheBodyIsKnownForAMinute(t *testing.T) {
	t.Parallel()
	store, project := open(t)
	mustRecord(t, store, order(project, "", "", "body"), 1, true)
	mustRecord(t, store, order(project, "", "", "body"), 1, false)
	mustRecord(t, store, order(project, "", "", "another"), 2, true)
	if _, err := store.Pool.Exec(t.Context(), "UPDATE submissions SET created_at = created_at - interval '61 seconds'"); err != nil {
		t.Fatal(err)
	}
	mustRecord(t, store, order(project, "", "", "body"), 3, true)
}

// TestARolledBackRecordLeavesNoTrace: a turn of the bot that is run again
// records once.
func TestARolledBackRecordLeavesNoTrace(t *testing.T) {
	t.Parallel()
	store, project := open(t)
	e := order(project, "", OfStep(7, 2), "")
	e.Source, e.User, e.Digest = FromBot, 42, []byte{}
	stop := errors.New("the batch failed")
	err := store.InTx(t.Context(), func(q *db.Queries) error {
		if _, _, err := Record(t.Context(), q, e); err != nil {
			return err
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Fatalf("InTx = %v, want %v", err, stop)
	}
	mustRecord(t, store, e, 1, true)
	mustRecord(t, store, e, 1, false)
}

func TestARecordHoldsWhatIsShownAndSought(t *testing.T) {
	t.Parallel()
	store, project := open(t)
	e := order(project, "anna", "k", "body")
	e.Content.Fields = append(e.Content.Fields, miniapp.Value{Name: "comment", Label: "Комментарий", Type: "long", Value: "a\x00b\xffЁж"})
	mustRecord(t, store, e, 1, true)
	row, err := store.Submission(t.Context(), db.SubmissionParams{ProjectID: project, Number: 1})
	if err != nil || row.Person != "Алёна" || row.Contact != "+79001234567" || row.Total != 64000 || row.Status != "new" || row.Kind != "order" {
		t.Errorf("Submission = %+v, %v", row, err)
	}
	if diff := cmp.Diff(e.Content.Lines, row.Content.Lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	for typed, want := range map[string]int{
		"": 1, "алена": 1, "АЛЁНА": 1, "ёж": 1, "латте, большой": 1, "8 (900) 123-45-67": 1, "+7 900 123 45 67": 1, "4567": 1,
		"1": 1, "№ 1": 1, "борис": 0, "2": 1, "999": 0, "№ 2": 0, "%": 0, "_": 0,
	} {
		words, number := Sought(typed)
		rows, err := store.Submissions(t.Context(), db.SubmissionsParams{ProjectID: project, Before: 1 << 62, Words: words, Wanted: number, Most: 10})
		if err != nil || len(rows) != want {
			t.Errorf("search for %q found %d, %v, want %d", typed, len(rows), err, want)
		}
	}
	e.Content.Fields, e.Key, e.Name = nil, "k2", "Anna T"
	mustRecord(t, store, e, 2, true)
	if row, err := store.Submission(t.Context(), db.SubmissionParams{ProjectID: project, Number: 2}); err != nil || row.Person != "Anna T" {
		t.Errorf("person without a name = %q, %v, want the one in Telegram", row.Person, err)
	}
}
