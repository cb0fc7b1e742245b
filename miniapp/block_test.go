package miniapp

import (
	"strings"
	"testing"
)

// TestCheckBlocks is what is wrong with the blocks that are lists and forms.
func TestCheckBlocks(t *testing.T) {
	t.Parallel()
	block := func(fields string) string {
		return `[{"id":"home","title":"A","blocks":[{"id":"b",` + fields + `}]},{"id":"other","title":"B"}]`
	}
	at := "/pages/0/blocks/0/"
	for _, test := range []struct{ in, want string }{
		{block(`"kind":"heading","text":"a","label":"b"`), "required " + at + "to"},
		{block(`"kind":"heading","text":"a","to":"page:other"`), "required " + at + "label"},
		{block(`"kind":"heading","text":"a","media":"` + key + `"`), "no_alt " + at + "alt"},
		{block(`"kind":"gallery","items":[{}]`), "required " + at + "items/0/media, no_alt " + at + "items/0/alt"},
		{block(`"kind":"gallery","items":[{"media":"` + strings.Repeat("f", 64) + `","name":"a"}]`), "no_such_media " + at + "items/0/media"},
		{block(`"kind":"links","items":[{"label":"a"}]`), "required " + at + "items/0/to"},
		{block(`"kind":"links","look":"benefits","items":[{"label":"a"}]`), ""},
		{block(`"kind":"links","items":[{"label":"a","to":"page:none","media":"x"}]`), "bad_media " + at + "items/0/media, no_such_page " + at + "items/0/to"},
		{block(`"kind":"faq","items":[{"title":"a","text":[{"var":"x"},{"link":"file:x","text":"b"}]}]`), "no_variables_here " + at + "items/0/text, bad_address " + at + "items/0/text"},
		{block(`"kind":"faq","items":[` + strings.TrimSuffix(strings.Repeat(`{"title":"a","text":"b"},`, faqMost+1), ",") + `]`), "too_many " + at + "items"},
		{block(`"kind":"video","alt":"a"`), "no_video " + at + "film"},
		{block(`"kind":"video","alt":"a","film":"` + key + `","to":"page:other","media":"` + key + `"`), "two_videos " + at + "to"},
		{block(`"kind":"video","alt":"a","to":"https://x.example"`), "required " + at + "media"},
		{block(`"kind":"map","address":"a","point":"100, 0"`), "bad_point " + at + "point"},
		{block(`"kind":"map","address":"a","point":"рядом"`), "bad_point " + at + "point"},
		{block(`"kind":"contacts","phone":"нет","email":"a","telegram":"b"`), "bad_phone " + at + "phone, bad_email " + at + "email, bad_telegram " + at + "telegram"},
		{block(`"kind":"contacts"`), "no_contacts /pages/0/blocks/0"},
		{block(`"kind":"contacts","look":"hours","phone":"+79000000000"`), "no_contacts /pages/0/blocks/0"},
		{block(`"kind":"contacts","hours":[" "]`), "required " + at + "hours/0"},
		{block(`"kind":"quote","text":"a","stars":"6"`), "not_a_choice " + at + "stars"},
		{block(`"kind":"countdown","until":"31.12.2026"`), "bad_moment " + at + "until"},
		{block(`"kind":"form"`), "required " + at + "fields"},
		{block(`"kind":"form","fields":[{"id":"a","type":"short","label":"A"},{"id":"a","type":"file","label":""}]`), "duplicate_id " + at + "fields/1/id, required " + at + "fields/1/label, not_a_choice " + at + "fields/1/type"},
		{block(`"kind":"form","fields":[{"id":"website","type":"choice","label":"A"}]`), "bad_id " + at + "fields/0/id, required " + at + "fields/0/options"},
		{block(`"kind":"form","fields":[{"id":"a","type":"choice","label":"A","options":["b","b"," "]}]`), "duplicate_option " + at + "fields/0/options/1, required " + at + "fields/0/options/2"},
		{block(`"kind":"form","fields":[{"id":"a","type":"consent","label":"A"}]`), "required " + at + "fields/0/to"},
		{block(`"kind":"form","fields":[{"id":"a","type":"phone","label":"A"}]`), "no_consent " + at + "fields"},
		{block(`"kind":"order","name":"maybe"`), "not_a_choice " + at + "name, no_consent /pages/0/blocks/0"},
		{block(`"kind":"order","consent":"Да"`), "required " + at + "to, no_consent /pages/0/blocks/0"},
		{block(`"kind":"order","to":"page:none"`), "no_such_page " + at + "to"},
	} {
		checkPages(t, test.in, test.want)
	}
}
