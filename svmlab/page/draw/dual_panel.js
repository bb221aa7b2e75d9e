// The dual function of one constraint: W(α), the lowest value of L, against L at the minimum, L(x*, α); they meet in
// the saddle point. A reader may try another α.

import { dualOf } from "../math/quadratic.js";
import { drawDiamond, drawDisc, drawName } from "./arrows.js";
import { Panel, heightOfPlace } from "./panel.js";

const SAMPLES = 80;

/** A round number at least as large. */
export function roundUp(value) {
  const decade = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((k) => k * decade).find((v) => v >= value * (1 - 1e-12));
}

/** How far the axis of a multiplier goes; it stays where it was while that is still a good place. */
export function reachOf(multiplier, before, usual) {
  const size = Math.abs(multiplier);
  if (before && size <= 0.92 * before) return before;
  return roundUp(size > 0 ? 2 * size : before || usual);
}

/** α of the axis, the dual function there and where L is lowest: {alphas, values, places}. */
export function dualCurve(problem, k, [low, high]) {
  const curve = { alphas: [], values: [], places: [] };
  for (let i = 0; i <= SAMPLES; i++) {
    const alpha = low + ((high - low) * i) / SAMPLES;
    const found = dualOf(problem, k, alpha);
    if (!found) continue;
    curve.alphas.push(alpha);
    curve.values.push(found.value);
    curve.places.push(found.x);
  }
  return curve;
}

export class DualPanel extends Panel {
  constructor(host, changed) {
    super(host, changed, { heightOf: heightOfPlace((width) => Math.max(190, Math.min(330, 0.36 * width))) });
  }

  /** `picture`: {solution, k, range, curve, tried, look, symbol}. */
  draw({ solution, k, range, curve, tried, look, symbol }) {
    const values = [...curve.values, solution.f];
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const pad = 0.14 * (high - low || Math.abs(high) || 1);
    const edge = 0.025 * (range[1] - range[0]);
    const ctx = this.begin(look, [
      [range[0] - edge, range[1]],
      [low - pad, high + 1.5 * pad],
    ]);
    if (!ctx) return false;
    const width = look.line("curve").width;
    const [blue, ink] = [look.series[1].color, look.theme.ink];
    const best = solution.multipliers[k];
    const slope = solution.values[k];
    const upper = (alpha) => solution.f + (alpha - best) * slope;
    this.stroke(
      range.map((alpha) => [alpha, upper(alpha)]),
      { color: ink, width: 0.8 * width, dash: [5 * width, 3 * width] },
    );
    this.stroke(
      curve.alphas.map((alpha, i) => [alpha, curve.values[i]]),
      { color: blue, width: 1.3 * width },
    );
    this.stroke(
      [
        [0, low - pad],
        [0, high + 2 * pad],
      ],
      look.line("frame"),
    );
    if (tried) {
      const trying = look.line("vacuous");
      this.stroke(
        [
          [tried.alpha, low - pad],
          [tried.alpha, high + 2 * pad],
        ],
        { ...trying, color: ink },
      );
      drawDiamond(ctx, look, this.toPixels([tried.alpha, tried.value]), 2.1 * look.radius, ink);
    }
    drawDisc(ctx, look, this.toPixels([best, solution.f]), 1.35 * look.radius, ink);
    this.names(ctx, { look, range, curve, upper, symbol, best });
    this.end(symbol, "value of L");
    return true;
  }

  names(ctx, { look, range, curve, upper, symbol, best }) {
    const { box } = this;
    const size = look.type.label;
    const last = curve.alphas.length - 1;
    const far = best < 0.5 * (range[0] + range[1]) ? last : 0;
    const i = far ? Math.round(0.9 * last) : Math.round(0.1 * last);
    const [x, y] = this.toPixels([curve.alphas[i], curve.values[i]]);
    const [, top] = this.toPixels([curve.alphas[i], upper(curve.alphas[i])]);
    const align = far ? "right" : "left";
    drawName(ctx, look, `L(x*, ${symbol})`, [x, top - 0.85 * size], look.theme.ink, { box, align });
    const below = y + 0.9 * size < box.y + box.height - size ? 0.9 * size : -0.9 * size;
    const shift = below < 0 ? (far ? -1.2 : 1.2) * size : (far ? -0.8 : 0.8) * size;
    drawName(ctx, look, `W(${symbol}) = lowest L`, [x + shift, y + below], look.series[1].color, { box, align });
  }
}
