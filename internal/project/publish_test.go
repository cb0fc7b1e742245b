package project

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"botyard/db"
)

func (b *bench) releases(project int64) (numbers []int32, current int32) {
	b.t.Helper()
	rows, err := b.Store.ListReleases(b.t.Context(), project)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, row := range rows {
		numbers = append(numbers, row.Number)
	}
	return numbers, query[int32](b, "SELECT coalesce(current_release, 0) FROM projects WHERE id = $1", project)
}

func TestPublishingWithoutAChangeMakesNoRelease(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	id := b.blank("x")
	for _, step := range []struct {
		title   string
		number  int32
		created bool
	}{{"one", 1, true}, {"one", 1, false}, {"two", 2, true}, {"one", 3, true}, {"one", 3, false}} {
		b.edit(id, func(d *Draft) { d.Pages[0].Title = step.title })
		number, created, problems, err := b.Publish(ctx, id, b.user)
		if number != step.number || created != step.created || problems != nil || err != nil {
			t.Errorf("Publish of %q = %d, %t, %v, %v, want %d, %t", step.title, number, created, problems, err, step.number, step.created)
		}
	}
	if numbers, current := b.releases(id); !slices.Equal(numbers, []int32{3, 2, 1}) || current != 3 {
		t.Errorf("releases = %v with %d current, want 3, 2, 1 with 3", numbers, current)
	}
}

func TestAnEarlierReleaseIsMadeCurrent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	id, other := b.blank("x"), b.blank("other")
	b.publish(id)
	b.edit(id, func(d *Draft) { d.Pages[0].Title = "two" })
	b.publish(id)
	if err := b.MakeCurrent(ctx, id, 1); err != nil {
		t.Fatal(err)
	}
	if _, current := b.releases(id); current != 1 {
		t.Errorf("current = %d, want 1", current)
	}
	for _, number := range []int32{0, 3, -1} {
		if err := b.MakeCurrent(ctx, id, number); !errors.Is(err, ErrNoRelease) {
			t.Errorf("MakeCurrent(%d) = %v, want ErrNoRelease", number, err)
		}
	}
	if err := b.MakeCurrent(ctx, other, 1); !errors.Is(err, ErrNoRelease) {
		t.Errorf("MakeCurrent of another project's release = %v, want ErrNoRelease", err)
	}
	one := int32(1)
	if n, err := b.Changes(ctx, id, &one); err != nil || n != 1 {
		t.Errorf("Changes against the earlier release = %d, %v, want 1", n, err)
	}
	if number := b.publish(id); number != 3 {
		t.Errorf("Publish of the same draft after going back = %d, want a release of its own", number)
	}
}

func TestPublicationsAtOnceMakeOneRelease(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	var all sync.WaitGroup
	created := make([]bool, 6)
	for i := range created {
		all.Go(func() {
			number, made, _, err := b.Publish(t.Context(), id, b.user)
			if created[i] = made; number != 1 || err != nil {
				t.Errorf("Publish = %d, %v, want 1", number, err)
			}
		})
	}
	all.Wait()
	n := 0
	for _, made := range created {
		if made {
			n++
		}
	}
	if numbers, _ := b.releases(id); n != 1 || !slices.Equal(numbers, []int32{1}) {
		t.Errorf("created, releases = %d, %v, want one", n, numbers)
	}
}

func TestWhatIsPublishedIsWhatWasChecked(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	draft, revision, err := b.Draft(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	digest, err := draft.digest()
	if err != nil {
		t.Fatal(err)
	}
	b.edit(id, func(d *Draft) { d.Pages[0].Title = "meanwhile" })
	p := publication{projectID: id, userID: b.user, revision: revision, draft: draft, digest: digest}
	err = b.Store.InTx(t.Context(), func(q *db.Queries) error { return p.save(context.Background(), q) })
	if numbers, _ := b.releases(id); !errors.Is(err, ErrStale) || numbers != nil {
		t.Errorf("save of a draft that was edited = %v, releases %v, want ErrStale and none", err, numbers)
	}
}
