import { h } from "../element";
import type { Draw } from "../draw";
import type { Image } from "../kinds";

/** Pictures that the first screen does not show are loaded when they come near. */
export const image: Draw<Image> = (m, block, place) => {
  const size = m.sizes?.[block.media];
  return h("img", {
    src: m.media + block.media,
    alt: block.alt ?? "",
    width: size?.[0],
    height: size?.[1],
    loading: place.index > 2 && "lazy",
    decoding: "async",
  });
};
