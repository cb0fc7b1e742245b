package inbox

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"botyard/db"
	"botyard/internal/flow"
)

// answerWithin is how long a chat waits for another service at most.
const answerWithin = 10 * time.Second

// calls are the requests to other services that a batch of turns wants made.
type calls map[waitKey]call

type call struct {
	generation  int
	integration int64
	request     []byte
}

// note takes the effects of a turn that are requests.
func (c calls) note(e *event, effects []flow.Effect) error {
	for _, effect := range effects {
		wanted, ok := effect.(flow.CallHTTP)
		if !ok {
			continue
		}
		request, err := json.Marshal(wanted)
		if err != nil {
			return fmt.Errorf("encode a request: %w", err)
		}
		c[waitKey{e.chat(), wanted.Run}] = call{wanted.Generation, e.IntegrationID, request}
	}
	return nil
}

func (c calls) save(ctx context.Context, q *db.Queries) error {
	if len(c) == 0 {
		return nil
	}
	p := db.AskCallsParams{Within: answerWithin}
	for key, call := range c {
		p.Projects, p.Chats, p.Runs = append(p.Projects, key.project), append(p.Chats, key.chat), append(p.Runs, key.run)
		p.Generations, p.Integrations = append(p.Generations, int32(call.generation)), append(p.Integrations, call.integration)
		p.Requests = append(p.Requests, call.request)
	}
	if err := q.AskCalls(ctx, p); err != nil {
		return fmt.Errorf("ask for calls: %w", err)
	}
	return nil
}
