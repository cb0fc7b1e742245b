import { drawers } from "../drawers";
import { h } from "../element";

drawers.divider = () => [h("hr", {})];
