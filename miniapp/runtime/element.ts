export type Attributes = Record<string, string | number | boolean | undefined>;
export type Child = Node | string | false | undefined;

/**
 * Makes an element. Values become attributes and text nodes only, never
 * markup; true is "true", false and undefined are left out.
 */
export function h(tag: string, attributes: Attributes, ...children: Child[]): HTMLElement {
  const e = document.createElement(tag);
  for (const name in attributes) if ((attributes[name] ?? false) !== false) e.setAttribute(name, attributes[name] as string);
  e.append(...children.filter((c): c is Node | string => !!c));
  return e;
}

/** An element around words; nothing when there are none. */
export const some = (tag: string, words: string | undefined, kind?: string): Child => words && h(tag, { class: kind }, words);

/** A link, as a button of the first rank or within words. */
export const link = (href: string | undefined, kind: string | undefined, ...children: Child[]): Child => href && h("a", { class: kind, href }, ...children);
