// Keeps the keyboard where it was when a region is replaced: htmx restores the
// focus of fields, not of buttons and links. What was deleted leaves it to what
// stands behind it, but to no button of the same kind: pressed once more, it
// would delete that too.
(() => {
  const stops = "a[id], button[id], summary[id], input[id], textarea[id], select[id]";
  let places = [];
  const kindOf = (id) => id.split("-")[0];
  const placesFrom = (active) => {
    const all = [...document.querySelectorAll(stops)];
    const behind = all.slice(all.indexOf(active) + 1).map((stop) => stop.id);
    return [active.id, ...behind.filter((id) => kindOf(id) !== kindOf(active.id))];
  };
  // what is not drawn, as in a closed menu, does not take it
  const takesFocus = (id) => {
    const stop = document.getElementById(id);
    stop?.focus();
    return stop && document.activeElement === stop;
  };
  // an address with a place in it keeps the browser from focusing by itself
  window.addEventListener("load", () => {
    if (document.activeElement === document.body) document.querySelector("[data-focus]")?.focus();
  });
  document.addEventListener("htmx:before:swap", () => {
    const active = document.activeElement;
    places = active?.id ? placesFrom(active) : [];
  });
  document.addEventListener("htmx:after:swap", () => {
    const lost = !document.activeElement || document.activeElement === document.body;
    const wanted = document.querySelector("[data-focus]:not([data-focused])");
    if (wanted) {
      wanted.dataset.focused = "";
      wanted.focus();
    } else if (lost) {
      places.some(takesFocus);
    }
  });
  document.addEventListener("htmx:before:request", (event) => {
    event.detail?.ctx?.target?.setAttribute?.("aria-busy", "true");
  });
  document.addEventListener("htmx:finally:request", (event) => {
    event.detail?.ctx?.target?.removeAttribute?.("aria-busy");
  });
})();
