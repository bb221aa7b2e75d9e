// The eigenvalues and eigenvectors of a symmetric matrix by Jacobi's rotations (Golub and Van Loan, section 8.5): slow for
// large matrices, as exact as rounding allows for small ones.

const SWEEPS = 60; // at most; a dozen suffice
const SETTLED = 1e-17; // of the largest entry, squared sum of what is off the diagonal

/** {values, vectors} of a symmetric A, m rows of m numbers: values from the largest, vectors[k] the unit vector of values[k]. */
export function symmetricEigen(A) {
  const a = A.map((row) => Float64Array.from(row));
  const m = a.length;
  const v = a.map((_, i) => Float64Array.from({ length: m }, (_, j) => Number(i === j)));
  const scale = Math.max(...a.map((row) => row.reduce((most, x) => Math.max(most, Math.abs(x)), 0)));
  for (let sweep = 0; sweep < SWEEPS && offDiagonal(a) > SETTLED * scale; sweep++) {
    for (let p = 0; p < m; p++) for (let q = p + 1; q < m; q++) rotate(a, v, p, q);
  }
  const order = Array.from({ length: m }, (_, k) => k).sort((k, l) => a[l][l] - a[k][k] || k - l);
  return { values: order.map((k) => a[k][k]), vectors: order.map((k) => v.map((row) => row[k])) };
}

function offDiagonal(a) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) for (let j = 0; j < i; j++) sum += a[i][j] * a[i][j];
  return Math.sqrt(sum);
}

/** Rotate in the plane of p and q so that a[p][q] vanishes; v collects the rotations. */
function rotate(a, v, p, q) {
  if (a[p][q] === 0) return;
  const tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = Number.isFinite(tau) ? (tau < 0 ? -1 : 1) / (Math.abs(tau) + Math.hypot(1, tau)) : 0;
  const c = 1 / Math.hypot(1, t);
  const s = t * c;
  for (let k = 0; k < a.length; k++) {
    turn(a[k], p, a[k], q, c, s);
    turn(v[k], p, v[k], q, c, s);
  }
  for (let k = 0; k < a.length; k++) turn(a[p], k, a[q], k, c, s);
  a[p][q] = a[q][p] = 0;
}

/** (u[i], w[j]) becomes (c u[i] - s w[j], s u[i] + c w[j]). */
function turn(u, i, w, j, c, s) {
  const [x, y] = [u[i], w[j]];
  u[i] = c * x - s * y;
  w[j] = s * x + c * y;
}
