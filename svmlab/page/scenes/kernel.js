// The scene of a proposed kernel: the plane with its points, the kernel matrix as a picture, its spectrum, and what these
// points can say of Mercer's condition.

import { kernelLabel } from "../words/kernels.js";
import { eigenvaluesText, matrixText, pointOfKernelText, spectrumText, verdictOf } from "../words/mercer.js";
import { ProposalSession } from "../talk/proposal_session.js";
import { element, tell } from "../draw/elements.js";
import { GramPanel } from "../draw/gram_panel.js";
import { ProposalPlane } from "../draw/proposal_plane.js";
import { SpectrumPanel } from "../draw/spectrum_panel.js";
import { EditBar } from "../parts/edit_bar.js";
import { FileBar } from "../parts/file_bar.js";
import { FormulaField } from "../parts/formula_field.js";
import { placeText } from "../parts/inspector.js";
import { KernelControls } from "../parts/kernel_controls.js";
import { LinkButton } from "../parts/link_button.js";
import { Menu } from "../parts/menu.js";
import { PlaneHand } from "../parts/plane_hand.js";
import { PointsListbox } from "../parts/points_listbox.js";
import { ReadingButton } from "../parts/reading_button.js";
import { ResetButton } from "../parts/reset_button.js";
import { Setup } from "../parts/setup.js";
import { SizeSwitch } from "../parts/size_switch.js";
import { View, sceneOf } from "./view.js";

const CHOOSE = "Drag a point. Choose one, by click or with the arrow keys, to see κ(x, ·) around it.";
const WALK_HELP =
  "Arrow keys go from point to point; with Shift they move the chosen one. The button “edit points” lets you add and delete.";

export class KernelView extends View {
  build() {
    const { session, id } = this;
    const [menus, levers] = ["svm-bar svm-menus", "svm-bar svm-sliders svm-levers"].map((name) =>
      element("div", { class: name }),
    );
    this.kernelControls = new KernelControls(menus, levers, session, id);
    this.formula = new FormulaField(`${id}-f`, (text) => session.setKernel({ kernel: "formula", text }));
    menus.append(this.formula.node);
    this.sets = new Menu("points", `${id}-s`, (name) => session.choosePoints(name));
    this.bars = element("div", { class: "svm-bars" }, this.sets.label);
    const told = element("div", { class: "svm-told-files" });
    this.editBar = new EditBar(this.bars, id, (what) => this.hand.edit({ do: what }), this.redraw);
    this.fileBar = new FileBar(this.bars, told, (question, bytes) => session.askFile(question, bytes), {
      without: ["points"],
    });
    this.linkButton = new LinkButton(this.bars, told, session);
    this.setup = new Setup(id, menus, this.bars, told, "points and files");
    this.stage = element(
      "div",
      { class: "svm-stage svm-two" },
      this.setup.node,
      this.buildField(),
      this.buildPanels(),
      levers,
      this.buildSide(),
    );
    const help = element("p", { id: `${id}-h`, class: "svm-spoken" }, WALK_HELP);
    this.root = element("div", { class: "svm-scene svm-with-menus svm-kernels" }, this.stage, help, this.summary);
    this.plane = new ProposalPlane(this.planeHost, this.redraw);
    this.hand = new PlaneHand(this);
  }

  buildField() {
    this.listbox = new PointsListbox(this.id, "Points of the kernel matrix");
    this.planeHost = this.listbox.node;
    return element("div", { class: "svm-field" }, this.planeHost, this.notice);
  }

  buildPanels() {
    const hosts = ["matrix", "spectrum"].map((name) => element("div", { class: "svm-panel", "data-panel": name }));
    this.matrix = new GramPanel(hosts[0], this.redraw, (i) => this.session.select(i));
    this.spectrum = new SpectrumPanel(hosts[1], this.redraw);
    this.panels = element("div", { class: "svm-curves" }, ...hosts);
    return this.panels;
  }

