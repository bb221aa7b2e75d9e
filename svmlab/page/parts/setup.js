// What a scene is made of: menus of data and kernel, tools to edit, files. In a lecture they wait behind a button.

import { element } from "../draw/elements.js";
import { keepRoom } from "../draw/room.js";

export class Setup {
  /** `menus` and `bars` are the rows, `told` is what they have to say, `name` that of the button. */
  constructor(id, menus, bars, told, name = "data and kernel") {
    const body = element("div", { class: "svm-setup-body", id: `${id}-setup` }, menus, bars, told);
    keepRoom(body, () => this.node.closest(".svm-large, [data-shape=tall]"));
    this.button = element(
      "button",
      {
        type: "button",
        class: "svm-button svm-setup-button",
        "aria-expanded": "false",
        "aria-controls": body.id,
        "data-lm-suppress-shortcuts": "true",
      },
      name,
    );
    this.button.addEventListener("click", () => this.open(!this.isOpen));
    this.node = element("div", { class: "svm-setup" }, body, this.button);
  }

  get isOpen() {
    return this.button.getAttribute("aria-expanded") === "true";
  }

  open(on) {
    this.button.setAttribute("aria-expanded", String(on));
    this.node.closest(".svm-scene").classList.toggle("svm-open", on);
  }
}
