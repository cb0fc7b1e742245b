package bot

import (
	"context"

	"botyard/internal/lang"
)

// count tells how often a text came, from how many people, and when last.
func (p Puzzle) count(ctx context.Context) string {
	count := lang.N(ctx, "bot.puzzle_times", p.Times)
	if p.People < p.Times {
		count += ", " + lang.N(ctx, "bot.puzzle_people", p.People)
	}
	return count + ", " + lang.Moment(ctx, p.Last)
}
