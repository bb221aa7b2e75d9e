// Where words and lengths stand in a picture: where they hide least, and near the place where they stood.

const EDGE = 3; // pixels between a plate and the frame
const CHOSEN = 4; // weight of what has been placed before, in that of a point
const OUTSIDE = 6; // what a box costs that is not wholly within the plot
const PER_PIXEL_AWAY = 0.006; // from where it stood

/** Places chosen for one picture after the other; `stood` remembers them by name. */
export class Placing {
  constructor() {
    this.stood = new Map();
  }

  /** A new picture: in a box, where a Crowd knows what stands where, points with this radius first of all. */
  begin(box, crowd, radius) {
    Object.assign(this, { box, crowd });
    this.whole = (radius / 2 + 1) ** 2; // about the cells of a point
  }

  /**
   * The best of candidates {boxes: [[x, y, half width, half height, weight], ...], cost, ...}, null where there are none.
   * The first box is that of its words, the others what they should not cover; all are in the crowd from then on.
   * `name` says what it is, so that it stays near where it stood.
   */
  choose(name, candidates) {
    const before = this.stood.get(name);
    let best = null;
    for (const candidate of candidates) {
      const [words, ...lines] = candidate.boxes;
      const covered = lines.filter((line) => meet(words, line)).length;
      let total = (candidate.cost ?? 0) + 2 * covered + distance(words, before);
      if (best && total >= best.total) continue;
      total += this.hidden(candidate.boxes);
      if (!best || total < best.total) best = { candidate, total };
    }
    if (!best) {
      this.stood.delete(name);
      return null;
    }
    this.stood.set(name, best.candidate.boxes[0]);
    for (const [x, y, w, h] of best.candidate.boxes) this.crowd.cover(x - w, y - h, x + w, y + h, CHOSEN);
    return best.candidate;
  }

  /** The nearest place to a spot at which a plate {width, height} is wholly within the plot. */
  within([px, py], plate) {
    const { x, y, width, height } = this.box;
    const held = (at, from, length, own) =>
      Math.min(from + length - own / 2 - EDGE, Math.max(from + own / 2 + EDGE, at));
    return [held(px, x, width, plate.width), held(py, y, height, plate.height)];
  }

  /** What boxes hide, in points, and how far they are out of the plot. */
  hidden(boxes) {
    const { x, y, width, height } = this.box;
    let cost = 0;
    for (const [bx, by, w, h, weight = 1] of boxes) {
      if (bx - w < x || bx + w > x + width || by - h < y || by + h > y + height) cost += OUTSIDE * weight;
      cost += (weight * this.crowd.sum(bx - w, by - h, bx + w, by + h)) / this.whole;
    }
    return cost;
  }
}

const meet = ([ax, ay, aw, ah], [bx, by, bw, bh]) => Math.abs(ax - bx) < aw + bw && Math.abs(ay - by) < ah + bh;
const distance = ([x, y], before) => (before ? PER_PIXEL_AWAY * Math.hypot(x - before[0], y - before[1]) : 0);

/** Small boxes along a line of pixels, `apart` from each other, as marks. */
export function beads(places, apart, weight) {
  const found = [];
  let next = 0; // pixels from the start of a piece to the next one
  for (let k = 0; k + 1 < places.length; k++) {
    const [[x0, y0], [x1, y1]] = [places[k], places[k + 1]];
    const length = Math.hypot(x1 - x0, y1 - y0);
    for (; next < length; next += apart) {
      const t = next / length;
      found.push([x0 + t * (x1 - x0), y0 + t * (y1 - y0), 2, 2, weight]);
    }
    next -= length;
  }
  return found;
}

/** n places from one to another, both ends included. */
export function placesBetween([x0, y0], [x1, y1], n) {
  return Array.from({ length: n }, (_, k) => [x0 + ((x1 - x0) * k) / (n - 1), y0 + ((y1 - y0) * k) / (n - 1)]);
}
