import { draw, page } from "./draw";
import { m } from "./manifest";
import { byId } from "./page";
import type { Page } from "./kinds";

/** How far each page was scrolled, by its depth. */
const scrolled: number[] = [];
let moved: () => void;

/** Draws the page anew where it stands. */
export function again(): void {
  byId("r.")!.replaceChildren(...draw());
  document.title = page().title + " · " + m.name;
  moved();
}

function show(): void {
  again();
  document.querySelector("main")!.focus({ preventScroll: true });
  scrollTo(0, scrolled[m.depth]!);
}

/** Shows a page, without a load. */
export function go({ id, href }: Page): void {
  if (id === m.page) return scrollTo(0, 0);
  m.page = id;
  scrolled[++m.depth] = 0;
  history.pushState({ page: m.page, depth: m.depth }, "", href);
  show();
}

/** Goes to the page before this one, or to the first when there was none. */
export const back = (): void => (m.depth ? history.back() : go(m.pages[0]!));

/**
 * Takes over what the server drew, or draws it, and follows the browser's back
 * and forward, which keeps where the reader is; moves are told.
 */
export function route(tell: () => void): void {
  const served = m.page;
  moved = tell;
  Object.assign(m, { depth: 0 }, history.state);
  history.replaceState({ page: m.page, depth: m.depth }, "");
  addEventListener("scroll", () => (scrolled[m.depth] = scrollY));
  addEventListener("popstate", ({ state }) => {
    if (!state) return;
    Object.assign(m, state);
    show();
  });
  if (served === m.page && document.querySelector("main") && !Object.values(m.forms)[0]) tell();
  else again();
}
