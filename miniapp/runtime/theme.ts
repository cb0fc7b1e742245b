import { remember, remembered, tried } from "./store";
import { on } from "./telegram";

type Theme = Record<string, string>;

export const root = document.documentElement;

/** Telegram's colours, as they were last told. */
export const colours: Theme = { button_color: "#2474b5", button_text_color: "#ffffff" };

/** Takes Telegram's colours, now and whenever they change; those after a change outlive a reload. */
export function theme(launched: string): void {
  apply(tried(() => JSON.parse(launched)));
  apply(remembered("theme"));
  on("theme_changed", ({ theme_params: told }) => {
    apply(told as Theme);
    remember("theme", told);
  });
}

/** The values come from an address that anyone can write: only colours pass. */
function apply(told: Theme | undefined | null): void {
  if (!told) return;
  for (const name in told) {
    let value = told[name]!;
    // iOS gives both grounds the same black, and sheets would be seen no more.
    if (name === "secondary_bg_color" && value === told.bg_color && value === "#1c1c1d") value = "#2c2c2e";
    if (!CSS.supports("color", value)) continue;
    colours[name] = value;
    root.style.setProperty("--tg-theme-" + name.replace(/_/g, "-"), value);
  }
  // The browser has read the ground by now, whichever way it was written.
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g) as unknown as [number, number, number];
  root.dataset.theme = r * 3 + g * 6 + +b < 1200 ? "dark" : "light";
}
