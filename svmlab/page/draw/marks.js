// The marks of points: the shape of their class, filled, open, ringed or crossed by their case.

import { BOUNDED } from "../math/constants.js";

/** The outline of a class's marker around the origin. */
export function markerPath(vertices, radius) {
  const path = new Path2D();
  if (vertices === null) path.arc(0, 0, radius, 0, 2 * Math.PI);
  else {
    vertices.forEach(([x, y], i) => (i ? path.lineTo(x * radius, -y * radius) : path.moveTo(x * radius, -y * radius)));
    path.closePath();
  }
  return path;
}

function circlePath(radius) {
  const path = new Path2D();
  path.arc(0, 0, radius, 0, 2 * Math.PI);
  return path;
}

function crossPath(arm) {
  const d = arm * Math.SQRT1_2;
  const path = new Path2D();
  path.moveTo(-d, -d);
  path.lineTo(d, d);
  path.moveTo(-d, d);
  path.lineTo(d, -d);
  return path;
}

/** A look whose marks have strokes that much thinner. */
export function thinner(look, by) {
  const scaled = (mark) => Object.fromEntries(Object.entries(mark).map(([k, v]) => [k, k === "radius" ? v : v * by]));
  return { ...look, marks: Object.fromEntries(Object.entries(look.marks).map(([k, v]) => [k, scaled(v)])) };
}

/** Draws marks of one look at one radius; the paths are made once. */
export class Marker {
  /** `classes` is their number, or a list of looks. */
  constructor(look, radius, classes) {
    this.look = look;
    this.radius = radius;
    const looks = Array.isArray(classes) ? classes : Array.from({ length: classes }, (_, k) => look.classLook(k));
    this.classes = looks.map((own) => ({ ...own, path: markerPath(own.vertices, radius) }));
    this.ring = circlePath(radius * look.marks.free.radius);
    this.crossPath = crossPath(radius * look.marks.misclassified.radius);
    this.selection = circlePath(radius * look.marks.selected.radius);
  }

  at(ctx, x, y, draw) {
    ctx.translate(x, y);
    draw();
    ctx.translate(-x, -y);
  }

  plain(ctx, k, x, y) {
    this.shape(ctx, k, x, y, this.classes[k].color, this.look.marks.plain.stroke_width);
  }

  bounded(ctx, k, x, y) {
    this.shape(ctx, k, x, y, this.look.theme.hollow, this.look.marks.bounded.stroke_width);
  }

  /** A point of class k by the status of its multiplier, without what tells of errors. */
  point(ctx, k, status, x, y) {
    if (status === BOUNDED) this.bounded(ctx, k, x, y);
    else this.plain(ctx, k, x, y);
  }

  shape(ctx, k, x, y, fill, width) {
    const { path, edge } = this.classes[k];
    ctx.lineJoin = "round";
    ctx.fillStyle = fill;
    ctx.strokeStyle = edge;
    ctx.lineWidth = width;
    this.at(ctx, x, y, () => {
      ctx.fill(path);
      ctx.stroke(path);
    });
  }

  over(ctx, path, mark, x, y, color, halo) {
    ctx.lineCap = "butt";
    this.at(ctx, x, y, () => {
      ctx.strokeStyle = halo;
      ctx.lineWidth = mark.halo_width;
      ctx.stroke(path);
      ctx.strokeStyle = color;
      ctx.lineWidth = mark.width;
      ctx.stroke(path);
    });
  }

  free(ctx, x, y) {
    this.over(ctx, this.ring, this.look.marks.free, x, y, this.look.theme.ink, this.look.theme.halo);
  }

  /** The cross that stands behind a misclassified point. */
  cross(ctx, x, y) {
    ctx.lineCap = "butt";
    ctx.strokeStyle = this.look.theme.ink;
    ctx.lineWidth = this.look.marks.misclassified.width;
    this.at(ctx, x, y, () => ctx.stroke(this.crossPath));
  }

  selected(ctx, x, y) {
    this.over(ctx, this.selection, this.look.marks.selected, x, y, this.look.theme.highlight, this.look.theme.ink);
  }

  /** The broken ring around a point that is left out. */
  absent(ctx, x, y) {
    const { radius } = this;
    ctx.setLineDash([0.9 * radius, 0.7 * radius]);
    this.over(ctx, this.ring, this.look.marks.free, x, y, this.look.theme.warning, this.look.theme.halo);
    ctx.setLineDash([]);
  }

  hovered(ctx, x, y) {
    this.over(ctx, this.selection, this.look.marks.free, x, y, this.look.theme.muted, this.look.theme.halo);
  }
}
