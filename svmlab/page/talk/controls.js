// What a session knows of the controls of data and kernel: what they offer, where they stand, what a reader sets.
//
// Python tells `menus` once and `controls`, where they stand, with every answer. What the reader sets stands here until
// then, for ever in a page without Python. The page follows a kernel by itself; other points are Python's samples, and
// where there is no Python those that the page draws or was given.

import { ASPECT } from "../math/constants.js";
import { limitsAround } from "../math/limits.js";
import { samePoints } from "../math/points.js";
import { canDraw } from "../math/samples.js";
import { fromWire } from "./machine_session.js";
import { pointsOfEntry } from "./own_samples.js";
import { OWN_POINTS } from "./workshop.js";

const OWN = "own";
const PICTURED = 60; // points in a picture of a data set
const TELLING = ["set", "state", "reset"]; // questions by which Python hears where the controls stand

export class Controls {
  constructor(session) {
    this.session = session;
    this.here = {}; // what the reader has set and Python has not told yet
    this.own = null; // one's own points, while others stand in a page without Python
    this.began = session.live ? null : traitsOf(session.model);
  }

  get menus() {
    return this.session.model.get("menus");
  }

  get told() {
    return this.session.model.get("controls");
  }

  /** Where the controls stand, by name. */
  get values() {
    if (this.session.live && !this.awaits) this.here = {};
    const edited =
      this.session.workshop?.points.data === OWN_POINTS.data && !this.session.conversation.outstanding("set");
    return { ...this.told.values, ...this.here, ...(edited ? { data: OWN } : {}) };
  }

  /** Is Python still to hear of something, or to answer? */
  get awaits() {
    const { untold, conversation } = this.session;
    return untold || TELLING.some((type) => conversation.outstanding(type));
  }

  // What is offered.

  /** [name, title] of each data set that is offered: the page draws the samples, or was given the tables. */
  get dataSets() {
    const { session, told, menus, values } = this;
    const there = ({ name }) => session.live || name === values.data || canDraw(name) || name in this.tables;
    const offered = menus.data.filter(there).map(({ name, title }) => [name, title]);
    return told.own || this.own || values.data === OWN ? [[OWN, OWN_POINTS.data], ...offered] : offered;
  }

  /** What a page without Python was given of data sets that it cannot draw. */
  get tables() {
    return this.session.model.get("tables") ?? {};
  }

  /** The data set at hand as an entry of the menu. */
  get dataSet() {
    return this.entryOf(this.values.data);
  }

  /** An entry of the menu by its name; one's own points have none of its properties. */
  entryOf(name) {
    const own = { name: OWN, title: OWN_POINTS.data, parameters: {}, used: [], settings: {}, note: null };
    return this.menus.data.find((entry) => entry.name === name) ?? own;
  }

  /** {X, y, key} of a picture of the data set of this name, another key for other points; null where nobody here has any. */
  pictured(name) {
    const { session, menus, values, tables } = this;
    if (name === OWN) return keyed(values.data === OWN ? session.points : this.own);
    const entry = this.entryOf(name);
    const usual = "noise" in entry.parameters ? { noise: entry.parameters.noise } : {};
    const drawn = { ...values, ...usual, m: PICTURED, seed: menus.drawn.seed.low };
    if (canDraw(name)) return { ...pointsOfEntry(entry, drawn, tables), key: `${name} ${values.n_classes}` };
    return name in tables ? { ...pointsOfEntry(entry, drawn, tables), key: name } : null;
  }

  /** [name, title] of each kernel that is offered; one's own can be computed by Python only. */
  get kernels() {
    const { session, told, menus, values } = this;
    const own = told.kernels.filter(([name]) => session.live || name === values.kernel);
    return [...own, ...menus.kernels.map(({ name, title }) => [name, title])];
  }

  /** Names of the parameters that say something of the kernel at hand. */
  get parameters() {
    return this.menus.kernels.find(({ name }) => name === this.values.kernel)?.parameters ?? [];
  }

