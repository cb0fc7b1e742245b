import type * as kinds from "./kinds";

/** A passage as the draft has it: words, or parts with marks. */
export type Rich = string | Part[];
export type Part =
  | string
  | { bold: Rich }
  | { italic: Rich }
  | { code: string }
  | { link: string; text: Rich };

export type Block = { id: string; title?: string; look?: string } & kinds.Kind;

/** How a form stands, here and until the server has answered. */
export type State = kinds.FormState & {
  /** What is being sent, and the key under which the server knows it again. */
  body?: string;
  key?: string;
  /** Whether it is to be sent until there is an answer. */
  waits?: boolean;
};

/** What the server puts into the page, and what has become of it. */
export type Manifest = kinds.Manifest & {
  forms: Record<string, State>;
  /** How many pages of ours lie before this one in the browser's history. */
  depth: number;
};
