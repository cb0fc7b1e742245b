// The keys of a text that is edited as it looks: Enter ends a line, whatever
// keyboard it comes from; in the address of a link it is the button beside it.
// A press on the label goes to the text.
(() => {
  document.addEventListener("beforeinput", (event) => {
    if (event.inputType !== "insertParagraph" || !event.target.closest?.(".rich")) return;
    event.preventDefault();
    document.execCommand("insertLineBreak");
  });
  document.addEventListener("keydown", (event) => {
    const bar = event.key === "Enter" && event.target.closest?.(".rich-link");
    if (!bar) return;
    event.preventDefault();
    bar.querySelector("button").click();
  });
  document.addEventListener("click", (event) => {
    const label = event.target.closest("label[for]");
    document.getElementById(`${label?.htmlFor}-rich`)?.focus();
  });
})();
