// Over the slider of C the numbers of errors at each C: in training in ink, left out dashed. They are drawn when they are
// known, and then only where C stands moves over them.

import { stepsOf } from "../math/bound_curves.js";
import { Stage } from "../draw/canvas.js";
import { element } from "../draw/elements.js";

const STRIP_AIR = 3; // pixels above and below the curves
const USUAL_PART = 0.75;
const FAR_UP = 2;
const FEW_ERRORS = 4; // fewer do not fill the strip
const HEADROOM = 1.3;

export class ErrorStrip {
  /** Over the track of a `slider`; `changed()` is called when there is another room. */
  constructor(slider, changed) {
    this.slider = slider;
    this.place = element("div", { class: "svm-error-curves", role: "img" });
    this.here = element("div", { class: "svm-error-here" });
    this.pending = element("div", { class: "svm-error-pending" }, "…");
    this.node = element("div", { class: "svm-error-strip" }, this.place, this.here, this.pending);
    this.left = element("span", { class: "svm-error-left-name" }, "left out");
    this.names = element(
      "div",
      { class: "svm-error-names", "aria-hidden": "true" },
      this.left,
      element("span", {}, "training"),
    );
    slider.track.prepend(this.node);
    slider.node.append(this.names);
    this.stage = new Stage(
      this.place,
      (_, height) => height,
      () => {
        this.key = null;
        changed();
      },
    );
  }

  /** `curves` {trained, left} of {C, counts}, null while they are worked out; `left`: may those left out be told? */
  show({ curves, look, left }) {
    const { slider, stage } = this;
    this.pending.hidden = Boolean(curves);
    this.here.style.setProperty("--at", slider.at / slider.stops.last);
    this.left.hidden = !left;
    const key = `${look.themeName} ${look.type.text} ${devicePixelRatio} ${left}`; // its room tells by itself
    if (this.drawn === curves && this.key === key) return;
    if (!stage.fit()) return;
    Object.assign(this, { drawn: curves, key });
    if (curves) this.draw(curves, look, left);
    this.place.setAttribute(
      "aria-label",
      curves ? curvesText(curves, left) : "The errors at each C are being computed",
    );
  }

  draw({ trained, left: lost }, look, left) {
    const { ctx, width, height } = this.stage;
    const shown = left ? [lost, trained] : [trained];
    const most = highestOf(shown);
    const across = (C) => this.slider.stops.fraction(C) * width;
    const up = (count) => height - STRIP_AIR - (count / most) * (height - 2 * STRIP_AIR);
    const thin = 0.75 * look.line("curve").width;
    for (const curve of shown) {
      const dashed = curve === lost;
      Object.assign(ctx, { strokeStyle: dashed ? look.theme.accent : look.theme.ink, lineWidth: thin });
      ctx.setLineDash(dashed ? [4 * thin, 2.5 * thin] : []);
      ctx.beginPath();
      const { x, y } = stepsOf({ at: curve.C, counts: curve.counts, defined: 1 });
      x.forEach((C, k) => ctx.lineTo(across(C), up(y[k])));
      ctx.stroke();
    }
  }

  dispose() {
    this.stage.dispose();
  }
}

/**
 * How many errors the strip reaches up to: all, or no more than twice what three quarters of the slider have, for
 * where C is so small that everything is lost the curves may leave it.
 */
export function highestOf(curves) {
  const pieces = curves.flatMap(({ C, counts }) =>
    Array.from(counts, (count, k) => ({ count, length: Math.log(C[k + 1] / C[k]) })),
  );
  pieces.sort((a, b) => a.count - b.count);
  let left = USUAL_PART * pieces.reduce((sum, { length }) => sum + length, 0);
  const usual = pieces.find(({ length }) => (left -= length) <= 0)?.count ?? 0;
  return Math.max(FEW_ERRORS, Math.min(HEADROOM * pieces.at(-1).count, FAR_UP * usual));
}

/** The curves in words. */
function curvesText({ trained, left: lost }, left) {
  const told = ({ counts }) => `from ${Math.max(...counts)} to ${Math.min(...counts)}`;
  return `Errors at each C: in training ${told(trained)}${left ? `, left out ${told(lost)}` : ""}`;
}
