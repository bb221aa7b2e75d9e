// The scene with the machines side by side: the plane of the first, and below it the regions of each.

import { softMarginText } from "../words/format.js";
import { MachinesSession } from "../talk/machines_session.js";
import { element, tell } from "../draw/elements.js";
import { MachineTile, leftOutWord, tileText } from "../parts/machine_tile.js";
import { ReadingButton } from "../parts/reading_button.js";
import { SceneView, WATCHED } from "./scene.js";
import { sceneOf } from "./view.js";

const TILE_KEY =
  "Hatched: not all of them agree. Dotted: undecided (two best scores equal, a tied vote, or not exactly one machine that claims the place). Crossed: misclassified.";
const BARE = "svm-no-points"; // class of a scene whose tiles show the regions alone
const SAME_C = "The same C means something else to each: so compare them also at the C that is best for each.";

export class MachinesView extends SceneView {
  build() {
    super.build();
    this.circulation.node.open = false; // there is enough to see
    this.bar = element("progress", { "aria-label": "Machines compared", max: 1, value: 0 });
    this.pendingText = element("span");
    this.pending = element("div", { class: "svm-pending" }, this.bar, this.pendingText);
    this.trouble = element("div", { class: "svm-notice", role: "alert", "data-kind": "error", hidden: true });
    this.tileHost = element("div", { class: "svm-tiles" });
    const key = element("p", { class: "svm-tile-key" }, `${TILE_KEY} ${SAME_C}`);
    this.machinesPart = element(
      "section",
      { class: "svm-machines", "aria-label": "Machines side by side" },
      this.pending,
      this.trouble,
      this.tileHost,
      key,
    );
    const one = this.toggle("only the first", "svm-one", "svm-one-machine");
    const bare = this.toggle("without points", "svm-bare", BARE);
    this.note.before(element("div", { class: "svm-tile-switches" }, one, bare));
    this.stage.after(this.machinesPart);
    this.title.before(new ReadingButton(this.id, "numbers", this.tileHost).node);
    this.root.classList.add("svm-six");
    this.tiles = [];
  }

  /** A button that gives the scene a class, or takes it away. */
  toggle(text, name, given) {
    const attributes = { type: "button", "aria-pressed": "false", "data-lm-suppress-shortcuts": "true" };
    const button = element("button", { ...attributes, class: `svm-button ${name}` }, text);
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(this.root.classList.toggle(given)));
      this.redraw();
    });
    return button;
  }

  get showsMore() {
    return true;
  }

  get showsErrors() {
    return false;
  }

  drawMore() {
    const { session } = this;
    const { stage, root, machinesPart } = this;
    const inside = root.classList.contains("svm-large") && root.dataset.shape !== "flow";
    if (inside !== (machinesPart.parentElement === stage)) {
      if (inside) this.field.after(machinesPart);
      else stage.after(machinesPart);
    }
    const { compared, comparisonIsCurrent: current, comparisonError: error } = session;
    const machine = session.machine;
    if (compared) {
      const fits = compared.epoch === machine.epoch;
      this.tileFor(compared.entries.length).forEach((tile, k) => {
        tile.draw({
          compared,
          entry: compared.entries[k],
          look: this.hued.look,
          machine,
          fits,
          current,
          selected: session.selected,
          bare: root.classList.contains(BARE),
        });
      });
    }
    const done = current && compared.done === compared.total;
    this.bar.hidden = !(session.live || session.comparesHere) || done || Boolean(error);
    this.bar.value = current ? compared.done / compared.total : 0;
    tell(this.pendingText, pendingText(session, done, error));
    this.trouble.hidden = !error;
    if (error) tell(this.trouble, `No comparison: ${error}`);
  }

  tileFor(count) {
    while (this.tiles.length < count) {
      this.tiles.push(new MachineTile(this.tileHost, this.redraw, (i) => this.session.select(i)));
    }
    return this.tiles.slice(0, count);
  }

  showPoint(machine, solution, hovered, selected) {
    super.showPoint(machine, solution, hovered, selected);
    const { compared, comparisonIsCurrent, absence } = this.session;
    if (selected < 0 || !comparisonIsCurrent || absence) return;
    const rows = compared.entries
      .filter(({ given }) => given)
      .map((entry) => {
        const cells = [machine.classes[entry.given[selected]], leftOutWord(entry, selected)].map((text) =>
          element("td", {}, text),
        );
        return element("tr", {}, element("th", { scope: "row" }, entry.label), ...cells);
      });
    if (!rows.length) return;
    const head = ["machine", "class", "left out"].map((text) => element("th", { scope: "col" }, text));
    this.card.node.append(
      element(
        "table",
        { class: "svm-terms" },
        element("caption", {}, `What each machine says of point ${selected}`),
        element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows),
      ),
    );
  }

  speak(text) {
    const { compared, comparisonIsCurrent } = this.session;
    const more = comparisonIsCurrent ? ` ${compared.entries.map(tileText).join("; ")}.` : "";
    super.speak(text, more);
  }

  dispose() {
    super.dispose();
    this.tiles.forEach((tile) => tile.dispose());
  }
}

/** What stands above the tiles. */
function pendingText({ live, comparesHere, compared, machine, C }, done, error) {
  if (error) return "\u00a0";
  if (done) return `${waysText(compared)} to separate the classes, at ${softMarginText(C)}`;
  if (compared?.epoch !== machine.epoch || compared.C !== C) {
    const told = compared ? `The machines below are those at ${softMarginText(compared.C)}` : "No machines yet";
    return live || comparesHere ? `${told}; comparing …` : `${told}, where this page began`;
  }
  return `Comparing: ${compared.done} of ${compared.total} steps …`;
}

/** How many ways there are, or how many of them the page goes by itself. */
function waysText({ entries, own, total }) {
  const all = `${counted(entries.length)} ways`;
  return own ? `${counted(total)} of ${all.toLowerCase()}, those that this page trains without Python,` : all;
}

const COUNTS = "No One Two Three Four Five Six Seven Eight Nine Ten".split(" ");
const counted = (n) => COUNTS[n] ?? String(n);

export default sceneOf(MachinesSession, MachinesView, { watched: WATCHED });
