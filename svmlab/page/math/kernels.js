// Kernels that the page can evaluate, by the names and parameters of svmlab.kernels, for points of the plane:
// each in the table of what it is a function of.

const OF_INNER_PRODUCT = {
  linear: () => (s) => s,
  polynomial:
    ({ gamma, coef0, degree }) =>
    (s) =>
      integerPower(gamma * s + coef0, degree),
  sigmoid:
    ({ gamma, coef0 }) =>
    (s) =>
      Math.tanh(gamma * s + coef0),
};

const OF_SQUARED_DISTANCE = {
  gaussian: ({ sigma }) => {
    const rate = -1 / (2 * sigma * sigma);
    return (r2) => Math.exp(rate * r2);
  },
  laplace:
    ({ sigma }) =>
    (r2) =>
      Math.exp(-Math.sqrt(r2) / sigma),
};

const SEMIDEFINITE = {
  linear: () => true,
  polynomial: ({ coef0 }) => coef0 >= 0,
  gaussian: () => true,
  laplace: () => true,
};

const ROUNDINGS_OF_VALUES = {
  linear: () => 4,
  polynomial: ({ degree }) => 6 * degree,
  sigmoid: () => 8,
  gaussian: () => 8,
  laplace: () => 8,
};

/** Whether theory guarantees that the page can evaluate this kernel and that it is positive semi-definite. */
export function isSemidefinite(kernel) {
  return Boolean(kernel && SEMIDEFINITE[kernel.name]?.(kernel));
}

/** How many units of rounding a value of the kernel may be off in the plane, as ``Kernel.roundings`` has it. */
export function roundingsOf(kernel) {
  return ROUNDINGS_OF_VALUES[kernel.name](kernel);
}

export function integerPower(base, exponent) {
  let power = 1;
  for (let k = 0; k < exponent; k++) power *= base;
  return power;
}

export function isKnownKernel(kernel) {
  return Boolean(kernel && (OF_INNER_PRODUCT[kernel.name] || OF_SQUARED_DISTANCE[kernel.name]));
}

/** κ as a function (x₁, x₂, z₁, z₂) → number. */
export function kernelFunction(kernel) {
  const inner = OF_INNER_PRODUCT[kernel.name];
  if (inner) {
    const of = inner(kernel);
    return (x1, x2, z1, z2) => of(x1 * z1 + x2 * z2);
  }
  const of = OF_SQUARED_DISTANCE[kernel.name](kernel);
  return (x1, x2, z1, z2) => of((x1 - z1) * (x1 - z1) + (x2 - z2) * (x2 - z2));
}

/**
 * {near, lever, constant} with κ(x, z) = near(x, z) + lever(x) + lever(z) + constant, where ``near`` keeps digits that κ
 * loses far from the origin, or where its values are nearly equal; null where κ knows nothing better than itself.
 * ``centre`` (2) is near the points. Of ``Kernel.relative`` and ``Kernel.absorbed``.
 */
export function relativeKernel(kernel, [c1, c2]) {
  const { name, gamma = 1, degree = 1, coef0 = 0, sigma } = kernel;
  if (name === "linear" || (name === "polynomial" && degree === 1)) {
    return {
      near: (x1, x2, z1, z2) => gamma * ((x1 - c1) * (z1 - c1) + (x2 - c2) * (z2 - c2)),
      lever: (x1, x2) => gamma * ((x1 - c1) * c1 + (x2 - c2) * c2),
      constant: gamma * (c1 * c1 + c2 * c2) + coef0,
    };
  }
  const exponent = { gaussian: (r2) => -r2 / (2 * sigma * sigma), laplace: (r2) => -Math.sqrt(r2) / sigma }[name];
  if (!exponent) return null;
  const near = (x1, x2, z1, z2) => Math.expm1(exponent((x1 - z1) * (x1 - z1) + (x2 - z2) * (x2 - z2)));
  return { near, lever: () => 0, constant: 1 };
}

