import { drawers } from "../drawers";
import { h, some } from "../element";
import { form } from "../form";
import { m } from "../manifest";
import { offer } from "../offer";

/** All that can be ordered, of which the style shows what is in the cart, and who orders. */
drawers.order = (block) => [
  form(block,
    h("ul", {}, ...m.goods.flatMap((g) => g.offers.map((o) => offer("li", g, o, true)))),
    h("p", {}, m.words.total, h("b", { class: "sum" })),
    some("p", m.words.empty, "h")),
];
