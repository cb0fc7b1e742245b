// A form without htmx is sent once, however often its button is pressed.
(() => {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[hx-post],[hx-get]") || form.method === "dialog") return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    event.submitter?.setAttribute("aria-busy", "true");
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) {
      delete form.dataset.sent;
      form.querySelector('[aria-busy="true"]')?.removeAttribute("aria-busy");
    }
  });
})();
