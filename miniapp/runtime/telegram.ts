import { m } from "./manifest";
import { tried } from "./store";

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
const receivers: Record<string, Receiver | undefined> = {};

/** The page around, if it is Telegram's; where browsers do not say, it is tried. */
let frame: Window | false;

/** Tells Telegram something, where there is one; undefined data is sent as "". */
export function post(eventType: string, eventData: Data | string = ""): void {
  if (m.as !== "app") return;
  const message = JSON.stringify({ eventType, eventData });
  const { TelegramWebviewProxy: proxy, external } = host;
  if (proxy) proxy.postEvent(eventType, JSON.stringify(eventData));
  else if (external?.notify) external.notify(message);
  else if (frame) frame.postMessage(message, origin);
}

const last: Record<string, string> = {};

/** Sets something of Telegram's up, whole, whenever it changes. */
export function setup(what: string, state: Data): void {
  const json = JSON.stringify(state);
  if (last[what] !== json) post("web_app_setup_" + what, state);
  last[what] = json;
}

/** Calls back with the data of each event of a type. */
export function on(type: string, receiver: Receiver): void {
  receivers[type] = receiver;
}

const receiveEvent = (type: string, data?: Data | null): void => receivers[type]?.(data ?? {});

/** Puts up the three receivers that clients call, and shakes hands with a frame. */
export function connect(): void {
  host.Telegram = { WebView: (host.TelegramGameProxy = { receiveEvent }) };
  host.TelegramGameProxy_receiveEvent = receiveEvent;
  frame = parent !== window && (location.ancestorOrigins ?? [origin])[0] === origin && parent;
  if (!frame) return;
  addEventListener("message", (e) => {
    const message = e.source === frame && e.origin === origin && tried(() => JSON.parse(e.data));
    if (message) receiveEvent(message.eventType, message.eventData);
  });
  on("reload_iframe", () => {
    post("iframe_will_reload");
    location.reload();
  });
  post("iframe_ready", { reload_supported: true });
}

/**
 * Opens a link by Telegram's own means; false leaves it to the browser (tel,
 * mailto, tg, and clients too old to know how).
 */
export function open(a: HTMLAnchorElement, version: string): boolean {
  const path = a.pathname;
  const slug = /^\/(\$|invoice\/)([\w=-]+)$/.exec(path)?.[2];
  if (!/^http/.test(a.protocol) || version === "6.0") return false;
  if (!/^(t|telegram)\.(me|dog)$/.test(a.hostname)) post("web_app_open_link", { url: a.href });
  else if (slug) post("web_app_open_invoice", { slug });
  else post("web_app_open_tg_link", { path_full: path + a.search });
  return true;
}
