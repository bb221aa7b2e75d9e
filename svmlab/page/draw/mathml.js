// Formulas that are written in a line, as "1/‖w‖ = 0.371" or "x₁² − 2x₂ ≤ 0", set as mathematics by the browser itself.

import { element } from "./elements.js";

const MATH_TOKEN = /\d+(?:\.\d+)?|[₀-₉ₖₗ]+|[⁰¹²³⁴-⁹⁻]+|./gsu;
const SIGNS_BELOW = new Map([..."₀₁₂₃₄₅₆₇₈₉ₖₗ"].map((sign, k) => [sign, "0123456789kl"[k]]));
const SIGNS_ABOVE = new Map([..."⁰¹²³⁴⁵⁶⁷⁸⁹⁻"].map((sign, k) => [sign, "0123456789−"[k]]));
const MATH_LETTER = /[A-Za-zα-ωΑ-Ω]/;
const CLOSERS = ")‖⟩";
const TIGHT_SIGNS = "/‖∇"; // operators without space around them
const MATH_ENTITIES = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };
const LEADING_WORDS = /^((?:[A-Za-z]{2,} )*)(.*)$/s;

/** The markup of a line, without the element around it. */
export function markupOf(line) {
  const parts = []; // {base, below, above, operator}
  for (const token of line.match(MATH_TOKEN) ?? []) {
    const last = parts.at(-1);
    if (SIGNS_BELOW.has(token[0])) last.below = scriptOf(token, SIGNS_BELOW);
    else if (SIGNS_ABOVE.has(token[0])) last.above = scriptOf(token, SIGNS_ABOVE);
    else if (token === "*" && last && !last.operator) last.above = "<mo>*</mo>";
    else if (token.trim()) parts.push(partOf(token, last));
  }
  return parts.map(scripted).join("");
}

function partOf(token, last) {
  if (/\d/.test(token)) return { base: `<mn>${token}</mn>` };
  if (MATH_LETTER.test(token)) return { base: `<mi>${token}</mi>` };
  const first = !last || (last.operator && !CLOSERS.includes(last.operator));
  const form = token === "−" && first ? ' form="prefix"' : "";
  const space = TIGHT_SIGNS.includes(token) ? ' lspace="0" rspace="0"' : "";
  return { base: `<mo stretchy="false"${form}${space}>${MATH_ENTITIES[token] ?? token}</mo>`, operator: token };
}

function scripted({ base, below, above }) {
  if (below && above) return `<msubsup>${base}${below}${above}</msubsup>`;
  if (below) return `<msub>${base}${below}</msub>`;
  return above ? `<msup>${base}${above}</msup>` : base;
}

function scriptOf(token, signs) {
  const text = [...token].map((sign) => signs.get(sign)).join("");
  return MATH_LETTER.test(text) ? `<mi>${text}</mi>` : `<mn>${text}</mn>`;
}

/** A line as an element; a screen reader is told the line. */
export function mathOf(line) {
  const holder = document.createElement("span");
  holder.innerHTML = `<math>${markupOf(line)}</math>`; // a parser knows what it is without its address
  const math = holder.firstElementChild;
  math.setAttribute("role", "math");
  math.setAttribute("aria-label", line);
  return math;
}

/** [words, formula] of "margin 1/‖w‖ = 0.371"; words alone stay words, and a lone symbol, "slack ξ", is text in italics. */
export function wordsAndMath(text) {
  const [, words, line] = text.match(LEADING_WORDS);
  if (!line || /^[A-Za-z]{2,}$/.test(line)) return [text];
  return [words, line.length === 1 ? element("i", {}, line) : mathOf(line)].filter(Boolean);
}
