// Takes a toast away after ten seconds (not while it is pointed at or focused),
// and says in one when a request failed. The words are on the place itself.
(() => {
  const place = document.getElementById("toast");
  if (!place) return;
  let timer;
  const busy = () => place.matches(":hover, :focus-within");
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (busy() ? wait() : place.replaceChildren()), 10_000);
  };
  const say = (words) => {
    const toast = document.createElement("div");
    toast.className = "toast toast-place";
    toast.textContent = words;
    place.replaceChildren(toast);
  };
  new MutationObserver(wait).observe(place, { childList: true });
  if (place.childElementCount) wait();
  place.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]")) place.replaceChildren();
  });
  document.addEventListener("htmx:response:error", (event) => {
    const { response: { status }, sourceElement } = event.detail.ctx;
    const saidBeside = status >= 500 && sourceElement?.querySelector?.("[data-unsaved]");
    if (status !== 409 && status !== 422 && !saidBeside) say(place.dataset.failed);
  });
  document.addEventListener("upload:failed", () => say(place.dataset.offline));
  document.addEventListener("htmx:error", (event) => {
    if (event.detail.ctx) say(place.dataset.offline);
  });
})();
