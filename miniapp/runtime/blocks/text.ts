import { drawers } from "../drawers";
import { h } from "../element";
import { rich } from "../rich";

drawers.text = (block) => [h("p", { class: "text" }, ...rich(block.text))];
