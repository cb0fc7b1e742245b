import { remember, remembered } from "./store";

/** How Telegram started the Mini App. */
export interface Launch {
  /** Signed by Telegram; "" outside it and from reply keyboards. */
  data: string;
  version: string;
  /** JSON of theme_params. */
  theme: string;
}

const names = ["tgWebAppData", "tgWebAppVersion", "tgWebAppThemeParams"] as const;

/**
 * Reads the fragment, which must be done before anything else touches it. What
 * it does not tell is what it told before a reload, kept under the project's
 * own key.
 */
export function launch(slug: string): Launch {
  const hash = location.hash;
  const params = new URLSearchParams(hash.slice(Math.max(1, hash.indexOf("tgWebApp"))));
  const values = names.map((name) => {
    const key = slug + ":" + name;
    const value = (name === names[0] && nested(hash, params)) || params.get(name);
    if (value === null) return remembered(key) ?? "";
    remember(key, value);
    return value;
  });
  return { data: values[0]!, version: values[1] || "6.0", theme: values[2]! };
}

/** Some clients hand the signed data over unescaped: then it is all that comes before the next parameter. */
function nested(hash: string, params: URLSearchParams): string | undefined {
  if (/(^|&)hash=/.test(params.get(names[0]) ?? "hash=")) return;
  return /tgWebAppData=(.*?)(?=&tgWebApp|$)/.exec(hash)?.[1];
}
