import type { Manifest } from "./types";

/** The runtime's own words: everything else that a visitor reads is the project's. */
const all = {
  ru: { pages: "Страницы", write: "Написать в Telegram" },
  en: { pages: "Pages", write: "Write on Telegram" },
};

export const words = (m: Manifest): (typeof all)["ru"] => all[m.lang];
