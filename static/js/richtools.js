// <button data-mark="bold">, <button data-chip="Name">: the tools of a text
// that is edited as it looks. They work on what was selected in it last.
(() => {
  let last;
  const remember = () => {
    const { anchorNode, rangeCount } = getSelection();
    const rich = (anchorNode?.closest ? anchorNode : anchorNode?.parentElement)?.closest(".rich");
    if (rich && rangeCount) last = { rich, range: getSelection().getRangeAt(0).cloneRange() };
  };
  document.addEventListener("selectionchange", remember);
  const select = (range) => {
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  };
  const back = (rich) => {
    remember(); // selectionchange comes some time after what was typed
    rich.focus();
    if (last?.rich === rich) select(last.range);
    else getSelection().setPosition(rich, rich.childNodes.length);
    return getSelection().getRangeAt(0);
  };
  const put = (rich, node) => {
    const range = back(rich);
    range.deleteContents();
    range.insertNode(node);
    range.setStartAfter(node);
    range.collapse(true);
    select(range);
    rich.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const element = (tag, textContent, more = {}) => Object.assign(document.createElement(tag), { textContent, ...more });
  const marks = {
    bold: (rich) => back(rich) && document.execCommand("bold"),
    italic: (rich) => back(rich) && document.execCommand("italic"),
    code: (rich) => put(rich, element("code", back(rich).toString() || "…")),
    link: (_, bar, input) => (bar.hidden = !bar.hidden) || input.focus(),
    linked(rich, bar, input) {
      const typed = input.value.trim();
      if (typed) put(rich, element("a", back(rich).toString() || typed, { href: typed }));
      bar.hidden = true;
      input.value = "";
    },
  };
  document.addEventListener("click", (event) => {
    const tool = event.target.closest("[data-mark], [data-chip]");
    const around = tool?.closest("[data-rich]");
    if (!around) return;
    const rich = around.querySelector(".rich");
    const bar = around.querySelector(".rich-link");
    if (tool.dataset.mark) return marks[tool.dataset.mark](rich, bar, bar.querySelector("input"));
    tool.closest("details").open = false;
    const chip = element("span", tool.dataset.chip, { className: "chip-word", contentEditable: "false" });
    chip.dataset.variable = tool.dataset.chip;
    put(rich, chip);
  });
})();
