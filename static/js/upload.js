// form[data-upload]: its file is sent with a bar that shows how far it is; then
// the named regions are taken out of the answer. Without scripts it is a form.
(() => {
  const take = (page, ids) => {
    for (const id of ids) {
      const [now, next] = [document.getElementById(id), page.getElementById(id)];
      if (!now || !next) continue;
      now.replaceWith(next);
      window.htmx?.process(next);
    }
  };
  const bar = (form) => document.querySelector(`[form="${form.id}"] ~ progress`) ?? form.querySelector("progress");
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-upload]") || form.dataset.busy) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const [progress, sent] = [bar(form), new XMLHttpRequest()];
    form.dataset.busy = "yes";
    const ended = () => {
      delete form.dataset.busy;
      if (progress) progress.hidden = true;
    };
    if (progress) {
      progress.hidden = false;
      progress.value = 0;
      sent.upload.onprogress = (e) => { if (e.lengthComputable) progress.value = 100 * e.loaded / e.total; };
    }
    sent.onload = () => {
      ended();
      const page = new DOMParser().parseFromString(sent.responseText, "text/html");
      const ids = form.dataset.upload.split(" ");
      if (page.getElementById(ids[0])) take(page, ids);
      else location.assign(sent.responseURL || location.href);
    };
    sent.onerror = () => {
      ended();
      document.dispatchEvent(new CustomEvent("upload:failed", { detail: form }));
    };
    sent.open("POST", form.action);
    sent.send(new FormData(form));
  }, true);
})();
