// Keeps the keyboard where it was when a region is replaced: htmx restores the
// focus of fields, not of buttons and links.
(() => {
  let last = "";
  // an address with a place in it keeps the browser from focusing by itself
  window.addEventListener("load", () => {
    if (document.activeElement === document.body) document.querySelector("[data-focus]")?.focus();
  });
  document.addEventListener("htmx:before:swap", () => {
    last = document.activeElement?.id || "";
  });
  document.addEventListener("htmx:after:swap", () => {
    const lost = !document.activeElement || document.activeElement === document.body;
    const wanted = document.querySelector("[data-focus]:not([data-focused])");
    if (wanted) {
      wanted.dataset.focused = "";
      wanted.focus();
    } else if (lost && last) {
      document.getElementById(last)?.focus();
    }
  });
  document.addEventListener("htmx:before:request", (event) => {
    event.detail?.ctx?.target?.setAttribute?.("aria-busy", "true");
  });
  document.addEventListener("htmx:finally:request", (event) => {
    event.detail?.ctx?.target?.removeAttribute?.("aria-busy");
  });
})();
