export const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** Does something with each element of the page that a selector finds. */
export const each = <E extends HTMLElement>(selector: string, does: (e: E) => void): void => document.querySelectorAll<E>(selector).forEach(does);

