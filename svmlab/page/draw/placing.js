// Where words and lengths stand in a picture: where they hide least, and near the place where they stood.

const EDGE = 3; // pixels between a plate and the frame
const OUTSIDE = 6; // what a box costs that is not wholly within the plot
const PER_PIXEL_AWAY = 0.006; // and each pixel from where it stood

/** Places chosen for one picture after the other; `stood` remembers them by name. */
export class Placing {
  constructor() {
    this.stood = new Map();
  }

  /** A new picture: `box` is its plot, `marks` are [x, y, half width, half height, weight] that should stay in sight. */
  begin(box, marks) {
    Object.assign(this, { box, marks: [...marks] });
  }

  /**
   * The best of candidates {boxes: [[x, y, half width, half height, weight], ...], cost, ...}, whose boxes are marks from
   * then on; null where there are none. `name` says what it is, so that it stays near where it stood.
   */
  choose(name, candidates) {
    const before = this.stood.get(name);
    let best = null;
    for (const candidate of candidates) {
      const total = (candidate.cost ?? 0) + this.hidden(candidate.boxes) + distance(candidate.boxes[0], before);
      if (!best || total < best.total) best = { candidate, total };
    }
    if (!best) {
      this.stood.delete(name);
      return null;
    }
    this.stood.set(name, best.candidate.boxes[0]);
    for (const [x, y, w, h] of best.candidate.boxes) this.marks.push([x, y, w, h, 3]);
    return best.candidate;
  }

  /** The nearest place to a spot at which a plate {width, height} is wholly within the plot. */
  within([px, py], plate) {
    const { x, y, width, height } = this.box;
    const held = (at, from, length, own) =>
      Math.min(from + length - own / 2 - EDGE, Math.max(from + own / 2 + EDGE, at));
    return [held(px, x, width, plate.width), held(py, y, height, plate.height)];
  }

  /** What boxes hide of the marks, and how far they are out of the plot. */
  hidden(boxes) {
    const { x, y, width, height } = this.box;
    let cost = 0;
    for (const [bx, by, w, h, weight = 1] of boxes) {
      if (bx - w < x || bx + w > x + width || by - h < y || by + h > y + height) cost += OUTSIDE * weight;
      for (const [mx, my, mw, mh, worth] of this.marks) {
        if (Math.abs(mx - bx) < w + mw && Math.abs(my - by) < h + mh) cost += worth * weight;
      }
    }
    return cost;
  }
}

const distance = ([x, y], before) => (before ? PER_PIXEL_AWAY * Math.hypot(x - before[0], y - before[1]) : 0);

/** Small boxes along a line of pixels, `apart` from each other, as marks. */
export function beads(places, apart, weight) {
  const found = [];
  for (let k = 0; k + 1 < places.length; k++) {
    const [[x0, y0], [x1, y1]] = [places[k], places[k + 1]];
    const n = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / apart));
    for (let j = 0; j < n; j++) found.push([x0 + ((x1 - x0) * j) / n, y0 + ((y1 - y0) * j) / n, 2, 2, weight]);
  }
  return found;
}

/** n places from one to another, both ends included. */
export function placesBetween([x0, y0], [x1, y1], n) {
  return Array.from({ length: n }, (_, k) => [x0 + ((x1 - x0) * k) / (n - 1), y0 + ((y1 - y0) * k) / (n - 1)]);
}
