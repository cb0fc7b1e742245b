package inbox

import (
	"context"
	"strings"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/submission"
	"botyard/miniapp"
)

// submits are the submissions that a batch of turns records, in their order.
type submits []submission.Entry

// note takes the effects of a turn that are submissions of the person in its chat.
func (s *submits) note(e *event, who flow.User, effects []flow.Effect) {
	for seq, effect := range effects {
		if left, ok := effect.(flow.Submit); ok {
			*s = append(*s, submission.Entry{
				Project: e.ProjectID, Kind: submission.Kind(left.Sort), Source: submission.FromBot,
				User: e.ChatID, Name: strings.TrimSpace(who.FirstName + " " + who.LastName), Principal: submission.OfUser(e.ChatID), Key: submission.OfStep(e.EventID, seq),
				Content: recordOf(left),
			})
		}
	}
}

// recordOf is what a record of a scenario holds; its form is the step.
func recordOf(left flow.Submit) miniapp.Submission {
	content := miniapp.Submission{Form: left.Step, Kind: "form", Title: left.Title, Fields: []miniapp.Value{}}
	for _, v := range left.Values {
		content.Fields = append(content.Fields, miniapp.Value{Name: v.Field, Label: v.Title, Type: string(v.Type), Value: v.Value})
	}
	return content
}

func (s submits) save(ctx context.Context, q *db.Queries) error {
	for _, entry := range s {
		if err := submission.Keep(ctx, q, entry); err != nil {
			return err
		}
	}
	return nil
}
