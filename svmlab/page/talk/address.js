// What a page without Python stands at as the end of its address, "#v=1&C=1&kernel=gaussian&sigma=1&points=x,y,k;...", or
// with "&data=moons&m=200&noise=0.2&seed=7" in the place of points, "&overlays=margin,slack", "&zoom=2,0.5,-1" where the
// plane is seen twice as near about a place, "&over=sigma" where curves are drawn over that, and back. Whoever sends a link can write anything into it, so all of it
// is checked by the rules of the controls, and refused in words.

import { OVER, OVERLAYS } from "../math/constants.js";
import { isSemidefinite } from "../math/kernels.js";
import { canDraw } from "../math/samples.js";
import { FARTHEST, NEAREST } from "../math/zoom.js";
import { drawingRule, parameterRule, readTyped } from "../words/typed.js";

export const ADDRESS_FORMAT = 1;
export const MOST_IN_ADDRESS = 50; // points
const CONTROLLED = ["v", "C", "kernel", "overlays", "zoom", "over", "data", "points"];
const ZOOM_DIGITS = 5;

/**
 * The address of {C, kernel, overlays, zoom, over}, and of points that are others than those of the page: `data`, values of the controls that
 * draw them, or `points` {X, y}.
 */
export function addressOf({
  C,
  kernel: { name, ...parameters },
  overlays = [],
  zoom = null,
  over = OVER[0],
  data = null,
  points = null,
}) {
  const told = { v: ADDRESS_FORMAT, C: C === Infinity ? "inf" : C, kernel: name, ...parameters };
  if (overlays.length) told.overlays = overlays.join(",");
  if (zoom) told.zoom = [zoom.near, ...zoom.at].map((value) => Number(value.toPrecision(ZOOM_DIGITS))).join(",");
  if (over !== OVER[0]) told.over = over;
  if (data) Object.assign(told, data);
  else if (points)
    told.points = Array.from(points.y, (k, i) => `${points.X[2 * i]},${points.X[2 * i + 1]},${k}`).join(";");
  return `#${Object.entries(told)
    .map(([key, value]) => `${key}=${value}`)
    .join("&")}`;
}

/**
 * {C, kernel, overlays, zoom, over, data, points} of an address; `zoom` is {near, at} or null. `kernel` and `data` are values of the controls, {kernel, ...} and {data, ...} or
 * null; points have one of so many classes, null where there are none. Raises a RangeError in words.
 */
export function readAddress(hash, classes, menus) {
  const given = givenIn(hash);
  const C = numberIn(given, "C", { positive: true, hard: true });
  const chosen = menus.kernels.find(({ name }) => name === given.get("kernel"));
  if (!chosen) refuse("it names no kernel that this page has");
  const kernel = { kernel: chosen.name, ...parametersIn(given, chosen.parameters, menus) };
  if (!isSemidefinite({ ...kernel, name: chosen.name })) refuse("the page trains no kernel with these parameters");
  const overlays = given.has("overlays") ? overlaysIn(given.get("overlays")) : [];
  const zoom = given.has("zoom") ? zoomIn(given.get("zoom")) : null;
  const over = given.has("over") ? overIn(given.get("over")) : OVER[0];
  const data = given.has("data") ? dataIn(given, menus) : null;
  const points = !data && given.has("points") ? pointsIn(given.get("points"), classes) : null;
  for (const key of given.keys()) {
    if (![...CONTROLLED, ...Object.keys(kernel), ...Object.keys(data ?? {})].includes(key))
      refuse("it says something that this page does not know");
  }
  return { C, kernel, overlays, zoom, over, data, points };
}

/** What an address of this format says, by name. */
export function givenIn(hash) {
  const given = new Map(
    hash
      .slice(1)
      .split("&")
      .map((part) => part.split("=")),
  );
  if (given.get("v") !== String(ADDRESS_FORMAT))
    refuse(`its format is ${given.get("v") ?? "missing"}, and this page reads ${ADDRESS_FORMAT}`);
  return given;
}

/** {name: value} of what an address says of the parameters of a kernel. */
export function parametersIn(given, names, menus) {
  return Object.fromEntries(names.map((name) => [name, numberIn(given, name, ruleOf(menus.parameters[name]))]));
}

export function refuse(why) {
  throw new RangeError(`This link cannot be opened: ${why}. The page stands where it began.`);
}

/** The rule of the slider; a whole number from outside goes no further than it begins, for it may count the work. */
function ruleOf(parameter) {
  const rule = parameterRule(parameter);
  return rule.whole ? { ...rule, high: parameter.high } : rule;
}

function numberIn(given, name, rule) {
  const { value, error } = readTyped(given.get(name) ?? "", { name, ...rule });
  if (error) refuse(error.replace(/\.$/, ""));
  return value;
}

function overlaysIn(text) {
  const names = text.split(",");
  if (!names.every((name) => OVERLAYS.includes(name)))
    refuse(`its overlays must be some of ${OVERLAYS.join(", ")}, joined by commas`);
  return OVERLAYS.filter((name) => names.includes(name));
}

function overIn(name) {
  if (!OVER.includes(name)) refuse(`what its curves are over must be one of ${OVER.join(", ")}`);
  return name;
}

function zoomIn(text) {
  const [near, ...at] = text.split(",").map(Number);
  const right = at.length === 2 && at.every(Number.isFinite) && near >= 1 / FARTHEST && near <= NEAREST;
  if (!right) refuse(`its zoom must be a number from ${1 / FARTHEST} to ${NEAREST} and a place, joined by commas`);
  return { near, at };
}

function dataIn(given, menus) {
  const entry = menus.data.find(({ name }) => name === given.get("data") && canDraw(name));
  if (!entry) refuse("it names no data that this page draws");
  const data = { data: entry.name };
  for (const name of entry.used.filter((one) => one in menus.drawn)) {
    data[name] = numberIn(given, name, drawingRule(menus.drawn[name]));
  }
  return data;
}

function pointsIn(text, classes) {
  const rows = text === "" ? [] : text.split(";").map((row) => row.split(",").map(Number));
  if (rows.length > MOST_IN_ADDRESS) refuse(`it has more than ${MOST_IN_ADDRESS} points`);
  const right = ([x, y, k, ...more]) =>
    Number.isFinite(x) && Number.isFinite(y) && Number.isInteger(k) && k >= 0 && k < classes && !more.length;
  if (!rows.every(right)) refuse(`its points must be two numbers and a class from 0 to ${classes - 1} each`);
  return { X: Float64Array.from(rows.flatMap((row) => row.slice(0, 2))), y: Int32Array.from(rows, ([, , k]) => k) };
}
