// Words of a scene that explain themselves, on hover, focus and tap: one tip for all of a scene. What is said of an
// element stands at it, in `data-meaning`, and for a screen reader in a description.

import { element } from "../draw/elements.js";
import { wordsAndMath } from "../draw/mathml.js";

const TIP_GAP = 6; // pixels between a word and its tip

/** Say what an element means; "" takes it back. */
export function explain(node, text) {
  if ((node.dataset.meaning ?? "") === text) return;
  if (text) node.dataset.meaning = text;
  else delete node.dataset.meaning;
}

/** A word, with its formula, that can be reached by keyboard and finger, and says what it means. */
export function explainedWord(text, meaning) {
  const attributes = { type: "button", class: "svm-word", "data-lm-suppress-shortcuts": "true" };
  const node = element("button", attributes, ...wordsAndMath(text));
  explain(node, meaning);
  return node;
}

export class Explanations {
  /** Of all elements in `root`; `id` begins the names of what is made. */
  constructor(root, id) {
    Object.assign(this, { root, id });
    this.tip = element("div", { class: "svm-meaning", role: "tooltip", hidden: true, "aria-hidden": "true" });
    this.texts = element("div", { hidden: true });
    this.described = new Map(); // from a text to the element that says it
    this.made = 0;
    root.append(this.tip, this.texts);
    const now = (change) => this.show(Object.assign(this, change));
    root.addEventListener("pointerover", ({ target, buttons }) => buttons || now({ under: explainedAt(target) }));
    root.addEventListener("pointerleave", () => now({ under: null }));
    for (const kind of ["focusin", "click"])
      root.addEventListener(kind, ({ target }) => now({ chosen: explainedAt(target) }));
    root.addEventListener("focusout", () => now({ chosen: null }));
    root.addEventListener("keydown", ({ key }) => key === "Escape" && now({ under: null, chosen: null }));
  }

  /** Describe what is explained now, and nothing else. */
  refresh() {
    const nodes = [...this.root.querySelectorAll("[data-meaning]")];
    const texts = new Set(nodes.map(({ dataset }) => dataset.meaning));
    for (const [text, node] of this.described) {
      if (texts.has(text)) continue;
      node.remove();
      this.described.delete(text);
    }
    for (const node of nodes) {
      const { id } = this.description(node.dataset.meaning);
      if (node.getAttribute("aria-describedby") !== id) node.setAttribute("aria-describedby", id);
    }
    const gone = (node) => node && !(node.isConnected && node.checkVisibility());
    if (gone(this.under) || gone(this.chosen)) this.show(Object.assign(this, { under: null, chosen: null }));
  }

  description(text) {
    let node = this.described.get(text);
    if (!node) {
      node = element("p", { id: `${this.id}-m${this.made++}` }, text);
      this.described.set(text, node);
      this.texts.append(node);
    }
    return node;
  }

  /** The tip of the element under the pointer, or else of the chosen one, within the scene, or none. */
  show({ under, chosen }) {
    const node = under ?? chosen;
    this.tip.hidden = !node;
    if (!node) return;
    this.tip.textContent = node.dataset.meaning;
    const [room, word] = [this.root.getBoundingClientRect(), node.getBoundingClientRect()];
    const { offsetWidth: width, offsetHeight: height } = this.tip;
    const left = Math.max(0, Math.min(room.width - width, word.left - room.left));
    const below = word.bottom - room.top + TIP_GAP;
    const fits = Math.min(room.bottom, innerHeight) - room.top >= below + height;
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${fits ? below : Math.max(0, word.top - room.top - TIP_GAP - height)}px`;
  }
}

const explainedAt = (target) => target.closest?.("[data-meaning]") ?? null;
