// Draws the preview again after something that it shows was saved.
(() => {
  let timer;
  document.addEventListener("htmx:after:swap", (event) => {
    const frame = document.getElementById("preview");
    const ctx = event.detail?.ctx;
    if (!frame || ctx?.request?.method === "GET" || ctx?.response?.status >= 400) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      frame.src = frame.src; // its origin may be another, so reload() is out of reach
    }, 300);
  });
})();
