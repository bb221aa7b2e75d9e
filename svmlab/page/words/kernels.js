// Kernels in words, as explorers/descriptions.py has them.

import { minus } from "./format.js";

const TITLES = { gaussian: "Gaussian", laplace: "Laplace" }; // the others are called by their names
const SYMBOLS = { sigma: "σ", gamma: "γ", degree: "degree", coef0: "r" };

/** Three significant digits, as Python's .3g. */
export function general(value) {
  if (value === 0) return "0";
  const [mantissa, exponent] = value.toExponential(2).split("e").map(Number);
  if (exponent >= -4 && exponent < 3) return minus(String(Number(value.toPrecision(3))));
  return minus(`${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`);
}

/** "Gaussian kernel, σ = 1". */
export function kernelLabel({ name, ...parameters }) {
  const told = Object.entries(parameters).map(([parameter, value]) => `${SYMBOLS[parameter]} = ${general(value)}`);
  return [`${TITLES[name] ?? name} kernel`, ...told].join(", ");
}
