// Curves of procedures against what they have cost, on a logarithmic axis: objectives, or gap and violation.

import { decadeTicks } from "../math/axes.js";
import { powerOfTen } from "../words/format.js";
import { drawDisc } from "./arrows.js";
import { drawFrame, linearTicks } from "./frame.js";
import { Panel, heightOfPlace } from "./panel.js";

const LEAST = 1e-10; // what a logarithmic axis shows in place of zero
const DECADES_APART = 2.8; // least distance of two powers of ten, in sizes of tick labels
const ROOM = 2; // of the axis of objectives, in units of the optimum

/** Colour and dash of run number k: the one that is played, and the one beside it. */
export function runLine(look, k) {
  const { width } = look.line("curve");
  return k
    ? { color: look.series[1].color, width: 0.8 * width, dash: [4 * width, 2 * width] }
    : { color: look.theme.ink, width };
}

export class ProcedurePanel extends Panel {
  constructor(host, changed) {
    super(host, changed, { heightOf: heightOfPlace((width) => 0.5 * width) });
  }

  /**
   * `picture`: {look, runs: [{run, at}], measure, title, yTitle, curves: {strong, thin}, log, optimum}; `curves` are the
   * names of two series.
   */
  draw({ look, runs, measure, title, yTitle, curves, log, optimum }) {
    const [x, xLimits] = this.along(runs, measure);
    const y = log ? (value) => Math.log10(Math.max(value, LEAST)) : (value) => value;
    const ctx = this.begin(look, [xLimits, log ? this.decades(runs, curves) : [-0.06 * optimum, ROOM * optimum]]);
    if (!ctx) return false;
    if (optimum)
      this.stroke(
        xLimits.map((u) => [u, optimum]),
        look.line("cursor"),
      );
    runs.forEach(({ run }, k) => {
      const line = runLine(look, k);
      const places = (series) => Array.from(run[series], (value, i) => [x(run[measure][i]), y(value)]);
      this.stroke(places(curves.thin).filter(drawable), { ...line, width: 0.45 * line.width });
      this.stroke(places(curves.strong).filter(drawable), line);
    });
    runs.forEach(({ run, at }, k) => {
      for (const series of [curves.thin, curves.strong]) {
        const place = [x(run[measure][at]), y(run[series][at])];
        if (drawable(place)) drawDisc(ctx, look, this.toPixels(place), look.radius, runLine(look, k).color);
      }
    });
    this.finish(title, yTitle, log);
    return true;
  }

  /** [place of a cost, limits] of the axis across; no cost at all stands at its left end. */
  along(runs, measure) {
    const costs = runs.flatMap(({ run }) => Array.from(run[measure]));
    const first = Math.min(...costs.filter((cost) => cost > 0), 1e9);
    const left = Math.log10(first) - 0.3;
    const right = Math.max(Math.log10(Math.max(...costs, first)), left + 0.6);
    return [(cost) => (cost > 0 ? Math.log10(cost) : left), [left, right + 0.05 * (right - left)]];
  }

  decades(runs, { strong, thin }) {
    const values = runs.flatMap(({ run }) => [...run[strong], ...run[thin]]).filter((value) => value > LEAST);
    return [Math.log10(Math.min(...values, 0.1)) - 0.3, Math.log10(Math.max(...values, 1)) + 0.3];
  }

  finish(xTitle, yTitle, log) {
    const { box, look, limits, scales } = this;
    this.stage.ctx.restore();
    const tick = look.type.tick;
    const decades = ([low, high], room) =>
      decadeTicks(10 ** low, 10 ** high, Math.max(2, Math.min(5, Math.floor(room)))).map((e) => ({
        value: e,
        text: powerOfTen(e),
      }));
    const xTicks = decades(limits[0], box.width / (DECADES_APART * tick));
    const yTicks = log ? decades(limits[1], box.height / (2 * tick)) : linearTicks(limits[1], box.height, tick * 0.7);
    drawFrame(this.stage.ctx, look, box, scales, { xTicks, yTicks, xTitle, yTitle });
  }
}

const drawable = ([x, y]) => Number.isFinite(x) && Number.isFinite(y);
