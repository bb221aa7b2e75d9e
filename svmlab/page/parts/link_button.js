// The button that copies the address of a page without Python: whoever opens it sees the same picture.

import { MOST_IN_ADDRESS } from "../talk/address.js";
import { element } from "../draw/elements.js";
import { copied } from "./file_bar.js";

export class LinkButton {
  constructor(host, below, session) {
    this.button = element("button", { type: "button", class: "svm-button" }, "copy link");
    this.said = element("div", { class: "svm-said", "aria-live": "polite" });
    this.node = element("div", { class: "svm-edit" }, this.button);
    if (!session.hasAddress) return; // with Python behind it a page is opened by its notebook
    host.append(this.node);
    below.append(this.said);
    this.button.addEventListener("click", () => this.copy(session));
  }

  async copy(session) {
    const { address, points } = session;
    if (!address)
      this.say(`a link carries up to ${MOST_IN_ADDRESS} points of the classes of this page, and here are ${points.m}`);
    else if (await copied(session.model.get("remember")(address))) this.say("copied: the link opens this picture");
    else this.say("the browser keeps its clipboard to itself: copy the address of this page");
  }

  say(text) {
    this.said.textContent = text;
  }
}
