import { remember, remembered, tried } from "./store";

/** How Telegram started the Mini App. */
export interface Launch {
  /** Signed by Telegram; "" outside it and from reply keyboards. */
  data: string;
  version: string;
  /** JSON of theme_params. */
  theme: string;
}

/**
 * Reads the fragment, which must be done before anything else touches it. One
 * that tells nothing is a reload's: then the last one holds.
 */
export function launch(): Launch {
  let { hash } = location;
  if (/tgWebApp/.test(hash)) remember("hash", hash);
  else hash = remembered("hash") ?? "";
  const told = (name: string): string => {
    const value = RegExp("tgWebApp" + name + "=(.*?)(&tgWebApp|$)").exec(hash)?.[1] ?? "";
    // Some clients hand the signed data over unescaped.
    return /&hash=/.test(value) ? value : tried(() => decodeURIComponent(value)) ?? "";
  };
  return { data: told("Data"), version: told("Version") || "6.0", theme: told("ThemeParams") };
}
