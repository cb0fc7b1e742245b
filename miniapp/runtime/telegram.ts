type Data = Record<string, unknown>;
type Receiver = (data: Data) => void;

interface Host extends Omit<Window, "external"> {
  TelegramWebviewProxy?: { postEvent(type: string, data: string): void };
  external: (External & { notify?(message: string): void }) | undefined;
  Telegram?: unknown;
  TelegramGameProxy?: unknown;
  TelegramGameProxy_receiveEvent?: unknown;
}

/** Where Telegram's web clients live: the only frame that is spoken with. */
const origin = "https://web.telegram.org";
const host = globalThis as unknown as Host;
const receivers: Record<string, Receiver | undefined> = Object.create(null);

const framed = (): boolean => parent !== window;

/** Whether a Telegram client is around. */
export const inside = (): boolean => !!(host.TelegramWebviewProxy || host.external?.notify || framed());

/** Tells Telegram something; undefined data is sent as "". */
export function post(type: string, data: Data | string = ""): void {
  const message = JSON.stringify({ eventType: type, eventData: data });
  if (host.TelegramWebviewProxy) host.TelegramWebviewProxy.postEvent(type, JSON.stringify(data));
  else if (host.external?.notify) host.external.notify(message);
  else if (framed()) parent.postMessage(message, origin);
}

/** Calls back with the data of each event of a type. */
export function on(type: string, receiver: Receiver): void {
  receivers[type] = receiver;
}

const receiveEvent = (type: string, data?: Data | null): void => receivers[type]?.(data ?? {});

function receiveMessage(e: MessageEvent): void {
  if (e.source !== parent || e.origin !== origin || typeof e.data !== "string") return;
  let message: { eventType?: unknown; eventData?: Data } | null = null;
  try {
    message = JSON.parse(e.data);
  } catch {}
  if (typeof message?.eventType === "string") receiveEvent(message.eventType, message.eventData);
}

/** Puts up the three receivers that clients call, and shakes hands with a frame. */
export function connect(): void {
  host.Telegram = { WebView: { receiveEvent } };
  host.TelegramGameProxy = { receiveEvent };
  host.TelegramGameProxy_receiveEvent = receiveEvent;
  if (!framed()) return;
  addEventListener("message", receiveMessage);
  on("reload_iframe", () => {
    post("iframe_will_reload");
    location.reload();
  });
  post("iframe_ready", { reload_supported: true });
}

/** Whether the client's version is at least the wanted one, compared number by number. */
export function since(version: string, major: number, minor: number): boolean {
  const [a, b] = version.split(".").map(Number);
  return a! > major || (a === major && (b ?? 0) >= minor);
}

/**
 * Opens a link by Telegram's own means; false leaves it to the browser (tel,
 * mailto, tg, and clients too old to know how).
 */
export function open(a: HTMLAnchorElement, version: string): boolean {
  if (!/^https?:$/.test(a.protocol) || !since(version, 6, 1)) return false;
  if (/^(t|telegram)\.(me|dog)$/.test(a.hostname)) post("web_app_open_tg_link", { path_full: a.pathname + a.search });
  else post("web_app_open_link", { url: a.href });
  return true;
}
