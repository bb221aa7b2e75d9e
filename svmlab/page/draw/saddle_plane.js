// The Lagrangian of a problem of one variable and one inequality over x and its multiplier, and its saddle point.

import { dualOf, freeMinimum, lagrangian, rowsOf } from "../math/quadratic.js";
import { drawDiamond, drawDisc, drawName } from "./arrows.js";
import { Panel } from "./panel.js";
import { TINT, borderLine, rowLook } from "./problem_plane.js";

const LEVELS = 9; // level curves above and below the saddle

export class SaddlePlane extends Panel {
  constructor(host, changed) {
    super(host, changed, { inside: true });
  }

  draw(picture) {
    const { problem, limits, look, shown } = picture;
    const ctx = this.begin(look, limits);
    if (!ctx) return false;
    const [row] = rowsOf(problem);
    const border = row.c / row.a[0];
    const [[x0, x1], [low, high]] = limits;
    const far = row.a[0] > 0 ? x1 : x0;
    if (row.a[0] > 0 ? border < x1 : border > x0) {
      this.fill(
        [
          [border, low],
          [far, low],
          [far, high],
          [border, high],
        ],
        look.theme.muted,
        TINT,
      );
    }
    this.drawLevels(picture);
    const curve = look.line("curve").width;
    const valley = [low, high].map((alpha) => [dualOf(problem, 0, alpha).x[0], alpha]);
    this.stroke(valley, { color: look.series[1].color, width: 1.4 * curve });
    this.stroke(
      [
        [border, low],
        [border, high],
      ],
      borderLine(look, problem, shown?.solution, 0),
    );
    const line = look.line("cursor");
    this.stroke(
      [
        [x0, low],
        [x1, low],
      ],
      { ...line, width: line.width },
    );
    if (picture.tried) {
      this.stroke(
        [
          [x0, picture.tried.alpha],
          [x1, picture.tried.alpha],
        ],
        { ...look.line("vacuous"), color: look.theme.ink },
      );
      drawDiamond(
        ctx,
        look,
        this.toPixels([picture.tried.x[0], picture.tried.alpha]),
        2.1 * look.radius,
        look.theme.ink,
      );
    }
    this.names(ctx, picture, valley, border, row);
    if (shown) {
      const at = this.toPixels([shown.solution.x[0], shown.solution.multipliers[0]]);
      drawDisc(ctx, look, at, 1.5 * look.radius, look.theme.ink);
      drawName(ctx, look, "saddle point", [at[0] + 3.5 * look.radius, at[1] + 1.1 * look.type.label], look.theme.ink, {
        box: this.box,
        align: "left",
      });
    }
    this.end(problem.names[0], problem.form === "≥" ? "λ" : "α");
    return true;
  }

  names(ctx, { problem, look, limits }, valley, border, row) {
    const high = limits[1][1];
    const { box } = this;
    const near = (x, y) => this.toPixels([x, y]);
    const up = 0.9 * look.type.label;
    const right = valley[1][0] > border;
    drawName(
      ctx,
      look,
      "lowest L in x",
      [near(valley[1][0], high)[0] + (right ? 8 : -8), box.y + up],
      look.series[1].color,
      {
        box,
        align: right ? "left" : "right",
      },
    );
    drawName(ctx, look, "border", [near(border, high)[0] + (right ? -8 : 8), box.y + up], rowLook(look, row, 0), {
      box,
      align: right ? "right" : "left",
    });
    drawName(
      ctx,
      look,
      "free minimum of f",
      [near(freeMinimum(problem)[0], 0)[0] + 20, box.y + box.height - up],
      look.theme.muted,
      {
        box,
        align: "left",
      },
    );
  }

  drawLevels({ problem, limits, look, shown }) {
    const key = JSON.stringify([problem, limits, this.box]);
    if (this.levelsKey !== key) {
      this.levelsKey = key;
      this.levels = this.field((x, alpha) => lagrangian(problem, [x], [alpha]));
    }
    const { F } = this.levels;
    const width = look.line("frame").width;
    const middle = shown ? shown.solution.f : F[F.length >> 1];
    const reach = F.reduce((most, value) => Math.max(most, Math.abs(value - middle)), 0);
    const steps = Array.from({ length: LEVELS }, (_, i) => reach * ((i + 1) / LEVELS) ** 2);
    this.strokeLevels(
      this.levels,
      steps.map((s) => middle + s),
      { color: look.theme.vacuous, width },
    );
    this.strokeLevels(
      this.levels,
      steps.map((s) => middle - s),
      { color: look.theme.vacuous, width, dash: [5 * width, 3 * width] },
    );
  }
}
