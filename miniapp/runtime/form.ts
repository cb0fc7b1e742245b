import { type Child, h, link, some } from "./element";
import { m } from "./manifest";
import { money } from "./money";
import type { Field, FormBlock, OrderBlock } from "./kinds";
import type { State } from "./types";

/** A form as it stands: to be filled in, refused with reasons at its fields, or sent. */
export function form(b: FormBlock | OrderBlock, ...first: Child[]): HTMLElement {
  const id = b.form;
  const state = m.forms[id] ?? {};
  const { done } = state;
  if (done) return h("div", { class: "done", id, tabindex: -1 }, h("b", {}, b.number + done.number, !!done.total && " · " + money(done.total)), h("p", {}, b.thanks));
  return h("form", { id, method: "post", action: m.base + "/forms/" + id },
    ...first,
    ...b.fields.map((f) => field(id + ".", state, f)),
    h("p", { role: "status", id: id + "-" }, state.note),
    h("button", { class: "main", "aria-describedby": id + "-" }, b.submit),
    some("p", b.note, "h"));
}

function field(prefix: string, state: State, f: Field): HTMLElement {
  const id = prefix + f.name;
  const value = state.values?.[f.name];
  const typed = f.tag === "input";
  const wrong = state.problems?.["/values/" + f.name];
  return h("div", { class: f.look },
    h("label", { for: id }, f.label),
    h("p", { class: "h", id: id + "-" }, f.hint, link(f.to, "go", f.link), h("b", {}, wrong)),
    h(f.tag, { id, name: f.name, value: typed && value, checked: value === "on" && "", "aria-invalid": !!wrong, "aria-describedby": id + "-", ...f.set },
      ...(f.options ? f.options.map((o) => h("option", { selected: o === value && "" }, o)) : [!typed && value])));
}
