// What an exported page of a proposed kernel stands at as the end of its address, "#v=1&kernel=gaussian&sigma=1&points=x,y;..."
// or "#v=1&kernel=formula&text=dot(x%2C%20z)&points=...". All of it is checked, and refused in words.

import { formulaFunction } from "../math/formula.js";
import { ADDRESS_FORMAT, givenIn, parametersIn, refuse } from "./address.js";

/** The address of {kernel: {name, ...}, points: [[x₁, x₂], ...]}. */
export function proposalAddress({ kernel: { name, text, ...parameters }, points }) {
  const told = { v: ADDRESS_FORMAT, kernel: name, ...parameters };
  if (text !== undefined) told.text = encodeURIComponent(text);
  told.points = points.map((place) => place.join(",")).join(";");
  const parts = Object.entries(told).map(([key, value]) => `${key}=${value}`);
  return `#${parts.join("&")}`;
}

/** {choice, points} of an address: values of the controls, and places. Raises a RangeError in words. */
export function readProposal(hash, menus, most) {
  const given = givenIn(hash);
  const name = given.get("kernel");
  const entry = menus.kernels.find((kernel) => kernel.name === name);
  if (!entry && name !== "formula") refuse("it names no kernel that this page has");
  const choice = { kernel: name, ...(entry ? parametersIn(given, entry.parameters, menus) : { text: textIn(given) }) };
  const points = placesIn(given.get("points") ?? "", most);
  for (const key of given.keys())
    if (!["v", "kernel", "points", ...Object.keys(choice)].includes(key))
      refuse("it says something that this page does not know");
  return { choice, points };
}

function textIn(given) {
  try {
    const text = decodeURIComponent(given.get("text") ?? "");
    formulaFunction(text);
    return text;
  } catch (error) {
    return refuse(error.message);
  }
}

function placesIn(text, most) {
  const places = text === "" ? [] : text.split(";").map((place) => place.split(",").map(Number));
  if (places.length > most) refuse(`it has more than ${most} points`);
  if (!places.every((place) => place.length === 2 && place.every(Number.isFinite)))
    refuse("its points must be two numbers each");
  return places;
}
