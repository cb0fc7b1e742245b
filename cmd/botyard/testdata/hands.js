// What a person sees of a page and can do with it. Things are found by the
// names that the browser itself computes for screen readers.
(act, ...args) => {
  const squeezed = (s) => (s ?? "").replace(/\s+/g, " ").trim();
  const shown = (e) => e.getClientRects().length > 0 && e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const named = (e) => squeezed(e.computedName);
  const all = (selector, within) => [...(within ?? document).querySelectorAll(selector)];
  const kinds = {
    press: "a[href], button, summary, input[type=checkbox], input[type=radio]",
    field: "input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea, [contenteditable=true]",
  };

  // part is the piece of the page under a heading with those words, or the
  // list of links of that name.
  const part = (title) => {
    if (!title) return document;
    const links = all("nav").find((n) => shown(n) && named(n) === title);
    if (links) return links;
    const heading = all("h1, h2, h3, h4, legend, li b").find((h) => squeezed(h.textContent) === title);
    return heading?.closest("form, li, section, fieldset") ?? heading?.parentElement;
  };

  // words are what a name can be made of: the browser is asked, which is slow,
  // for the name of few things.
  const words = (e) => squeezed([e.textContent, e.ariaLabel, ...[...(e.labels ?? [])].map((l) => l.textContent)].join(" "));

  // candidates are the visible things with that name, or beginning with it.
  const candidates = (kind, name, title) => {
    const place = part(title);
    if (!place) return [];
    const visible = all(kinds[kind], place).filter((e) => words(e).includes(name) && shown(e));
    const exact = visible.filter((e) => named(e) === name);
    return exact.length ? exact : visible.filter((e) => [" ", ",", ":"].some((end) => named(e).startsWith(name + end)));
  };

  const covered = (e, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return !hit || !(e.contains(hit) || hit.contains(e) || e.labels?.[0]?.contains(hit));
  };

  // stops are what the keyboard is to reach, in their order.
  const stops = () =>
    all("a[href], button, summary, input:not([type=hidden]), select, textarea, iframe, [contenteditable=true]").filter(
      (e) => !e.disabled && (e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0) && !(e.type === "radio" && !e.checked),
    );

  const acts = {
    // spot is where a thing can be pressed, or a string that tells why it cannot.
    spot(kind, name, title) {
      const found = candidates(kind, name, title);
      if (found.length !== 1) return `${found.length} of that name`;
      if (found[0].disabled) return "it is disabled";
      found[0].scrollIntoView({ block: "center", behavior: "instant" });
      const line = found[0].getClientRects()[0]; // a link may break over lines
      const x = line.x + line.width / 2;
      const y = line.y + line.height / 2;
      return covered(found[0], x, y) ? "something lies over it" : { x, y };
    },
    // sees tells whether words can be read.
    sees: (words, title) => squeezed((title ? part(title) : document.body)?.innerText ?? part(title)?.textContent).includes(words),
    // shows tells whether a picture has come.
    shows: (alt) => all("img").some((i) => shown(i) && i.alt === alt && i.complete && i.naturalWidth > 0),
    // typed gives what stands in a field.
    typed(name, title) {
      const [field] = candidates("field", name, title);
      return field?.value ?? field?.innerText ?? null;
    },
    // choose takes the option of a select.
    choose(name, option, title) {
      const [select] = candidates("field", name, title);
      const chosen = [...(select?.options ?? [])].find((o) => squeezed(o.label) === option);
      if (!chosen) return false;
      select.value = chosen.value;
      for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
      return true;
    },
    // select marks all that stands in the field in which one is.
    select() {
      const field = document.activeElement;
      if (field.isContentEditable) getSelection().selectAllChildren(field);
      return field.select?.() ?? true;
    },
    focused: () => (document.activeElement === document.body ? "" : named(document.activeElement)),
    // where gives the address behind a link.
    where: (words, title) => all("a[href]", part(title) ?? document).find((a) => shown(a) && a.textContent.includes(words))?.href ?? "",
    here: () => location.pathname + location.search,
    // stop says of the place that the keyboard is at: its name, and what is wrong there.
    stop() {
      const e = document.activeElement;
      if (e === document.body) return { name: "" };
      const box = e.getBoundingClientRect();
      // the ring may be drawn by what is around a control, or over it
      const styles = [getComputedStyle(e), getComputedStyle(e, "::after"), getComputedStyle(e.parentElement), getComputedStyle(e.nextElementSibling ?? e)];
      const ring = styles.some((s) => s.outlineStyle !== "none" || s.boxShadow !== "none") || e.matches("iframe");
      const wrong = [];
      if (!ring) wrong.push("the focus is not seen");
      if (covered(e, box.x + box.width / 2, box.y + Math.min(box.height / 2, 20))) wrong.push("it is covered or out of sight");
      return { name: named(e) || e.id || e.tagName, index: stops().indexOf(e), wrong };
    },
    stops: () => stops().length,
    holds: () => document.querySelectorAll("form[data-holds]").length,
    // watch remembers what the part's state says, so that saved tells a new one from it.
    watch(title) {
      const state = part(title)?.querySelector("[role=status]");
      if (!state) return false;
      for (const e of all("[data-watched]")) delete e.dataset.watched;
      state.dataset.watched = "";
      for (const e of state.children) e.dataset.before = "";
      return true;
    },
    saved(words) {
      const [state] = all("[data-watched]");
      return Boolean(state) && !all("[data-before]", state).length && squeezed(state.innerText).startsWith(words);
    },
    // leave marks the document; arrived tells that another has come and is ready.
    leave: () => (document.documentElement.dataset.left = "yes"),
    arrived: () => document.readyState === "complete" && !document.documentElement.dataset.left,
    // upload marks the field behind the button that asks for a file.
    upload(words) {
      const field = all("label").find((l) => shown(l) && squeezed(l.textContent) === words)?.control;
      return field?.type === "file" && (field.setAttribute("data-upload", "") ?? true);
    },
  };
  return acts[act](...args);
}
