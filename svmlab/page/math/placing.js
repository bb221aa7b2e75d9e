// Where words stand in a picture: along the smoothest stretch of a curve that hides least, and beside points. In pixels.

const STEP = 7; // pixels between places along a curve
const CELL = 8; // pixels, of the map of what stands where
const CORNER = 0.45; // radians from one place to the next: a corner, no word goes round it
const BENDING = 1.6; // cost of a radian of turning along a word
const STEEP = 0.8; // cost of a word that stands upright instead of lying
const HIDING = 2; // cost of what is hidden at one place
const MOVED = 5; // cost of a word that moves through the whole picture

/** What stands where in a box {x, y, width, height}: `add` and `sum` over small cells. */
export class Crowd {
  constructor({ x, y, width, height }) {
    this.box = { x, y, width, height };
    this.nx = Math.ceil(width / CELL) + 1;
    this.ny = Math.ceil(height / CELL) + 1;
    this.cells = new Float32Array(this.nx * this.ny);
    this.sums = null; // over all cells above and to the left, while nothing is added
  }

  /** Everything within `reach` of a place weighs so much more. */
  add(px, py, reach, weight = 1) {
    this.cover(px - reach, py - reach, px + reach, py + reach, weight);
  }

  /** Everything in a rectangle weighs so much more. */
  cover(x0, y0, x1, y1, weight) {
    const { cells, nx } = this;
    const [c0, r0, c1, r1] = this.cellsOf(x0, y0, x1, y1);
    for (let r = r0; r < r1; r++) for (let c = c0; c < c1; c++) cells[r * nx + c] += weight;
    this.sums = null;
  }

  /** The cells that a rectangle touches: first column and row, and those behind the last. */
  cellsOf(x0, y0, x1, y1) {
    const { box, nx, ny } = this;
    return [
      Math.max(0, Math.floor((x0 - box.x) / CELL)),
      Math.max(0, Math.floor((y0 - box.y) / CELL)),
      Math.min(nx, Math.floor((x1 - box.x) / CELL) + 1),
      Math.min(ny, Math.floor((y1 - box.y) / CELL) + 1),
    ];
  }

  at(px, py) {
    const { box, nx, ny } = this;
    const [c, r] = [Math.floor((px - box.x) / CELL), Math.floor((py - box.y) / CELL)];
    return c < 0 || r < 0 || c >= nx || r >= ny ? 0 : this.cells[r * nx + c];
  }

  /** Over a rectangle. */
  sum(x0, y0, x1, y1) {
    this.sums ??= this.summed();
    const [c0, r0, c1, r1] = this.cellsOf(x0, y0, x1, y1);
    if (c1 <= c0 || r1 <= r0) return 0;
    const of = (r, c) => this.sums[r * (this.nx + 1) + c];
    return of(r1, c1) - of(r0, c1) - of(r1, c0) + of(r0, c0);
  }

  summed() {
    const { cells, nx, ny } = this;
    const sums = new Float64Array((nx + 1) * (ny + 1));
    for (let r = 0; r < ny; r++)
      for (let c = 0, row = 0; c < nx; c++) {
        row += cells[r * nx + c];
        sums[(r + 1) * (nx + 1) + c + 1] = sums[r * (nx + 1) + c + 1] + row;
      }
    return sums;
  }
}

/** Places every STEP pixels along a polyline [x₀, y₀, x₁, y₁, ...], with the turning angle at each. */
export function walkAlong(line) {
  const [x, y, angle] = [[line[0]], [line[1]], []];
  let left = STEP;
  for (let k = 2; k < line.length; k += 2) {
    let [x0, y0] = [line[k - 2], line[k - 1]];
    let length = Math.hypot(line[k] - x0, line[k + 1] - y0);
    while (length >= left) {
      const t = left / length;
      x0 += t * (line[k] - x0);
      y0 += t * (line[k + 1] - y0);
      x.push(x0);
      y.push(y0);
      length -= left;
      left = STEP;
    }
    left -= length;
  }
  x.push(line[line.length - 2]);
  y.push(line[line.length - 1]);
  for (let j = 1; j < x.length; j++) angle.push(Math.atan2(y[j] - y[j - 1], x[j] - x[j - 1]));
  const turn = angle.map((own, j) =>
    j ? Math.abs(Math.atan2(Math.sin(own - angle[j - 1]), Math.cos(own - angle[j - 1]))) : 0,
  );
  return { x, y, turn };
}

/**
 * The best stretch of so many pixels on one of several walks: {k, from, to, cost}, places of walk k; null where none is
 * smooth and inside the box. `crowd` says what would be hidden, `before` is where the word stood, [x, y] or null.
 */
export function bestStretch(walks, length, box, inset, crowd, before = null) {
  const n = Math.ceil(length / STEP);
  let best = null;
  walks.forEach(({ x, y, turn }, k) => {
    let [bend, hidden, outside, sharp] = [0, 0, 0, 0];
    const leaves = (j) =>
      x[j] < box.x + inset ||
      x[j] > box.x + box.width - inset ||
      y[j] < box.y + inset ||
      y[j] > box.y + box.height - inset;
    const take = (j, sign) => {
      bend += sign * (turn[j] ?? 0);
      sharp += sign * (turn[j] > CORNER ? 1 : 0);
      hidden += sign * crowd.at(x[j], y[j]);
      outside += sign * (leaves(j) ? 1 : 0);
    };
    for (let j = 0; j < x.length; j++) {
      take(j, 1);
      if (j > n) take(j - n - 1, -1);
      if (j < n || outside || sharp) continue;
      const from = j - n;
      const middle = from + (n >> 1);
      const run = Math.hypot(x[j] - x[from], y[j] - y[from]) || 1;
      const steep = (STEEP * Math.abs(y[j] - y[from])) / run;
      const moved = before ? (MOVED * Math.hypot(x[middle] - before[0], y[middle] - before[1])) / box.width : 0;
      const cost = BENDING * bend + HIDING * hidden + steep + moved;
      if (!best || cost < best.cost)
        best = { k, from, to: j, cost, hidden: hidden / n, middle: [x[middle], y[middle]] };
    }
  });
  return best;
}

/** A polyline without what lies between two places of its walk: one or two polylines. */
export function withGap({ x, y }, from, to) {
  const part = (start, end) => {
    const line = [];
    for (let j = start; j <= end; j++) line.push(x[j], y[j]);
    return line;
  };
  return [part(0, from), part(to, x.length - 1)].filter((line) => line.length > 2);
}

/** Where a name of this size stands beside one of the places [x, y, j]: {at, left, y, side, of} with the least hidden. */
export function besidePlaces(places, width, height, gap, box, crowd, before = null) {
  let best = null;
  for (const [px, py, of] of places) {
    for (const side of [1, -1]) {
      const left = side > 0 ? px + gap : px - gap - width;
      const [x0, y0, x1, y1] = [left, py - height / 2, left + width, py + height / 2];
      if (x0 < box.x + gap || x1 > box.x + box.width - gap || y0 < box.y + gap || y1 > box.y + box.height - gap)
        continue;
      const stays = before && before.of === of && before.side === side;
      const cost =
        crowd.sum(x0, y0, x1, y1) +
        (0.25 * crowd.sum(px - width, py - width, px + width, py + width)) / width -
        (stays ? 2 : 0);
      if (!best || cost < best.cost) best = { left, y: py, side, of, cost };
    }
  }
  return best;
}
