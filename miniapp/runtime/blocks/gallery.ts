import { drawers } from "../drawers";
import { items } from "../items";

drawers.gallery = items;
