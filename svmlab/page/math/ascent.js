// Ways of steepest ascent over scores on a grid, G[r·nx + c]: from a point that falls short of the edge of its margin to
// that edge. On it the score rises by the point's slack; its length is no slack.

const STEP_OF_ASCENT = 0.3; // of a cell of the grid
const MOST_STEPS = 1500;

/** The bilinear value at (c, r) in cells, and its derivatives along both. */
export function gridValue(G, nx, ny, c, r) {
  const [i, j] = [Math.min(Math.floor(c), nx - 2), Math.min(Math.floor(r), ny - 2)];
  const [u, v] = [c - i, r - j];
  const q = j * nx + i;
  const [a, b, d, e] = [G[q], G[q + 1], G[q + nx], G[q + nx + 1]];
  const [low, high] = [a + u * (b - a), d + u * (e - d)];
  return { value: low + v * (high - low), across: b - a + v * (e - d - b + a), up: high - low };
}

/**
 * {places, reached}: the way [[x, y], ...] from a place of the plane to where G is `level`; `reached` is false where it
 * ends before, at a summit below it or at the end of the grid.
 */
export function ascent(G, { nx, ny, gx, gy }, [x, y], level) {
  const [sx, sy] = [gx[1] - gx[0], gy[1] - gy[0]];
  let [c, r] = [(x - gx[0]) / sx, (y - gy[0]) / sy];
  const inside = () => c >= 0 && r >= 0 && c <= nx - 1 && r <= ny - 1;
  const places = [[x, y]];
  if (!inside()) return { places, reached: false };
  let here = gridValue(G, nx, ny, c, r);
  for (let k = 0; k < MOST_STEPS && here.value < level; k++) {
    const [g1, g2] = [here.across / sx ** 2, here.up / sy ** 2]; // of the plane, in cells
    const length = Math.hypot(g1, g2);
    if (!(length > 0)) return { places, reached: false };
    const before = here.value;
    const from = [c, r];
    c += (STEP_OF_ASCENT * g1) / length;
    r += (STEP_OF_ASCENT * g2) / length;
    if (!inside()) return { places, reached: false };
    here = gridValue(G, nx, ny, c, r);
    if (here.value <= before) return { places, reached: false };
    if (here.value > level) {
      const t = (level - before) / (here.value - before);
      [c, r] = [from[0] + t * (c - from[0]), from[1] + t * (r - from[1])];
    }
    places.push([gx[0] + c * sx, gy[0] + r * sy]);
  }
  return { places, reached: here.value >= level };
}
