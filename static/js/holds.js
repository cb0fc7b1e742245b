// A form that saves itself waits a moment after each key. While it has words
// without an answer it says so: data-holds is "typed", then "sent" (leave.js and
// keep.js go by it). What a page that ends has not sent goes by itself.
(() => {
  const forms = new Map();
  const small = 20_000; // all that outlives a page may have 64 KiB together
  const isSaver = (form) => form?.matches?.("form[hx-post]") && form.querySelector("[data-unsaved]");
  const stateOf = (form) => forms.get(form) ?? forms.set(form, { typed: 0, sent: 0, answered: 0, body: "" }).get(form);
  const show = (form) => {
    const { typed, sent, answered } = stateOf(form);
    if (typed === answered) delete form.dataset.holds;
    else form.dataset.holds = typed > sent ? "typed" : "sent";
  };
  const words = (form) => new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
  // the next one tells what the unanswered one before had: it may have come
  const addBefore = (body, { body: before }) => before && body.set("before", before);
  const formOf = (event) => {
    const source = event.detail?.ctx?.sourceElement;
    const form = source?.form ?? source;
    return isSaver(form) ? form : null;
  };
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target: { form } }) => {
      if (!isSaver(form)) return;
      stateOf(form).typed += 1;
      show(form);
    }, true); // before htmx, which may send at once
  }
  document.addEventListener("htmx:before:request", (event) => {
    const form = formOf(event);
    if (!form) return;
    const [state, { request }] = [stateOf(form), event.detail.ctx];
    if (request.body?.set) addBefore(request.body, state);
    state.body = words(form).toString();
    state.sent = state.typed;
    request.keepalive = state.body.length < small;
    show(form);
  });
  const passing = (status) => status >= 500 || [400, 408, 429].includes(status);
  document.addEventListener("htmx:after:request", (event) => {
    const form = formOf(event);
    if (!form || passing(event.detail.ctx.response.status)) return;
    const state = stateOf(form);
    state.answered = state.sent;
    state.body = "";
    show(form);
  });
  window.addEventListener("pagehide", () => {
    for (const [form, state] of forms) {
      const onItsWay = form.dataset.holds === "sent" && state.body.length < small;
      if (!form.isConnected || !form.dataset.holds || onItsWay) continue;
      const body = words(form);
      addBefore(body, state);
      fetch(form.getAttribute("hx-post"), { method: "POST", body, keepalive: true, headers: { "HX-Request": "true" } }).catch(() => {});
    }
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && document.querySelector("form[data-holds]")) location.reload();
  });
})();
