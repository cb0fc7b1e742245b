// <div data-refresh="5" hx-trigger="refresh">: asks for itself anew every so
// many seconds; not while nobody looks, and not under the hand of somebody who
// is about to press something in it.
(() => {
  const asked = new WeakMap();
  let touched = 0;
  for (const kind of ["pointermove", "pointerdown", "keydown", "scroll"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.closest?.("[data-refresh]")) touched = Date.now();
    }, { passive: true, capture: true });
  }
  const resting = (region) =>
    !document.hidden && navigator.onLine && Date.now() - touched > 3000 &&
    !region.querySelector(":focus-visible, details[open]");
  setInterval(() => {
    for (const region of document.querySelectorAll("[data-refresh]")) {
      if (!asked.has(region)) asked.set(region, Date.now());
      if (Date.now() - asked.get(region) < region.dataset.refresh * 1000 || !resting(region)) continue;
      asked.set(region, Date.now());
      region.dispatchEvent(new CustomEvent("refresh"));
    }
  }, 1000);
})();
