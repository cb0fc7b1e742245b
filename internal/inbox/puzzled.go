package inbox

import (
	"context"
	"fmt"

	"botyard/db"
	"botyard/internal/flow"
)

// puzzles are the texts of a batch that nothing but the fallback took.
type puzzles map[puzzleKey]puzzle

type puzzleKey struct {
	chatKey
	folded string
}

type puzzle struct {
	words string
	times int32
}

// puzzleLength is how much of a text is kept, in characters.
const puzzleLength = 200

// note takes what a turn did not understand. Pictures and the like have no words.
func (p puzzles) note(who chatKey, said flow.Event, result flow.Result) {
	if !result.NotUnderstood {
		return
	}
	words := db.Storable(beginning(said.Text))
	folded := flow.Fold(words)
	if folded == "" {
		return
	}
	key := puzzleKey{who, folded}
	p[key] = puzzle{words, p[key].times + 1}
}

func beginning(text string) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), puzzleLength)])
}

func (p puzzles) save(ctx context.Context, q *db.Queries) error {
	if len(p) == 0 {
		return nil
	}
	var rows db.NoteNotUnderstoodParams
	for key, puzzle := range p {
		rows.Projects, rows.Chats = append(rows.Projects, key.project), append(rows.Chats, key.chat)
		rows.Folded, rows.Words, rows.Times = append(rows.Folded, key.folded), append(rows.Words, puzzle.words), append(rows.Times, puzzle.times)
	}
	if err := q.NoteNotUnderstood(ctx, rows); err != nil {
		return fmt.Errorf("note what was not understood: %w", err)
	}
	return nil
}
