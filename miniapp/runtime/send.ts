import { m } from "./manifest";
import { byId } from "./page";
import { again } from "./router";
import { bearer } from "./session";
import { post } from "./telegram";
import { tell } from "./tell";
import type { State } from "./types";

/** Sends what a form holds until the server has answered. */
export async function send(id: string, body: string): Promise<void> {
  const state = (m.forms[id] ??= {});
  // The same words under the same key are the same to the server, however often they come.
  if (state.body !== body) state.key = "" + Math.random() + Date.now();
  Object.assign(state, { body, waits: true, problems: {} });
  for (let seconds = 2; state.waits; seconds *= 2) {
    say(id, state, m.words[0]);
    try {
      const answer = await fetch(m.base + "/forms/" + id, {
        method: "POST", body,
        headers: { "Content-Type": "application/json", "Idempotency-Key": state.key!, Authorization: await bearer() },
      });
      const { status, ok } = answer;
      if (status === 429 || status > 499) throw answer;
      const told = ok || status === 422 ? await answer.json() : [];
      state.waits = false;
      state.note = (m.words as unknown as Record<number, string>)[status] ?? m.words[400];
      if (ok) {
        state.done = told;
        if (told.total) m.cart = {};
      } else
        for (const { path, problem } of told) {
          state.problems![path] = problem;
          state.note = problem;
        }
      settle(id, ok);
    } catch (e) {
      say(id, state, m.words[503]);
      await new Promise((go) => {
        addEventListener("online", go);
        setTimeout(go, 1e3 * (+(e as Response).headers?.get("retry-after")! || seconds));
      });
    }
  }
}

/** Says how the sending goes where the form is shown. */
function say(id: string, state: State, note: string): void {
  const place = byId(id + "-");
  state.note = note;
  if (place) place.textContent = note;
  tell();
}

/** Shows the end of sending, and leads there. */
function settle(id: string, ok: boolean): void {
  again();
  if (ok) delete m.forms[id];
  tell();
  post("web_app_trigger_haptic_feedback", { type: "notification", notification_type: ok ? "success" : "error" });
  const now = byId(id);
  (now?.querySelector<HTMLElement>("[aria-invalid],.main") ?? now)?.focus();
}
