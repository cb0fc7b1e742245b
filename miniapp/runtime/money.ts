import { m } from "./manifest";

/** A sum of minor units as people write it; the fraction only when there is one. */
export function money(sum: number): string {
  const [before, after, thousands, point, digits] = m.money;
  const [whole, part] = (sum / 10 ** digits).toFixed(digits).split(".");
  return before + whole!.replace(/\B(?=(\d{3})+$)/g, thousands) + (+part! ? point + part : "") + after;
}
