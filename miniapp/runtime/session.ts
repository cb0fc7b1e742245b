/** The bearer of this visit, in memory only; "" until there is one. */
export let bearer = "";

/** Exchanges what Telegram signed for a bearer. */
export async function begin(base: string, data: string): Promise<void> {
  if (!data) return;
  try {
    const answer = await fetch(base + "/session", { method: "POST", headers: { Authorization: "tma " + data } });
    if (answer.ok) bearer = (await answer.json()).token;
  } catch {}
}
