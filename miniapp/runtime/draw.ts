import { drawers } from "./drawers";
import { h } from "./element";
import { anchor } from "./link";
import type { Block, Manifest, Page } from "./types";
import { words } from "./words";

/** Where a block stands on its page. */
export interface Place {
  index: number;
  /** Whether it is the first of its kind on the page. */
  first: boolean;
}

export type Draw<B> = (m: Manifest, block: B, place: Place) => Node;

/** Finds a page; what is not there is the first. */
export function pageOf(m: Manifest, id: string): Page {
  return m.pages.find((p) => p.id === id) ?? m.pages[0]!;
}

/** The whole of what a visitor sees of a page. */
export function draw(m: Manifest, page: Page): HTMLElement[] {
  const links = m.pages.length > 1 && nav(m, page);
  const main = body(m, page);
  if (m.as === "app") return links ? [links, main] : [main];
  const bot = !!m.bot && h("a", { class: "tg", href: m.bot }, words(m).write);
  return [h("header", { class: "sitehead" }, h("b", {}, m.name), links, bot), main, h("footer", { class: "foot" }, h("span", {}, m.name))];
}

function nav(m: Manifest, page: Page): HTMLElement {
  const links = m.pages.map((p) => anchor(m, "page:" + p.id, { "aria-current": p === page && "page" }, p.title));
  return h("nav", { class: "pages", "aria-label": words(m).pages }, ...links);
}

function body(m: Manifest, page: Page): HTMLElement {
  const seen: Record<string, boolean> = {};
  const block = (b: Block, index: number): Node => {
    const first = !seen[b.kind];
    seen[b.kind] = true;
    return (drawers[b.kind] as Draw<Block>)(m, b, { index, first });
  };
  const blocks = page.blocks.map(block);
  return h("main", { class: "wrap", tabindex: -1 }, !seen.heading && h("h1", { class: "vh" }, page.title), ...blocks);
}
