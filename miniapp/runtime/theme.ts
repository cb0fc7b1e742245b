import { remember, remembered } from "./store";
import { on } from "./telegram";

type Theme = Record<string, unknown>;

/** Takes Telegram's colours, now and whenever they change; those after a change outlive a reload. */
export function theme(slug: string, launched: string): void {
  const key = slug + ":theme";
  for (const json of [launched, remembered(key)]) {
    try {
      apply(JSON.parse(json!));
    } catch {}
  }
  on("theme_changed", ({ theme_params: colours }) => {
    if (!colours) return;
    apply(colours as Theme);
    remember(key, JSON.stringify(colours));
  });
}

/** The values come from an address that anyone can write: only colours pass. */
function apply(colours: Theme): void {
  const root = document.documentElement;
  const ground = colours.bg_color;
  for (const name in colours) {
    let value = colours[name];
    if (!/^[a-z_]+$/.test(name) || typeof value !== "string" || !/^(#[\da-f]{3,8}|rgba?\([\d., ]+\))$/i.test(value)) continue;
    // iOS gives both grounds the same black, and sheets would be seen no more.
    if (name === "secondary_bg_color" && value === ground && value === "#1c1c1d") value = "#2c2c2e";
    root.style.setProperty("--tg-theme-" + name.replace(/_/g, "-"), value as string);
  }
  // The browser has read the ground by now, whichever way it was written.
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number) as [number, number, number];
  root.dataset.theme = 0.299 * r * r + 0.587 * g * g + 0.114 * b * b < 14400 ? "dark" : "light";
}
