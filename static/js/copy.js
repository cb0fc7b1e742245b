// <button data-copy="text" data-copied="Copied">: copies, and says so.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    return; // the browser does not let us; the text is there to be selected
  }
  const place = document.getElementById("toast");
  const toast = document.createElement("div");
  toast.className = "toast toast-place";
  toast.textContent = button.dataset.copied;
  place?.replaceChildren(toast);
});
