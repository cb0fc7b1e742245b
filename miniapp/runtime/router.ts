import { draw, pageOf } from "./draw";
import { address } from "./link";
import type { Manifest } from "./types";

interface Visited {
  page: string;
  /** How many pages of ours lie before this one. */
  depth: number;
}

/** Where the reader is: changed by links, and by the browser's and Telegram's back. */
export class Router {
  private at: Visited;

  constructor(
    private m: Manifest,
    private root: HTMLElement,
    private moved: (entry: boolean) => void,
  ) {
    this.at = (history.state as Visited | null) ?? { page: m.page, depth: 0 };
    history.replaceState(this.at, "");
    if (!root.firstChild || this.at.page !== m.page) this.show();
    addEventListener("popstate", (e) => {
      if (!e.state) return;
      this.at = e.state as Visited;
      this.show();
    });
    this.tell();
  }

  go(page: string): void {
    this.at = { page, depth: this.at.depth + 1 };
    history.pushState(this.at, "", address(this.m, page));
    this.show();
    scrollTo(0, 0);
  }

  /** Goes to the page before this one, or to the first when there was none. */
  back(): void {
    if (this.at.depth) history.back();
    else this.go(this.m.pages[0]!.id);
  }

  private show(): void {
    const page = pageOf(this.m, this.at.page);
    this.root.replaceChildren(...draw(this.m, page));
    document.title = page.title + " · " + this.m.name;
    this.root.querySelector("main")!.focus({ preventScroll: true });
    this.tell();
  }

  private tell(): void {
    this.moved(this.at.page === this.m.pages[0]!.id);
  }
}
