// What is typed into a form stays in this tab until it is answered. When the
// answer is the door, since the session had ended, it is put back behind it.
(() => {
  const place = "typed";
  const read = () => JSON.parse(sessionStorage.getItem(place) ?? "{}");
  const write = (all) => sessionStorage.setItem(place, JSON.stringify(all));
  const addressOf = (form) => form.getAttribute("hx-post") ?? form.getAttribute("action");
  const isDoor = (form) => ["/login", "/signup"].includes(addressOf(form));
  const isWords = (e) => e.name && e.matches("textarea, select, input:is([type=text], [type=url], [type=tel], [type=email], [type=number], :not([type]))");
  const wordsOf = (form) => [...form.elements].filter(isWords);
  const change = (how) => {
    try {
      const all = read();
      how(all);
      write(all);
    } catch { /* a tab without storage keeps nothing */ }
  };
  const note = (all, form, left) => {
    const values = wordsOf(form).map((e) => e.value);
    if (left || values.some((v) => v)) all[addressOf(form)] = { page: location.pathname, values, left };
  };
  const keep = (form) => {
    if (form?.matches?.("form") && !isDoor(form)) change((all) => note(all, form));
  };
  const putBack = (form, kept) => {
    const fields = wordsOf(form);
    if (fields.length !== kept.values.length || fields.every((field, i) => field.value === kept.values[i])) return;
    if (kept.left) form.elements.revision.value = kept.left; // what somebody else saved stays, too
    if (form.querySelector(".rich-source")) form.dataset.again = "yes"; // it is seen elsewhere
    fields.forEach((field, i) => {
      if (field.value === kept.values[i]) return;
      field.value = kept.values[i];
      for (const what of ["input", "change"]) field.dispatchEvent(new Event(what, { bubbles: true }));
    });
  };
  // Put back is what went through the door, and what a reload overtook.
  const arrive = () => change((all) => {
    const door = [...document.forms].some(isDoor);
    for (const [address, kept] of Object.entries(all)) {
      if (door) { kept.door = true; continue; }
      if (kept.door && kept.page !== location.pathname) continue;
      delete all[address];
      const form = (kept.door || (kept.left && kept.page === location.pathname)) && [...document.forms].find((f) => addressOf(f) === address);
      if (form) setTimeout(() => putBack(form, kept)); // when htmx listens
    }
  });
  window.addEventListener("pagehide", () => change((all) => {
    for (const form of document.forms) if (all[addressOf(form)] || form.matches("[data-holds]")) note(all, form, form.matches("[data-holds]") && form.elements.revision.value);
  }));
  document.addEventListener("submit", (event) => keep(event.target));
  document.addEventListener("htmx:before:request", (event) => keep(event.detail?.ctx?.sourceElement));
  document.addEventListener("htmx:after:swap", (event) => {
    const { response, sourceElement: form } = event.detail?.ctx ?? {};
    if (!(response?.status < 400) || !form?.matches?.("form")) return;
    change((all) => { delete all[addressOf(form)]; });
    if (form.dataset.again) location.reload();
  });
  if (document.readyState === "complete") arrive();
  else window.addEventListener("load", arrive);
})();
