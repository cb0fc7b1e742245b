import type { Manifest } from "./types";

/** What the document shows. Set before anything is drawn. */
export let m: Manifest;

export function use(manifest: Manifest): void {
  m = manifest;
}
