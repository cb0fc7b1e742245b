import { drawers } from "../drawers";
import { h, link } from "../element";
import { picture } from "../items";

/** A film of the project's own, or a poster that leads to one elsewhere. */
drawers.video = (block) => [block.film ? h("video", block.film) : link(block.to, "play", picture(block.picture))];
