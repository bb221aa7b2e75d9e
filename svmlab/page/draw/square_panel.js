// The square [0, C]² of an SMO step: level curves of Q(α_i, α_j), the line that keeps Σ y α, and on it where the step
// began, where Q is highest, and where the step ended.

import { heightOf, segmentOfMove } from "../math/procedure.js";
import { drawDiamond, drawDisc } from "./arrows.js";
import { Panel } from "./panel.js";

const AROUND = 0.3; // of C, beyond the square
const RINGS = 9; // level curves

export class SquarePanel extends Panel {
  constructor(host, changed) {
    super(host, changed, { equal: true });
  }

  /** `picture`: {look, move, C}. */
  draw({ look, move, C }) {
    const reach = [-AROUND * C, (1 + AROUND) * C];
    const ctx = this.begin(look, [reach, reach]);
    if (!ctx) return false;
    const { width } = look.line("curve");
    const height = this.field((x, y) => heightOf(move, x, y));
    const [low, high] = [Math.min(...height.F), Math.max(...height.F)];
    const levels = Array.from({ length: RINGS }, (_, i) => high - (high - low) * ((i + 0.5) / RINGS) ** 2);
    this.strokeLevels(height, levels, { color: look.theme.vacuous, width: look.line("frame").width });
    const corners = [
      [0, 0],
      [C, 0],
      [C, C],
      [0, C],
      [0, 0],
    ];
    this.stroke(corners, { color: look.theme.ink, width: 0.8 * width });
    this.stroke([move.after, move.unclipped], look.line("cursor"));
    this.stroke(segmentOfMove(move, C), { color: look.series[1].color, width });
    drawDiamond(ctx, look, this.toPixels(move.unclipped), 1.8 * look.radius, look.theme.ink);
    drawDisc(ctx, look, this.toPixels(move.before), 1.1 * look.radius, look.theme.muted);
    drawDisc(ctx, look, this.toPixels(move.after), 1.3 * look.radius, look.theme.ink);
    this.end(`α of point ${move.points[0]}`, `α of point ${move.points[1]}`);
    return true;
  }
}
