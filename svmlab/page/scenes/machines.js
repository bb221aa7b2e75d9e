// The scene with the machines side by side: the plane of the first, and below it the regions of each.
//
// Python works in steps: the page asks for the next one, `machines`, whenever everything else has been answered and
// the reader lets C be.

import { unpackArrays } from "../math/arrays.js";
import { softMarginText } from "../words/format.js";
import { Session, fromWire, toWire } from "../talk/session.js";
import { element, tell } from "../draw/elements.js";
import { MachineTile, leftOutWord, tileText } from "../parts/machine_tile.js";
import { SceneView, sceneOf } from "./scene.js";

const TILE_KEY = "Hatched: not all of them agree. Dotted: undecided (two best scores equal, a tied vote, or not exactly one machine that claims the place). Crossed: misclassified.";
const SAME_C = "The same C means something else to each: so compare them also at the C that is best for each.";

export class MachinesSession extends Session {
  hear() {
    super.hear();
    this.takeMachines();
    const { epoch, C } = this.model.get("machines");
    const busy = epoch === this.machine?.epoch && C === toWire(this.C);
    if (busy && this.quiet && this.wantsMachines) this.askForMore(); // on with it, without waiting for rest
  }

  askForMore() {
    super.askForMore();
    const { epoch } = this.machine;
    if (this.wantsMachines) this.conversation.ask({ type: "machines", epoch, C: toWire(this.C) });
  }

  get wantsMore() {
    return super.wantsMore || (Boolean(this.machine) && !this.error && this.wantsMachines);
  }

  get wantsMachines() {
    if (this.wantsPath || !this.current) return false;
    const { epoch, C, error, done, total } = this.model.get("machines");
    return epoch !== this.machine.epoch || C !== toWire(this.C) || (!error && done < total);
  }

  /** Keep the newest comparison, perhaps of an earlier C, whatever comes after. */
  takeMachines() {
    const state = this.model.get("machines");
    if (!state.entries || this.machinesState === state) return;
    const { differ } = unpackArrays(state);
    const entries = state.entries.map((entry) => unpackArrays(entry));
    Object.assign(this, { machinesState: state, compared: { ...state, differ, entries, C: fromWire(state.C) } });
  }

  /** Is the comparison that of the picture? */
  get comparisonIsCurrent() {
    const { compared } = this;
    return Boolean(compared) && compared.epoch === this.machine?.epoch && compared.C === this.C;
  }

  /** Why there is no comparison of this machine, or "". */
  get comparisonError() {
    const { epoch, C, error } = this.model.get("machines");
    return error && epoch === this.machine?.epoch && C === toWire(this.C) ? error : "";
  }
}

export class MachinesView extends SceneView {
  constructor(session, host) {
    super(session, host);
    this.circulation.node.open = false; // there is enough to see
  }

  build(host) {
    super.build(host);
    this.bar = element("progress", { "aria-label": "Machines compared", max: 1, value: 0 });
    this.pendingText = element("span");
    this.pending = element("div", { class: "svm-pending" }, this.bar, this.pendingText);
    this.trouble = element("div", { class: "svm-notice", role: "alert", "data-kind": "error", hidden: true });
    this.tileHost = element("div", { class: "svm-tiles" });
    const key = element("p", { class: "svm-tile-key" }, `${TILE_KEY} ${SAME_C}`);
    this.machinesPart = element("section", { class: "svm-machines", "aria-label": "Machines side by side" },
      this.pending, this.trouble, this.tileHost, key);
    this.body.after(this.machinesPart);
    this.tiles = [];
  }

  drawMore(look) {
    const { session } = this;
    const { compared, comparisonIsCurrent: current, comparisonError: error } = session;
    const machine = session.machine;
    if (compared) {
      const fits = compared.epoch === machine.epoch;
      this.tileFor(compared.entries.length).forEach((tile, k) => {
        tile.draw({ compared, entry: compared.entries[k], look: this.hued.look, machine, fits, current, selected: session.selected });
      });
    }
    const done = current && compared.done === compared.total;
    this.bar.hidden = !session.live || done || Boolean(error);
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
    const rows = compared.entries.filter(({ given }) => given).map((entry) => {
      const cells = [machine.classes[entry.given[selected]], leftOutWord(entry, selected)].map((text) => element("td", {}, text));
      return element("tr", {}, element("th", { scope: "row" }, entry.label), ...cells);
    });
    if (!rows.length) return;
    const head = ["machine", "class", "left out"].map((text) => element("th", { scope: "col" }, text));
    this.card.node.append(
      element("table", { class: "svm-terms" },
        element("caption", {}, `What each machine says of point ${selected}`),
        element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
    );
  }

  speak(text) {
    const { compared, comparisonIsCurrent } = this.session;
    const more = comparisonIsCurrent ? ` ${compared.entries.map(tileText).join("; ")}.` : "";
    super.speak(text + more);
  }

  dispose() {
    super.dispose();
    this.tiles.forEach((tile) => tile.dispose());
  }
}

/** What stands above the tiles. */
function pendingText({ live, compared, machine, C }, done, error) {
  if (error) return "\u00a0";
  if (done) return `${counted(compared.entries.length)} ways to separate the classes, at ${softMarginText(C)}`;
  if (compared?.epoch !== machine.epoch || compared.C !== C) {
    const told = compared ? `The machines below are those at ${softMarginText(compared.C)}` : "No machines yet";
    return live ? `${told}; comparing …` : `${told}, where this page began`;
  }
  return `Comparing: ${compared.done} of ${compared.total} steps …`;
}

const counted = (n) => ["No", "One", "Two", "Three", "Four", "Five", "Six"][n] ?? String(n);

export default sceneOf(MachinesSession, MachinesView);
