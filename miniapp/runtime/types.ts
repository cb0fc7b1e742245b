import type { Kind } from "./kinds";

/** A passage as the draft has it: words, or parts with marks. */
export type Rich = string | Part[];
export type Part =
  | string
  | { bold: Rich }
  | { italic: Rich }
  | { code: string }
  | { link: string; text: Rich };

export type Block = { id: string } & Kind;

export interface Page {
  id: string;
  title: string;
  blocks: Block[];
}

/** What the server puts into the page for the runtime (Go: manifestJSON). */
export interface Manifest {
  as: "app" | "site";
  lang: "ru" | "en";
  slug: string;
  name: string;
  /** Address of the first page, without a slash at its end. */
  base: string;
  /** What the key of a medium is appended to. */
  media: string;
  /** Width and height by key, where known. */
  sizes?: Record<string, [number, number]>;
  /** Address of the bot. */
  bot?: string;
  /** Id of the page that the document shows. */
  page: string;
  pages: Page[];
}
