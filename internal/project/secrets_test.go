package project

import (
	"testing"

	"botyard/internal/flow"
)

func TestAMissingKeyIsWarnedOf(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	scenarios, problems := flow.Parse([]byte(`[{"id": "s1", "title": "", "triggers": [{"kind": "command", "command": "start"}], "steps": [
		{"id": "h1", "kind": "http", "url": ["https://example.com/", {"var": "secret:path"}], "headers": [{"name": "X-Key", "value": [{"var": "secret:crm"}]}]}]}]`), "")
	if problems != nil {
		t.Fatal(problems)
	}
	if err := b.Vault.SetSecret(t.Context(), b.Store.Queries, id, "path", "x"); err != nil {
		t.Fatal(err)
	}
	draft, _, err := b.Draft(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	draft.Scenarios = scenarios
	all, err := b.Check(t.Context(), id, draft)
	if err != nil {
		t.Fatal(err)
	}
	var warned []string
	for _, p := range all {
		if p.Code == "no_secret" && p.Warning {
			warned = append(warned, p.Path)
		}
	}
	if len(warned) != 1 || warned[0] != "/scenarios/0/steps/0/headers/0/value" {
		t.Errorf("warned of = %v, want the header's", warned)
	}
}
