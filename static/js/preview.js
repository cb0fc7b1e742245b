// Tells the preview what was saved and which block is open, without a load; opens
// the block that was tapped in it; and shows it the other way round: as a Mini App
// or a site, in the light or in the dark, for as long as the tab is open.
(() => {
  const frameNow = () => document.getElementById("preview");
  const origin = (frame) => new URL(frame.src, location.href).origin;
  const tell = (fresh) => {
    const frame = frameNow();
    const open = document.querySelector(".open[id^=block-]")?.id.slice("block-".length);
    frame?.contentWindow.postMessage({ fresh, page: frame.dataset.page, open }, origin(frame));
  };
  const show = (name, value) => {
    const frame = frameNow();
    if (name === "as") frame.src = frame.dataset[value];
    else frame.dataset.light = value;
    document.querySelectorAll(`[data-show="${name}"]`).forEach((b) => b.setAttribute("aria-pressed", b.value === value));
  };
  const remembered = (name) => {
    try {
      return sessionStorage.getItem("preview:" + name);
    } catch { /* a tab without storage begins anew each time */ }
  };
  const frame = frameNow();
  if (!frame) return;
  for (const name of ["as", "light"]) if (remembered(name)) show(name, remembered(name));
  addEventListener("message", (e) => {
    const now = frameNow();
    if (!now || e.source !== now.contentWindow || e.origin !== origin(now)) return;
    if (e.data.ready) tell();
    if (!e.data.block || !now.dataset.blocks) return;
    const here = e.data.page === now.dataset.page && document.getElementById("open-" + e.data.block);
    if (here) here.click();
    else location.assign(`${now.dataset.blocks}/${encodeURIComponent(e.data.page)}?block=${encodeURIComponent(e.data.block)}#block-${e.data.block}`);
  });
  document.addEventListener("click", (e) => {
    const button = e.target.closest("[data-show]");
    if (!button) return;
    show(button.dataset.show, button.value);
    try {
      sessionStorage.setItem("preview:" + button.dataset.show, button.value);
    } catch { /* it is shown all the same */ }
  });
  let timer;
  document.addEventListener("htmx:after:swap", (event) => {
    const ctx = event.detail?.ctx;
    if (ctx?.request?.method === "GET" || ctx?.response?.status >= 400) return;
    clearTimeout(timer);
    timer = setTimeout(tell, 50, true);
  });
})();
