export type Attributes = Record<string, string | number | false | undefined>;
export type Child = Node | string | false | undefined;

/**
 * Makes an element. Values become attributes and text nodes only, never
 * markup; false and undefined are left out.
 */
export function h(tag: string, attributes: Attributes, ...children: Child[]): HTMLElement {
  const e = document.createElement(tag);
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== false && value !== undefined) e.setAttribute(name, "" + value);
  }
  e.append(...children.filter((c): c is Node | string => !!c));
  return e;
}
