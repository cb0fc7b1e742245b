// <button data-reveal="id">: shows the password that is being typed.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-reveal]");
  const field = button && document.getElementById(button.dataset.reveal);
  if (!field) return;
  const shown = field.type === "password";
  field.type = shown ? "text" : "password";
  button.setAttribute("aria-pressed", String(shown));
});
