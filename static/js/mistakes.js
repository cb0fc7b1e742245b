// Marks a control as wrong, or well again, when the words beside it changed
// without the control being drawn anew.
document.addEventListener("htmx:after:swap", () => {
  for (const place of document.querySelectorAll(".mistake-place")) {
    const control = document.getElementById(place.id.replace(/-mistake$/, ""));
    if (place.childElementCount) control?.setAttribute("aria-invalid", "true");
    else control?.removeAttribute("aria-invalid");
  }
});
