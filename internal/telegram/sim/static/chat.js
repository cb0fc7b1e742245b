// The chat as a visitor sees it: draws the server's view again at every
// change, and turns taps into calls of the admin API.
import { openApp, showPopup } from "./app.js";

const page = JSON.parse(document.body.dataset.page);
const words = page.words;
const base = `/sim/bots/${page.bot}/users/${page.user}`;
const $ = (id) => document.getElementById(id);
let view = null;
let shownToast = "";

// call answers the JSON, or null when it was refused; the refusal is shown.
export async function call(method, path, body) {
  const response = await fetch(base + path, { method, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (response.ok) return answer;
  toast(answer.error);
  return null;
}

const send = (text) => call("POST", "/messages", { text });

async function launch(from) {
  const app = await call("POST", "/launches", from);
  if (app) openApp(app, { call, words, viaKey: Boolean(from.key) });
}

function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

function button(label, press) {
  const node = element("button", "", label);
  node.type = "button";
  node.addEventListener("click", press);
  return node;
}

const tags = {
  bold: "strong", italic: "em", underline: "u", strikethrough: "s", code: "code", pre: "pre", blockquote: "blockquote",
};

// rich draws a text with its entities; both count in UTF-16, like strings here.
function rich(text, entities = [], from = 0, to = text.length) {
  const out = document.createDocumentFragment();
  let at = from;
  const inside = entities.filter((e) => e.offset >= from && e.offset + e.length <= to);
  for (const [i, e] of inside.entries()) {
    if (e.offset < at) continue; // nested in one that is drawn already
    out.append(text.slice(at, e.offset));
    at = e.offset + e.length;
    out.append(marked(e, rich(text, inside.slice(i + 1), e.offset, at), text.slice(e.offset, at)));
  }
  out.append(text.slice(at, to));
  return out;
}

function marked(entity, content, text) {
  if (entity.type === "text_link" || entity.type === "url") {
    const link = element("a", "", content);
    const address = entity.url || text;
    if (/^(https?|tg):/i.test(address)) link.href = address;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    return link;
  }
  if (entity.type === "bot_command") return linkButton(text, () => send(text));
  if (entity.type === "spoiler") {
    const node = element("span", "spoiler", content);
    node.tabIndex = 0;
    return node;
  }
  return element(tags[entity.type] || "span", "", content);
}

function linkButton(text, press) {
  const node = button(text, press);
  node.className = "plain";
  return node;
}

function bubble(m) {
  const node = element("div", "bubble");
  const photo = m.photo?.at(-1);
  if (photo) {
    const image = element("img");
    image.src = `/sim/bots/${page.bot}/files/${photo.file_id}`;
    image.alt = m.caption || words.photo;
    node.append(image);
  }
  const file = m.document || m.video || m.voice || m.audio || m.animation;
  if (file) node.append(`${words.file}: ${file.file_name || ""}\n`);
  if (m.contact) node.append(`${words.contact}: ${m.contact.phone_number}`);
  if (m.location) node.append(`${words.location}: ${m.location.latitude}, ${m.location.longitude}`);
  if (m.web_app_data) node.append(`${m.web_app_data.button_text}: ${m.web_app_data.data}`);
  node.append(rich(m.text || m.caption || "", m.text ? m.entities : m.caption_entities));
  const time = element("time", "", new Date(m.date * 1000).toLocaleTimeString([], { timeStyle: "short" }));
  if (m.edit_date) time.prepend(`${words.edited} `);
  node.append(time);
  return node;
}

function message(m) {
  const node = element("div", m.from?.id === page.user ? "message own" : "message", bubble(m));
  node.dataset.id = m.message_id;
  const rows = m.reply_markup?.inline_keyboard;
  if (rows) node.append(keys(rows, (b) => inlineKey(m, b)));
  return node;
}

const keys = (rows, draw) => element("div", "keys", ...rows.map((row) => element("div", "", ...row.map(draw))));

function inlineKey(m, b) {
  if (b.url) {
    const link = element("a", "", b.text + " ↗");
    link.href = b.url;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    return link;
  }
  const ref = { message_id: m.message_id, button: b.callback_data || b.text };
  return button(b.text, () => (b.web_app ? launch(ref) : call("POST", "/presses", ref)));
}

function replyKey(key) {
  return button(key.text, async () => {
    if (key.web_app) launch({ key: key.text });
    else if (!key.request_contact) send(key.text);
    else if ((await showPopup({ message: words.share }, words, true)) === "ok") call("POST", "/contacts", { phone_number: "+70000000000" });
  });
}

function draw(next) {
  view = next;
  const log = $("log");
  const messages = view.messages || [];
  log.replaceChildren(...messages.map(message));
  if (!messages.length) log.append(element("p", "empty", view.about || words.empty));
  log.scrollTop = log.scrollHeight;
  $("start").hidden = view.blocked || messages.length > 0;
  $("unblock").hidden = !view.blocked;
  $("block").hidden = view.blocked;
  $("composer").hidden = view.blocked || !messages.length;
  drawKeys();
  drawToast();
}

function drawKeys() {
  const app = view.menu?.type === "web_app";
  $("menu").hidden = !app && !view.commands?.length;
  $("menu").textContent = app ? view.menu.text : words.menu;
  const rows = view.keyboard?.keyboard;
  $("keyboard").hidden = !rows || view.blocked;
  $("keyboard").replaceChildren(...(rows ? [keys(rows, replyKey)] : []));
  $("commands").replaceChildren(...(view.commands || []).map((c) => button(`/${c.command} — ${c.description}`, () => {
    $("commands").hidden = true;
    send("/" + c.command);
  })));
}

function drawToast() {
  const answer = view.toast;
  if (!answer || answer.query_id === shownToast) return;
  shownToast = answer.query_id;
  if (!answer.text) return;
  if (answer.alert) showPopup({ message: answer.text }, words);
  else toast(answer.text);
}

function toast(text) {
  $("toast").textContent = text;
  setTimeout(() => { if ($("toast").textContent === text) $("toast").textContent = ""; }, 4000);
}

$("composer").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  if (text && (await send(text))) $("text").value = "";
});
$("start").addEventListener("click", () => send(page.start ? `/start ${page.start}` : "/start"));
$("block").addEventListener("click", () => call("PUT", "/block"));
$("unblock").addEventListener("click", () => call("DELETE", "/block"));
$("menu").addEventListener("click", () => {
  if (view.menu?.type === "web_app") launch({});
  else $("commands").hidden = !$("commands").hidden;
});

const events = new EventSource(base + "/events");
events.onopen = () => { $("lost").hidden = true; };
events.onerror = () => { $("lost").hidden = false; };
events.onmessage = (event) => {
  const first = view === null;
  draw(JSON.parse(event.data));
  if (first && page.opens) launch({ start_param: page.startapp });
};
