import { h } from "../element";
import type { Draw } from "../draw";
import type { Heading } from "../kinds";

/** The first heading of a page is its title, the others part it. */
export const heading: Draw<Heading> = (_, block, place) => h(place.first ? "h1" : "h2", {}, block.text);
