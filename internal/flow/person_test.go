package flow

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

// personTurn is a turn that may change anna.
func personTurn(p Person) *turn {
	in := input(Compile(nil, Setting{}), said("x"))
	in.Person = p
	return &turn{in: &in, event: &in.Event, person: p, release: in.Current}
}

func TestSetData(t *testing.T) {
	t.Parallel()
	p := anna()
	p.Data = map[string]string{"a": "1"}
	before := maps.Clone(p.Data)
	tn := personTurn(p)
	tn.set("a", "1")
	tn.set("", "x")
	if tn.changed {
		t.Error("changed by what changes nothing")
	}
	tn.set("a", "2")
	tn.set("b", "x\x00y\xff")
	tn.set("c", strings.Repeat("я", MaxValue))
	tn.set("d", "1")
	tn.set("d", "")
	want := map[string]string{"a": "2", "b": "xy\uFFFD", "c": strings.Repeat("я", MaxValue/2)}
	if !maps.Equal(tn.person.Data, want) || !tn.changed {
		t.Errorf("data = %.200v, want %.200v", tn.person.Data, want)
	}
	if !maps.Equal(p.Data, before) {
		t.Errorf("the given person's data became %v", p.Data)
	}
}

func TestDataAreBounded(t *testing.T) {
	t.Parallel()
	tn := personTurn(anna())
	for i := range 30 {
		tn.set(fmt.Sprint("f", i), strings.Repeat("x", MaxValue))
	}
	if n := tn.person.size(); n > MaxData || n < MaxData-MaxValue-10 {
		t.Errorf("%d bytes of data, want nearly %d", n, MaxData)
	}
	if len(tn.reports) == 0 || tn.reports[0].Code != "data_full" {
		t.Errorf("reports = %v, want data_full", tn.reports)
	}
	if !tn.set("f0", "y") || tn.person.Data["f0"] != "y" {
		t.Error("a shorter value has no place")
	}
}

func TestTags(t *testing.T) {
	t.Parallel()
	p := anna()
	p.Tags = append(make([]string, 0, 9), "b", "d")
	tn := personTurn(p)
	tn.tag("b", true)
	tn.tag("x", false)
	tn.tag("", true)
	tn.tag(strings.Repeat("x", MaxTag+1), true)
	if tn.changed {
		t.Error("changed by what changes nothing")
	}
	tn.tag("c", true)
	tn.tag("a", true)
	tn.tag("d", false)
	if got := strings.Join(tn.person.Tags, ""); got != "abc" || strings.Join(p.Tags, "") != "bd" || !tn.person.Tagged("c") || tn.person.Tagged("d") {
		t.Errorf("tags = %v, given %v; want a b c, b d", tn.person.Tags, p.Tags)
	}
	for i := range MaxTags + 5 {
		tn.tag(fmt.Sprint("n", i), true)
	}
	if len(tn.person.Tags) != MaxTags || len(tn.reports) == 0 {
		t.Errorf("%d tags, reports %v, want %d and a report", len(tn.person.Tags), tn.reports, MaxTags)
	}
}

func TestRandomDrawsByShares(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", onStart, `{"id":"r","kind":"random","ways":[{"share":3,"steps":[`+message("a", `"a"`)+`]},{"share":0,"steps":[`+message("b", `"b"`)+`]},{"share":1,"steps":[`+message("c", `"c"`)+`]}]}`)+`]`)
	drawn := map[string]int{}
	for n := range 4000 {
		in := input(r, said("/start"))
		in.Person.ID, in.Event.ID = int64(n%40), int64(n/40)
		first, again := sent(Advance(in).Effects)[0], sent(Advance(in).Effects)[0]
		if first != again {
			t.Fatalf("the same turn draws %s, then %s", first, again)
		}
		drawn[first]++
	}
	if drawn["b"] != 0 || drawn["a"] < 2850 || drawn["a"] > 3150 || drawn["a"]+drawn["c"] != 4000 {
		t.Errorf("drawn %v of 4000, want about three of a to one of c", drawn)
	}
}

func TestSetDataStep(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"value":["Я ",{"var":"first_name"}]}`: "Я Анна", `{"type":"number","value":"1 250,5"}`: "1250.5", `{"type":"number","value":"много"}`: "много",
		`{"type":"date","value":"завтра"}`: "2026-12-08", `{"action":"add","type":"number","value":"0,1"}`: "12.1", `{"action":"add","value":"x"}`: "12",
		`{"action":"add","value":"-13"}`: "-1", `{"action":"add","value":"999999999999999"}`: "12", `{"action":"clear"}`: "", `{"value":""}`: "",
	} {
		in := input(compiled(t, `[`+scenario("s", onStart, `{"id":"d","kind":"data","field":"f",`+strings.TrimPrefix(raw, "{"))+`]`), said("/start"))
		in.Person.Data = map[string]string{"f": "12"}
		if got := Advance(in).Person.Data["f"]; got != want {
			t.Errorf("%s leaves %q, want %q", raw, got, want)
		}
	}
}
