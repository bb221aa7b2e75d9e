// Files, beside the tools to edit: a button, and once it is pressed points from a CSV file, a scene to save and to
// open, and the scene as Python. Python reads and writes; the page hands it bytes and takes text.

import { element } from "../draw/elements.js";
import { download } from "./download.js";

const LEFT_ITS_KEYS = { "data-lm-suppress-shortcuts": "true" };
const FILE_TOOLS = [
  ["points", "load points …", "Points from a CSV file: choose two columns and the label"],
  ["save", "save scene", "Save points, kernel, C and view as a file"],
  ["scene", "open scene …", "Open a scene that was saved, in the place of this one"],
  ["copy", "copy as Python", "Copy the Python text that makes this scene"],
];
const ACCEPT = { points: ".csv,.tsv,.txt,text/csv,text/plain", scene: ".json,application/json" };
const HEAVIEST = 5e6; // bytes of a file
const TOO_HEAVY = "is larger than 5 MB, more than a live scene takes; keep a part of it, or read it in Python.";
const COLUMN_ROLES = ["horizontal", "vertical", "classes by"];

/** Put a text on the clipboard; false where that is refused. */
export async function copied(text, clipboard = navigator.clipboard) {
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The choice of two features and the label, in three menus. */
class ColumnForm {
  constructor(host, draw, cancel) {
    this.name = element("span");
    this.menus = COLUMN_ROLES.map(() => element("select", { class: "svm-select", ...LEFT_ITS_KEYS }));
    const labels = COLUMN_ROLES.map((role, k) => element("label", {}, `${role} `, this.menus[k]));
    const button = (text, act) => {
      const node = element("button", { type: "button", class: "svm-button", ...LEFT_ITS_KEYS }, text);
      node.addEventListener("click", act);
      return node;
    };
    this.node = element(
      "div",
      { class: "svm-columns", role: "group", "aria-label": "Columns of the file", hidden: true },
      this.name,
      ...labels,
      button("show", () => draw(this.chosen)),
      button("cancel", cancel),
    );
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && cancel());
    host.append(this.node);
  }

  get chosen() {
    const [first, second, label] = this.menus.map((menu) => menu.value);
    return { features: [first, second], label };
  }

  ask(name, { columns, chosen }) {
    this.name.textContent = name;
    this.menus.forEach((menu, k) => {
      menu.replaceChildren(...columns.map((column) => element("option", { value: column }, column)));
      menu.value = chosen[k];
    });
    this.node.hidden = false;
    this.menus[0].focus();
  }
}

export class FileBar {
  /**
   * `ask(question, bytes)` puts a question to Python and resolves to what came of it; the bar stands in `bar`. `without`
   * are names of tools that the scene has no use for.
   */
  constructor(bar, below, ask, { without = [] } = {}) {
    this.ask = ask;
    this.toggle = element(
      "button",
      { type: "button", class: "svm-button", "aria-expanded": "false", ...LEFT_ITS_KEYS },
      "files",
    );
    this.toggle.addEventListener("click", () => this.open(this.tools.hidden));
    this.buttons = FILE_TOOLS.filter(([what]) => !without.includes(what)).map(([what, text, title]) => {
      const button = element(
        "button",
        { type: "button", class: "svm-button", title, "data-file": what, ...LEFT_ITS_KEYS },
        text,
      );
      button.addEventListener("click", () => this.act(what));
      return button;
    });
    this.inputs = Object.fromEntries(
      Object.entries(ACCEPT).map(([what, accept]) => {
        const input = element("input", { type: "file", accept, hidden: true, tabindex: -1, "data-file": what });
        input.addEventListener("change", () => this.take(what, input));
        return [what, input];
      }),
    );
    this.tools = element("span", { class: "svm-tools", hidden: true }, ...this.buttons, ...Object.values(this.inputs));
    this.node = element(
      "div",
      { class: "svm-edit svm-files", role: "group", "aria-label": "Files" },
      this.toggle,
      this.tools,
    );
    this.said = element("div", { class: "svm-said", "aria-live": "polite" });
    this.trouble = element("div", { class: "svm-trouble", role: "alert", hidden: true });
    this.text = element("textarea", {
      class: "svm-snippet",
      readonly: true,
      hidden: true,
      rows: 6,
      "aria-label": "The scene as Python",
      ...LEFT_ITS_KEYS,
    });
    bar.append(this.node);
    this.columns = new ColumnForm(
      below,
      (chosen) => this.drawPoints(chosen),
      () => this.cancel(),
    );
    below.append(this.said, this.trouble, this.text);
  }

  open(on) {
    this.tools.hidden = !on;
    this.toggle.setAttribute("aria-expanded", String(on));
    this.tidy();
  }

  /** Take away what the last action has left. */
  tidy() {
    this.say("");
    for (const node of [this.trouble, this.text, this.columns.node]) node.hidden = true;
  }

  cancel() {
    this.tidy();
    this.buttons[0].focus();
  }

  say(text) {
    this.said.textContent = text;
  }

  refuse(text) {
    this.trouble.textContent = `${text} Nothing was changed.`;
    this.trouble.hidden = false;
  }

  act(what) {
    this.tidy();
    if (what in this.inputs) this.inputs[what].click();
    else if (what === "save") this.save();
    else this.copy();
  }

  /** What came of a question, null where it was refused, and that is said. */
  async told(question, bytes) {
    const filed = await this.ask(question, bytes);
    if (!filed.error) return filed;
    this.tidy();
    this.refuse(filed.error);
    return null;
  }

  /** The reader has chosen a file. */
  async take(what, input) {
    const [file] = input.files;
    if (!file) return;
    if (file.size > HEAVIEST) {
      input.value = "";
      this.refuse(`${file.name} ${TOO_HEAVY}`);
      return;
    }
    this.file = { name: file.name, bytes: await file.arrayBuffer() };
    input.value = ""; // the same file can be chosen again
    if (what === "scene") this.openScene();
    else this.chooseColumns();
  }

  async openScene() {
    const { name, bytes } = this.file;
    const filed = await this.told({ do: "scene", name }, bytes);
    if (filed) this.say(`opened ${filed.told}; Ctrl+Z takes it back`);
  }

  async chooseColumns() {
    const { name, bytes } = this.file;
    const filed = await this.told({ do: "columns", name }, bytes);
    if (filed) this.columns.ask(filed.name, filed);
  }

  async drawPoints(chosen) {
    const { name, bytes } = this.file;
    const filed = await this.ask({ do: "points", name, with: chosen }, bytes);
    this.trouble.hidden = !filed.error;
    if (filed.error) {
      this.refuse(filed.error); // the menus stay, for another choice
      return;
    }
    this.tidy();
    this.say(`${filed.told}; Ctrl+Z takes them back`);
    this.buttons[0].focus();
  }

  async save() {
    const filed = await this.told({ do: "save" });
    if (!filed) return;
    download(filed.name, filed.text);
    this.say(`saved as ${filed.name}; explorers.load("${filed.name}") opens it in Python`);
  }

  async copy() {
    const filed = await this.told({ do: "copy" });
    if (!filed) return;
    if (await copied(filed.text)) this.say("copied: paste it into a cell");
    else this.offer(filed.text);
  }

  /** The clipboard is closed to the page: the text stands there, chosen. */
  offer(text) {
    this.say("the browser keeps its clipboard to itself: copy this text with Ctrl+C");
    this.text.value = text;
    this.text.hidden = false;
    this.text.focus();
    this.text.select();
  }
}
