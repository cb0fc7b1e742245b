import { type Child, h, link, some } from "./element";
import type { Picture, Row } from "./kinds";

export const picture = (p: Picture | undefined): Child => p && h("img", p);

/** One of a list: a picture or sign, words, and where it leads. */
export const item = (tag: string, i: Row, ...more: Child[]): HTMLElement =>
  h("li", { class: i.icon, "data-category": i.category }, picture(i.picture), h("div", {}, link(i.to, "go", i.label) || some(tag, i.label), some("p", i.note, "h")), ...more);

export const items = (block: { items: Row[] }): Child[] => [h("ul", {}, ...block.items.map((i) => item("b", i)))];