/** κ(x_i, grid) for the points of X, one column per point, each computed when it is first asked for. */
export class KernelOnGrid {
  /** `before`: the same for other points; what it knows of those that are still at their place is kept. */
  constructor(kernel, X, grid, { room = 6e6, before = null } = {}) {
    this.kernel = kernel;
    this.X = X;
    this.grid = grid;
    this.columns = new Array(X.length / 2);
    this.remaining = Math.floor(room / grid.size); // columns that may still be kept
    if (before?.kernel === kernel && before.grid === grid) this.keep(before);
  }

  keep({ X, columns }) {
    for (let i = 0; i < this.columns.length; i++) {
      if (columns[i] && X[2 * i] === this.X[2 * i] && X[2 * i + 1] === this.X[2 * i + 1]) {
        this.columns[i] = columns[i];
        this.remaining--;
      }
    }
  }

  /** F[o·size + ...] += Σ_i B[i·O + o] κ(x_i, ·) over these points, for every output o. */
  add(points, B, O, F) {
    if (this.kernel.name === "gaussian") this.addSeparable(points, B, O, F);
    else this.addColumns(points, B, O, F);
  }

  addColumns(points, B, O, F) {
    const { size } = this.grid;
    for (let k = 0; k < points.length; k += AT_ONCE) {
      const some = points.slice(k, k + AT_ONCE);
      const columns = some.map((i) => this.column(i));
      for (let o = 0; o < O; o++) {
        const weights = some.map((i) => B[i * O + o]);
        addCombination(F, o * size, size, weights, columns, some.length);
      }
    }
  }

  // exp(-|x-z|²/2σ²) is a product of a function of x₁ and one of x₂.
  addSeparable(points, B, O, F) {
    const { nx, ny, size } = this.grid;
    const factors = points.map((i) => (this.columns[i] ??= this.gaussianFactors(i)));
    const weights = new Float64Array(points.length);
    const across = new Array(points.length);
    for (let o = 0; o < O; o++) {
      for (let r = 0; r < ny; r++) {
        let n = 0;
        for (let k = 0; k < points.length; k++) {
          const t = B[points[k] * O + o] * factors[k].ey[r];
          if (t < 1e-14 && t > -1e-14) continue;
          weights[n] = t;
          across[n++] = factors[k].ex;
        }
        addCombination(F, o * size + r * nx, nx, weights, across, n);
      }
    }
  }

  gaussianFactors(i) {
    const of = OF_SQUARED_DISTANCE.gaussian(this.kernel);
    const factor = (axis, center) => {
      const values = new Float64Array(axis.length); // faster than axis.map
      for (let k = 0; k < axis.length; k++) values[k] = of((axis[k] - center) * (axis[k] - center));
      return values;
    };
    return { ex: factor(this.grid.gx, this.X[2 * i]), ey: factor(this.grid.gy, this.X[2 * i + 1]) };
  }

  column(i) {
    if (this.columns[i]) return this.columns[i];
    const column = this.evaluate(i);
    if (this.remaining-- > 0) this.columns[i] = column;
    return column;
  }

  evaluate(i) {
    const { nx, ny, size, gx, gy } = this.grid;
    const [x1, x2] = [this.X[2 * i], this.X[2 * i + 1]];
    const k = kernelFunction(this.kernel);
    const column = new Float64Array(size);
    for (let r = 0, p = 0; r < ny; r++) for (let c = 0; c < nx; c++, p++) column[p] = k(x1, x2, gx[c], gy[r]);
    return column;
  }
}

const AT_ONCE = 4; // columns in one pass over the sum, which is then read and written a quarter as often

/** F[start + p] += Σ_k t[k] v_k[p] for p below `length`, over the first n of the columns v. */
function addCombination(F, start, length, t, v, n) {
  let k = 0;
  for (; k + AT_ONCE <= n; k += AT_ONCE) {
    const [ta, tb, tc, td] = [t[k], t[k + 1], t[k + 2], t[k + 3]];
    const [a, b, c, d] = [v[k], v[k + 1], v[k + 2], v[k + 3]];
    for (let p = 0, q = start; p < length; p++, q++) F[q] += ta * a[p] + tb * b[p] + tc * c[p] + td * d[p];
  }
  for (; k < n; k++) {
    const [tk, column] = [t[k], v[k]];
    for (let p = 0, q = start; p < length; p++, q++) F[q] += tk * column[p];
  }
}
