// The handles of a constrained problem: its free minimum, and each border, which moves and turns.

import { clamp, offsetRange, placeOnBorder } from "../math/halfplanes.js";
import {
  dot,
  freeMinimum,
  norm,
  plus,
  rowsOf,
  snapped,
  stepFor,
  withBorder,
  withCentre,
  withTurn,
} from "../math/quadratic.js";
import { INFEASIBLE, caseOf, caseText, constraintTexts, pointText } from "../words/problem.js";
import { borderLine } from "../draw/problem_plane.js";
import { Handle } from "./handles.js";

const KEY_STEPS = 3; // steps of a key
const TURN = Math.PI / 60; // of a key
const NEAR = 9; // pixels within which a pointer means a border
const PLACES = [
  [0.76, 0.92],
  [0.24, 0.08],
  [0.64, 0.9],
]; // of the two handles, in parts of each border in the picture

export class ProblemHandles {
  /** Over the `plane` in `host`; `line` where the problem has one variable: there the second axis is a multiplier. */
  constructor(host, plane, session, line) {
    Object.assign(this, { host, plane, session, line });
    const ended = () => session.commit();
    const handle = (kind, moved, stepped) => new Handle(host, kind, { moved, stepped, ended });
    const toPlane = (place) => plane.toPlane(place);
    this.centre = handle(
      "centre",
      (place) => this.moveCentre(toPlane(place)),
      (step, size) => this.stepCentre(step, size),
    );
    this.borders = rowsOf(session.problem).map((_, k) => ({
      move: handle(
        "border",
        (place) => this.moveBorder(k, toPlane(place)),
        (step, size) => this.stepBorder(k, step, size),
      ),
      turn: this.line
        ? null
        : handle(
            "turn",
            (place) => this.turnTo(k, toPlane(place)),
            (step, size) => this.stepTurn(k, step, size),
          ),
    }));
    this.all = [this.centre, ...this.borders.flatMap(({ move, turn }) => (turn ? [move, turn] : [move]))];
  }

  get step() {
    return stepFor(this.session.problem.limits[0]);
  }

  /** The place of the plane that a place of the picture means: with one variable only x counts. */
  moveCentre(place) {
    const { limits } = this.session.problem;
    const inside = (i) =>
      clamp(
        place[i],
        [0.02, 0.98].map((t) => limits[i][0] + t * (limits[i][1] - limits[i][0])),
      );
    const centre = this.session.problem.names.map((_, i) => snapped(inside(i), this.step));
    this.session.show(withCentre(this.session.problem, centre));
  }

  stepCentre([dx, dy], size) {
    const centre = freeMinimum(this.session.problem);
    const by = Math.max(1, KEY_STEPS * size) * this.step;
    this.moveCentre(this.line ? [centre[0] + (dx + dy) * by] : plus(centre, [dx, dy], by));
  }

  moveBorder(k, place) {
    const { a } = rowsOf(this.session.problem)[k];
    this.offset(k, dot(a, this.line ? [place[0]] : place));
  }

  stepBorder(k, [dx, dy], size) {
    const { a, c } = rowsOf(this.session.problem)[k];
    const by = this.line ? Math.sign(a[0]) * (dx + dy) : Math.sign(dot(a, [dx, dy])) || dx + dy;
    this.offset(k, c + by * Math.max(1, KEY_STEPS * size) * this.step * norm(a));
  }

  offset(k, c) {
    const { problem } = this.session;
    const { a } = rowsOf(problem)[k];
    const [x0, x1] = problem.limits[0];
    const ends = [0.06, 0.94].map((t) => a[0] * (x0 + t * (x1 - x0))).sort((u, v) => u - v);
    const range = this.line ? ends : offsetRange(problem.limits, a);
    this.session.show(withBorder(problem, k, snapped(clamp(c, range), this.step)));
  }

  pivotOf(k) {
    const { a, c } = rowsOf(this.session.problem)[k];
    return placeOnBorder(this.plane.limits, a, c, PLACES[k][0]);
  }

