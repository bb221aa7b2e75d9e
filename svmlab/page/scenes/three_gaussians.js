// The lab in one element: C, the plane with its handles, who errs how often, the guaranteed risk over C, the controls.

import { LogStops } from "../math/stops.js";
import { magnitude, significant } from "../words/format.js";
import { gaussiansText } from "../words/gaussians.js";
import { GaussianSession } from "../talk/gaussian_session.js";
import { element, tell } from "../draw/elements.js";
import { CLASSIFIERS, GaussianPlane, STALE } from "../draw/gaussian_plane.js";
import { swatch } from "../draw/legend.js";
import { Marker } from "../draw/marks.js";
import { cSlider } from "../parts/c_slider.js";
import { ClassControls, SampleControls } from "../parts/class_controls.js";
import { ClassHandles } from "../parts/class_handles.js";
import { GuaranteedRisk } from "../parts/guaranteed_risk.js";
import { OtherSamples } from "../parts/other_samples.js";
import { ReadingButton } from "../parts/reading_button.js";
import { RiskTable } from "../parts/risk_table.js";
import { Setup } from "../parts/setup.js";
import { View, sceneOf } from "./view.js";

const FOLLOWING = 0.65; // opacity of what is a moment behind a drag

export class GaussianView extends View {
  build() {
    const { session, id } = this;
    const bar = element("div", { class: "svm-bar svm-sliders svm-levers" });
    const moved = (C) => session.moveTo(this.indexOf(C));
    this.slider = cSlider(`${id}-c`, moved, () => session.tell());
    bar.append(this.slider.node);
    this.title = element("div", { class: "svm-title" });
    const name = "The plane: means and spreads";
    const planeHost = element("div", { class: "svm-plane svm-problem", role: "group", "aria-label": name });
    this.plane = new GaussianPlane(planeHost, this.redraw);
    this.handles = new ClassHandles(planeHost, this.plane, session);
    const curves = element("div", { class: "svm-curves" });
    const about = element("div", { class: "svm-about" });
    this.risks = new RiskTable(about, session, id);
    this.guaranteed = new GuaranteedRisk(curves, about, session, this.redraw, (C) => session.moveTo(this.indexOf(C)));
    this.status = element("div", { class: "svm-status" });
    const controls = element("div", { class: "svm-controls" });
    this.sampleControls = new SampleControls(controls, session, id);
    this.classControls = new ClassControls(controls, session);
    this.others = new OtherSamples(session, this.redraw);
    const reading = new ReadingButton(id, "risks", about);
    const head = element("div", { class: "svm-tools-head" }, this.fullScreen.button, reading.node, this.title);
    this.stage = element(
      "div",
      { class: "svm-stage svm-two" },
      element("div", { class: "svm-field" }, planeHost, this.notice),
      curves,
      bar,
      element("div", { class: "svm-side" }, head, about, this.status),
    );
    this.setup = new Setup(id, controls, this.others.node, "", "classes and samples");
    this.root = element("div", { class: "svm-scene svm-with-menus svm-gaussians" }, this.stage, this.summary);
  }

  /** What makes the classes stands below the stage, and where that has the screen behind a button. */
  placeSetup() {
    const host = this.root.classList.contains("svm-large") ? this.stage : this.root;
    if (this.setup.node.parentElement !== host) host.append(this.setup.node);
  }

  indexOf(C) {
    return new LogStops(this.session.values).stepOf(C);
  }

  draw() {
    const { session } = this;
    if (session.C === undefined) return;
    const look = this.look();
    this.placeSetup();
    const setting = session.drawn;
    const C = session.valueAt(session.C);
    this.slider.show(session.values, C);
    this.showNotice(session.notice);
    const known = { bayes: session.bayes, linear: session.linear, machine: session.machine };
    const classifiers = CLASSIFIERS.filter((name) => known[name] && session.shown[name]).map((name) => ({
      name,
      classifier: known[name].classifier,
      opacity: known[name].current ? 1 : session.following ? FOLLOWING : STALE,
    }));
    if (!this.plane.draw({ look, setting, sample: session.sample, classifiers, points: session.shown.points })) return;
    this.title.textContent = `Three Gaussian classes, ${setting.m.toLocaleString("en")} points, C = ${significant(C)}`;
    this.handles.show(look, setting);
    this.risks.show(look, known);
    this.guaranteed.show(look);
    this.sampleControls.show(look);
    const mark = (k) => swatch((ctx, x, y) => new Marker(look, look.radius, 3).plain(ctx, k, x, y), look.radius, 8, 5);
    this.classControls.show(session.wanted ?? session.setting, look, mark);
    this.others.show(look, known);
    this.showStatus(known);
    this.drawn();
  }

  showStatus(known) {
    const { session } = this;
    const { along, pending } = session;
    const parts = [];
    if (session.wantsSlice) parts.push(`training along C: ${along.done} of ${along.total}`);
    else if (session.running) parts.push("training on other samples");
    else if (pending) parts.push("computing");
    tell(this.status, parts.length ? `${parts.join(", ")} …` : this.certificateText());
    this.status.classList.toggle("svm-busy", parts.length > 0);
    this.root.dataset.pending = String(pending);
    this.speakLater(() => gaussiansText(session, known));
  }

  certificateText() {
    const { along, live, epoch } = this.session;
    if (along.error) return "no machine";
    if (along.done < along.total || along.epoch !== epoch) return "\u00a0";
    return `✓ ${along.total} machines along C, certified: relative duality gap at most ${magnitude(along.gap)}${live ? "" : "; a page without Python"}`;
  }

  dispose() {
    super.dispose();
    this.handles.dispose();
    this.plane.dispose();
    this.guaranteed.dispose();
    this.others.dispose();
  }
}

export default sceneOf(GaussianSession, GaussianView);
