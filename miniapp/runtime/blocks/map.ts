import { drawers } from "../drawers";
import { items, picture } from "../items";

drawers.map = (block) => [picture(block.picture), ...items(block)];