  /** The column: what is proposed, the verdict, what is known of the chosen point. */
  buildSide() {
    const { session, id } = this;
    this.title = element("div", { class: "svm-title" });
    this.verdict = element("div", { class: "svm-mercer" });
    this.chosen = element("div", { class: "svm-about" });
    const reading = new ReadingButton(id, "point", this.chosen);
    const head = element("div", { class: "svm-tools-head" }, this.fullScreen.button);
    this.sizeSwitch = new SizeSwitch(head, (size) => session.setSize(size));
    this.resetButton = new ResetButton(head, () => session.reset());
    head.append(reading.node, this.title);
    this.status = element("div", { class: "svm-status" });
    return element("div", { class: "svm-side" }, head, this.verdict, this.chosen, this.status);
  }

  draw() {
    const { session } = this;
    const { model, places, kernel, selected, points } = session;
    const look = this.look();
    const { test, error } = session.found;
    this.sizeSwitch.show(model.get("options").size);
    this.showControls(look);
    tell(this.title, kernel.name === "formula" ? `κ(x, z) = ${kernel.text}` : kernelLabel(kernel));
    const said = session.refusal ?? error ?? null;
    this.showNotice(said && { kind: session.refusal ? "note" : "error", text: said });
    const hovered = this.hand.hovered < points.m ? this.hand.hovered : -1;
    const picture = { places, kernel, test, look, selected, hovered, axes: points.axes, limits: model.get("limits") };
    if (!this.plane.draw(picture)) return;
    this.panels.classList.toggle("svm-waiting", !test);
    if (test) {
      this.matrix.draw({ test, look, selected });
      this.spectrum.draw({ test, look });
    }
    this.showWords(test, error);
    this.drawn();
  }

  showControls(look) {
    const { session } = this;
    const { selected, points, chosenSet, menus } = session;
    this.kernelControls.show();
    this.root.classList.toggle("svm-no-levers", !session.parameters.length);
    this.formula.node.hidden = session.values.kernel !== "formula";
    this.formula.show(session.values.text);
    const own = chosenSet ? [] : [["", "own points"]];
    this.sets.show([...own, ...menus.sets.map(({ name, title }) => [name, title])], chosenSet);
    this.editBar.show({ may: true, editor: session.editor, look, selected, m: points.m, busy: false });
    this.fileBar.node.hidden = !session.live;
    this.planeHost.classList.toggle("svm-editing", this.editBar.on);
  }

  showWords(test, error) {
    const { head, text, kind } = test ? verdictOf(test) : { head: "Nothing to test", text: error, kind: "none" };
    this.verdict.dataset.kind = kind;
    const key = head + text;
    if (this.told !== key) {
      this.told = key;
      this.verdict.replaceChildren(element("b", {}, head), " ", element("span", {}, text));
    }
    tell(this.status, test ? spectrumText(test) : "");
    nameCanvas(this.matrix.stage, test ? matrixText(test) : "no kernel matrix");
    nameCanvas(this.spectrum.stage, test ? eigenvaluesText(test) : "no eigenvalues");
    this.showPoint(test);
    this.speakLater(() => `${this.title.textContent}. ${head}. ${text} ${this.status.textContent}`);
  }

  get shownName() {
    return this.title.textContent;
  }

  showPoint(test) {
    const { selected, points } = this.session;
    const place = selected < 0 ? "" : placeText(points, { x: this.session.placeOf(selected) });
    const text =
      selected < 0 ? CHOOSE : `Point ${selected}, ${place}. ${test ? pointOfKernelText(test, selected) : ""}`;
    tell(this.chosen, text);
    this.chosen.classList.toggle("svm-hint", selected < 0);
    this.listbox.option.hidden = selected < 0;
    this.listbox.show(selected, points.m, selected < 0 ? "" : text);
  }

  dispose() {
    super.dispose();
    this.plane.dispose();
    this.matrix.dispose();
    this.spectrum.dispose();
  }
}

/** What a screen reader says of a picture. */
function nameCanvas({ canvas }, text) {
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", text);
}

export default sceneOf(ProposalSession, KernelView, { watched: ["points", "choice", "limits", "selected"] });
