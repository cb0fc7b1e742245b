// [data-rich="id"]: a text that is edited as it looks. What is seen is written
// with simple marks into the text area of that id, which is what is sent.
(() => {
  const signs = { B: "*", STRONG: "*", I: "_", EM: "_" };
  const blocks = /^(DIV|P|LI|UL|OL|H[1-6]|BLOCKQUOTE)$/;
  const escaped = (text) => text.replace(/\u200b/g, "").replace(/\u00a0/g, " ").replace(/[\\*_`[\]]/g, "\\$&");
  const inside = (node, open) => [...node.childNodes].map((child) => written(child, open)).join("");
  const written = (node, open) => {
    if (node.nodeType === Node.TEXT_NODE) return escaped(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const { variable, or } = node.dataset;
    if (variable) return `[${escaped(variable)}${or ? `|${escaped(or)}` : ""}]`;
    if (node.tagName === "BR") return "\n";
    if (node.tagName === "CODE") return node.textContent ? `\`${node.textContent.replace(/[\\`]/g, "\\$&")}\`` : "";
    const sign = signs[node.tagName];
    if (sign && !open.includes(sign)) {
      const words = inside(node, open + sign);
      return words && sign + words + sign;
    }
    const words = inside(node, open);
    const address = node.tagName === "A" && node.getAttribute("href");
    if (address && words) return `[${words}](${address.replace(/[\\)]/g, "\\$&")})`;
    return blocks.test(node.tagName) && node.previousSibling ? `\n${words}` : words;
  };
  const sourceOf = (rich) => document.getElementById(rich.closest("[data-rich]").dataset.rich);
  const count = (rich) => {
    const most = Number(rich.dataset.most);
    const n = rich.innerText.replace(/\n$/, "").length; // as Telegram counts
    const place = rich.parentElement.querySelector(".rich-count");
    const words = n > most * 0.75 ? `${n} / ${most}` : "";
    if (place.textContent !== words) place.textContent = words;
    place.classList.toggle("rich-over", n > most);
  };
  document.addEventListener("input", (event) => {
    const rich = event.target.closest?.(".rich");
    if (!rich) return;
    event.stopPropagation(); // the text area tells of it, once it has the words
    const source = sourceOf(rich);
    source.value = inside(rich, "").replace(/\n+$/, "");
    source.dataset.typed = "yes";
    count(rich);
    source.dispatchEvent(new Event("input", { bubbles: true }));
  }, true);
  document.addEventListener("focusout", (event) => {
    const rich = event.target.closest?.(".rich");
    if (!rich || !sourceOf(rich).dataset.typed) return;
    delete sourceOf(rich).dataset.typed;
    sourceOf(rich).dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
