import { drawers } from "../drawers";
import { link } from "../element";

drawers.button = (block) => [link(block.to, "main", block.label)];
