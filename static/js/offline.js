// What could not be saved is said beside the form, kept, and sent again when
// the network is back.
(() => {
  const unsaved = new Set();
  const stateOf = (form) => form.querySelector("[data-unsaved]");
  const autosaved = (event) => {
    const form = event.detail?.ctx?.sourceElement;
    return form?.matches?.("form") && stateOf(form) ? form : null;
  };
  const keep = (form) => {
    const words = document.createElement("span");
    words.className = "saved-not";
    words.textContent = stateOf(form).dataset.unsaved;
    // the revision stays: only what is said is replaced
    const [said] = stateOf(form).querySelectorAll("span:not(.saving)");
    if (said) said.replaceWith(words);
    else stateOf(form).append(words);
    unsaved.add(form);
  };
  // of the moment, not of what was typed; a body that did not come whole is 400
  const passing = (status) => status >= 500 || [400, 408, 429].includes(status);
  const sendAgain = () => {
    for (const form of unsaved) if (form.isConnected) form.requestSubmit();
    unsaved.clear();
  };
  document.addEventListener("htmx:error", (event) => {
    const form = autosaved(event);
    if (form) keep(form);
  });
  document.addEventListener("htmx:response:error", (event) => {
    const form = autosaved(event);
    if (form && passing(event.detail.ctx.response.status)) keep(form);
  });
  document.addEventListener("htmx:after:swap", (event) => {
    const { response, sourceElement } = event.detail?.ctx ?? {};
    if (response?.status < 400) unsaved.delete(sourceElement);
  });
  window.addEventListener("online", sendAgain);
  setInterval(() => navigator.onLine && unsaved.size && sendAgain(), 15_000);
  window.addEventListener("beforeunload", (event) => {
    if (unsaved.size) event.preventDefault();
  });
})();
