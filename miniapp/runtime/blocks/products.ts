import { drawers } from "../drawers";
import { h } from "../element";
import { item } from "../items";
import { m } from "../manifest";
import { offer } from "../offer";

/** All goods or the chosen ones, and chips that show those of a category only. */
drawers.products = ({ id: name, goods, chips }) => [
  chips && h("div", { role: "group", "aria-label": m.words.kinds }, ...chips.map((c) => h("label", {}, h("input", { type: "radio", name, value: c.id, checked: !c.id && "" }), h("span", {}, c.name)))),
  h("ul", {}, ...(goods ? goods.flatMap((id) => m.goods.filter((g) => g.id === id)) : m.goods).map((g) => item("h3", g, ...g.offers.map((o) => offer("div", g, o))))),
];
