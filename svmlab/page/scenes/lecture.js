// The bar of a lecture: name, caption and place of the scene below it, buttons, a menu and keys to step. Python builds
// the scenes; while one is talked about the page asks for the next one to be made ready.

import { silentText } from "../talk/conversation.js";
import { LectureSession } from "../talk/lecture_session.js";
import { element, permit, takesLetters, tell } from "../draw/elements.js";
import { heightAround, shapeOf, unitOf } from "../draw/room.js";
import { View, sceneOf } from "./view.js";

const STEP_KEYS = { PageDown: "next", PageUp: "previous", n: "next", p: "previous", r: "reset" };
const MOVED_BY_PAGES = "input[type=range], [role=slider], select, .svm-plane";

/** What a key asks a lecture for, "next", "previous", "reset" or null; what the element it is pressed in needs stays there. */
export function stepOfKey({ key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }) {
  const step = STEP_KEYS[key] ?? null;
  if (!step || defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return null;
  const kept = key.length > 1 && target.closest?.(MOVED_BY_PAGES);
  return kept || takesLetters(target) ? null : step;
}

export class LectureView extends View {
  build() {
    const button = (text, what, title) => {
      const node = element("button", { type: "button", class: "svm-button", title, "data-step": what }, text);
      node.addEventListener("click", () => this.session.step(what));
      return node;
    };
    this.name = element("span", { class: "svm-scene-name" });
    this.place = element("span", { class: "svm-scene-place" });
    this.caption = element("div", { class: "svm-scene-caption" });
    this.back = button("‹", "previous", "The scene before (Page Up or p)");
    this.on = button("›", "next", "The next scene (Page Down or n)");
    this.again = button("reset", "reset", "This scene as it began (r)");
    this.back.setAttribute("aria-label", "previous scene");
    this.on.setAttribute("aria-label", "next scene");
    this.menu = element("select", { class: "svm-select", "aria-label": "Go to a scene" });
    this.menu.append(...this.session.scenes.map(({ name }, k) => element("option", { value: k }, `${k + 1}  ${name}`)));
    this.menu.addEventListener("change", () => this.session.go(Number(this.menu.value)));
    this.root = element(
      "div",
      { class: "svm-scene-bar", tabindex: -1, role: "group", "aria-label": "Lecture" },
      element(
        "div",
        { class: "svm-scene-head" },
        this.name,
        this.place,
        element("span", { class: "svm-steps" }, this.back, this.on, this.again, this.menu),
      ),
      this.caption,
      this.notice,
      this.summary,
    );
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.placed = new ResizeObserver(() => {
      this.claim();
      this.box?.style.setProperty("--svm-bar-height", `${this.root.offsetHeight}px`);
    });
    this.placed.observe(this.host);
    this.placed.observe(this.root);
  }

  /** The box of the lecture, this bar and the scenes; null before it is in the page. */
  get box() {
    return this.host.closest(".svm-lecture");
  }

  /** A click beside everything leaves the keys to the lecture; JupyterLab leaves them to what has this attribute itself. */
  claim() {
    if (!this.box || this.box.hasAttribute("tabindex")) return;
    this.box.setAttribute("tabindex", -1);
    this.box.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"));
  }

  /** Keys count within the lecture, and where nothing in the page has the focus. */
  key(event) {
    const idle = event.target === document.body && this.root.offsetParent;
    if (!idle && !this.box?.contains(event.target)) return;
    const what = stepOfKey(event);
    if (!what) return;
    event.preventDefault();
    this.session.step(what);
    this.root.focus({ preventScroll: true }); // the scene that had the focus is gone
  }

  /** The bar has the sizes of the scenes below it. */
  look() {
    const { model } = this.session;
    const [table, options] = [model.get("look"), model.get("options")];
    const whole = this.fullScreen.on;
    const size = whole ? "lecture" : options.size;
    const box = this.box ?? this.root;
    const width = box.clientWidth;
    const shape = shapeOf(width, whole ? innerHeight : heightAround(box), size === "lecture");
    return this.dress.look(table, { ...options, size }, unitOf(table.stage, size, shape, width), whole);
  }

  draw() {
    const { session } = this;
    const { scenes, at, answer, busy, conversation } = session;
    if (at === undefined) return;
    this.look();
    const { name, caption } = scenes[at];
    this.name.textContent = name;
    this.caption.textContent = caption;
    this.place.textContent = `${at + 1} of ${scenes.length}`;
    this.menu.value = at;
    permit(this.back, at > 0);
    permit(this.on, at < scenes.length - 1);
    this.root.classList.toggle("svm-opening", busy);
    const error = busy ? null : answer.error && `This scene could not be built. ${answer.error}`;
    if (error) this.box?.classList.remove("svm-beside"); // there is no column to stand in
    const text = error ?? (conversation.silent ? silentText() : "");
    this.showNotice(text ? { kind: "error", text } : null);
    tell(this.summary, busy ? "" : `Scene ${at + 1} of ${scenes.length}: ${name}. ${caption}`);
  }

  dispose() {
    super.dispose();
    document.removeEventListener("keydown", this.onKey);
    this.placed.disconnect();
  }
}

export default sceneOf(LectureSession, LectureView);
