// The key of the bounds: a box to tick for each, how it is drawn, what it says at the present C, what that is worth,
// and on request why.

import { coveredLook, looksLike } from "../math/bound_curves.js";
import { countText, rateText, verdictText } from "../words/bounds.js";
import { meaningOf, meaningOfBound } from "../words/meanings.js";
import { BoundMarks, boundLook, dashOf } from "../draw/bound_panel.js";
import { element, smallPicture, tell } from "../draw/elements.js";
import { explain } from "./explained.js";

const LINES = [
  ["holds", "solid: proved, and it holds"],
  ["fails", "dashed: its hypotheses fail"],
  ["unproved", "dash-dotted: not proved, never seen to fail"],
  ["estimate", "dotted: an estimate, no bound"],
];

/** A small picture that `draw(ctx, width, height)` paints. */
function sample(look, draw) {
  const [width, height] = [3 * look.type.legend, 1.2 * look.type.legend];
  return smallPicture(width, height, (ctx) => draw(ctx, width, height));
}

function stroke(ctx, width, height, { color, dash = [], thick }) {
  Object.assign(ctx, { strokeStyle: color, lineWidth: thick });
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(2, height / 2);
  ctx.lineTo(width - 2, height / 2);
  ctx.stroke();
  ctx.setLineDash([]);
}

export class BoundKey {
  /** `toggled(name)` is told which box was ticked. */
  constructor(host, id, toggled) {
    Object.assign(this, { id, toggled });
    this.at = element("th", { scope: "colgroup", colspan: 2, class: "svm-at" });
    const head = element(
      "tr",
      {},
      element("th", { scope: "col", colspan: 2 }, "leave-one-out errors"),
      this.at,
      element("th", { scope: "col" }, "what it is worth"),
    );
    this.rows = element("tbody");
    const table = element(
      "table",
      { class: "svm-key", "aria-label": "Bounds at C" },
      element("thead", {}, head),
      this.rows,
    );
    this.more = element("button", {
      type: "button",
      class: "svm-more svm-key-more svm-verdict",
      "aria-expanded": "false",
      "data-lm-suppress-shortcuts": "true",
    });
    this.more.addEventListener("click", () => {
      this.all = !this.all;
      this.changed?.();
    });
    this.lines = element("ul", { class: "svm-legend svm-lines", "aria-label": "Lines" });
    this.node = element("div", { hidden: true }, table, this.more, this.lines);
    host.append(this.node);
    this.open = new Set(); // names of those whose reason is told
    this.first = new Set(); // names of those that were drawn when the rows were made
  }

  show(picture) {
    const { bounds, look, where } = picture;
    this.node.hidden = !bounds;
    if (!bounds) return;
    const key = [
      bounds.curves.map(({ name, kind }) => `${name} ${kind.includes("estimate")}`),
      look.themeName,
      look.radius,
      devicePixelRatio,
    ].join();
    if (this.built !== key) {
      this.built = key;
      this.build(bounds, look);
      this.first = new Set(picture.shown);
    }
    tell(this.at, `at ${where}`);
    for (const row of this.list) this.tellRow(row, picture);
    const others = this.list.filter(({ name }) => name && !this.first.has(name)).length;
    this.more.hidden = !others;
    this.more.setAttribute("aria-expanded", String(Boolean(this.all)));
    tell(this.more, this.all ? "only those drawn" : `${others} more`);
  }

  /** Those that were not drawn at first wait behind a button, unless they are ticked. */
  isListed(name, shown) {
    return this.all || this.first.has(name) || shown.has(name);
  }

  build({ curves }, look) {
    const marks = new BoundMarks(look, look.radius, curves.length);
    this.list = [{ name: "", label: "exact" }, ...curves].map((curve, k) => this.row(curve, k - 1, marks, look));
    this.rows.replaceChildren(...this.list.flatMap(({ line, why }) => (why ? [line, why] : [line])));
    const { ink, vacuous } = look.theme;
    const thick = look.line("curve").width;
    const entries = [
      ...LINES.map(([name, text]) => [text, { color: ink, dash: dashOf(look, name), thick }]),
      ["grey: vacuous, above 100 %", { color: vacuous, thick }],
    ].map(([text, line]) =>
      element(
        "li",
        {},
        sample(look, (ctx, w, h) => stroke(ctx, w, h, line)),
        text,
      ),
    );
    const ring = sample(look, (ctx, w, h) => {
      Object.assign(ctx, { strokeStyle: ink, lineWidth: look.marks.free.width });
      ctx.arc(w / 2, h / 2, 0.45 * h, 0, 2 * Math.PI);
      ctx.stroke();
    });
    this.lines.replaceChildren(...entries, element("li", {}, ring, "ring: where it would set C"));
  }