  /** {name, ...} of the kernel of these values as the page evaluates it; null for one of one's own. */
  kernelOf(values) {
    const entry = this.menus.kernels.find(({ name }) => name === values.kernel);
    if (!entry) return null;
    return Object.fromEntries([["name", entry.name], ...entry.parameters.map((name) => [name, values[name]])]);
  }

  /** Does a control stay in sight in a lecture? */
  isKept(name) {
    return this.told.keep.includes(name);
  }

  // What the reader sets.

  /** The kernel, or one of its parameters. */
  setKernel(values) {
    const wanted = { ...this.values, ...values };
    const kernel = this.kernelOf(wanted);
    this.here = wanted;
    if (kernel) this.session.setKernel(kernel);
    else this.ask(wanted);
  }

  /** How the data are drawn. */
  draw(values) {
    this.keepOwn();
    const wanted = { ...this.values, ...values };
    this.here = wanted;
    if (this.session.live) this.ask(wanted);
    else this.standAtPoints(wanted);
  }

  /** The reader chooses a data set: its usual noise and other controls come with it. */
  choose(name) {
    const { parameters, settings } = this.entryOf(name);
    const noise = "noise" in parameters ? { noise: parameters.noise } : {};
    this.draw({ data: name, ...noise, ...settings });
  }

  ask(values) {
    this.session.kernelAsked = null;
    this.session.askNext({ type: "set", values });
    this.here = values;
    this.session.announce();
  }

  /** Everything as it began. */
  reset() {
    const { session } = this;
    if (session.live) {
      session.kernelAsked = null;
      session.askNext({ type: "reset" });
      return;
    }
    this.here = {};
    this.own = null;
    for (const [name, value] of Object.entries(this.began)) session.model.set(name, value);
    session.beginAgain();
  }

  // Without Python.

  /** One's own points stay in the menu. */
  keepOwn() {
    const { workshop, live } = this.session;
    if (live || this.values.data !== OWN || !workshop) return;
    const { X, y, lines } = workshop.points;
    const { classes, axes } = workshop.plane;
    this.own = { X, y, classes, axes, lines };
  }

  standAtPoints(values) {
    const { session, tables } = this;
    const kernel = this.kernelOf(values);
    const entry = this.entryOf(values.data);
    const {
      X,
      y,
      classes,
      axes,
      lines = [],
    } = (values.data === OWN && this.own) || pointsOfEntry(entry, values, tables);
    const { pair } = session.model.get("machine");
    const data = canDraw(entry.name) ? `${entry.title}, drawn in the page` : entry.title;
    const drawn = {
      X,
      y,
      m: y.length,
      Q: new Set(y).size,
      limits: limitsAround(X, ASPECT),
      epoch: (session.machine?.epoch ?? 0) + 1,
    };
    const machine = { ...drawn, classes, axes, kernel, aspect: ASPECT, pair, data, note: entry.note, title: data };
    session.model.set("editor", { classes });
    session.model.set("lines", lines);
    if ("C" in entry.settings) session.C = fromWire(entry.settings.C);
    session.begin(machine);
    this.drawn = { X, y, values: this.namesOf(entry, values) };
  }

  /** The values by which the page has drawn these points, null where it has not. */
  drawnHere(points) {
    return this.drawn && canDraw(this.drawn.values.data) && samePoints(this.drawn, points) ? this.drawn.values : null;
  }

  /** Those of the values that say something of an entry of the data menu. */
  namesOf({ name, used }, values) {
    const names = used.filter((one) => one in this.menus.drawn);
    return { data: name, ...Object.fromEntries(names.map((one) => [one, values[one]])) };
  }
}

const keyed = (points) => points && { X: points.X, y: points.y, key: points.X.join() };

const traitsOf = (model) => Object.fromEntries(["editor", "lines", "overlays"].map((name) => [name, model.get(name)]));
