import { clock } from "./clock";
import { draw, page } from "./draw";
import { follow } from "./hands";
import { launch } from "./launch";
import { m, use } from "./manifest";
import { byId } from "./page";
import { again, back, route } from "./router";
import { send } from "./send";
import { begin } from "./session";
import { remembered } from "./store";
import { connect, on, post, setup } from "./telegram";
import { tell } from "./tell";
import { root, theme } from "./theme";
import type { Manifest } from "./types";

// Go calls draw and serialises what it gives; a preview calls both when there is something new.
Object.assign(globalThis, {
  draw(manifest: Manifest) {
    use(manifest);
    return draw();
  },
  again,
});
// On the server there is nothing to begin with.
if (byId("m.")) start();

function start(): void {
  use(JSON.parse(byId("m.")!.textContent!));
  m.cart = remembered("cart") ?? m.cart;
  m.forms = remembered("forms") ?? m.forms;
  let launched = { data: "", version: "6.0", theme: "" };
  if (m.as === "app") {
    launched = launch();
    connect();
    for (const what of ["theme", "viewport", "safe_area", "content_safe_area"]) {
      post("web_app_request_" + what);
      on(what + "_changed", (data) => {
        for (const name in data) root.style.setProperty("--tg-" + what + "-" + name, (+(data[name] as string) || 0) + "px");
      });
    }
    theme(launched.theme);
  }
  route(() => {
    setup("back_button", { is_visible: page() !== m.pages[0] });
    tell();
    clock();
    if (m.more) load(m.more);
  });
  for (const id in m.forms) if (m.forms[id]!.waits) send(id, m.forms[id]!.body!);
  on("back_button_pressed", back);
  on("main_button_pressed", () => (document.querySelector<HTMLElement>(".order .main") ?? document.querySelector<HTMLElement>(".bar .main")!).click());
  setInterval(clock, 1e3);
  follow(launched.version);
  post("web_app_ready");
  post("web_app_expand");
  begin(launched.data);
}

/** Brings the goods that did not come with the document. */
function load(address: string): void {
  fetch(address).then((r) => r.json()).then((goods) => {
    m.goods = goods;
    m.more = "";
    again();
  }, () => {});
}
