// The legend of a constrained problem: what each border, mark and arrow means, and how things stand at it.

import { rowsOf } from "../math/quadratic.js";
import { significant } from "../words/format.js";
import { caseOf, constraintTexts, symbolsOf } from "../words/problem.js";
import { drawArrow, drawDiamond, drawDisc, drawPlus } from "../draw/arrows.js";
import { element } from "../draw/elements.js";
import { swatch } from "../draw/legend.js";
import { wordsAndMath } from "../draw/mathml.js";
import { borderLine } from "../draw/problem_plane.js";

/** The reading of a row: its constraint, multiplier and state. */
export function rowText(problem, solution, k) {
  const text = constraintTexts(problem)[k].replace(/ ([≤≥=]) 0$/, "\u00a0$1\u00a00");
  if (!solution) return text;
  const which = { equality: "equality", active: "active", border: "on the border", inactive: "inactive" };
  const { multiplier } = symbolsOf(problem, k);
  return `${text}: ${which[caseOf(problem, solution, k)]}, ${multiplier}\u00a0=\u00a0${significant(solution.multipliers[k])}`;
}

/** The same with its formulas set: "x + 2y + 1 ≤ 0: active, α = 0.400". */
const readingOf = (text) =>
  text.split(/(: |, )/).flatMap((part) => (/^[:,] $/.test(part) ? [part] : wordsAndMath(part)));

/** What the picture shows of a problem, {text, draw}; `line` where it has one variable, `trying` where a multiplier is tried. */
export function problemEntries({ problem, solution, look, line, trying }) {
  const r = look.radius;
  const { ink, muted, vacuous } = look.theme;
  const width = look.line("curve").width;
  const stroke =
    ({ color, width, dash = [] }) =>
    (ctx, x, y) => {
      Object.assign(ctx, { strokeStyle: color, lineWidth: width });
      ctx.setLineDash(dash);
      ctx.beginPath();
      ctx.moveTo(x - 4 * r, y);
      ctx.lineTo(x + 4 * r, y);
      ctx.stroke();
    };
  const thin = look.line("frame").width;
  const arrow = (ctx, x, y) => drawArrow(ctx, [x - 3.6 * r, y], [x + 3.6 * r, y], look.series[1].color, 1.3 * width);
  const tint = (ctx, x, y) => {
    ctx.globalAlpha = 0.3;
    ctx.fillStyle = muted;
    ctx.fillRect(x - 4 * r, y - 2 * r, 8 * r, 4 * r);
  };
  const rows = rowsOf(problem).map((_, k) => {
    const line = borderLine(look, problem, solution, k);
    return { text: rowText(problem, solution, k), formula: true, key: [line.color, line.width], draw: stroke(line) };
  });
  const point = {
    text: line ? "saddle point (x*, multiplier)" : "x*, the minimum",
    draw: (ctx, x, y) => drawDisc(ctx, look, [x, y], 1.35 * r, ink),
  };
  const entries = [...rows, point];
  if (line)
    entries.push({ text: "level curves of L, dashed below the saddle", draw: stroke({ color: vacuous, width: thin }) });
  else {
    entries.push({ text: "free minimum of f", draw: (ctx, x, y) => drawPlus(ctx, look, [x, y], 1.6 * r, muted) });
    if (solution?.gradient.some((v) => v !== 0)) {
      entries.push({ text: "level curve through x*", draw: stroke({ color: ink, width: 1.8 * thin }) });
      entries.push({ text: "∇f(x*), balanced by the other arrows", draw: arrow });
    }
    if (!rows.length) entries.push({ text: "∇f, across the level curves", draw: arrow });
  }
  if (rowsOf(problem).some((row) => !row.equality)) entries.push({ text: "forbidden side", draw: tint });
  if (trying)
    entries.push({
      text: "lowest L for the multiplier tried",
      draw: (ctx, x, y) => drawDiamond(ctx, look, [x, y], 2 * r, ink),
    });
  return entries;
}

export class ProblemLegend {
  constructor(host) {
    this.node = element("ul", { class: "svm-legend", "aria-label": "Legend" });
    host.append(this.node);
  }

  show(entries, look) {
    const key = JSON.stringify([
      entries.map(({ text, key }) => [text, key]),
      look.themeName,
      look.radius,
      devicePixelRatio,
    ]);
    if (key === this.key) return;
    this.key = key;
    this.node.replaceChildren(
      ...entries.map(({ text, formula, draw }) =>
        element("li", {}, swatch(draw, look.radius), element("span", {}, ...(formula ? readingOf(text) : [text]))),
      ),
    );
  }
}
