// The guaranteed risk, its terms and the true risk over log C, with a ring at the least guaranteed risk.

import { linearScale } from "../math/axes.js";
import { CurvePanel } from "./curve_panel.js";
import { linearTicks } from "./frame.js";

/** Runs of a curve that are drawn alike: [{vacuous, vertices: [C, y, ...]}]; neighbours share a vertex. */
export function runsOf({ C, y, vacuous = () => false }) {
  const runs = [];
  let run = null;
  for (let k = 0; k < C.length; k++) {
    if (!Number.isFinite(y[k])) {
      run = null;
      continue;
    }
    const now = Boolean(vacuous(k));
    if (!run || run.vacuous !== now) {
      if (run) run.vertices.push(C[k], y[k]);
      run = { vacuous: now, vertices: [] };
      runs.push(run);
    }
    run.vertices.push(C[k], y[k]);
  }
  return runs;
}

export class RiskPanel extends CurvePanel {
  scaleOf({ limits }) {
    return linearScale(limits, [this.box.y + this.box.height, this.box.y]);
  }

  ticksOf({ limits, look }) {
    return linearTicks(limits, this.box.height, look.type.tick * 0.7);
  }

  /** {curves: [{C, y, line: {color, dash}, opacity, vacuous(k)}], C, best: [C, y] or null}. */
  paint(ctx, { curves, C, best }) {
    for (const curve of curves) this.drawCurve(ctx, curve);
    this.drawCursor(ctx, C);
    if (best) this.drawBest(ctx, best);
  }

  drawCurve(ctx, curve) {
    const { look } = this;
    const grey = look.line("vacuous");
    ctx.globalAlpha = curve.opacity;
    for (const { vacuous, vertices } of runsOf(curve)) {
      const { color, dash } = vacuous ? grey : curve.line;
      Object.assign(ctx, { strokeStyle: color, lineWidth: vacuous ? grey.width : look.line("curve").width });
      ctx.setLineDash(dash);
      ctx.beginPath();
      for (let k = 0; k < vertices.length; k += 2) ctx.lineTo(this.x.to(vertices[k]), this.y.to(vertices[k + 1]));
      ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  drawBest(ctx, [C, y]) {
    const { look } = this;
    const { width, halo_width: halo } = look.marks.free;
    for (const [color, line] of [
      [look.theme.halo, halo],
      [look.theme.ink, width],
    ]) {
      Object.assign(ctx, { strokeStyle: color, lineWidth: line });
      ctx.beginPath();
      ctx.arc(this.x.to(C), this.y.to(y), 2.2 * look.radius, 0, 2 * Math.PI);
      ctx.stroke();
    }
  }
}
