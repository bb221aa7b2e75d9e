// Limits of a picture around points.

const MUCH = 4; // times as long is another unit

/**
 * [[x0, x1], [y0, y1]] around X (m x 2) for a picture `aspect` times as wide as high, as wire_format.py has them: one
 * scale for both axes, unless one range is over four times the other.
 */
export function limitsAround(X, aspect, padding = 0.08) {
  const axes = [0, 1].map((j) => X.filter((_, p) => p % 2 === j));
  const ends = axes.map((x) => [x.reduce((a, b) => Math.min(a, b)), x.reduce((a, b) => Math.max(a, b))]);
  const widest = Math.max(...ends.map(([low, high]) => high - low)) || 1;
  const span = ends.map(([low, high]) => high - low || widest);
  let half = span.map((length) => length * (0.5 + padding));
  if (Math.max(...span) <= MUCH * Math.min(...span)) {
    const height = Math.max(half[1], half[0] / aspect);
    half = [aspect * height, height];
  }
  return ends.map(([low, high], j) => {
    const middle = 0.5 * (low + high);
    return [middle - half[j], middle + half[j]];
  });
}

/** Limits made for a picture of this aspect, widened about their middle so that they fill a box {width, height}. */
export function limitsFilling([x, y], aspect, { width, height }) {
  const wide = width / height / aspect;
  const about = ([low, high], factor) => {
    const more = 0.5 * (factor - 1) * (high - low);
    return [low - more, high + more];
  };
  return [about(x, Math.max(1, wide)), about(y, Math.max(1, 1 / wide))];
}
