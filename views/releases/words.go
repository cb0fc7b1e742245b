package releases

import (
	"context"
	"strconv"

	"botyard/internal/lang"
	"botyard/views/page"
)

func numbered(n int) []page.Hidden {
	return []page.Hidden{{Name: "release", Value: strconv.Itoa(n)}}
}

// nothing tells that clients see everything already.
func (p Publish) nothing() bool {
	return p.Project.Live() && len(p.Changes) == 0
}

func (p Publish) heading(ctx context.Context) string {
	if p.nothing() {
		return lang.T(ctx, "publish.all_live")
	}
	if p.Project.Edits > 0 && p.Project.Published {
		return lang.N(ctx, "publish.unseen", p.Project.Edits)
	}
	return lang.T(ctx, "releases.new")
}

// problemsTitle counts what stops the publication, or says that nothing does.
func (p Publish) problemsTitle(ctx context.Context) string {
	n := 0
	for _, problem := range p.Problems {
		if !problem.Warning {
			n++
		}
	}
	if n == 0 {
		return lang.T(ctx, "releases.only_warnings")
	}
	return lang.N(ctx, "releases.blocked", n)
}
