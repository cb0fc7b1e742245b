// What could not be saved is kept: when the network failed it is said beside the
// form and sent again once it is back, when it was refused the reasons stand
// there already. Who leaves before it is saved is asked.
(() => {
  const unsent = new Set();
  const refused = new Set();
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
    unsent.add(form);
  };
  // of the moment, not of what was typed; a body that did not come whole is 400
  const passing = (status) => status >= 500 || [400, 408, 429].includes(status);
  const sendAgain = () => {
    for (const form of unsent) if (form.isConnected) form.requestSubmit();
    unsent.clear();
  };
  document.addEventListener("htmx:error", (event) => {
    const form = autosaved(event);
    if (form) keep(form);
  });
  document.addEventListener("htmx:response:error", (event) => {
    const form = autosaved(event);
    if (form && passing(event.detail.ctx.response.status)) keep(form);
  });
  document.addEventListener("htmx:after:request", (event) => {
    const form = autosaved(event);
    const status = event.detail?.ctx?.response?.status;
    if (!form || !status || status >= 500) return;
    unsent.delete(form);
    if (status === 422) refused.add(form);
    else refused.delete(form);
  });
  window.addEventListener("online", sendAgain);
  setInterval(() => navigator.onLine && unsent.size && sendAgain(), 15_000);
  const leavesWords = () => [...unsent, ...refused].some((form) => form.isConnected);
  window.addEventListener("beforeunload", (event) => {
    if (leavesWords()) event.preventDefault();
  });
})();
