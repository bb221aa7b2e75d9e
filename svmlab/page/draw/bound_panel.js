// The panel of bounds: the exact leave-one-out error and what each bound says of it, as shares of the points, over C or
// over the width of the kernel. Solid is proved and applies, dashed does not apply, dash-dotted is not proved, dotted an
// estimate, grey vacuous. Where the errors are exact at samples only, those are dots, and the steps between them thin.

import { MOST, coveredLook, piecesOf, rateScale, rateTicks, readingAt, stepsOf } from "../math/bound_curves.js";
import { CurvePanel } from "./curve_panel.js";
import { Marker } from "./marks.js";

const DASHES = { holds: 0, fails: 1, unproved: 2, estimate: 3 }; // of the line styles in style.py
const STATIONS = 5; // marks along a curve
const AT_CURSOR = 1.5; // size of the marks at the cursor, in those of the curves
const SAYING = ["above 100 %: says nothing", "says nothing"]; // the longest that leaves the curves alone is written
const SAID = 0.45; // of the panel's width
const OF_DOTS = ["dots: exact; between two of them nothing is claimed", "dots: exact; between: no claim"];
const DOT = 0.55; // size of a dot, in that of a point
const BETWEEN = 0.5; // width of the steps between dots, in that of a curve
const BEST = 2.6; // width of the curve where the fewest err, in that of the curve
const NARROWEST = 4; // pixels that such a place has at least
const BAND = 0.1; // opacity of what stands below it
const OLD = 0.35; // opacity of curves of an earlier machine

export function dashOf(look, name) {
  return look.series[DASHES[name]].dash;
}

/** Colour and shape of the k-th bound; the first colour is that of the exact count. */
export function boundLook(look, k) {
  const { color } = look.series[1 + (k % (look.series.length - 1))];
  return { color, edge: color, vertices: look.classLook(k).vertices };
}

/** Marks of n bounds at one size: filled, or open for estimates, and grey where a bound is vacuous. */
export class BoundMarks {
  constructor(look, radius, n) {
    const grey = look.theme.vacuous;
    const looks = Array.from({ length: n }, (_, k) => boundLook(look, k));
    this.own = new Marker(look, radius, looks);
    this.grey = new Marker(
      look,
      radius,
      looks.map((one) => ({ ...one, color: grey, edge: grey })),
    );
  }

  draw(ctx, k, x, y, { vacuous, open }) {
    const marker = vacuous ? this.grey : this.own;
    if (open) marker.bounded(ctx, k, x, y);
    else marker.plain(ctx, k, x, y);
  }
}

export class BoundPanel extends CurvePanel {
  scaleOf(picture) {
    return rateScale(pointsOf(picture), [this.box.y + this.box.height, this.box.y]);
  }

  ticksOf(picture) {
    return rateTicks(pointsOf(picture), this.y, picture.look.type.tick);
  }

  /** {bounds, errors, shown, current, limit, readings, at, look}; `readings` what each says where the cursor is, by name. */
  paint(ctx, picture) {
    const { bounds, errors, look, current, at } = picture;
    this.drawVacuous(ctx);
    this.drawStrip(ctx);
    if (errors) {
      ctx.globalAlpha = errors.current ? 1 : OLD;
      this.drawErrors(ctx, errors);
      ctx.globalAlpha = 1;
    }
    if (bounds) {
      ctx.globalAlpha = current ? 1 : OLD;
      this.drawAll(ctx, picture, this.marksFor(look, bounds.curves.length));
      ctx.globalAlpha = 1;
    }
    this.drawCursor(ctx, at);
    this.drawSayings(ctx, picture);
    this.drawReadings(ctx, picture);
  }

  marksFor(look, n) {
    if (this.marks?.look !== look || this.marks.n !== n) {
      const [small, large] = [1, AT_CURSOR].map((size) => new BoundMarks(look, 0.9 * size * look.radius, n));
      this.marks = { look, n, small, large };
    }
    return this.marks;
  }

  drawVacuous(ctx) {
    const { box, look, y } = this;
    ctx.globalAlpha = 0.6;
    ctx.fillStyle = look.theme.grid;
    ctx.fillRect(box.x, box.y, box.width, y.to(1) - box.y);
    ctx.globalAlpha = 1;
  }

  drawSayings(ctx, { errors }) {
    this.drawSaying(ctx, SAYING, SAID, 0);
    if (errors?.samples) this.drawSaying(ctx, OF_DOTS, 1, 1);
  }

  /** The exact errors: steps, thick where the fewest err, with a band below. */
  drawErrors(ctx, errors) {
    const { box, look, x, y } = this;
    const { width, color } = look.line("boundary");
    const rate = errors.fewest / errors.defined;
    const opacity = ctx.globalAlpha;
    this.line(ctx, stepsOf(errors), {
      color,
      width: errors.samples ? BETWEEN * look.line("curve").width : 1.4 * width,
    });
    if (errors.samples) this.drawSamples(ctx, errors, color);
    for (const [low, high] of errors.best) {
      const [begin, end] = [x.to(low), x.to(high)];
      const wide = Math.max(NARROWEST, end - begin);
      const left = 0.5 * (begin + end - wide);
      ctx.fillStyle = color;
      ctx.fillRect(left, y.to(rate) - 0.5 * BEST * width, wide, BEST * width);
      ctx.globalAlpha = BAND * opacity;
      ctx.fillRect(left, y.to(rate), wide, box.y + box.height - y.to(rate));
      ctx.globalAlpha = opacity;
    }
  }

