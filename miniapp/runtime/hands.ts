import { m } from "./manifest";
import { byId } from "./page";
import { go } from "./router";
import { send } from "./send";
import { open, post } from "./telegram";
import { tell } from "./tell";

/** Follows what the visitor's hands do: on links, in the cart and in forms. */
export function follow(version: string): void {
  addEventListener("click", (e) => {
    const target = e.target as Element;
    const a = target.closest("a");
    const button = target.closest("button");
    if (button?.name) put(button.name, (m.cart[button.name] ?? 0) + +button.value);
    if (!a || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const there = m.pages.find((p) => p.href === a.getAttribute("href"));
    if (there) {
      go(there);
      if (a.closest(".bar")) document.querySelector(".order")!.scrollIntoView();
    } else if (!open(a, version)) return;
    e.preventDefault();
  });
  addEventListener("input", (e) => {
    const c = e.target as HTMLInputElement;
    const f = c.form;
    if (c.name[0] === ":") c.value && put(c.name, +c.value);
    else if (f) {
      (m.forms[f.id] ??= {}).values = values(f);
      mark(c, "");
      tell();
    } else c.closest(".products")!.querySelectorAll("li").forEach((li) => (li.hidden = !!c.value && li.dataset.category !== c.value));
  });
  addEventListener("invalid", (e) => {
    const c = e.target as HTMLInputElement;
    e.preventDefault();
    mark(c, c.validationMessage);
    c.form!.querySelector<HTMLElement>("[aria-invalid=true]")!.focus();
  }, true);
  addEventListener("submit", (e) => {
    const f = e.target as HTMLFormElement;
    const state = (m.forms[f.id] ??= {});
    e.preventDefault();
    if (state.waits) return;
    state.values = values(f);
    send(f.id, JSON.stringify({
      values: state.values,
      lines: f.querySelector("ul") ? Object.entries(m.cart).map(([name, quantity]) => ({ item: name.slice(1), quantity })) : undefined,
    }));
  });
}

function put(item: string, n: number): void {
  m.cart[item] = n > 0 ? Math.min(n | 0, 99) : 0;
  post("web_app_trigger_haptic_feedback", { type: "selection_change" });
  tell();
}

/** What is typed into a form's own fields; those of the cart have a colon in their names. */
const values = (f: HTMLFormElement) => Object.fromEntries([...new FormData(f)].filter(([name]) => !name.includes(":"))) as Record<string, string>;

/** Says at a field what is wrong with it; nothing with "". */
function mark(c: HTMLInputElement, words: string): void {
  const about = byId(c.id + "-");
  c.setAttribute("aria-invalid", !!words as unknown as string);
  if (about) about.lastChild!.textContent = words;
}
