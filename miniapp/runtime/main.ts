import { draw, pageOf } from "./draw";
import { type Launch, launch } from "./launch";
import { route } from "./router";
import { begin } from "./session";
import { connect, inside, on, open, post } from "./telegram";
import { theme } from "./theme";
import type { Manifest } from "./types";
import { viewport } from "./viewport";

// On the server there is no window: Go calls draw and serialises what it gives.
if (typeof window === "undefined") (globalThis as Record<string, unknown>).draw = (m: Manifest) => draw(m, pageOf(m, m.page));
else start(JSON.parse(document.getElementById("m")!.textContent!));

function start(m: Manifest): void {
  const app = m.as === "app" && inside();
  const launched = app && enter(m);
  const router = route(m, document.getElementById("r")!, (first) => app && post("web_app_setup_back_button", { is_visible: !first }));
  on("back_button_pressed", router.back);
  document.addEventListener("click", (e) => {
    const a = (e.target as Element).closest("a");
    if (!a || e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const page = a.dataset.p;
    if (page) router.go(page);
    else if (!launched || !open(a, launched.version)) return;
    e.preventDefault();
  });
  if (launched) greet(m, launched);
}

function enter(m: Manifest): Launch {
  const launched = launch(m.slug);
  theme(m.slug, launched.theme);
  viewport();
  connect();
  for (const what of ["theme", "viewport", "safe_area", "content_safe_area"]) post("web_app_request_" + what);
  return launched;
}

function greet(m: Manifest, launched: Launch): void {
  post("web_app_ready");
  post("web_app_expand");
  void begin(m.base, launched.data);
}
