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

/** κ(x_i, grid) for the points of X, one column per point, each computed when it is first asked for. */
export class KernelOnGrid {
  constructor(kernel, X, grid, room = 6e6) {
    this.kernel = kernel;
    this.X = X;
    this.grid = grid;
    this.columns = new Array(X.length / 2);
    this.remaining = Math.floor(room / grid.size); // columns that may still be kept
  }

  /** F[o·size + ...] += B[i·O + o] κ(x_i, ·) for every output o. */
  add(i, B, O, F) {
    if (this.kernel.name === "gaussian") this.addSeparable(i, B, O, F);
    else this.addColumn(this.column(i), i, B, O, F);
  }

  addColumn(column, i, B, O, F) {
    const n = this.grid.size;
    for (let o = 0; o < O; o++) {
      const weight = B[i * O + o];
      if (weight === 0) continue;
      for (let p = 0, q = o * n; p < n; p++, q++) F[q] += weight * column[p];
    }
  }

  // exp(-|x-z|²/2σ²) is a product of a function of x₁ and one of x₂.
  addSeparable(i, B, O, F) {
    const { nx, ny, size } = this.grid;
    const { ex, ey } = (this.columns[i] ??= this.gaussianFactors(i));
    for (let o = 0; o < O; o++) {
      const weight = B[i * O + o];
      if (weight === 0) continue;
      for (let r = 0; r < ny; r++) {
        const t = weight * ey[r];
        if (t < 1e-14 && t > -1e-14) continue;
        for (let c = 0, q = o * size + r * nx; c < nx; c++, q++) F[q] += t * ex[c];
      }
    }
  }

  gaussianFactors(i) {
    const of = OF_SQUARED_DISTANCE.gaussian(this.kernel);
    const factor = (axis, center) => axis.map((z) => of((z - center) * (z - center)));
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
