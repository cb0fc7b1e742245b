import { drawers } from "../drawers";
import { h, link } from "../element";
import { m } from "../manifest";

/** What is in the cart; it stays at the foot of the window until its own place comes into sight. */
drawers.bar = (block) => [link(block.to, "main", h("span", { class: "count" }, m.words.order), h("b", { class: "sum" }))];
