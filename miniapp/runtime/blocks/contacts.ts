import { drawers } from "../drawers";
import { items } from "../items";

drawers.contacts = items;
