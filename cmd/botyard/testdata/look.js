// Looks at a screen as it stands and lists what is wrong with it.
(language, width) => {
  const wrong = [];
  const root = document.documentElement;
  const shown = (e) => e.getClientRects().length > 0 && e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const brief = (e) => e.outerHTML.slice(0, 120);
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);

  if (root.scrollWidth > width) {
    const wide = all("body *").filter((e) => e.getBoundingClientRect().right > width + 1);
    wrong.push(`${root.scrollWidth} pixels wide: ${wide.slice(0, 3).map(brief).join(" ")}`);
  }
  if (root.lang !== language) wrong.push(`its language is ${root.lang}`);
  if (all("h1").length !== 1) wrong.push(`${all("h1").length} headings of the first level`);

  let words = document.title + "\n" + document.body.innerText;
  for (const name of ["aria-label", "placeholder", "title", "alt"]) {
    for (const e of all(`[${name}]`)) words += "\n" + e.getAttribute(name);
  }
  const bare = words.match(/(?<![\w.@/-])[a-z]+(\.[a-z0-9]+)*\.[a-z]+_[a-z_]+|\{[a-z_]+\}|%![a-z]\(/);
  if (bare) wrong.push(`it says ${bare[0]}`);
  const russian = language === "en" && words.replaceAll("Русский", "").match(/[а-яё].*/i);
  if (russian) wrong.push(`it says in Russian ${russian[0].slice(0, 60)}`);

  for (const e of all("a[href], button, summary, input, select, textarea")) {
    const box = (e.closest("label") ?? e).getBoundingClientRect();
    const inText = e.matches("a") && getComputedStyle(e).display === "inline";
    if (!inText && (box.width < 24 || box.height < 24) && !e.matches(".to-content")) {
      wrong.push(`a target of ${Math.round(box.width)}×${Math.round(box.height)}: ${brief(e)}`);
    }
    const named = e.innerText?.trim() || e.ariaLabel || e.labels?.length || (e.computedName ?? "x").trim();
    if (!named) wrong.push(`without a name: ${brief(e)}`);
  }
  return wrong;
}