  row({ name, label, kind }, k, marks, look) {
    const { width: thick, color: ink } = look.line("boundary");
    const exact = (ctx, width, height) => stroke(ctx, width, height, { color: ink, thick: 1.4 * thick });
    /** As the curve is drawn at the present C. */
    const draw = (now, vacuous) => (ctx, width, height) => {
      const color = vacuous ? look.theme.vacuous : boundLook(look, k).color;
      stroke(ctx, width, height, { color, thick: look.line("curve").width, dash: dashOf(look, now) });
      marks.draw(ctx, k, width / 2, height / 2, { vacuous, open: now === "estimate" });
    };
    const box =
      k < 0
        ? null
        : element("input", { type: "checkbox", id: `${this.id}-${name}`, "data-lm-suppress-shortcuts": "true" });
    box?.addEventListener("change", () => this.toggled(name));
    const swatch = element(
      "span",
      { class: "svm-swatch" },
      sample(look, k < 0 ? exact : draw(coveredLook({ kind }), false)),
    );
    const called = box
      ? element("label", { for: box.id }, box, swatch, label)
      : element("span", { class: "svm-exact" }, swatch, label);
    const cells = { value: element("td", { class: "svm-number" }), rate: element("td", { class: "svm-number" }) };
    for (const node of box ? [box, called] : [called]) explain(node, meaningOfBound(name));
    const worth = k < 0 ? element("span", {}, "the count itself") : this.disclosure(name);
    const line = element(
      "tr",
      {},
      element("th", { scope: "row", colspan: 2 }, called),
      cells.value,
      cells.rate,
      element("td", {}, worth),
    );
    const reason = element("td", { colspan: 5 });
    const why = box && element("tr", { class: "svm-why", hidden: true, id: `${this.id}-${name}-why` }, reason);
    const redraw = (...now) => swatch.replaceChildren(sample(look, draw(...now)));
    return { name, label, kind, line, box, worth, why, reason, redraw, ...cells };
  }

  /** The verdict is a button that says why. */
  disclosure(name) {
    const button = element("button", {
      type: "button",
      class: "svm-verdict",
      "aria-expanded": "false",
      "aria-controls": `${this.id}-${name}-why`,
      "data-lm-suppress-shortcuts": "true",
    });
    button.addEventListener("click", () => {
      if (!this.open.delete(name)) this.open.add(name);
      this.changed?.();
    });
    return button;
  }

  tellRow(row, { readings, errors, shown, verdicts, report, current }) {
    const { name, line, box, value, rate, worth, why, reason } = row;
    const reading = readings[name];
    tell(value, reading ? countText(reading) : "");
    tell(rate, reading ? rateText(reading) : "");
    line.classList.toggle("svm-old", !(current || (!name && errors?.current)));
    if (!box) return;
    box.checked = shown.has(name);
    line.hidden = !this.isListed(name, shown);
    line.classList.toggle("svm-off", !box.checked);
    line.classList.toggle("svm-vacuous", Boolean(reading?.vacuous));
    const now = reading && looksLike(row, reading);
    if (reading && row.drawn !== `${now} ${reading.vacuous}`) {
      row.drawn = `${now} ${reading.vacuous}`;
      row.redraw(now, reading.vacuous);
    }
    worth.hidden = !reading;
    tell(worth, reading ? verdictText(reading, verdicts) : "");
    explain(worth, reading?.vacuous ? meaningOf("vacuous") : "");
    worth.setAttribute("aria-label", `${worth.textContent}: why, for ${row.label}`);
    why.hidden = line.hidden || !this.open.has(name);
    worth.setAttribute("aria-expanded", String(!why.hidden));
    if (!why.hidden) tell(reason, reasonText(report?.byName?.[name]));
  }
}

/** Why a bound holds or does not, and where it is from. */
export function reasonText(bound) {
  return bound ? `${bound.why}. (${bound.source})` : "once C is at rest";
}
