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

const fileAddress = (f) => `/sim/bots/${page.bot}/files/${f.file_id}`;

// media draws what a message carries besides words, or nothing.
function media(m) {
  const photo = m.photo?.at(-1);
  if (photo) {
    const image = element("img");
    image.src = fileAddress(photo);
    image.alt = m.caption || words.photo;
    return image;
  }
  const played = m.video || m.animation || m.voice || m.audio;
  if (played) {
    const player = element(m.video || m.animation ? "video" : "audio");
    player.src = fileAddress(played);
    player.controls = true;
    return player;
  }
  if (!m.document) return "";
  const link = element("a", "file", `${m.document.file_name || words.file}`);
  link.href = fileAddress(m.document);
  link.download = m.document.file_name || "";
  return link;
}

// place draws a point with its name as a link to a map.
function place(m) {
  const at = m.venue?.location || m.location;
  const link = element("a", "place", element("strong", "", `${m.venue?.title || words.location}`));
  link.append(`\n${m.venue ? m.venue.address : `${at.latitude}, ${at.longitude}`}`);
  link.href = `https://www.openstreetmap.org/?mlat=${at.latitude}&mlon=${at.longitude}#map=16/${at.latitude}/${at.longitude}`;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  return link;
}

function card(c) {
  return element("div", "card", element("strong", "", `${c.first_name} ${c.last_name || ""}`), `\n${c.phone_number}`);
}

// bubble draws a message; an album is drawn as one, under its first caption.
function bubble(m, ...others) {
  const node = element("div", "bubble");
  const shown = [m, ...others].map(media);
  node.append(others.length ? element("div", "album", ...shown) : shown[0]);
  if (m.contact) node.append(card(m.contact));
  if (m.venue || m.location) node.append(place(m));
  if (m.web_app_data) node.append(`${m.web_app_data.button_text}: ${m.web_app_data.data}`);
  const said = [m, ...others].find((one) => one.caption) || m;
  node.append(rich(said.text || said.caption || "", said.text ? said.entities : said.caption_entities));
  const time = element("time", "", new Date(m.date * 1000).toLocaleTimeString([], { timeStyle: "short" }));
  if (m.edit_date) time.prepend(`${words.edited} `);
  node.append(time);
  return node;
}

function message([m, ...others]) {
  const node = element("div", m.from?.id === page.user ? "message own" : "message", bubble(m, ...others));
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

const confirmed = async (question) => (await showPopup({ message: question }, words, true)) === "ok";

async function shareContact() {
  if (await confirmed(words.share)) call("POST", "/contacts", { phone_number: "+70000000000" });
}

async function sharePlace() {
  if (await confirmed(words.where)) call("POST", "/locations", { latitude: 55.7512, longitude: 37.6184 });
}

function replyKey(key) {
  return button(key.text, () => {
    if (key.web_app) launch({ key: key.text });
    else if (key.request_contact) shareContact();
    else if (key.request_location) sharePlace();
    else send(key.text);
  });
}

// albums puts what was sent together into one list.
function albums(messages) {
  const out = [];
  for (const m of messages) {
    const last = out.at(-1);
    if (m.media_group_id && last?.[0].media_group_id === m.media_group_id) last.push(m);
    else out.push([m]);
  }
  return out;
}

function draw(next) {
  view = next;
  const log = $("log");
  const messages = view.messages || [];
  log.replaceChildren(...albums(messages).map(message));
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
$("files").addEventListener("change", async () => {
  $("attach").open = false;
  const form = new FormData();
  for (const file of $("files").files) form.append("file", file);
  form.append("caption", $("text").value.trim());
  $("files").value = "";
  const response = await fetch(base + "/files", { method: "POST", body: form });
  if (response.ok) $("text").value = "";
  else toast((await response.json()).error);
});
for (const [id, share] of [["place", sharePlace], ["contact", shareContact]]) {
  $(id).addEventListener("click", () => { $("attach").open = false; share(); });
}
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
