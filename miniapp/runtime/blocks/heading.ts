import { drawers } from "../drawers";
import { h, link, some } from "../element";
import { picture } from "../items";

drawers.heading = (block) => [h(block.tag, {}, block.text), some("p", block.lead), link(block.to, "main", block.label), picture(block.picture)];
