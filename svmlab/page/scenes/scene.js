// A live scene: the slider of C, the plane, its legend, the point inspector and the status line, in one element.
// The module's default export is what anywidget asks for; a page without Jupyter calls it the same way.

import { covers, pointReport } from "../math/machine.js";
import { nextText } from "../words/path_events.js";
import { adviceOf, certificateText, sceneText, statusPhrases } from "../words/status.js";
import { Session } from "../talk/session.js";
import { Circulation } from "../draw/circulation.js";
import { drawOrTell, element, oncePerFrame } from "../draw/elements.js";
import { Legend } from "../draw/legend.js";
import { PlanePanel } from "../draw/plane.js";
import { Dress, watchTheme, withHues } from "../draw/theme.js";
import { CSlider } from "../parts/c_slider.js";
import { EDIT_HINT, EditBar, editOfKey, noMachineText, noticeBeside, placeBeside } from "../parts/edit_bar.js";
import { FileBar } from "../parts/file_bar.js";
import { Card, Tip, draftText, isWalkKey, placeText, spoken, walk } from "../parts/inspector.js";
import { SizeSwitch } from "../parts/size_switch.js";
import { hideStills } from "../parts/still_picture.js";
import { WithdrawalControl } from "../parts/withdrawal_control.js";

const REACH = { mouse: 11, pen: 14, touch: 22 }; // pixels within which a pointer means a point
const DRAG_AFTER = 4; // pixels that a pressed pointer moves before a point goes along
const NUDGE = 0.01; // of the picture's width, a step by key
const BESIDE = 0.04; // of the picture's width, from the chosen point to one that is added by key
const SPEAK_AFTER = 500; // ms of rest before a screen reader is told of a change
const HINT = "Point at a training point, click it, or walk with the arrow keys";
const DRAG = "; drag it to another place.";
const WALKING = "Arrow keys go to the next point right, left, above or below, Page Up and Page Down to the next support vector";
const MOVING = "; with Shift the arrow keys move the chosen point.";
const EDITING = " The button after the plane lets you add and delete points.";
const NUDGES = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class SceneView {
  constructor(session, host) {
    this.session = session;
    this.id = "svm" + Math.random().toString(36).slice(2, 9);
    this.hovered = -1;
    this.frames = 0;
    this.build(host);
    this.redraw = oncePerFrame(() => drawOrTell(this));
    this.plane = new PlanePanel(this.planeHost, this.redraw);
    this.tip = new Tip(this.planeHost);
    this.circulation = new Circulation(this.flowHost, this.redraw);
    this.listen();
    this.stops = [session.subscribe(this.redraw), watchTheme(this.redraw)];
    this.redraw();
  }

  build(host) {
    const bar = element("div", { class: "svm-bar" });
    this.slider = new CSlider(bar, `${this.id}-c`, (C) => this.session.moveTo(C), () => this.session.tell());
    this.option = element("div", { id: `${this.id}-o`, role: "option", class: "svm-spoken", "aria-selected": "false" });
    this.planeHost = element("div", {
      class: "svm-plane", role: "listbox", tabindex: 0, "data-lm-suppress-shortcuts": "true",
      "aria-label": "Training points", "aria-describedby": `${this.id}-h`,
    }, this.option);
    const side = element("div", { class: "svm-side" });
    this.legend = new Legend(side);
    this.card = new Card(side);
    this.withdrawal = new WithdrawalControl(side, this.session, this.id);
    this.flowHost = side;
    this.status = element("div", { class: "svm-status" });
    this.notice = element("div", { class: "svm-notice", role: "alert", hidden: true });
    this.summary = element("p", { class: "svm-spoken", role: "status" });
    const help = element("p", { id: `${this.id}-h`, class: "svm-spoken" }, WALKING + (this.session.live ? MOVING + EDITING : "."));
    this.title = element("div", { class: "svm-title" });
    this.bars = element("div", { class: "svm-bars" });
    this.field = element("div", { class: "svm-field" }, this.planeHost, this.bars);
    this.editBar = new EditBar(this.bars, this.id, (what) => this.edit({ do: what }), () => this.redraw?.());
    this.fileBar = new FileBar(this.bars, this.field, (question, bytes) => this.session.askFile(question, bytes));
    this.sizeSwitch = new SizeSwitch(this.bars, (size) => this.session.setSize(size));
    this.root = element("div", { class: "svm-scene" }, bar, this.title,
      (this.body = element("div", { class: "svm-body" }, this.field, side)),
      this.status, this.notice, help, this.summary);
    this.dress = new Dress(this.root);
    this.root.svmView = this; // for tests, and for whoever looks in the console
    host.append(this.root);
  }

  listen() {
    const { planeHost } = this;
    planeHost.addEventListener("pointerdown", (event) => this.grasp(event));
    planeHost.addEventListener("pointermove", (event) => (this.grasped ? this.drag(event) : this.hover(event)));
    for (const end of ["pointerup", "pointercancel"]) planeHost.addEventListener(end, () => this.letGo());
    planeHost.addEventListener("touchstart", (event) => this.grasped && event.preventDefault(), { passive: false });
    planeHost.addEventListener("pointerleave", () => this.hoverAt(-1));
    planeHost.addEventListener("click", (event) => this.click(event));
    planeHost.addEventListener("keydown", (event) => this.key(event));
    this.bars.addEventListener("keydown", (event) => this.editKey(event));
    planeHost.addEventListener("blur", () => this.redraw());
  }

  get hint() {
    return HINT + (this.session.live ? DRAG : ".");
  }

  placeOf(i) {
    return this.session.placeOf(i);
  }

  pointUnder(event) {
    return this.plane.nearest(this.plane.stage.place(event), REACH[event.pointerType] ?? REACH.mouse, this.session.points);
  }

  hover(event) {
    if (event.pointerType === "touch" || !this.session.solution) return;
    this.hoverAt(this.pointUnder(event));
  }

  hoverAt(i) {
    if (i === this.hovered) return;
    this.hovered = i;
    this.redraw();
  }

  /** A pointer pressed on a point may become a drag. */
  grasp(event) {
    this.dragged = false;
    if (event.button !== 0 || !this.session.solution || !this.session.mayMove) return;
    const point = this.pointUnder(event);
    if (point >= 0) this.grasped = { point, from: this.plane.stage.place(event), id: event.pointerId };
  }

  drag(event) {
    const { point, from, id } = this.grasped;
    const at = this.plane.stage.place(event);
    if (!this.dragged) {
      if (Math.hypot(at[0] - from[0], at[1] - from[1]) < DRAG_AFTER) return;
      this.dragged = true;
      this.planeHost.setPointerCapture(id);
      this.hoverAt(-1);
      this.session.select(point);
    }
    this.session.movePoint(point, this.plane.toPlane(this.plane.inside(at)), false);
    this.redraw();
  }

  letGo() {
    if (this.grasped && this.dragged) this.session.movePoint(this.grasped.point, this.placeOf(this.grasped.point));
    this.grasped = null;
  }

  nudge([right, up]) {
    const { session } = this;
    const { selected } = session;
    if (selected < 0 || !session.mayMove) return;
    const pixels = NUDGE * this.plane.box.width;
    const [x, y] = this.plane.toPixels(session.placeOf(selected));
    session.movePoint(selected, this.plane.toPlane(this.plane.inside([x + right * pixels, y - up * pixels])));
  }

  click(event) {
    if (!this.session.solution || this.dragged) return;
    const [point, at] = [this.pointUnder(event), this.plane.stage.place(event)];
    if (point < 0 && this.editBar.on && this.plane.contains(at)) this.addAt(at);
    else this.session.select(point);
    this.redraw();
  }

  /** Add a point of the class that is chosen in the tools. */
  addAt(pixels) {
    const place = this.plane.toPlane(pixels);
    this.session.addPoint(place, this.editBar.k);
    const { axes } = this.session.machine;
    this.editBar.say(`added a point of class ${this.session.editor.classes[this.editBar.k]}, ${placeText({ axes }, { x: place })}`);
  }

  /** Insert adds beside the chosen point, or in the middle. */
  insert() {
    const { box } = this.plane;
    const { selected } = this.session;
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    this.addAt(selected < 0 ? middle : placeBeside(this.plane.toPixels(this.placeOf(selected)), box, BESIDE * box.width));
  }

  edit({ do: what, k }) {
    const { session, editBar } = this;
    if (what === "choose") editBar.choose(k);
    else if (what === "insert") this.insert();
    else if (what === "remove" || what === "relabel") {
      if (session.selected >= 0) editBar.say(what === "remove" ? `deleted point ${session.selected}` : `point ${session.selected} has the next class`);
      session.editChosen(what);
    } else {
      session.edit({ do: what });
      editBar.say({ undo: "undone", redo: "made again", clear: "deleted all points" }[what]);
    }
    this.redraw();
  }

  /** Take a key that edits; true if it was one. */
  editKey(event) {
    const { session, editBar } = this;
    if (!session.solution || !session.mayMove || !session.editor.classes) return false;
    const asked = editOfKey(event, editBar.on, session.editor.classes.length);
    if (!asked) return false;
    event.preventDefault();
    event.stopPropagation();
    this.edit(asked);
    return true;
  }

  key(event) {
    if (this.editKey(event) || event.ctrlKey || event.metaKey || event.altKey || !this.session.solution) return;
    if (event.key === "Escape") this.session.select(-1);
    else if (event.shiftKey && event.key in NUDGES) this.nudge(NUDGES[event.key]);
    else if (isWalkKey(event.key)) {
      const { points, draft, solution, selected } = this.session;
      this.session.select(points.m ? walk(points, draft ? { pointStatus: [] } : solution, selected, event.key) : -1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.redraw();
  }

  draw() {
    const { session } = this;
    const { machine, path, model } = session;
    if (session.C === undefined) return;
    const palette = this.dress.look(model.get("look"), model.get("options"));
    const look = this.huedLook(palette, machine);
    this.sizeSwitch.show(model.get("options").size);
    this.slider.show(session.range, session.C, look);
    this.slider.input.disabled = session.stands;
    this.showNotice(noticeBeside(session));
    if (!session.solution) return;
    const { solution, certificate } = session.shown;
    const { draft, added, selected } = session;
    const hovered = this.hovered < session.points.m ? this.hovered : -1;
    this.title.textContent = `${machine.title}, ${statusPhrases(machine, solution)[0]}`;
    const faded = Boolean(session.error);
    const placeOf = (i) => session.placeOf(i);
    const lines = model.get("lines") ?? [];
    const picture = { machine, path, solution, look, faded, hovered, selected, placeOf, draft, added, palette, lines };
    if (!this.plane.draw(picture)) return;
    this.title.style.paddingLeft = `${this.plane.box.x}px`;
    this.drawMore(palette);
    this.legend.show(machine, look, lines.length);
    this.showTools(palette, selected);
    if (draft) this.showDraft(draft, hovered, selected);
    else this.showPoint(machine, solution, hovered, selected);
    this.withdrawal.show();
    this.circulation.show(machine, solution, look);
    this.showStatus(machine, solution, certificate);
    this.frames++;
    this.root.dataset.frames = this.frames;
  }

  /** Each class as it looks among those that a point can have. */
  huedLook(palette, machine) {
    if (this.hued?.palette !== palette || this.hued.machine !== machine) {
      this.hued = { palette, machine, look: withHues(palette, machine?.hues) };
    }
    return this.hued.look;
  }

  /** For scenes that show more than the plane. */
  drawMore() {}

  showPoint(machine, solution, hovered, selected) {
    const words = this.session.model.get("words");
    this.card.show(machine, solution, selected >= 0 ? selected : hovered, words, this.editBar.on ? EDIT_HINT : this.hint);
    const text = selected >= 0 ? this.session.leftOutText(machine) : "";
    if (text) this.card.node.append(element("p", { class: "svm-left-out" }, text));
    if (hovered >= 0) {
      this.tip.show(machine, solution, hovered, this.plane.toPixels(this.placeOf(hovered)));
    } else this.tip.hide();
    this.showOption(selected, machine.m, selected < 0 ? "" : spoken(machine, pointReport(machine, solution, selected), words));
  }

  /** A point of those that could not be trained. */
  showDraft(draft, hovered, selected) {
    this.card.showDraft(draft, selected >= 0 ? selected : hovered, EDIT_HINT);
    this.tip.hide();
    this.showOption(selected, draft.m, selected < 0 ? "" : Object.values(draftText(draft, selected)).join(". "));
  }

  showTools(look, selected) {
    const { live, editor, points, conversation } = this.session;
    const busy = conversation.outstanding("edit") || conversation.outstanding("move");
    this.editBar.show({ live, editor, look, selected, m: points.m, busy });
    this.fileBar.node.hidden = this.editBar.node.hidden;
    this.planeHost.classList.toggle("svm-editing", this.editBar.on);
  }

  showOption(selected, size, text) {
    this.option.textContent = text;
    this.option.setAttribute("aria-selected", String(selected >= 0));
    this.option.setAttribute("aria-posinset", selected + 1);
    this.option.setAttribute("aria-setsize", size);
    if (selected >= 0) this.planeHost.setAttribute("aria-activedescendant", this.option.id);
    else this.planeHost.removeAttribute("aria-activedescendant");
  }

  showStatus(machine, solution, certificate) {
    if (this.session.draft) {
      this.status.replaceChildren(noMachineText(this.session.draft));
      this.speakLater(`${machine.title}: ${noMachineText(this.session.draft)}.`);
      return;
    }
    const line = element("div", {}, ...statusPhrases(machine, solution).map((text) => element("span", {}, text)));
    this.status.replaceChildren(line);
    if (certificate) {
      const sure = certificate.certified;
      const text = `${sure ? "✓" : "⚠"} ${certificateText(certificate)}`;
      const advice = adviceOf(certificate);
      const phrases = advice ? [`${text}.`, advice] : [text];
      const told = phrases.map((phrase) => element("div", {}, phrase));
      this.status.append(element("div", { class: sure ? "svm-sure" : "svm-unsure", title: certificate.text }, ...told));
    }
    this.status.append(element("div", { class: "svm-path" }, this.pathText(machine, solution)));
    this.status.classList.toggle("svm-stale", !this.session.current);
    this.speakLater(sceneText(machine, solution, certificate));
  }

  /** Once nothing has changed for a while. */
  speakLater(text) {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.speak(text), SPEAK_AFTER);
  }

  /** The next event along the path, or that the path is being computed. */
  pathText(machine, { C, absent }) {
    const { whole, awaitsPath } = this.session;
    const whose = absent === undefined ? "" : `with point ${absent} in, `; // the path is that of all points
    if (whole && covers(whole, C)) return whose + nextText(machine, whole, C);
    return awaitsPath ? "computing the path for every C …" : "\u00a0"; // the line stays, so that nothing jumps
  }

  speak(text) {
    this.plane.stage.canvas.setAttribute("aria-label", text);
    this.plane.stage.canvas.setAttribute("role", "img");
    if (this.summary.textContent !== text) this.summary.textContent = text;
  }

  showNotice(notice) {
    this.notice.hidden = !notice;
    if (!notice) return;
    if (this.notice.textContent !== notice.text) this.notice.textContent = notice.text;
    this.notice.dataset.kind = notice.kind;
  }

  dispose() {
    this.stops.forEach((stop) => stop());
    this.redraw.cancel();
    clearTimeout(this.clock);
    this.plane.dispose();
    this.circulation.dispose();
    this.root.remove();
  }
}

/** What anywidget asks for: one session for all views of a model; `watched` are traits that change by themselves. */
export const sceneOf = (SessionType, ViewType, watched = []) => () => {
  let session = null;
  return {
    initialize({ model }) {
      session = new SessionType(model);
      model.on("change:answer", () => session.hear());
      for (const name of ["selected", "options", "look", "lines", ...watched]) {
        model.on(`change:${name}`, () => session.announce());
      }
      return () => session.dispose();
    },
    render({ el }) {
      const view = new ViewType(session, el);
      const clocks = hideStills(session.model.get("options").id);
      return () => {
        clocks.forEach((clock) => clearTimeout(clock));
        view.dispose();
      };
    },
  };
};

export default sceneOf(Session, SceneView);
