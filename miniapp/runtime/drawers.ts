import type { Child } from "./element";
import type { Kind } from "./kinds";
import type { Block } from "./types";

/** What draws each kind: what stands in a block under its title. Each file in blocks/ adds its own. */
export const drawers = {} as { [K in Kind as K["kind"]]: (block: Block & K) => Child[] };
