package project

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"botyard/db"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

func TestDisconnectTakesOursAway(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	ctx := t.Context()
	id, bot, second := b.blank("x"), b.bot("x_bot"), b.bot("second_bot")
	b.connected(id, bot)
	if err := b.Disconnect(ctx, id); err != nil {
		t.Fatal(err)
	}
	if c := b.connection(id); c.Actual != "disconnected" || c.Desired != "disconnected" || c.Reason != "" {
		t.Errorf("Connection = %+v, want disconnected", c)
	}
	if got := b.hook(bot).URL; got != "" {
		t.Errorf("webhook = %q, want none", got)
	}
	menu := b.sim.Journal().Select(sim.Calls(bot.ID, "setChatMenuButton"))
	if last := menu[len(menu)-1].Text("menu_button"); !strings.Contains(last, "default") {
		t.Errorf("menu button = %s, want the default", last)
	}
	if n := query[int](b, "SELECT count(*) FROM public_ids WHERE retired_at IS NULL"); n != 0 {
		t.Errorf("live public ids = %d, want 0", n)
	}
	if err := b.Disconnect(ctx, id); err != nil {
		t.Errorf("Disconnect again = %v, want nil", err)
	}
	b.connected(b.blank("another"), bot) // it is free
	b.connected(id, second)
}

func TestDisconnectLeavesAnothersAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	id, bot := b.blank("x"), b.bot("x_bot")
	b.connected(id, bot)
	b.elsewhere(bot)
	if err := b.Disconnect(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if got := b.hook(bot).URL; got != "https://rival.example.net/hook" || b.connection(id).Actual != "disconnected" {
		t.Errorf("webhook = %s, %+v, want the other's and disconnected", got, b.connection(id))
	}
	if menu := b.sim.Journal().Select(sim.Calls(bot.ID, "setChatMenuButton")); len(menu) != 1 {
		t.Errorf("menu button set %d times, want it left to the other", len(menu))
	}
}

func TestABotWithARevokedTokenIsLetGo(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	for _, f := range []sim.Fault{{Code: 401, Description: "Unauthorized"}, {Code: 404, Description: "Not Found"}} {
		id, bot := b.blank("x"), b.bot(fmt.Sprintf("x%d_bot", f.Code))
		b.connected(id, bot)
		f.Bot, f.Method, f.Kind, f.Times = bot.ID, "getWebhookInfo", sim.FaultStatus, -1
		b.sim.Fault(f)
		if err := b.Disconnect(t.Context(), id); err != nil || b.connection(id).Actual != "disconnected" {
			t.Errorf("Disconnect = %v, %+v, want disconnected", err, b.connection(id))
		}
	}
	if n := query[int](b, "SELECT count(*) FROM bot_claims"); n != 0 {
		t.Errorf("claims = %d, want 0", n)
	}
}

func TestAProjectIsDeletedWhileTelegramIsAway(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	id, bot := b.blank("x"), b.bot("x_bot")
	b.publish(id)
	b.connected(id, bot)
	b.page(id, "site", "")
	b.api.Close()
	if err := b.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	tables, err := b.Store.Pool.Query(t.Context(), `SELECT c.table_name FROM information_schema.columns c
		JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE c.column_name = 'project_id' AND c.table_schema = 'public' AND t.table_type = 'BASE TABLE'`)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{"audit": true, "public_ids": true} // ids only; tombstones
	for tables.Next() {
		var table string
		if err := tables.Scan(&table); err != nil {
			t.Fatal(err)
		}
		if n := query[int](b, "SELECT count(*) FROM "+table+" WHERE project_id = $1", id); n != 0 && !kept[table] {
			t.Errorf("rows left in %s = %d, want 0", table, n)
		}
	}
	if n := query[int](b, "SELECT count(*) FROM public_ids WHERE retired_at IS NULL"); n != 0 {
		t.Errorf("live public ids = %d, want 0", n)
	}
	if _, err := b.Store.Draft(t.Context(), id); !db.NotFound(err) {
		t.Errorf("Draft = %v, want none", err)
	}
}

// disconnected is a bot that was just let go.
func disconnected(t *testing.T) (b *bench, project int64, bot sim.Bot) {
	t.Helper()
	b = newBench(t)
	b.reconcileAll()
	project, bot = b.blank("x"), b.bot("x_bot")
	b.connected(project, bot)
	if err := b.Disconnect(t.Context(), project); err != nil {
		t.Fatal(err)
	}
	return b, project, bot
}

