import { each } from "./page";
import { m } from "./manifest";

const units = [["day", 864e5], ["hour", 36e5], ["minute", 6e4], ["second", 1e3]] as const;

/** Turns the moments that are counted down to into the time that is left. */
export const clock = (): void =>
  each("[data-until]", (e) => {
    let left = +e.dataset.until! - Date.now();
    e.textContent = left < 0 ? e.dataset.over! : units.map(([unit, length]) => {
      const n = Math.floor(left / length);
      left %= length;
      return new Intl.NumberFormat(m.lang, { style: "unit", unit, unitDisplay: "long" }).format(n);
    }).join(" ");
  });