  turnTo(k, place) {
    this.pivot ??= this.pivotOf(k);
    const [x, y] = plus(place, this.pivot, -1);
    const sign = PLACES[k][1] > PLACES[k][0] ? 1 : -1; // the end handle lies this way along (-a₁, a₀)
    this.session.show(withTurn(this.session.problem, k, this.pivot, Math.atan2(-sign * x, sign * y)));
  }

  stepTurn(k, [dx, dy], size) {
    const { a } = rowsOf(this.session.problem)[k];
    this.session.show(
      withTurn(this.session.problem, k, this.pivotOf(k), Math.atan2(a[1], a[0]) + (dy - dx) * size * TURN),
    );
  }

  /** A pointer on a border drags it, wherever it is. */
  grabBorder(event) {
    if (this.line || !this.plane.scales || event.pointerType === "touch") return;
    const place = this.plane.stage.place(event);
    const distances = rowsOf(this.session.problem).map(({ a, c }) => {
      const p = this.plane.toPlane(place);
      const foot = plus(p, a, (c - dot(a, p)) / dot(a, a));
      return norm(plus(this.plane.toPixels(foot), place, -1));
    });
    const k = distances.findIndex((d) => d === Math.min(...distances) && d < NEAR);
    if (k >= 0) this.borders[k].move.grab(event, place);
  }

  /** Put them where the problem is, once it has been drawn. */
  show(problem, solution, look) {
    const { plane, step } = this;
    const { limits } = plane;
    const texts = constraintTexts(problem);
    const free = freeMinimum(problem);
    const floor = limits[1][0];
    const [x, y] = plane.toPixels(this.line ? [free[0], floor] : free);
    this.centre.show([x, this.line ? y - 16 : y], {
      label: "Free minimum of the objective",
      text: `at ${pointText(free)}`,
      now: free[0],
      color: look.theme.ink,
    });
    this.borders.forEach(({ move, turn }, k) => {
      const { a, c } = rowsOf(problem)[k];
      const { color } = borderLine(look, problem, solution, k);
      const state = solution ? caseOf(problem, solution, k) : "";
      const face = this.borders.length > 1 ? String(k + 1) : "";
      const reading = solution ? `${texts[k]}. ${caseText(problem, solution, k)}` : `${texts[k]}. ${INFEASIBLE}`;
      const at = this.line
        ? [
            [c / a[0], 0.55 * limits[1][1]],
            [c / a[0], 0.4 * limits[1][1]],
          ]
        : [PLACES[k][0], PLACES[k][0] < 0.5 ? 0.36 : 0.56].map((t) => placeOnBorder(limits, a, c, t));
      move.show(this.clearOf(solution, at, look), {
        label: `Border ${face}, moves parallel`.replace(" ,", ","),
        text: reading,
        now: snapped(c, 1e-3 * step),
        range: offsetRange(this.line ? [limits[0]] : limits, a).map((v) => snapped(v, step)),
        face,
        color,
        state,
      });
      const angle = Math.round((Math.atan2(a[1], a[0]) * 180) / Math.PI);
      turn?.show(plane.toPixels(placeOnBorder(limits, a, c, PLACES[k][1])), {
        label: `Border ${face}, turns`.replace(" ,", ","),
        text: `normal at ${angle} degrees. ${reading}`,
        now: angle,
        range: [-180, 180],
        color,
        state,
      });
    });
    if (!this.all.some((one) => one.pointer !== undefined)) this.pivot = null;
  }

  /** The first of these places that does not hide the minimum, in pixels. */
  clearOf(solution, places, look) {
    const pixels = places.map((place) => this.plane.toPixels(place));
    if (!solution) return pixels[0];
    const mark = this.plane.toPixels(this.line ? [solution.x[0], solution.multipliers[0]] : solution.x);
    return pixels.find((place) => norm(plus(place, mark, -1)) > 6 * look.radius) ?? pixels[0];
  }

  dispose() {
    this.all.forEach((handle) => handle.remove());
  }
}
