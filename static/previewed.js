// Runs in the preview of a draft alone, beside the pages' runtime: shows what the
// editor has saved, without a load, and tells which block was tapped. It hears its
// parent only, at the origin that its own document names.
(() => {
  if (parent === window) return; // opened by itself, from the chat
  const editor = document.currentScript.dataset.editor || location.origin;
  const style = new CSSStyleSheet();
  const told = JSON.parse(document.getElementById("m.").textContent);
  let shown; // the runtime's own manifest, as soon as it came from here
  let open; // the block whose form is open
  const say = (words) => parent.postMessage(words, editor);
  const blockOf = (target) => target.closest("main > [id]:not([id$='.'])");
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(told.slug + ":cart")) ?? {};
    } catch {
      return {};
    }
  };
  const mark = (lead) => {
    document.querySelectorAll("[data-open]").forEach((e) => delete e.dataset.open);
    const block = open && document.getElementById(open);
    if (!block) return;
    block.dataset.open = "";
    if (lead) block.scrollIntoView({ block: "nearest" });
  };
  const fresh = async (page) => {
    const answer = await fetch(told.base + "/" + encodeURIComponent(page) + "/state");
    if (!answer.ok) return;
    const { manifest, style: colours } = await answer.json();
    // What was put into the cart or typed stays.
    shown = Object.assign(manifest, { cart: shown?.cart ?? kept(), forms: shown?.forms ?? {}, depth: history.state?.depth ?? 0 });
    style.replaceSync(colours + "[data-open]{outline:3px solid var(--link);outline-offset:6px;border-radius:6px}");
    draw(manifest);
    again();
    mark();
  };
  style.replaceSync("[data-open]{outline:3px solid var(--link);outline-offset:6px;border-radius:6px}");
  document.adoptedStyleSheets = [style];
  addEventListener("message", (e) => {
    if (e.source !== parent || e.origin !== editor) return;
    ({ open } = e.data);
    mark(true);
    if (e.data.fresh) fresh(e.data.page);
  });
  // A first tap on a block opens its form; a block whose form is open acts as it will.
  addEventListener("click", (e) => {
    const block = blockOf(e.target);
    if (!block || block.id === open) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    say({ block: block.id, page: (history.state ?? told).page });
  }, true);
  say({ ready: true });
})();
