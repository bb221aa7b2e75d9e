// What the Node tests share: the joined module as users get it, and the numbers that Python wrote.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export const page = await import(process.env.SVMLAB_MODULE);
export const fixtures = JSON.parse(readFileSync(process.env.SVMLAB_FIXTURES, "utf8"));

/** JSON has no infinity. */
export const number = (x) => (x === "inf" ? Infinity : x === "nan" ? NaN : x);

/** Packed arrays came as base64 text. */
export function revived(value) {
  if (Array.isArray(value)) return value.map(revived);
  if (value === null || typeof value !== "object") return value;
  if (typeof value.base64 === "string") return new Uint8Array(Buffer.from(value.base64, "base64"));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revived(inner)]));
}

/** A path that Python wrote, as the engine writes one. */
export const pathOf = (state) => page.unpackPath(page.unpackArrays(revived(state)));

/** The page's engine at a machine that Python wrote. */
export function engineOf(state, C = 1) {
  const { X, y, Q, outputs, kernel } = page.unpackMachine(revived(state));
  return new page.MachineEngine({ X, y, Q, outputs, kernel, C });
}

export function close(actual, expected, what = "value", digits = 8) {
  const [a, e] = [Array.from(actual), Array.from(expected, number)];
  assert.equal(a.length, e.length, `${what}: length`);
  const scale = Math.max(1, ...e.map((x) => (Number.isFinite(x) ? Math.abs(x) : 0)));
  e.forEach((x, i) => {
    const fine = Number.isFinite(x) ? Math.abs(a[i] - x) <= 10 ** -digits * scale : Object.is(a[i], x);
    assert.ok(fine, `${what}[${i}]: ${a[i]}, Python has ${x}`);
  });
}
