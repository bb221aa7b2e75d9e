// Words along curves and beside points: "boundary" and "edge of the margin" in gaps of their curves, each class by name.

import { Crowd, bestStretch, besidePlaces, walkAlong, withGap } from "../math/placing.js";

const HIDES = 0.15; // of what stands along a word, on average: more, and a shorter word is tried
const UNBENT = 0.02; // radians of turning: such a word is written at once
const LINE_WEIGHT = 0.4; // weight of a curve below the name of a class, in that of a point
const SAMPLED = 80; // points of a class that are tried for its name
const LEVELS = { "-1": "f = −1", 0: "f = 0", 1: "f = 1" };

/** What may be written on a curve, the longest first. */
export function curveTexts(name, level) {
  const word = { boundary: "boundary", margin: "edge of the margin" }[name];
  return [...(level === null ? [] : [`${word}, ${LEVELS[level]}`]), word, ...(name === "margin" ? ["margin"] : [])];
}

export class PlaneNames {
  constructor() {
    this.forget();
  }

  /** Words stand where they stood, as far as may be; among other points they look for places anew. */
  forget() {
    this.before = {}; // where each word stood
    this.beside = []; // beside which point each class is named
  }

  /** Look at what stands in a box with its axes inside: places [x, y] of points with this radius. */
  survey(box, look, places, radius) {
    const { tick } = look.type;
    this.box = { x: box.x + 2.4 * tick, y: box.y, width: box.width - 2.4 * tick, height: box.height - 1.6 * tick };
    this.crowd = new Crowd(box);
    this.others = new Crowd(box);
    for (const crowd of [this.crowd, this.others]) for (const [x, y] of places) crowd.add(x, y, 2 * radius);
  }

  /** Curves that no name of a class should stand on. */
  avoid(polylines) {
    for (const line of polylines)
      for (let k = 0; k < line.length; k += 2) this.others.add(line[k], line[k + 1], 1, LINE_WEIGHT);
  }

  /** Find where the classes can be named, beside points {i, k, wrong, place}, right ones where there are any; `look.classLook(k)` colours them. */
  nameClasses(ctx, look, points, names) {
    const size = look.type.text;
    this.beside.length = names.length;
    ctx.font = `${look.weight.strong} ${size}px ${look.font}`;
    this.written = [];
    names.forEach((name, k) => {
      const all = points.filter((point) => point.k === k);
      const right = all.filter((point) => !point.wrong);
      const own = right.length ? right : all;
      const stride = Math.ceil(own.length / SAMPLED);
      const places = own.filter((_, j) => j % stride === 0).map(({ place, i }) => [...place, i]);
      const text = `class ${name}`;
      const width = ctx.measureText(text).width;
      const found = besidePlaces(places, width, size, 2.4 * look.radius, this.box, this.others, this.beside[k]);
      this.beside[k] = found;
      if (!found) return;
      this.written.push({ text, k, x: found.left, y: found.y });
      for (let x = found.left; x <= found.left + width; x += size)
        for (const crowd of [this.crowd, this.others]) crowd.add(x, found.y, 0.7 * size, 3);
    });
  }

  /** Put down what `nameClasses` has found a place for. */
  writeClasses(ctx, look) {
    ctx.font = `${look.weight.strong} ${look.type.text}px ${look.font}`;
    for (const { text, k, x, y } of this.written) write(ctx, look, text, x, y, look.classLook(k).edge);
  }

  /**
   * Find a gap for the word of a curve of several polylines in pixels; returns {walk, from, to, text}, or null.
   * `key` tells it from the others.
   */
  gapOn(ctx, look, key, polylines, texts) {
    const size = look.type.small;
    ctx.font = `${size}px ${look.font}`;
    const walks = polylines.map(walkAlong);
    for (const text of texts) {
      const length = ctx.measureText(text).width + 0.9 * size;
      const found = bestStretch(walks, length, this.box, 1.2 * size, this.crowd, this.before[key]);
      if (!found || found.hidden > HIDES) continue;
      this.before[key] = found.middle;
      const walk = walks[found.k];
      for (let j = found.from; j <= found.to; j++)
        for (const crowd of [this.crowd, this.others]) crowd.add(walk.x[j], walk.y[j], 0.8 * size, 4);
      return { ...found, walk, text };
    }
    delete this.before[key];
    return null;
  }
}

/** Text over a halo, its left end at a place. */
function write(ctx, look, text, x, y, color) {
  beginWriting(ctx, look, color, "left");
  ctx.strokeText(text, x, y);
  ctx.fillText(text, x, y);
}

function beginWriting(ctx, look, color, textAlign) {
  Object.assign(ctx, { textAlign, textBaseline: "middle", lineJoin: "round" });
  Object.assign(ctx, { strokeStyle: look.theme.halo, lineWidth: 0.26 * look.type.small, fillStyle: color });
}

/** The polylines of a curve, interrupted by its gap. */
export function interrupted(polylines, gap) {
  return gap ? polylines.flatMap((line, k) => (k === gap.k ? withGap(gap.walk, gap.from, gap.to) : [line])) : polylines;
}

/** Write a word into its gap, upright, letter by letter where the curve bends. */
export function writeAlong(ctx, look, { walk, from, to, text }) {
  ctx.font = `${look.type.small}px ${look.font}`;
  const backwards = walk.x[to] < walk.x[from];
  const at = (t) => {
    const s = backwards ? to - t * (to - from) : from + t * (to - from);
    const j = Math.min(to - 1, Math.max(from, Math.floor(s)));
    return [walk.x[j] + (s - j) * (walk.x[j + 1] - walk.x[j]), walk.y[j] + (s - j) * (walk.y[j + 1] - walk.y[j])];
  };
  const total = ctx.measureText(text).width;
  const room = walkLength(walk, from, to);
  const bend = walk.turn.slice(from, to).reduce((sum, turn) => sum + turn, 0);
  const put = (piece, middle, reach) => {
    const [a, b] = [at(Math.max(0, middle - reach)), at(Math.min(1, middle + reach))];
    const [x, y] = at(middle);
    const turn = Math.atan2(b[1] - a[1], b[0] - a[0]);
    ctx.translate(x, y);
    ctx.rotate(turn);
    ctx.strokeText(piece, 0, 0);
    ctx.fillText(piece, 0, 0);
    ctx.rotate(-turn);
    ctx.translate(-x, -y);
  };
  beginWriting(ctx, look, look.theme.ink, "center");
  if (bend < UNBENT) {
    put(text, 0.5, 0.5);
    return;
  }
  let done = 0.5 * (room - total);
  for (const letter of text) {
    const width = ctx.measureText(letter).width;
    put(letter, (done + 0.5 * width) / room, look.type.small / room);
    done += width;
  }
}

function walkLength({ x, y }, from, to) {
  let length = 0;
  for (let j = from + 1; j <= to; j++) length += Math.hypot(x[j] - x[j - 1], y[j] - y[j - 1]);
  return length;
}
