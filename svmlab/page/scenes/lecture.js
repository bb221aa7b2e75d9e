// The bar of a lecture: name, caption and place of the scene below it, buttons, a menu and keys to step. Python builds
// the scenes; while one is talked about the page asks for the next one to be made ready.

import { silentText } from "../talk/conversation.js";
import { LectureSession } from "../talk/lecture_session.js";
import { element, happenedIn, permit, takesLetters, targetOf, tell } from "../draw/elements.js";
import { heightAround, shapeOf, unitOf } from "../draw/room.js";
import { Question } from "../parts/question.js";
import { View, sceneOf } from "./view.js";

const PAGE_KEYS = { PageDown: "next", PageUp: "previous" }; // a presenter's remote has them
const HAS_SPACE =
  "button, input:not([type=range]), select, textarea, summary, a[href], [role=button], [contenteditable=true]";
const LETTERS = { n: "next", p: "previous", r: "reset" };

const modified = ({ ctrlKey, metaKey, altKey, shiftKey }) => ctrlKey || metaKey || altKey || shiftKey;

/** What a page key asks a lecture for, "next", "previous" or null, whatever it is pressed in. */
export const stepOfPageKey = (event) => (modified(event) ? null : (PAGE_KEYS[event.key] ?? null));

/** Does a key ask for the answer of a scene: Space, where no control has it? */
export const isReveal = (event) =>
  event.key === " " && !event.defaultPrevented && !modified(event) && !targetOf(event).closest?.(HAS_SPACE);

/** What a letter asks a lecture for, "next", "previous", "reset" or null; where letters are typed or used it stays there. */
export function stepOfLetter(event) {
  const step = LETTERS[event.key] ?? null;
  return !step || event.defaultPrevented || modified(event) || takesLetters(targetOf(event)) ? null : step;
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
    this.question = new Question(
      (choice) => this.session.guess(choice),
      () => this.session.reveal(),
    );
    this.back = button("‹", "previous", "The scene before (Page Up or p)");
    this.on = button("›", "next", "The next scene (Page Down or n)");
    this.again = button("reset", "reset", "This scene as it began (r)");
    this.back.setAttribute("aria-label", "previous scene");
    this.on.setAttribute("aria-label", "next scene");
    this.menu = element("select", { class: "svm-select", "aria-label": "Go to a scene" });
    this.menu.append(...this.session.scenes.map(({ name }, k) => element("option", { value: k }, `${k + 1}  ${name}`)));
    this.menu.addEventListener("change", () => this.session.go(Number(this.menu.value)));
    const names = element("span", { class: "svm-scene-menu" }, this.name, this.menu);
    this.root = element(
      "div",
      { class: "svm-scene-bar", tabindex: -1, role: "group", "aria-label": "Lecture" },
      element(
        "div",
        { class: "svm-scene-head" },
        names,
        this.place,
        element("span", { class: "svm-steps" }, this.back, this.on, this.again),
      ),
      this.caption,
      this.question.node,
      this.notice,
      this.summary,
    );
    this.onPageKey = (event) => this.pageKey(event);
    this.onLetter = (event) => this.letter(event);
    this.onPress = (event) => (this.touched = happenedIn(event, this.box));
    addEventListener("keydown", this.onPageKey, { capture: true }); // before whatever has the focus
    document.addEventListener("keydown", this.onLetter);
    document.addEventListener("pointerdown", this.onPress, { capture: true });
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

  /** Is a key meant for the lecture: pressed within it, or where nothing in the page has the focus? */
  isMeant(event) {
    const idle = targetOf(event) === document.body && this.root.checkVisibility();
    return idle || happenedIn(event, this.box);
  }

  /** Page keys change the scene of a lecture that fills the screen or was touched last, too, unless one types elsewhere. */
  pageKey(event) {
    const what = stepOfPageKey(event);
    const last = this.touched && !takesLetters(targetOf(event));
    if (!what || !(this.fullScreen.on || last || this.isMeant(event))) return;
    event.stopPropagation();
    this.step(what, event);
  }

  letter(event) {
    if (!this.isMeant(event)) return;
    const what = stepOfLetter(event);
    if (what) this.step(what, event);
    else if (isReveal(event)) {
      event.preventDefault();
      this.session.reveal();
    }
  }

  /** Before a scene draws, the box says what it hides. */
  changed() {
    const hidden = this.session.hidden.join(" ");
    if (this.box && this.box.dataset.hides !== hidden) {
      this.box.dataset.hides = hidden;
      for (const { svmView } of this.box.querySelectorAll(".svm-scene")) svmView.redraw();
    }
    super.changed();
  }

  step(what, event) {
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
    this.root.classList.toggle("svm-large", size === "lecture");
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
    const { name, caption, question } = scenes[at];
    const asked = question || caption;
    this.name.textContent = name;
    this.caption.textContent = asked;
    this.question.show(scenes[at], session.guesses.get(at), session.revealed);
    this.place.textContent = `${at + 1} of ${scenes.length}`;
    this.menu.value = at;
    permit(this.back, at > 0);
    permit(this.on, at < scenes.length - 1);
    this.root.classList.toggle("svm-opening", busy);
    const error = busy ? null : answer.error && `This scene could not be built. ${answer.error}`;
    if (error) this.box?.classList.remove("svm-beside"); // there is no column to stand in
    const text = error ?? (conversation.silent ? silentText() : "");
    this.showNotice(text ? { kind: "error", text } : null);
    tell(this.summary, busy ? "" : `Scene ${at + 1} of ${scenes.length}: ${name}. ${asked}`);
  }

  dispose() {
    super.dispose();
    removeEventListener("keydown", this.onPageKey, { capture: true });
    document.removeEventListener("keydown", this.onLetter);
    document.removeEventListener("pointerdown", this.onPress, { capture: true });
    this.placed.disconnect();
  }
}

export default sceneOf(LectureSession, LectureView);
