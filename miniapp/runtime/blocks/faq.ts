import { drawers } from "../drawers";
import { h, some } from "../element";
import { rich } from "../rich";

drawers.faq = (block) => block.items.map((i) => h("details", {}, h("summary", {}, some("span", i.when, "num"), i.title), h("p", { class: "text" }, ...rich(i.text))));
