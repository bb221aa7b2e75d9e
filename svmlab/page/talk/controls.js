// What a session knows of the controls of data and kernel: what they offer, where they stand, what a reader sets.
//
// Python tells `menus` once and `controls`, where they stand, with every answer. What the reader sets is shown at once
// and asked for; it counts until the answer is there. An exported page keeps it itself.

import { canDraw } from "../math/samples.js";

const OWN_POINTS = ["own", "own points"];
const LARGE = "lecture";

export class Controls {
  constructor(session) {
    this.session = session;
    this.wanted = {};
  }

  get menus() {
    return this.session.model.get("menus");
  }

  get told() {
    return this.session.model.get("controls");
  }

  /** Where the controls stand, by name. */
  get values() {
    if (!this.session.conversation.outstanding("set")) this.wanted = {};
    return { ...this.told.values, ...this.wanted };
  }

  /** [name, title] of each data set that is offered: the page draws the samples, or was given the tables. */
  get dataSets() {
    const { session, told, menus, values } = this;
    const there = ({ name }) => session.live || name === values.data || canDraw(name) || name in this.tables;
    const offered = menus.data.filter(there).map(({ name, title }) => [name, title]);
    return told.own ? [OWN_POINTS, ...offered] : offered;
  }

  /** What a page without Python was given of data sets that it cannot draw. */
  get tables() {
    return this.session.model.get("tables") ?? {};
  }

  /** The data set at hand as an entry of the menu; one's own points have none of its properties. */
  get dataSet() {
    const [name, title] = OWN_POINTS;
    const own = { name, title, parameters: {}, used: [], settings: {}, note: null };
    return this.menus.data.find((entry) => entry.name === this.values.data) ?? own;
  }

  /** [name, title] of each kernel that is offered; one's own can be computed by Python only. */
  get kernels() {
    const { session, told, menus, values } = this;
    const own = told.kernels.filter(([name]) => session.live || name === values.kernel);
    return [...own, ...menus.kernels.map(({ name, title }) => [name, title])];
  }

  /** The named kernel at hand, {name, title, parameters}; null for one's own. */
  get kernelEntry() {
    return this.menus.kernels.find(({ name }) => name === this.values.kernel) ?? null;
  }

  /** {name, ...} of the kernel at hand as the page evaluates it, or null. */
  get kernel() {
    const { kernelEntry: entry, values } = this;
    return entry && Object.fromEntries([["name", entry.name], ...entry.parameters.map((name) => [name, values[name]])]);
  }

  /** Names of the parameters that say something of the kernel. */
  get parameters() {
    return this.kernelEntry?.parameters ?? [];
  }

  /** Does a control stay in the picture's size? */
  stays(name) {
    return this.session.model.get("options").size !== LARGE || this.told.keep.includes(name);
  }

  // What the reader sets.

  set(values) {
    this.wanted = { ...this.values, ...values };
    this.session.tell(); // of a C that came first
    this.session.conversation.ask({ type: "set", values: this.wanted });
    this.session.announce();
  }

  /** The reader chooses a data set: its usual noise and other controls come with it. */
  choose(name) {
    const { parameters, settings } = this.menus.data.find((entry) => entry.name === name) ?? {};
    const noise = parameters?.noise === undefined ? {} : { noise: parameters.noise };
    this.set({ data: name, ...noise, ...settings });
  }

  reset() {
    this.session.conversation.ask({ type: "reset" });
  }
}
