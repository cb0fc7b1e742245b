import { drawers } from "../drawers";
import { h } from "../element";

/** The moment in words; the clock makes of it the time that is left. */
drawers.countdown = (block) => [h("p", { "data-until": block.until, "data-over": block.over }, block.when)];
