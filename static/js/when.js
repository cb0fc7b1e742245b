// <div data-when="id" data-when-is="a b">: is there while the control with that
// id has one of those values.
(() => {
  const show = () => {
    for (const part of document.querySelectorAll("[data-when]")) {
      const control = document.getElementById(part.dataset.when);
      if (control) part.hidden = !part.dataset.whenIs.split(" ").includes(control.value);
    }
  };
  document.addEventListener("change", show);
  document.addEventListener("htmx:after:swap", show);
  show();
})();
