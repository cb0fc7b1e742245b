// A minimal Telegram around a Mini App: an iframe, the buttons that the app
// asks for, and the answers that it waits for.
const $ = (id) => document.getElementById(id);

const themes = {
  light: {
    bg_color: "#ffffff", text_color: "#000000", hint_color: "#707579", link_color: "#3390ec", button_color: "#3390ec",
    button_text_color: "#ffffff", secondary_bg_color: "#f4f4f5", header_bg_color: "#ffffff", accent_text_color: "#3390ec",
    section_bg_color: "#ffffff", section_header_text_color: "#707579", subtitle_text_color: "#707579", destructive_text_color: "#e53935",
  },
  dark: {
    bg_color: "#212121", text_color: "#ffffff", hint_color: "#aaaaaa", link_color: "#8774e1", button_color: "#8774e1",
    button_text_color: "#ffffff", secondary_bg_color: "#0f0f0f", header_bg_color: "#212121", accent_text_color: "#8774e1",
    section_bg_color: "#212121", section_header_text_color: "#aaaaaa", subtitle_text_color: "#aaaaaa", destructive_text_color: "#e53935",
  },
};

let app = null; // the open one: { frame, host, dark, expanded, confirm }

export function openApp(launched, host) {
  closeApp();
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-forms allow-modals");
  frame.title = launched.title;
  frame.src = launched.url;
  app = { frame, host, title: launched.title, dark: false, expanded: false, confirm: false };
  $("app-title").textContent = launched.title;
  $("app-tab").href = launched.url;
  $("app-frame").replaceChildren(frame);
  $("app").hidden = false;
  frame.focus();
}

function closeApp() {
  if (!app) return;
  app = null;
  $("app-frame").replaceChildren();
  for (const id of ["app", "app-back", "app-main", "app-secondary"]) $(id).hidden = true;
}

async function leave() {
  const host = app?.host;
  if (app?.confirm && (await showPopup({ message: host.words.leave }, host.words, true)) !== "ok") return;
  closeApp();
}

// tell posts an event to the app. Its origin is unknown after redirects, and
// nothing secret is in any event.
function tell(eventType, eventData) {
  app?.frame.contentWindow.postMessage(JSON.stringify({ eventType, eventData }), "*");
}

const tellTheme = () => tell("theme_changed", { theme_params: themes[app.dark ? "dark" : "light"] });

function tellViewport() {
  const { width, height } = app.frame.getBoundingClientRect();
  tell("viewport_changed", { width, height, is_expanded: app.expanded, is_state_stable: true });
}

const noArea = { top: 0, bottom: 0, left: 0, right: 0 };

// asked is what an app may ask of Telegram, by the name of the method.
const asked = {
  web_app_ready: () => {},
  web_app_expand: () => { app.expanded = true; tellViewport(); },
  web_app_close: closeApp,
  web_app_request_theme: tellTheme,
  web_app_request_viewport: tellViewport,
  web_app_request_safe_area: () => tell("safe_area_changed", noArea),
  web_app_request_content_safe_area: () => tell("content_safe_area_changed", noArea),
  web_app_setup_main_button: (state) => setButton($("app-main"), state),
  web_app_setup_secondary_button: (state) => setButton($("app-secondary"), state),
  web_app_setup_back_button: (state) => { $("app-back").hidden = !state.is_visible; },
  web_app_setup_closing_behavior: (state) => { app.confirm = Boolean(state.need_confirmation); },
  web_app_open_link: ({ url }) => { if (/^https?:/i.test(url)) window.open(url, "_blank", "noopener"); },
  web_app_open_tg_link: ({ path_full }) => { if (/^\/\w/.test(path_full)) location.href = "/chat" + path_full; },
  web_app_open_popup: async (popup) => {
    const { host } = app;
    const pressed = await showPopup(popup, host.words);
    if (app) tell("popup_closed", pressed ? { button_id: pressed } : {});
  },
  web_app_request_write_access: () => tell("write_access_requested", { status: "allowed" }),
  web_app_request_phone: async () => {
    const { host } = app;
    const agreed = (await showPopup({ message: host.words.share }, host.words, true)) === "ok";
    if (agreed) await host.call("POST", "/contacts", { phone_number: "+70000000000" });
    if (app) tell("phone_requested", { status: agreed ? "sent" : "cancelled" });
  },
  web_app_read_text_from_clipboard: ({ req_id }) => tell("clipboard_text_received", { req_id, data: null }),
  web_app_invoke_custom_method: ({ req_id }) => tell("custom_method_invoked", { req_id, error: "UNSUPPORTED" }),
  web_app_data_send: async ({ data }) => {
    if (!app.host.viaKey) return; // Telegram allows it to reply keyboards only
    const { host, title } = app;
    closeApp();
    await host.call("POST", "/app-data", { button: title, data });
  },
};

// setButton replaces the whole state, as Telegram does; a blank text hides it.
function setButton(node, state) {
  const text = (state.text || "").trim();
  node.hidden = !state.is_visible || !text;
  node.textContent = text;
  node.disabled = state.is_active === false;
  node.classList.toggle("busy", Boolean(state.is_progress_visible));
  node.style.background = state.color || "";
  node.style.color = state.text_color || "";
}

addEventListener("message", (event) => {
  if (!app || event.source !== app.frame.contentWindow || typeof event.data !== "string") return;
  let said;
  try { said = JSON.parse(event.data); } catch { return; }
  document.body.dispatchEvent(new CustomEvent("app-said", { detail: said }));
  if (Object.hasOwn(asked, said.eventType)) asked[said.eventType](said.eventData || {});
});

// showPopup asks, and answers the id of the button pressed, or "".
export function showPopup(popup, words, cancellable = false) {
  const dialog = $("popup");
  dialog.querySelector("h2").textContent = popup.title || "";
  dialog.querySelector("p").textContent = popup.message;
  const fallback = [{ id: "ok", type: "ok" }, ...(cancellable ? [{ id: "", type: "cancel" }] : [])];
  const buttons = popup.buttons?.length ? popup.buttons : fallback;
  dialog.querySelector(".row").replaceChildren(...buttons.map((b) => {
    const node = document.createElement("button");
    node.textContent = b.text || words[b.type] || words.ok;
    node.addEventListener("click", () => dialog.close(b.id || ""));
    return node;
  }));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue), { once: true }));
}

$("app-close").addEventListener("click", leave);
$("app-back").addEventListener("click", () => tell("back_button_pressed"));
$("app-main").addEventListener("click", () => tell("main_button_pressed"));
$("app-secondary").addEventListener("click", () => tell("secondary_button_pressed"));
$("app-theme").addEventListener("click", (event) => {
  app.dark = !app.dark;
  event.target.setAttribute("aria-pressed", app.dark);
  tellTheme();
});
$("app-wide").addEventListener("click", (event) => {
  event.target.setAttribute("aria-pressed", $("app").classList.toggle("wide"));
  tellViewport();
});
addEventListener("resize", () => { if (app) tellViewport(); });
