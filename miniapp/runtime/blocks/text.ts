import { h } from "../element";
import type { Draw } from "../draw";
import type { Text } from "../kinds";
import { rich } from "../rich";

export const text: Draw<Text> = (m, block) => h("p", { class: "text" }, ...rich(m, block.text));
