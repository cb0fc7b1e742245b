import { m } from "./manifest";
import { money } from "./money";
import { each } from "./page";
import { remember } from "./store";
import type { Manifest } from "./types";

/** Shows the cart at everything that tells of it; gives the sum in words, "" when it is empty. */
export function tellCart(): string {
  const known: Manifest["cart"] = {};
  let count = 0;
  let sum = 0;
  for (const { offers } of m.goods)
    for (const { item, price } of offers) {
      const n = m.cart[item];
      if (!n) continue;
      known[item] = n;
      count += n;
      sum += n * price;
    }
  const words = count ? money(sum) : "";
  // What the shop has no more leaves the cart, once the whole shop is here.
  if (!m.more) m.cart = known;
  remember("cart", m.cart);
  each<HTMLInputElement>(".buy input", (e) => (e.closest<HTMLElement>(".buy")!.dataset.n = e.value = (m.cart[e.name] ?? 0) as unknown as string));
  each(".sum", (e) => (e.textContent = words));
  each(".count", (e) => (e.textContent = m.words.items[new Intl.PluralRules(m.lang).select(count)]!.replace("#", count as unknown as string)));
  document.body.dataset.n = count as unknown as string;
  return words;
}
