// [data-grip] within a [data-drag="id"]: drags a step to another place of its
// list. The form in the step's [data-drop] is sent with what it comes before.
(() => {
  let dragged;
  const listOf = (item) => item.parentElement;
  const items = () => [...listOf(dragged).children].filter((item) => item.dataset.drag);
  // next is the first step whose middle lies under the pointer.
  const next = (y) =>
    items().find((item) => {
      const box = item.getBoundingClientRect();
      return item !== dragged && y < box.top + Math.min(box.height, 80) / 2;
    });
  const mark = (before) => {
    for (const item of items()) item.classList.toggle("drop-here", item === before);
    listOf(dragged).classList.toggle("drop-last", !before);
  };
  const end = () => {
    mark(undefined);
    listOf(dragged).classList.remove("drop-last");
    dragged.classList.remove("dragged");
    dragged = undefined;
  };
  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip || event.button) return;
    event.preventDefault();
    dragged = grip.closest("[data-drag]");
    dragged.classList.add("dragged");
    grip.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (dragged) mark(next(event.clientY));
  });
  document.addEventListener("pointerup", (event) => {
    if (!dragged) return;
    const before = next(event.clientY)?.dataset.drag ?? "";
    const form = dragged.querySelector("[data-drop]");
    const moved = before !== (dragged.nextElementSibling?.dataset.drag ?? "");
    end();
    if (!moved) return;
    form.elements.before.value = before;
    form.requestSubmit();
  });
  document.addEventListener("pointercancel", () => dragged && end());
})();
