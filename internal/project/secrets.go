package project

import (
	"context"
	"fmt"
	"strings"

	"botyard/internal/flow"
	"botyard/internal/richtext"
	"botyard/internal/spec"
)

// missingSecrets warns of requests that want secrets which the project does
// not have: they would fail.
func (s *Service) missingSecrets(ctx context.Context, projectID int64, scenarios flow.Scenarios, path string) ([]spec.Problem, error) {
	wanted := secretsOf(scenarios, path)
	if len(wanted) == 0 {
		return nil, nil
	}
	rows, err := s.Store.SecretNames(ctx, projectID)
	if err != nil {
		return nil, fmt.Errorf("list the secrets of project %d: %w", projectID, err)
	}
	have := map[string]bool{}
	for _, row := range rows {
		have[row.Name] = true
	}
	var problems []spec.Problem
	for _, w := range wanted {
		if !have[w.name] {
			problems = append(problems, spec.Problem{Path: w.path, Code: "no_secret", Warning: true, Args: map[string]any{"name": w.name}})
		}
	}
	return problems, nil
}

// wantedSecret is a secret that a text names.
type wantedSecret struct{ path, name string }

func secretsOf(scenarios flow.Scenarios, path string) (all []wantedSecret) {
	for place := range scenarios.All() {
		for _, text := range place.Step.Parts().Texts {
			text.Text.Walk(func(n richtext.Node) {
				if name, is := strings.CutPrefix(n.Value, flow.SecretPrefix); is && n.Kind == richtext.Var {
					all = append(all, wantedSecret{spec.Join(path+place.Path, text.Path...), name})
				}
			})
		}
	}
	return all
}
