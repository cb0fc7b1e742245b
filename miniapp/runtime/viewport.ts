import { on } from "./telegram";

/** Keeps the size of the window and its safe edges in custom properties. */
export function viewport(): void {
  on("viewport_changed", ({ height, is_state_stable: stable }) => {
    const px = Number(height) || innerHeight;
    set("viewport-height", px);
    if (stable) set("viewport-stable-height", px);
  });
  for (const name of ["", "content-"])
    on(name.replace("-", "_") + "safe_area_changed", (data) => {
      for (const side in data) set(name + "safe-area-inset-" + side, Number(data[side]) || 0);
    });
}

const set = (name: string, px: number): void => document.documentElement.style.setProperty("--tg-" + name, px + "px");
