// Numbers as a reader wants them: few digits, a true minus sign, powers of ten spelled out.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

export function minus(text) {
  return text.replace("-", "−");
}

export function powerOfTen(exponent) {
  const digits = [...String(Math.abs(exponent))].map((d) => SUPERSCRIPTS[d]).join("");
  return "10" + (exponent < 0 ? "⁻" : "") + digits;
}

/** A whole number from 0 on, below the line. */
export const subscripts = (k) => [...String(k)].map((digit) => SUBSCRIPTS[digit]).join("");

/** Three significant digits (or `digits`), as Python's .3g. */
export function general(x, digits = 3) {
  if (x === 0) return "0";
  const [mantissa, exponent] = x
    .toExponential(digits - 1)
    .split("e")
    .map(Number);
  if (exponent >= -4 && exponent < digits) return minus(String(Number(x.toPrecision(digits))));
  return minus(`${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`);
}

/** Three significant digits (or `digits`), with a power of ten where plain digits would be hard to read. */
export function significant(x, digits = 3) {
  if (x === Infinity) return "∞";
  if (x === -Infinity) return "−∞";
  if (Number.isNaN(x)) return "not a number";
  if (x === 0) return "0";
  const [mantissa, exponent] = x
    .toExponential(digits - 1)
    .split("e")
    .map(Number);
  if (exponent < -3 || exponent > 4) {
    return minus(mantissa.toFixed(digits - 1)) + " × " + powerOfTen(exponent);
  }
  return minus(x.toFixed(Math.max(0, digits - 1 - exponent)));
}

/** Whole numbers below 100,000 as they are, others with three significant digits. */
export function shortNumber(x) {
  return isWhole(x) ? minus(String(Math.round(x))) : significant(x);
}

export function isWhole(x) {
  return Math.abs(x) < 1e5 && Math.abs(x - Math.round(x)) < 1e-9;
}

/** Order of magnitude of a residual: "3 × 10⁻¹⁰". */
export function magnitude(x) {
  if (!Number.isFinite(x)) return significant(x);
  if (x === 0) return "0";
  const [mantissa, exponent] = x.toExponential(0).split("e").map(Number);
  return Math.abs(exponent) < 2 ? significant(x, 1) : minus(String(mantissa)) + " × " + powerOfTen(exponent);
}

export function plural(count, noun, nouns = noun + "s") {
  return `${count} ${count === 1 ? noun : nouns}`;
}

export function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** "C = 1.00", or the hard margin by its name. */
export function softMarginText(C) {
  return C === Infinity ? "hard margin (C = ∞)" : "C = " + significant(C);
}

/** A probability: "12.34 %". */
export function percent(p, digits = 2) {
  return `${(100 * p).toFixed(digits)}\u00a0%`;
}
