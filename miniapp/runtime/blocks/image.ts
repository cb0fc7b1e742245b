import { drawers } from "../drawers";
import { picture } from "../items";

drawers.image = (block) => [picture(block.picture)];
