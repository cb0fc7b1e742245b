import type { Draw } from "../draw";
import type { Button } from "../kinds";
import { anchor } from "../link";

export const button: Draw<Button> = (m, block) => anchor(m, block.to, { class: "main" }, block.label);
