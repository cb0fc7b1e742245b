import { tellCart } from "./cart";
import { m } from "./manifest";
import { remember } from "./store";
import { setup } from "./telegram";
import { colours } from "./theme";

/** Keeps and shows what has changed in the cart or in a form, on the page and in Telegram. */
export function tell(): void {
  const sum = tellCart();
  const states = Object.values(m.forms);
  remember("forms", m.forms);
  setup("main_button", {
    is_visible: !!sum && !!m.order, is_active: true, is_progress_visible: states.some((s) => s.waits), text: m.words.order + " · " + sum,
    color: colours.button_color, text_color: colours.button_text_color, has_shine_effect: false,
  });
  setup("closing_behavior", { need_confirmation: !!states[0] });
}
