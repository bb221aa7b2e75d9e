// The tools under the plane: a switch, and once it is on the class of the next point, delete, next class, undo, redo.

import { softMarginText } from "../words/format.js";
import { element, isPermitted, permit } from "../draw/elements.js";
import { swatch } from "../draw/legend.js";
import { Marker } from "../draw/marks.js";

const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" }; // JupyterLab leaves the element its keys
const TOOLS = [
  ["remove", "delete", "Delete the chosen point (Delete)"],
  ["relabel", "next class", "Give the chosen point the next class (N)"],
  ["undo", "undo", "Take the last edit back (Ctrl+Z)"],
  ["redo", "redo", "Make it again (Ctrl+Shift+Z)"],
  ["clear", "clear", "Delete all points"],
];
export const EDIT_HINT =
  "Click an empty place to add a point, click a point to choose it, drag it to another place. By keyboard: Insert or I " +
  "adds a point beside the chosen one, Shift and the arrow keys move it, Delete deletes it, N gives it the next class, " +
  "the digits choose the class of new points, Ctrl+Z undoes.";

/** What a key asks for while the points may be edited, {do, k}, or null; undo and redo always. Of one class there is no next. */
export function editOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }, on, classes) {
  if (altKey) return null;
  const letter = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (letter === "z") return { do: shiftKey ? "redo" : "undo" };
    return letter === "y" && !shiftKey ? { do: "redo" } : null;
  }
  if (!on || shiftKey) return null;
  if (key === "Delete" || key === "Backspace") return { do: "remove" };
  if (key === "Insert" || letter === "i") return { do: "insert" };
  if (letter === "n" && classes > 1) return { do: "relabel" };
  return /^[1-9]$/.test(key) && Number(key) <= classes ? { do: "choose", k: Number(key) - 1 } : null;
}

/** A place a step towards the middle of a box from another one, so that it stays in sight. */
export function placeBeside([px, py], { x, y, width, height }, step) {
  return [px + (px < x + width / 2 ? step : -step), py + (py < y + height / 2 ? step : -step)];
}

/** The status line where the points in the picture have no machine. */
export function noMachineText({ m }) {
  return m ? `no machine of ${m === 1 ? "this one point" : `these ${m} points`}` : "no points and no machine";
}

/** What a session has to say, {kind, text}, or null; after an error with the picture that stays. */
export function noticeBeside({ notice, error, solution, draft }) {
  if (!error || !solution) return notice;
  const what = draft ? "The regions are those of the last good picture" : "The picture is the last good one";
  return { ...notice, text: `${notice.text} ${what} (${softMarginText(solution.C)}).` };
}

export class EditBar {
  /** `act(what)` is called for every tool, `changed()` when the switch or the class changes. */
  constructor(host, id, act, changed) {
    Object.assign(this, { id, changed, on: false, k: 0 });
    this.toggle = element(
      "button",
      { type: "button", class: "svm-button", "aria-pressed": "false", ...OWN_KEYS },
      "edit points",
    );
    this.toggle.addEventListener("click", () => this.switch(!this.on));
    this.choice = element("span", { class: "svm-choice", role: "radiogroup", "aria-label": "Class of new points" });
    this.buttons = Object.fromEntries(
      TOOLS.map(([what, text, title]) => {
        const button = element(
          "button",
          { type: "button", class: "svm-button", title, "data-edit": what, ...OWN_KEYS },
          text,
        );
        button.addEventListener("click", () => this.may(what) && act(what));
        return [what, button];
      }),
    );
    this.tools = element("span", { class: "svm-tools", hidden: true }, this.choice, ...Object.values(this.buttons));
    this.spoken = element("span", { class: "svm-spoken", "aria-live": "polite" });
    this.node = element(
      "div",
      { class: "svm-edit", role: "group", "aria-label": "Edit points" },
      this.toggle,
      this.tools,
      this.spoken,
    );
    host.append(this.node);
  }

  switch(on) {
    this.on = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    this.tools.hidden = !on;
    this.changed();
  }

  choose(k) {
    this.k = k;
    this.changed();
  }

  /** Is there anything to do it to? A button that has nothing keeps the focus all the same. */
  may(what) {
    return isPermitted(this.buttons[what]);
  }

  say(text) {
    this.spoken.textContent = text;
  }

  show({ may, editor, look, selected, m, busy }) {
    this.node.hidden = !may || !editor.classes;
    if (this.node.hidden) return;
    const { classes, undo, redo } = editor;
    if (this.k >= classes.length) this.k = 0;
    this.choice.hidden = this.buttons.relabel.hidden = classes.length < 2;
    this.showChoice(editor, look);
    const possible = { remove: selected >= 0, relabel: selected >= 0, undo: undo || busy, redo, clear: m > 0 || busy };
    for (const [what, button] of Object.entries(this.buttons)) permit(button, possible[what]);
  }

  showChoice({ classes, whole }, look) {
    const key = `${classes.join("\n")} ${look.themeName} ${look.radius} ${window.devicePixelRatio}`;
    if (key !== this.key) {
      this.key = key;
      const marker = new Marker(look, look.radius, classes.length);
      this.radios = classes.map((_, k) => {
        const radio = element("input", { type: "radio", name: `${this.id}-k`, value: k, ...OWN_KEYS });
        radio.addEventListener("change", () => this.choose(k));
        return radio;
      });
      this.choice.replaceChildren(
        ...classes.map((name, k) =>
          element(
            "label",
            { title: whole?.[k] },
            this.radios[k],
            swatch((ctx, x, y) => marker.plain(ctx, k, x, y), look.radius, 4),
            `class ${name}`,
          ),
        ),
      );
    }
    this.radios.forEach((radio, k) => (radio.checked = k === this.k));
  }
}
