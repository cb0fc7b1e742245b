import { type Attributes, type Child, h } from "./element";
import type { Manifest } from "./types";

/** The address of a page; the first page has the project's own. */
export function address(m: Manifest, id: string): string {
  if (id === m.pages[0]!.id) return m.base;
  return m.base + (m.as === "app" ? "?page=" : "/") + id;
}

/** An anchor to a target, a real one, so that it works before the runtime and without it. */
export function anchor(m: Manifest, to: string, attributes: Attributes, ...children: Child[]): HTMLElement {
  const page = to.startsWith("page:") && to.slice(5);
  return h("a", { ...attributes, href: page ? address(m, page) : to, "data-p": page }, ...children);
}
