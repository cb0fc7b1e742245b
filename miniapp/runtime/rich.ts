import { h } from "./element";
import { anchor } from "./link";
import type { Manifest, Part, Rich } from "./types";

/** The nodes of a passage. */
export function rich(m: Manifest, text: Rich): (Node | string)[] {
  return typeof text === "string" ? [text] : text.map((part) => node(m, part));
}

function node(m: Manifest, part: Part): Node | string {
  if (typeof part === "string") return part;
  if ("bold" in part) return h("b", {}, ...rich(m, part.bold));
  if ("italic" in part) return h("i", {}, ...rich(m, part.italic));
  if ("code" in part) return h("code", {}, part.code);
  return anchor(m, part.link, {}, ...rich(m, part.text));
}
