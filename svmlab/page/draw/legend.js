// The legend: what shapes, rings and lines mean, drawn with the same marks as the picture.

import { element, smallPicture } from "./elements.js";
import { Marker } from "./marks.js";

/** Entries {text, draw(ctx, x, y)} for a machine. */
export function legendEntries(machine, look, marker, others = 0) {
  const line = (name) => (ctx, x, y) => {
    const { width, dash, color } = look.line(name);
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(x - 4 * look.radius, y);
    ctx.lineTo(x + 4 * look.radius, y);
    ctx.stroke();
    ctx.setLineDash([]);
  };
  const two = machine.O === 1;
  const { muted } = look.theme;
  const any = new Marker(look, marker.radius, [{ color: muted, edge: muted, vertices: null }]); // of whatever class
  const classes = machine.classes.map((name, k) => ({
    text: `class ${name}`,
    whole: machine.whole?.classes[k],
    draw: (ctx, x, y) => marker.plain(ctx, k, x, y),
  }));
  if (!machine.O) return classes; // of points without a machine
  return [
    ...classes,
    { text: "free: 0 < α < C", draw: (ctx, x, y) => (any.plain(ctx, 0, x, y), any.free(ctx, x, y)) },
    { text: "bounded: α = C", draw: (ctx, x, y) => any.bounded(ctx, 0, x, y) },
    { text: "misclassified", draw: (ctx, x, y) => (any.cross(ctx, x, y), any.bounded(ctx, 0, x, y)) },
    { text: two ? "boundary: f(x) = 0" : "boundary of classes", draw: line("boundary") },
    { text: two ? "margin: f(x) = ±1" : "margin: ahead by 1", draw: line("margin") },
    ...(others ? [{ text: "other lines that separate", draw: line("cursor") }] : []),
  ];
}

/** A small picture of a mark, so many radii wide and high. */
export function swatch(draw, radius, wide = 8, high = Math.min(wide, 6)) {
  const [width, height] = [wide * radius, high * radius];
  return smallPicture(width, height, (ctx) => draw(ctx, width / 2, height / 2));
}

/** A small picture of a line. */
export function lineSwatch({ radius }, { color, dash = [], width }) {
  const draw = (ctx, x, y) => {
    Object.assign(ctx, { strokeStyle: color, lineWidth: width });
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(0, y);
    ctx.lineTo(2 * x, y);
    ctx.stroke();
  };
  return swatch(draw, radius, 8, 5);
}

/** Put a small picture where it is not yet, or the look has changed. */
export function keepSwatch(host, look, make) {
  const key = `${look.themeName} ${look.radius} ${devicePixelRatio}`;
  if (host.dataset.key === key) return;
  host.dataset.key = key;
  host.replaceChildren(make());
}

export class Legend {
  constructor(host) {
    this.node = element("ul", { class: "svm-legend", "aria-label": "Legend" });
    host.append(this.node);
  }

  /** `others`: how many lines are drawn beside the machine's. */
  show(machine, look, others = 0) {
    const key = `${others} ${machine.classes.join("\n")} ${machine.O} ${look.themeName} ${look.radius} ${devicePixelRatio}`;
    if (key === this.key) return;
    this.key = key;
    const marker = new Marker(look, look.radius, machine.classes.length);
    const items = legendEntries(machine, look, marker, others).map(({ text, whole, draw }) =>
      element("li", { title: whole }, swatch(draw, look.radius), text),
    );
    this.node.replaceChildren(...items);
  }

  swatch(draw, radius) {
    return swatch(draw, radius);
  }
}
