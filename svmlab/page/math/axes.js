// Where numbers stand on a picture: round ticks, decades, and maps between data and pixels.

/** At most `count` + 1 round values in [low, high], with the decimals they need. */
export function niceTicks(low, high, count = 6) {
  const raw = (high - low) / count;
  const decade = 10 ** Math.floor(Math.log10(raw));
  const step = decade * [1, 2, 5, 10].find((k) => k * decade >= raw * (1 - 1e-12));
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const values = [];
  for (let k = first; k <= last; k++) values.push(k === 0 ? 0 : Number((k * step).toPrecision(12)));
  return { values, decimals, step };
}

/** Whole powers of ten in [low, high], thinned to at most `count` of them. */
export function decadeTicks(low, high, count = 7) {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / count));
  const exponents = [];
  for (let e = first; e <= last; e++) if ((e - first) % stride === 0) exponents.push(e);
  return exponents;
}

/** The affine map that takes [low, high] to [from, to], with its inverse. */
export function linearScale([low, high], [from, to]) {
  const slope = (to - from) / (high - low || 1);
  return {
    domain: [low, high],
    to: (value) => from + (value - low) * slope,
    from: (pixel) => low + (pixel - from) / slope,
  };
}

/** The same for log₁₀ of the value. */
export function logScale([low, high], range) {
  const inner = linearScale([Math.log10(low), Math.log10(high)], range);
  return {
    domain: [low, high],
    to: (value) => inner.to(Math.log10(value)),
    from: (pixel) => 10 ** inner.from(pixel),
  };
}

/** nx × ny points that span the limits, both ends included. */
export function gridOver([[x0, x1], [y0, y1]], nx, ny) {
  const along = (from, to, n) => Float64Array.from({ length: n }, (_, i) => from + ((to - from) * i) / (n - 1));
  return { nx, ny, size: nx * ny, gx: along(x0, x1, nx), gy: along(y0, y1, ny) };
}
