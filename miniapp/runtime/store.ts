import { m } from "./manifest";

/** The value of what may throw; undefined when it does. */
export function tried<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {}
}

/**
 * What lives as long as the tab; the cart outlives it, and so does, on a phone
 * that is one's own, what was typed. A browser that forbids storage throws at
 * every touch; then nothing is remembered, and nothing breaks.
 */
const box = (key: string): Storage => (key === "cart" || (key === "forms" && m.as === "app") ? localStorage : sessionStorage);

export const remember = (key: string, value: unknown): void => tried(() => box(key).setItem(m.slug + ":" + key, JSON.stringify(value)));

export const remembered = <T>(key: string): T | undefined => tried(() => JSON.parse(box(key).getItem(m.slug + ":" + key)!));
