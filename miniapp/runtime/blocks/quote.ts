import { drawers } from "../drawers";
import { h, some } from "../element";
import { items } from "../items";

drawers.quote = (block) => [!!block.stars && h("p", { role: "img", "aria-label": block.rated }, block.stars), some("blockquote", block.text, "text"), ...items(block)];
