// What a page without Python stands at as the end of its address, "#v=1&C=1&kernel=gaussian&sigma=1&points=x,y,k;...",
// and back. Whoever sends a link can write anything into it, so all of it is checked and refused in words.

const FORMAT = 1;
export const MOST_IN_ADDRESS = 50; // points
const POSITIVE = [(x) => x > 0, "a positive number"];
const PARAMETERS = {
  linear: {},
  polynomial: { degree: [Number.isInteger, "a whole number"], gamma: POSITIVE, coef0: [(x) => x >= 0, "not negative"] },
  gaussian: { sigma: POSITIVE },
  laplace: { sigma: POSITIVE },
};

/** The address of {C, kernel}, and of ``points`` {X, y} where they are others than those of the page, or null. */
export function addressOf({ C, kernel: { name, ...parameters }, points }) {
  const told = Object.entries({ v: FORMAT, C: C === Infinity ? "inf" : C, kernel: name, ...parameters });
  const places = points && Array.from(points.y, (k, i) => `${points.X[2 * i]},${points.X[2 * i + 1]},${k}`);
  return `#${told.map(([key, value]) => `${key}=${value}`).join("&")}${points ? `&points=${places.join(";")}` : ""}`;
}

/** {C, kernel, points} of an address, whose points have one of so many classes; raises a RangeError in words. */
export function readAddress(hash, classes) {
  const given = new Map(
    hash
      .slice(1)
      .split("&")
      .map((part) => part.split("=")),
  );
  if (given.get("v") !== String(FORMAT))
    refuse(`its format is ${given.get("v") ?? "missing"}, and this page reads ${FORMAT}`);
  const C = given.get("C") === "inf" ? Infinity : numberIn(given, "C", POSITIVE);
  const name = given.get("kernel");
  if (!Object.hasOwn(PARAMETERS, name)) refuse(`it names no kernel that this page trains`);
  const kernel = { name };
  for (const [key, rule] of Object.entries(PARAMETERS[name])) kernel[key] = numberIn(given, key, rule);
  if (kernel.degree !== undefined && !(kernel.degree >= 1 && kernel.degree <= 20)) refuse("degree must be 1 to 20");
  return { C, kernel, points: given.has("points") ? pointsIn(given.get("points"), classes) : null };
}

function refuse(why) {
  throw new RangeError(`This link cannot be opened: ${why}. The page stands where it began.`);
}

function numberIn(given, key, [holds, what]) {
  const text = given.get(key) ?? "";
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || !holds(value)) refuse(`${key} must be ${what}`);
  return value;
}

function pointsIn(text, classes) {
  const rows = text === "" ? [] : text.split(";").map((row) => row.split(",").map(Number));
  if (rows.length > MOST_IN_ADDRESS) refuse(`it has more than ${MOST_IN_ADDRESS} points`);
  const right = ([x, y, k, ...more]) =>
    Number.isFinite(x) && Number.isFinite(y) && Number.isInteger(k) && k >= 0 && k < classes && !more.length;
  if (!rows.every(right)) refuse(`its points must be two numbers and a class from 0 to ${classes - 1} each`);
  return { X: Float64Array.from(rows.flatMap((row) => row.slice(0, 2))), y: Int32Array.from(rows, ([, , k]) => k) };
}
