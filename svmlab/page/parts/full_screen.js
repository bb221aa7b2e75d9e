// The button and the key f that give a scene, or the lecture around it, the whole screen. Where the browser refuses, it
// fills the window. Escape leaves.

import { element, happenedIn, strokesOf, takesLetters, targetOf } from "../draw/elements.js";

const WHOLE = "svm-whole"; // class of what has the screen
const FILLS = "svm-fills"; // and of what fills the window instead
const SEEN = Symbol.for("svmlab scenes"); // of the document: its scenes, also those in shadow roots
const ICON = "M3 9V3h6M15 3h6v6M21 15v6h-6M9 21H3v-6";

export class FullScreen {
  /** `changed()` is called when the screen is taken or left. */
  constructor(changed) {
    this.changed = changed;
    this.button = element(
      "button",
      {
        type: "button",
        class: "svm-button svm-icon",
        "aria-label": "full screen",
        "aria-pressed": "false",
        title: "The whole screen (f); Escape leaves it",
        "data-lm-suppress-shortcuts": "true",
      },
      strokesOf("0 0 24 24", `<path d="${ICON}"/>`),
    );
    this.button.addEventListener("click", () => this.toggle());
    this.onChange = () => this.follow();
    this.onKey = (event) => this.key(event);
  }

  /** Stand in for the scene of this element. */
  serve(root) {
    this.root = root;
    this.scenes = document[SEEN] ??= new Set();
    this.scenes.add(root);
    document.addEventListener("fullscreenchange", this.onChange);
    if (root.contains(this.button)) document.addEventListener("keydown", this.onKey);
  }

  /** What takes the screen: a lecture as a whole, or the scene. */
  get target() {
    return this.root.closest(".svm-lecture") ?? this.root;
  }

  get on() {
    return Boolean(this.root?.isConnected) && this.target.classList.contains(WHOLE);
  }

  toggle() {
    if (this.on) this.leave();
    else this.enter();
  }

  async enter() {
    const { target } = this;
    try {
      await target.requestFullscreen();
    } catch {
      target.classList.add(WHOLE, FILLS); // refused, or there is no such thing here
      this.changed();
    }
  }

  leave() {
    const { target } = this;
    if (!target.classList.contains(FILLS)) {
      document.exitFullscreen();
      return;
    }
    target.classList.remove(WHOLE, FILLS);
    this.changed();
  }

  /** The browser has given the screen, or taken it back. */
  follow() {
    const { target } = this;
    if (target.classList.contains(FILLS)) return;
    target.classList.toggle(WHOLE, target.getRootNode().fullscreenElement === target);
    this.changed();
  }

  /** Keys count within the scene, and where nothing has the focus and no other scene is there. */
  key(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || defaultPrevented || !this.root.checkVisibility()) return;
    const target = targetOf(event);
    const seen = () => [...this.scenes].filter((one) => one.matches(".svm-scene") && one.checkVisibility());
    const idle = target === document.body && (this.on || seen().length === 1);
    if (!idle && !happenedIn(event, this.target)) return;
    if (key === "f" && !takesLetters(target)) this.toggle();
    else if (key === "Escape" && this.target.classList.contains(FILLS)) this.leave();
    else return;
    event.preventDefault();
  }

  show({ theme }) {
    this.button.setAttribute("aria-pressed", String(this.on));
    if (this.on) this.target.style.setProperty("--svm-background", theme.background);
  }

  dispose() {
    this.scenes.delete(this.root);
    document.removeEventListener("fullscreenchange", this.onChange);
    document.removeEventListener("keydown", this.onKey);
  }
}
