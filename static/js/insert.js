// <button data-insert="[Name]" data-into="id">: puts its text where the caret is.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-insert]");
  const area = button && document.getElementById(button.dataset.into);
  if (!area) return;
  area.setRangeText(button.dataset.insert, area.selectionStart, area.selectionEnd, "end");
  area.focus();
  area.dispatchEvent(new Event("input", { bubbles: true }));
});
