// The data sets as small pictures, one of which is chosen: a group of radio buttons, as the menu beside it is a list.

import { element, smallPicture } from "../draw/elements.js";
import { Marker, thinner } from "../draw/marks.js";

const PICTURE_WIDE = 5.2; // width and height of a picture, radius of a point, in sizes of its text
const PICTURE_HIGH = 3.4;
const PICTURE_DOT = 0.17;
const PICTURE_RIM = 0.1; // of the picture, left free around the points

/** A function from a place to pixels that fits points into a picture, both axes on one scale. */
export function fitting({ X, y }, width, height) {
  const ends = [0, 1].map((axis) => {
    const along = Array.from(y, (_, i) => X[2 * i + axis]);
    return [Math.min(...along), Math.max(...along)];
  });
  const spread = ends.map(([low, high]) => Math.max(high - low, Number.MIN_VALUE));
  const scale = (1 - 2 * PICTURE_RIM) * Math.min(width / spread[0], height / spread[1]);
  const middle = ends.map(([low, high]) => (low + high) / 2);
  return ([x1, x2]) => [width / 2 + scale * (x1 - middle[0]), height / 2 - scale * (x2 - middle[1])];
}

export class DataPictures {
  /** `chosen(name)` is called with the data set that is wanted, `pointsOf(name)` gives its {X, y} or null. */
  constructor(id, pointsOf, chosen) {
    Object.assign(this, { id, pointsOf, chosen, options: {} });
    this.node = element("div", {
      class: "svm-pictures",
      id: `${id}-pictures`,
      role: "radiogroup",
      "aria-label": "data",
    });
    this.button = element(
      "button",
      {
        type: "button",
        class: "svm-button svm-pictures-button",
        "aria-expanded": "false",
        "aria-controls": this.node.id,
        "aria-label": "pictures of the data sets",
        "data-lm-suppress-shortcuts": "true",
      },
      "▦",
    );
    this.button.addEventListener("click", () => this.open(!this.isOpen));
    this.node.addEventListener("keydown", ({ key }) => key === "Escape" && this.open(false));
    new ResizeObserver(() => this.look && this.paint()).observe(this.node); // when they come into sight
  }

  get isOpen() {
    return this.button.getAttribute("aria-expanded") === "true";
  }

  /** Beside a menu they wait behind a button. */
  open(on) {
    this.button.setAttribute("aria-expanded", String(on));
    this.node.classList.toggle("svm-pictures-open", on);
    if (!on && this.node.matches(":focus-within")) this.button.focus();
  }

  /** Offer `offered`, [name, title], with `value` chosen. */
  show(offered, value, look) {
    Object.assign(this, { offered, value, look });
    this.build();
    for (const [name, { input }] of Object.entries(this.options)) input.checked = name === value;
    this.paint();
  }

  build() {
    const key = JSON.stringify(this.offered);
    if (this.built === key) return;
    this.built = key;
    this.options = Object.fromEntries(this.offered.map(([name, title]) => [name, this.option(name, title)]));
    this.node.replaceChildren(...Object.values(this.options).map(({ label }) => label));
  }

  option(name, title) {
    const attributes = { type: "radio", name: this.node.id, value: name, "data-lm-suppress-shortcuts": "true" };
    const [input, place] = [element("input", attributes), element("span", { class: "svm-picture-place" })];
    input.addEventListener("change", () => this.chosen(name));
    input.addEventListener("click", ({ detail }) => detail && this.open(false)); // by an arrow key one goes on
    const label = element("label", { class: "svm-picture" }, input, place, element("span", {}, title));
    return { input, place, label };
  }

  /** Each picture where its points, or its look, are others than those that are drawn. */
  paint() {
    const { look } = this;
    if (!this.node.checkVisibility()) return;
    for (const [name, { place }] of Object.entries(this.options)) {
      const points = this.pointsOf(name);
      const key = `${look.themeName} ${look.type.small} ${devicePixelRatio} ${points?.key}`;
      if (place.dataset.key === key) continue;
      place.dataset.key = key;
      place.replaceChildren(pictureOf(points, look));
    }
  }
}

/** A small picture of points {X, y}, in the colours of their classes; without any, a table. */
function pictureOf(points, look) {
  const size = look.type.small;
  const [width, height, radius] = [PICTURE_WIDE * size, PICTURE_HIGH * size, PICTURE_DOT * size];
  return smallPicture(width, height, (ctx) => {
    if (!points) {
      drawTable(ctx, look, width, height);
      return;
    }
    const to = fitting(points, width, height);
    const marker = new Marker(thinner(look, radius / look.radius), radius, Math.max(...points.y) + 1);
    points.y.forEach((k, i) => marker.plain(ctx, k, ...to([points.X[2 * i], points.X[2 * i + 1]])));
  });
}

function drawTable(ctx, look, width, height) {
  Object.assign(ctx, { strokeStyle: look.theme.muted, lineWidth: 1 });
  ctx.beginPath();
  for (const part of [0.2, 0.4, 0.6, 0.8]) {
    ctx.moveTo(0.25 * width, part * height);
    ctx.lineTo(0.75 * width, part * height);
  }
  for (const part of [0.25, 0.5, 0.75]) {
    ctx.moveTo(part * width, 0.2 * height);
    ctx.lineTo(part * width, 0.8 * height);
  }
  ctx.stroke();
}
