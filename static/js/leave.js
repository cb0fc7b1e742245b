// Who follows a link or presses a button while a form holds words (holds.js) goes
// on once they are saved, and stays where somebody else saved other ones.
(() => {
  const patience = 5000; // ms, then the browser asks (offline.js)
  const flush = () => {
    for (const form of document.querySelectorAll('form[data-holds="typed"]')) form.requestSubmit();
  };
  let held = null;
  let going = false;
  const goOn = () => {
    const { go, timer } = held;
    clearTimeout(timer);
    held = null;
    going = true;
    go();
    going = false;
  };
  const hold = (event, go) => {
    if (going || !document.querySelector("form[data-holds]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held) clearTimeout(held.timer);
    held = { go, timer: setTimeout(goOn, patience) };
    flush();
  };
  document.addEventListener("htmx:finally:request", (event) => {
    if (!held) return;
    const status = event.detail?.ctx?.response?.status;
    if (status === 409) {
      clearTimeout(held.timer);
      held = null;
    } else if (!status || status >= 500 || !document.querySelector("form[data-holds]")) {
      goOn();
    }
  });
  const modified = (event) => event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const page = (address) => address.split("#")[0];
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]:not([target], [download], [hx-get])");
    if (!link || modified(event) || page(link.href) === page(location.href)) return;
    hold(event, () => { location.href = link.href; });
  }, true);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-holds]") || form.method === "dialog") return;
    if (form.matches("[enctype]")) return; // a file takes only its own field anew
    if (form.matches("[hx-post]")) flush(); // it waits in the same queue, behind them
    else hold(event, () => form.requestSubmit(event.submitter));
  }, true);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) flush(); // a phone ends a page that nobody sees without a word
  });
})();
