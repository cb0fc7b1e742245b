import "./all";
import { drawers } from "./drawers";
import { type Child, h, link, some } from "./element";
import { m } from "./manifest";
import type { Page } from "./kinds";
import type { Block } from "./types";

/** The page that is shown; one that is not there is the first. */
export const page = (): Page => m.pages.find((p) => p.id === m.page) ?? m.pages[0]!;

const links = (foot?: true): HTMLElement[] => m.pages.filter((p) => p.foot === foot).map((p) => h("a", { href: p.href, "aria-current": p === page() && "page" }, p.title));

/** The whole of what a visitor sees of a page. */
export const draw = (): HTMLElement[] => [
  h("header", {}, h("b", {}, m.name), h("nav", { "aria-label": m.words.pages }, ...links()), link(m.bot, "tg", m.words.write)),
  h("main", { tabindex: -1 }, ...page().blocks.map((b: Block) => h("div", { class: b.kind, "data-look": b.look, id: b.id }, some("h2", b.title), ...(drawers[b.kind] as (block: Block) => Child[])(b)))),
  h("footer", {}, m.name, ...links(true)),
];
