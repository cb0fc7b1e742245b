// Alt+↑ and Alt+↓ press the "up" and "down" buttons of the [data-move] they are in.
document.addEventListener("keydown", (event) => {
  if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
  const moved = event.target.closest("[data-move]");
  const buttons = moved?.querySelectorAll(event.key === "ArrowUp" ? "[data-up]" : "[data-down]") ?? [];
  const button = [...buttons].find((one) => one.closest("[data-move]") === moved);
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
});
