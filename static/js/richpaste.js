// What is pasted into a text that is edited as it looks keeps only what the
// text can have: bold, italic, code, links, lines.
(() => {
  const kept = { B: "b", STRONG: "b", I: "i", EM: "i", CODE: "code", PRE: "code", A: "a" };
  const blocks = /^(P|DIV|LI|TR|H[1-6]|BLOCKQUOTE|UL|OL|TABLE|SECTION|ARTICLE)$/;
  const dropped = /^(STYLE|SCRIPT|TITLE|META|HEAD|LINK|XML|O:P)$/;
  const safe = /^(https?|tg|mailto|tel):/i;
  const text = (words) => words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  // tags are those of a node: its own, or what its style says, as Word and
  // Telegram write it.
  const tags = (node) => {
    const style = node.dataset.look ?? "";
    const plain = /font-weight:\s*(normal|400)/i.test(style);
    const own = kept[node.tagName];
    const all = own && !(own === "b" && plain) ? [own] : [];
    if (/font-weight:\s*(bold|[6-9]00)/i.test(style) && own !== "b") all.push("b");
    if (/font-style:\s*italic/i.test(style) && own !== "i") all.push("i");
    return all.filter((tag) => tag !== "a" || safe.test(node.getAttribute("href") ?? ""));
  };
  const clean = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return text(node.data.replace(/[\s\u00a0]+/g, " "));
    if (node.nodeType !== Node.ELEMENT_NODE || dropped.test(node.tagName)) return "";
    if (node.tagName === "BR") return "<br>";
    const own = tags(node);
    let inner = own.includes("code") ? text(node.textContent) : [...node.childNodes].map(clean).join("");
    if (blocks.test(node.tagName)) inner = `\n${inner.trim()}\n`;
    if (!inner.trim()) return inner;
    for (const tag of own) {
      const more = tag === "a" ? ` href="${text(node.getAttribute("href"))}"` : "";
      inner = `<${tag}${more}>${inner}</${tag}>`;
    }
    return inner;
  };
  const fromHTML = (html) => {
    // a parsed style or handler would be refused by the page's policy, loudly
    const quiet = html.replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, "").replace(/\sstyle\s*=/gi, " data-look=").replace(/\son\w+\s*=/gi, " data-was=");
    const body = new DOMParser().parseFromString(quiet, "text/html").body;
    return clean(body).trim().replace(/\s*\n\s*/g, "<br>");
  };
  document.addEventListener("paste", (event) => {
    if (!event.target.closest?.(".rich")) return;
    event.preventDefault();
    const html = event.clipboardData.getData("text/html");
    const words = event.clipboardData.getData("text/plain");
    document.execCommand("insertHTML", false, html ? fromHTML(html) : text(words).replace(/\r?\n/g, "<br>"));
  });
  document.addEventListener("drop", (event) => {
    if (event.target.closest?.(".rich")) event.preventDefault();
  });
  // other ways to format come by keys and menus of the browser
  document.addEventListener("beforeinput", (event) => {
    const wanted = /^format(?!Bold|Italic|Remove)/.test(event.inputType);
    if (wanted && event.target.closest?.(".rich")) event.preventDefault();
  });
})();
