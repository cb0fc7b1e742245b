import { m } from "./manifest";

/** What Telegram signed. */
let data = "";

/** Exchanges what Telegram signed for a bearer, which is never kept; "" when there is nothing to exchange. */
export async function bearer(): Promise<string> {
  if (!data) return "";
  const answer = await fetch(m.base + "/session", { method: "POST", headers: { Authorization: "tma " + data } });
  return answer.ok ? "Bearer " + (await answer.json()).token : "";
}

/** Begins the visit; when that fails, whatever is sent later tries again. */
export function begin(signed: string): void {
  data = signed;
  bearer().catch(() => {});
}
