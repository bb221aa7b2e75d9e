// Kernels in words, as explorers/descriptions.py has them.

import { general } from "./format.js";

const TITLES = { gaussian: "Gaussian", laplace: "Laplace" }; // the others are called by their names
const SYMBOLS = { sigma: "σ", gamma: "γ", degree: "degree", coef0: "r" };

/** "Gaussian kernel, σ = 1". */
export function kernelLabel({ name, ...parameters }) {
  const told = Object.entries(parameters).map(([parameter, value]) => `${SYMBOLS[parameter]} = ${general(value)}`);
  return [`${TITLES[name] ?? name} kernel`, ...told].join(", ");
}
