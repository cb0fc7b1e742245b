import { type Child, h, link } from "./element";
import type { Part, Rich } from "./types";

/** The nodes of a passage. */
export const rich = (text: Rich = ""): Child[] => (typeof text === "string" ? [text] : text.map(node));

function node(part: Part): Child {
  if (typeof part === "string") return part;
  if ("bold" in part) return h("b", {}, ...rich(part.bold));
  if ("italic" in part) return h("i", {}, ...rich(part.italic));
  if ("code" in part) return h("code", {}, part.code);
  return link(part.link, "go", ...rich(part.text));
}
