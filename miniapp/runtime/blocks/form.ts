import { drawers } from "../drawers";
import { some } from "../element";
import { form } from "../form";

drawers.form = (block) => [some("p", block.text, "text"), form(block)];
