// Alt+↑ and Alt+↓ press the "up" and "down" buttons of the [data-move] they are in.
document.addEventListener("keydown", (event) => {
  if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
  const button = event.target
    .closest("[data-move]")
    ?.querySelector(event.key === "ArrowUp" ? "[data-up]" : "[data-down]");
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
});