  drawSamples(ctx, { samples, defined }, color) {
    ctx.fillStyle = color;
    for (const { at, count } of samples) {
      if (Number.isNaN(count)) continue;
      ctx.beginPath();
      ctx.arc(this.x.to(at), this.y.to(count / defined), DOT * this.look.radius, 0, 2 * Math.PI);
      ctx.fill();
    }
  }

  drawAll(ctx, { bounds, errors, shown, limit, look }, { small }) {
    const drawn = bounds.curves.map((curve, k) => ({ curve, k })).filter(({ curve }) => shown.has(curve.name));
    const pieces = drawn.map(({ curve, k }) => ({ k, pieces: piecesOf(bounds.at, curve) }));
    for (const vacuous of [true, false]) {
      for (const one of pieces) {
        const { color } = boundLook(look, one.k);
        for (const piece of one.pieces) {
          if (piece.vacuous !== vacuous) continue;
          this.line(ctx, piece, { color: vacuous ? look.theme.vacuous : color, dash: dashOf(look, piece.look) });
        }
      }
    }
    if (!errors) {
      const { width, color } = look.line("boundary");
      this.line(ctx, { x: bounds.at, y: bounds.exact.rate }, { color, width: 1.4 * width });
    }
    for (const { curve, k } of drawn) this.drawMarks(ctx, bounds, curve, k, small);
    if (bounds.done === bounds.total) this.drawChosen(ctx, bounds, drawn, errors);
    if (limit) this.drawLimit(ctx, limit, drawn, small);
  }

  line(ctx, { x, y }, { color, dash = [], width = this.look.line("curve").width }) {
    Object.assign(ctx, { strokeStyle: color, lineWidth: width, lineJoin: "round", lineCap: "butt" });
    ctx.setLineDash(dash);
    ctx.beginPath();
    x.forEach((place, i) => {
      const go = Number.isNaN(y[i - 1] ?? NaN) ? "moveTo" : "lineTo"; // what is not known is left open
      if (!Number.isNaN(y[i])) ctx[go](this.x.to(place), this.y.to(y[i]));
    });
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** Each bound has its marks at places of its own, the same while the curves grow finer. */
  drawMarks(ctx, bounds, curve, k, marks) {
    const { box, end, x, y } = this;
    const open = coveredLook(curve) === "estimate";
    for (let j = 0; j < STATIONS; j++) {
      const px = box.x + ((j + (k + 0.5) / bounds.curves.length) / STATIONS) * (end - box.x);
      const { rate, vacuous } = readingAt(bounds, curve, x.from(px));
      if (rate <= MOST) marks.draw(ctx, k, px, y.to(rate), { vacuous, open });
    }
  }

  /** A ring where each would set C. */
  drawChosen(ctx, bounds, drawn, errors) {
    const { marks } = this.look;
    const ring = (curve, color) => {
      const i = bounds.chosen[curve.name];
      if (i === undefined || !(curve.rate[i] <= MOST)) return;
      Object.assign(ctx, { strokeStyle: color, lineWidth: marks.free.width });
      ctx.beginPath();
      ctx.arc(
        this.x.to(bounds.at[i]),
        this.y.to(curve.rate[i]),
        0.95 * this.look.radius * marks.free.radius,
        0,
        2 * Math.PI,
      );
      ctx.stroke();
    };
    for (const { curve, k } of drawn) ring(curve, boundLook(this.look, k).color);
    if (!errors) ring(bounds.exact, this.look.theme.ink);
  }

  /** The hard margin, side by side in its strip. */
  drawLimit(ctx, limit, drawn, marks) {
    const { end, strip, y, look } = this;
    const step = strip / (drawn.length + 1);
    drawn.forEach(({ curve, k }, place) => {
      const { rate, vacuous, kind } = limit.byName[curve.name];
      if (rate <= MOST)
        marks.draw(ctx, k, end + (place + 1) * step, y.to(rate), { vacuous, open: kind === "estimate" });
    });
    const { width, color } = look.line("boundary");
    Object.assign(ctx, { strokeStyle: color, lineWidth: 1.4 * width });
    ctx.beginPath();
    ctx.moveTo(end, y.to(limit.error_rate));
    ctx.lineTo(end + strip, y.to(limit.error_rate));
    ctx.stroke();
  }

  /** Where the cursor meets the curves. */
  drawReadings(ctx, { bounds, current, shown, readings, at, look }) {
    if (at === Infinity) return; // side by side in the strip
    const px = this.placeOf(at);
    const curves = bounds && current ? bounds.curves : [];
    curves.forEach((curve, k) => {
      const reading = shown.has(curve.name) && readings[curve.name];
      if (!reading || !(reading.rate <= MOST)) return;
      this.marks.large.draw(ctx, k, px, this.y.to(reading.rate), {
        vacuous: reading.vacuous,
        open: coveredLook(curve) === "estimate",
      });
    });
    const exact = readings[""];
    if (!exact || !Number.isFinite(exact.rate)) return;
    Object.assign(ctx, { fillStyle: look.theme.ink, strokeStyle: look.theme.halo, lineWidth: look.marks.free.width });
    ctx.beginPath();
    ctx.arc(px, this.y.to(exact.rate), AT_CURSOR * look.radius, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}

/** How many points the axis of rates is for. */
function pointsOf({ bounds, errors }) {
  return bounds?.m ?? errors?.m ?? 100;
}