func TestADisconnectionIsUndone(t *testing.T) {
	t.Parallel()
	b, project, bot := disconnected(t)
	if c := b.connection(project); !c.Restorable || c.Actual != "disconnected" {
		t.Errorf("Connection = %+v, want it disconnected and restorable", c)
	}
	// What came meanwhile waits at Telegram.
	if _, err := b.sim.User(telegram.User{FirstName: "Anna"}).Send(bot.ID, "hello"); err != nil {
		t.Fatal(err)
	}
	if err := b.Reconnect(t.Context(), project); err != nil {
		t.Fatal(err)
	}
	b.becomesConnected(project)
	if c := b.connection(project); c.Actual != "connected" || c.Restorable || !strings.HasPrefix(b.hook(bot).URL, publicURL) {
		t.Errorf("Connection = %+v, webhook %q, want it connected again", c, b.hook(bot).URL)
	}
	info, err := b.Telegram.GetWebhookInfo(t.Context(), bot.Token)
	if err != nil || info.PendingUpdateCount != 1 {
		t.Errorf("waiting at Telegram = %d, %v, want the message", info.PendingUpdateCount, err)
	}
	if err := b.Reconnect(t.Context(), project); err != nil {
		t.Errorf("Reconnect again = %v, want nil", err)
	}
}

func TestADisconnectionWithoutAnAddressIsUndone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.PublicURL = ""
	b.reconcileAll()
	project, bot := b.blank("x"), b.bot("x_bot")
	b.connected(project, bot)
	if err := b.Disconnect(t.Context(), project); err != nil {
		t.Fatal(err)
	}
	menu := b.sim.Journal().Select(sim.Calls(bot.ID, "setChatMenuButton"))
	if last := menu[len(menu)-1].Text("menu_button"); !strings.Contains(last, "default") {
		t.Errorf("menu button = %s, want the default", last)
	}
	if err := b.Reconnect(t.Context(), project); err != nil {
		t.Fatal(err)
	}
	b.becomesConnected(project)
}

func TestTheTokenIsForgottenWhenTheTimeToUndoIsOver(t *testing.T) {
	t.Parallel()
	b, project, _ := disconnected(t)
	if got := b.next(); got != 10 {
		t.Errorf("the token is looked at in %d minutes, want 10", got)
	}
	b.exec("UPDATE integrations SET check_at = now()")
	b.Nudge()
	eventually(t, "the token gone", func() bool { return query[int](b, "SELECT count(*) FROM integrations WHERE token IS NOT NULL") == 0 })
	if err := b.Reconnect(t.Context(), project); !errors.Is(err, ErrTooLate) || b.connection(project).Restorable {
		t.Errorf("Reconnect = %v, want %v", err, ErrTooLate)
	}
}

func TestAnUndoTakesNobodysBot(t *testing.T) {
	t.Parallel()
	b, project, bot := disconnected(t)
	b.elsewhere(bot)
	var foreign *ForeignWebhookError
	if err := b.Reconnect(t.Context(), project); !errors.As(err, &foreign) {
		t.Errorf("Reconnect of a bot that another service took = %v, want %T", err, foreign)
	}
	if err := b.Telegram.DeleteWebhook(t.Context(), bot.Token, false); err != nil {
		t.Fatal(err)
	}
	other := b.blank("another")
	b.connected(other, bot)
	if err := b.Reconnect(t.Context(), project); !errors.Is(err, ErrBotTaken) {
		t.Errorf("Reconnect of a bot that another project has = %v, want %v", err, ErrBotTaken)
	}
}

func TestOnlyTokensOfUndoableDisconnectionsAreKept(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.reconcileAll()
	taken, revoked := b.blank("taken"), b.blank("revoked")
	takenBot, revokedBot := b.bot("taken_bot"), b.bot("revoked_bot")
	b.connected(taken, takenBot)
	b.connected(revoked, revokedBot)
	b.elsewhere(takenBot)
	if _, err := b.sim.RevokeToken(revokedBot.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{taken, revoked} {
		if err := b.Disconnect(t.Context(), id); err != nil || b.connection(id).Restorable {
			t.Errorf("Disconnect = %v, %+v, want nothing to restore", err, b.connection(id))
		}
	}
}
