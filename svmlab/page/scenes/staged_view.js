// What a scene with a plane is built of: the stage with the plane, its column, its controls, and the hands in the plane.

import { meaningOf } from "../words/meanings.js";
import { Before } from "../talk/before.js";
import { Circulation } from "../draw/circulation.js";
import { element } from "../draw/elements.js";
import { Overlays } from "../draw/overlays.js";
import { PlanePanel } from "../draw/plane.js";
import { keepRoom } from "../draw/room.js";
import { cSlider } from "../parts/c_slider.js";
import { Certificate } from "../parts/certificate.js";
import { DataControls } from "../parts/data_controls.js";
import { EditBar } from "../parts/edit_bar.js";
import { ErrorCounts } from "../parts/error_counts.js";
import { ErrorStrip } from "../parts/error_strip.js";
import { explain } from "../parts/explained.js";
import { FileBar } from "../parts/file_bar.js";
import { Card, Tip } from "../parts/inspector.js";
import { KernelControls } from "../parts/kernel_controls.js";
import { LiftedView } from "../parts/lifted_view.js";
import { LinkButton } from "../parts/link_button.js";
import { OverlaySwitches } from "../parts/overlay_switches.js";
import { PlaneHand } from "../parts/plane_hand.js";
import { PointsListbox } from "../parts/points_listbox.js";
import { ResetButton } from "../parts/reset_button.js";
import { RoleStrip } from "../parts/role_strip.js";
import { Setup } from "../parts/setup.js";
import { SizeSwitch } from "../parts/size_switch.js";
import { WithdrawalControl } from "../parts/withdrawal_control.js";
import { ZoomHand } from "../parts/zoom_hand.js";
import { View } from "./view.js";

const WALKING =
  "Arrow keys go to the next point right, left, above or below, Page Up and Page Down to the next support vector, outside a lecture";
const MOVING = "; with Shift the arrow keys move the chosen point.";
const EDITING = " The button after the plane lets you add and delete points.";

export class StagedView extends View {
  build() {
    const { menus, bar } = this.buildControls();
    this.listbox = new PointsListbox(this.id, "Training points");
    this.planeHost = this.listbox.node;
    const help = element("p", { id: `${this.id}-h`, class: "svm-spoken" }, WALKING + MOVING + EDITING);
    this.bars = element("div", { class: "svm-bars" });
    const told = element("div", { class: "svm-told-files" });
    this.doubt = element("div", { class: "svm-doubt", role: "status", hidden: true });
    this.field = element("div", { class: "svm-field" }, this.planeHost, this.notice, this.doubt);
    this.editBar = new EditBar(this.bars, this.id, (what) => this.hand.edit({ do: what }), this.redraw);
    this.fileBar = new FileBar(this.bars, told, (question, bytes) => this.session.askFile(question, bytes));
    this.linkButton = new LinkButton(this.bars, told, this.session);
    this.roles = new RoleStrip(this.redraw);
    this.setup = new Setup(this.id, menus, this.bars, told);
    this.stage = element(
      "div",
      { class: "svm-stage" },
      this.setup.node,
      this.field,
      this.roles.node,
      bar,
      this.buildSide(),
    );
    this.root = element("div", { class: "svm-scene svm-with-menus" }, this.stage, help, this.summary);
    this.plane = new PlanePanel(this.planeHost, this.redraw);
    this.tip = new Tip(this.planeHost);
    this.circulation = new Circulation(this.flowHost, this.redraw);
    explain(this.circulation.summary, meaningOf("flows"));
    this.hand = new PlaneHand(this);
    this.zoomHand = new ZoomHand(this);
    this.overlays = new Overlays(this.plane);
    this.root.addEventListener("pointerdown", () => (this.press = ++this.presses));
    this.letGo = () => (this.press = 0);
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, this.letGo, { capture: true });
    this.lifted = new LiftedView(this, (i) => this.session.select(i));
  }

  /** The switches of what is shown beside the machine; what one press has changed is one change. */
  buildSwitches() {
    const { session } = this;
    this.before = new Before();
    this.presses = this.press = 0;
    const pin = () => {
      this.before.pin();
      this.redraw();
    };
    this.switches = new OverlaySwitches(this.id, (name) => session.toggleOverlay(name), pin);
  }

  /** The column beside the plane: what is shown, its two numbers, what else may be, what is known of a point. */
  buildSide() {
    const head = element("div", { class: "svm-tools-head" });
    this.title = element("div", { class: "svm-title" });
    head.append(this.fullScreen.button);
    this.sizeSwitch = new SizeSwitch(head, (size) => this.session.setSize(size));
    this.resetButton = new ResetButton(head, () => this.session.controls.reset());
    head.append(this.title);
    this.errors = new ErrorCounts();
    this.buildSwitches();
    this.note = element("div", { class: "svm-note" });
    this.about = element("div", { class: "svm-about" });
    this.card = new Card(this.about);
    this.withdrawal = new WithdrawalControl(this.about, this.session, this.id);
    this.flowHost = this.about;
    this.certificate = new Certificate();
    this.status = element("div", { class: "svm-status" });
    keepRoom(this.status, () => this.root?.classList.contains("svm-large"));
    this.said = element("div", { class: "svm-phrases" });
    this.path = element("div", { class: "svm-path" });
    const parts = [this.note, this.errors.node, this.switches.node, this.about, this.status];
    return element("div", { class: "svm-side" }, head, ...parts);
  }

  /** The menus, and the sliders of C and of the kernel's parameters, in one row where there is room. */
  buildControls() {
    const { session, id } = this;
    const { controls } = session;
    const [menus, bar] = ["svm-bar svm-menus", "svm-bar svm-sliders svm-levers"].map((name) =>
      element("div", { class: name }),
    );
    const moved = (C) => session.moveTo(C);
    this.slider = cSlider(`${id}-c`, moved, () => session.tell());
    bar.append(this.slider.node);
    this.strip = this.showsErrors ? new ErrorStrip(this.slider, this.redraw) : null;
    this.dataControls = new DataControls(menus, controls, id);
    this.kernelControls = new KernelControls(menus, bar, controls, id);
    return { menus, bar };
  }

  /** Are the errors at each C drawn over its slider, where the scene has the screen? */
  get showsErrors() {
    return true;
  }

  dispose() {
    super.dispose();
    this.plane.dispose();
    this.strip?.dispose();
    this.lifted.dispose();
    for (const end of ["pointerup", "pointercancel"]) document.removeEventListener(end, this.letGo, { capture: true });
    this.circulation.dispose();
  }
}
