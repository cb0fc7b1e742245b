package inbox

import (
	"strings"
	"testing"
)

func TestWhatIsNotUnderstoodIsCounted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project() // answers by its fallback
	for _, text := range []string{"Где  Вы ещё?", "где вы еще?", "\x00", strings.Repeat("я", 300)} {
		b.say(p, 5, "Anna", text)
	}
	b.say(p, 6, "Boris", "Где вы ещё?")
	b.put(p, map[string]any{"message": map[string]any{
		"message_id": 1, "date": 1, "chat": map[string]any{"id": 5, "type": "private"}, "from": map[string]any{"id": 5}, "sticker": map[string]any{"file_id": "s"},
	}})
	b.handleAll(p)
	b.say(p, 5, "Anna", "Где вы ещё?!")
	b.say(p, 5, "Anna", "ГДЕ ВЫ ЕЩЁ?")
	b.handleAll(p)
	const counted = `SELECT string_agg(chat_id || ' ' || left(folded, 12) || ' ' || left(words, 12) || ' ' || times, E'\n' ORDER BY chat_id, folded)
		FROM (SELECT chat_id, folded, (array_agg(words ORDER BY at DESC))[1] AS words, sum(times) AS times
			FROM not_understood WHERE project_id = $1 GROUP BY chat_id, folded) AS n`
	want := "5 где вы еще? ГДЕ ВЫ ЕЩЁ? 3\n5 где вы еще?! Где вы ещё?! 1\n5 " + strings.Repeat("я", 12) + " " + strings.Repeat("я", 12) + " 1\n5 \uFFFD \uFFFD 1\n6 где вы еще? Где вы ещё? 1"
	if got := query[string](b, counted, p); got != want {
		t.Errorf("not understood = %s, want %s", got, want)
	}
	if n := query[int](b, "SELECT max(length(words)) FROM not_understood"); n != puzzleLength {
		t.Errorf("longest = %d, want %d", n, puzzleLength)
	}
}

func TestWhatIsUnderstoodIsNotCounted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.runs(p, 2, `[{"id": "q1", "kind": "question", "text": "What?", "type": "text", "field": "f", "cancel": false, "back": false}]`)
	b.say(p, 5, "Anna", "/start")
	b.say(p, 5, "Anna", "an answer")
	b.handleAll(p)
	if n := query[int](b, "SELECT count(*) FROM not_understood"); n != 0 {
		t.Errorf("not understood = %d, want none", n)
	}
}
