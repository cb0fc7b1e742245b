import { h, some } from "./element";
import { m } from "./manifest";
import { money } from "./money";
import type { Good, Offer } from "./kinds";

/** What is offered for a price, with its quantity in the cart; field names it for the server. */
export function offer(tag: string, g: Good, o: Offer, field?: boolean): HTMLElement {
  const name = o.item;
  const whole = g.label + (o.name ? ", " + o.name : "");
  const step = (value: number, word: string): HTMLElement => h("button", { type: "button", name, value, "aria-label": word + ": " + whole }, word);
  return h(tag, { class: "buy" },
    some("span", field ? whole : o.name),
    h("b", {}, money(o.price)),
    !!m.order && h("span", {}, step(-1, m.words.less),
      h("input", { type: "number", name, "aria-label": whole, min: 0, max: 99, value: m.cart[name] ?? 0 }), step(1, m.words.add)));
}
