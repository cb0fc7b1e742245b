import { remember, remembered } from "./store";
import { on } from "./telegram";

type Theme = Record<string, unknown>;

/** Takes Telegram's colours, now and whenever they change. */
export function theme(slug: string, launched: string): void {
  const key = slug + ":theme";
  for (const json of [launched, remembered(key)]) {
    try {
      if (json) apply(JSON.parse(json));
    } catch {}
  }
  on("theme_changed", (data) => {
    const colours = data.theme_params as Theme | undefined;
    if (!colours) return;
    apply(colours);
    remember(key, JSON.stringify(colours));
  });
}

/** The values come from an address that anyone can write: only colours pass. */
function apply(colours: Theme): void {
  const root = document.documentElement;
  const { bg_color: ground, secondary_bg_color: second } = colours;
  for (const name in colours) {
    let value = colours[name];
    if (!/^[a-z_]+$/.test(name) || typeof value !== "string" || !/^(#[\da-f]{3,8}|rgba?\([\d., ]+\))$/i.test(value)) continue;
    // iOS gives both grounds the same black, and sheets would be seen no more.
    if (name[0] === "s" && value === second && second === ground && value === "#1c1c1d") value = "#2c2c2e";
    root.style.setProperty("--tg-theme-" + name.replace(/_/g, "-"), value as string);
  }
  if (typeof ground === "string") root.dataset.theme = isDark(ground) ? "dark" : "light";
}

function isDark(colour: string): boolean {
  const digits = colour.length < 7 ? /[\da-f]/gi : /[\da-f]{2}/gi;
  const found = colour[0] === "#" ? colour.match(digits)!.map((d) => parseInt((d + d).slice(0, 2), 16)) : colour.match(/\d+/g)!.map(Number);
  const [r, g, b] = found as [number, number, number];
  return 0.299 * r * r + 0.587 * g * g + 0.114 * b * b < 14400;
}
