// Surfaces in space, seen from afar: how places are turned to the eye, what a surface hides, and how it is cut into bands.
//
// Space is (x, y, z), z upwards. `azimuth` turns about z, `tilt` is how high the eye stands, from 0, level with the
// surface, to π/2, straight above it. Seen are [right, up, near]: near grows towards the eye.

/** (x, y, z) → [right, up, near], and `towards`, a step to the eye in the coordinates of space. */
export function eyeAt(azimuth, tilt) {
  const [ca, sa, ct, st] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(tilt), Math.sin(tilt)];
  const seen = ([x, y, z]) => {
    const away = sa * x + ca * y;
    return [ca * x - sa * y, ct * z + st * away, st * z - ct * away];
  };
  return { seen, towards: [-sa * ct, -ca * ct, st] };
}

/** A height for each node of a grid, by columns and rows of it; between them bilinear. */
export class Heights {
  constructor(Z, nx, ny) {
    Object.assign(this, { Z, nx, ny });
  }

  at(c, r) {
    const { Z, nx, ny } = this;
    const [i, j] = [Math.min(Math.floor(c), nx - 2), Math.min(Math.floor(r), ny - 2)];
    const [u, v] = [c - i, r - j];
    const q = j * nx + i;
    const low = Z[q] + u * (Z[q + 1] - Z[q]);
    const high = Z[q + nx] + u * (Z[q + nx + 1] - Z[q + nx]);
    return low + v * (high - low);
  }

  /** Whether the surface stands between a place over (c, r) at height z and the eye, [cells, cells, height] a step. */
  hides([c, r, z], [stepC, stepR, stepZ], most, tolerance) {
    const { nx, ny } = this;
    for (;;) {
      c += stepC;
      r += stepR;
      z += stepZ;
      if (c < 0 || r < 0 || c > nx - 1 || r > ny - 1 || z > most) return false;
      if (this.at(c, r) > z + tolerance) return true;
    }
  }
}

/** Part of a polygon of places [x, y, z] where z ≥ level, or z ≤ level. */
export function cutAt(polygon, level, above) {
  const kept = [];
  const inside = (p) => (above ? p[2] >= level : p[2] <= level);
  for (let k = 0; k < polygon.length; k++) {
    const [p, q] = [polygon[k], polygon[(k + 1) % polygon.length]];
    if (inside(p)) kept.push(p);
    if (inside(p) !== inside(q)) {
      const t = (level - p[2]) / (q[2] - p[2]);
      kept.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), level]);
    }
  }
  return kept;
}

/** {band, polygon} for each band of heights [levels[band], levels[band + 1]] that a polygon has a part in. */
export function inBands(polygon, levels) {
  const heights = polygon.map((p) => p[2]);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const parts = [];
  for (let band = 0; band + 1 < levels.length; band++) {
    const [from, to] = [levels[band], levels[band + 1]];
    if (high <= from || low >= to) {
      if (!(low === high && low === from)) continue; // flat, on the level
    }
    let part = polygon;
    if (low < from) part = cutAt(part, from, true);
    if (high > to) part = cutAt(part, to, false);
    if (part.length >= 3) parts.push({ band, polygon: part });
  }
  return parts;
}

/** Score of the class that is ahead over the next best, its lead, and which it is; of one score, the score itself. */
export function leads(F, O, size, Z = new Float64Array(size), ahead = new Uint8Array(size)) {
  for (let p = 0; p < size; p++) {
    if (O === 1) {
      Z[p] = F[p];
      ahead[p] = F[p] >= 0 ? 1 : 0;
      continue;
    }
    let [best, next, k] = [-Infinity, -Infinity, 0];
    for (let o = 0; o < O; o++) {
      const value = F[o * size + p];
      if (value > best) [next, best, k] = [best, value, o];
      else if (value > next) next = value;
    }
    Z[p] = best - next;
    ahead[p] = k;
  }
  return { Z, ahead };
}

/** φ with κ(x, z) = ⟨φ(x), φ(z)⟩ = (γ ⟨x, z⟩)² in three dimensions, γ (x₁², √2 x₁x₂, x₂²); null for other kernels. */
export function featureMap({ name, degree, coef0, gamma }) {
  if (name !== "polynomial" || degree !== 2 || coef0 !== 0) return null;
  return ([x1, x2]) => [gamma * x1 * x1, gamma * Math.SQRT2 * x1 * x2, gamma * x2 * x2];
}

/** The normal of the separating plane of a machine of two classes in the space of a feature map. */
export function normalInSpace(map, { X, m }, { B }) {
  const w = [0, 0, 0];
  for (let i = 0; i < m; i++) {
    const image = map([X[2 * i], X[2 * i + 1]]);
    for (let j = 0; j < 3; j++) w[j] += B[i] * image[j];
  }
  return w;
}

/** The polygon in which the plane ⟨w, p⟩ + b = level cuts a box [[low, high], ...]; empty where it does not. */
export function planeInBox(w, b, level, box) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => box.map((ends, j) => ends[(bits >> j) & 1]));
  const value = (p) => w[0] * p[0] + w[1] * p[1] + w[2] * p[2] + b - level;
  const found = [];
  for (let from = 0; from < 8; from++) {
    for (let j = 0; j < 3; j++) {
      const to = from | (1 << j);
      if (to === from) continue;
      const [p, q] = [corners[from], corners[to]];
      const [f, g] = [value(p), value(q)];
      if (f < 0 !== g < 0) found.push(p.map((x, i) => x + ((0 - f) / (g - f)) * (q[i] - x)));
    }
  }
  return aroundTheMiddle(found, w);
}

/** Places of a plane with this normal, in turn around their middle. */
function aroundTheMiddle(places, w) {
  if (places.length < 3) return [];
  const middle = [0, 1, 2].map((j) => places.reduce((sum, p) => sum + p[j], 0) / places.length);
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const first = places[0].map((x, j) => x - middle[j]);
  const second = cross(w, first);
  const scale = Math.hypot(...w);
  const angle = (p) => {
    const d = p.map((x, j) => x - middle[j]);
    const dot = (v) => d[0] * v[0] + d[1] * v[1] + d[2] * v[2];
    return Math.atan2(dot(second) / scale, dot(first));
  };
  return [...places].sort((p, q) => angle(p) - angle(q));
}
