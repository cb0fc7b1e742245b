// <div data-at-end>: a log that shows its end, when it is drawn and drawn anew.
(() => {
  const toEnd = () => {
    for (const log of document.querySelectorAll("[data-at-end]")) log.scrollTop = log.scrollHeight;
  };
  toEnd();
  addEventListener("load", toEnd);
  document.addEventListener("htmx:after:swap", toEnd);
})();
