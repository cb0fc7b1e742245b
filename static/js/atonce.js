// input[data-at-once]: a chosen file is sent at once, by the form of its own,
// and is no word of the form around it. It stays so when the field is replaced.
document.addEventListener("change", (event) => {
  const file = event.target;
  if (!file.matches?.("input[data-at-once]")) return;
  event.stopPropagation();
  if (file.files.length) file.form.requestSubmit();
}, true);
