import { draw, pageOf } from "./draw";
import { address } from "./link";
import type { Manifest } from "./types";

/** Where the reader is, as the browser's history keeps it. */
interface Visit {
  page: string;
  /** How many pages of ours lie before this one. */
  depth: number;
}

export interface Router {
  /** Shows a page, without a load. */
  go(page: string): void;
  /** Goes to the page before this one, or to the first when there was none. */
  back(): void;
}

/**
 * Takes over what the server drew into root, or draws it, and follows the
 * browser's back and forward. moved is told whether the first page is shown.
 */
export function route(m: Manifest, root: HTMLElement, moved: (first: boolean) => void): Router {
  const first = m.pages[0]!.id;
  let visit: Visit = history.state ?? { page: m.page, depth: 0 };

  const show = (): void => {
    const page = pageOf(m, visit.page);
    root.replaceChildren(...draw(m, page));
    document.title = page.title + " · " + m.name;
    root.querySelector("main")!.focus({ preventScroll: true });
    moved(page.id === first);
  };
  const go = (page: string): void => {
    if (page !== visit.page) {
      visit = { page, depth: visit.depth + 1 };
      history.pushState(visit, "", address(m, page));
      show();
    }
    scrollTo(0, 0);
  };

  history.replaceState(visit, "");
  addEventListener("popstate", ({ state }) => {
    if (!state) return;
    visit = state;
    show();
  });
  if (root.firstChild && visit.page === m.page) moved(visit.page === first);
  else show();
  return { go, back: () => (visit.depth ? history.back() : go(first)) };
}
