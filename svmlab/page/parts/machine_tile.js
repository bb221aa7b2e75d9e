// One machine of several: its regions on a grid, where the machines differ, where it is undecided, and its numbers.

import { UNDECIDED } from "../math/constants.js";
import { significant } from "../words/format.js";
import { Stage } from "../draw/canvas.js";
import { element } from "../draw/elements.js";
import { boxScales, nearestPoint } from "../draw/frame.js";
import { Marker, thinner } from "../draw/marks.js";
import { regionColors } from "../draw/regions.js";

const TILE_REACH = 12; // pixels within which a click means a point
const DOT = 0.008; // radius of a point in parts of the width, so that what is hatched shows between them
const GAP_OF_LINES = 7; // pixels
const LAST_RATE = /^(.*?)( \([^)]*\))?$/s; // what says the same once more, for which a tile on a stage has no room
const UNSURE = "not certified: try a smaller C, or another kernel";

/** What a classifier says of a point that was left out of its training. */
export function leftOutWord({ lost, error }, i) {
  if (lost) return lost[i] ? "error" : "right";
  return error ? "not computed" : "…";
}

/** A classifier in words. */
export function tileText(entry) {
  return `${entry.label}: ${errorsText(entry)}${timesText(entry)}`;
}

function errorsText(entry) {
  const { error, training_errors: train } = entry;
  return train === undefined ? error || "…" : `training errors ${train}, ${leftOutPart(entry)}`;
}

function timesText({ training_errors: train, seconds, loo_seconds: loo, certified }) {
  if (train === undefined) return "";
  const trained = seconds === undefined ? "" : `, trained in ${milliseconds(seconds)}`;
  const left = loo === undefined ? "" : `, left out in ${milliseconds(loo)}`;
  return `${trained}${left}${certified ? "" : `, ${UNSURE}`}`;
}

function leftOutPart({ error, n_errors: lost, error_rate: rate, certified }) {
  if (error) return certified ? `leave-one-out: ${error}` : "leave-one-out not computed";
  if (lost === undefined) return "leave-one-out …";
  return `leave-one-out ${lost}${rate === null ? "" : ` (${significant(100 * rate)} %)`}`;
}

const milliseconds = (seconds) =>
  seconds < 0.9995 ? `${significant(1000 * seconds)} ms` : `${significant(seconds)} s`;

export class MachineTile {
  constructor(host, changed, choose) {
    this.name = element("strong");
    this.numbers = element("span");
    this.times = element("span", { class: "svm-times" });
    this.place = element("div", { class: "svm-tile-plane" });
    this.node = element(
      "figure",
      { class: "svm-tile" },
      element("div", { class: "svm-tile-room" }, this.place),
      element("figcaption", {}, this.name, this.numbers, this.times),
    );
    host.append(this.node);
    this.stage = new Stage(this.place, (width) => width / this.aspect, changed);
    this.rasters = {};
    this.place.addEventListener("click", (event) => choose(this.nearest(this.stage.place(event))));
  }

  draw(picture) {
    const { entry, machine, look, fits, current } = picture;
    this.aspect = machine.aspect;
    this.say(entry);
    this.node.classList.toggle("svm-old", !current);
    if (!this.stage.fit()) return;
    const { ctx, width, height } = this.stage;
    this.box = { x: 0, y: 0, width, height };
    if (!fits || !entry.code) {
      ctx.fillStyle = look.theme.background;
      ctx.fillRect(0, 0, width, height);
    } else this.paint(ctx, picture);
    ctx.strokeStyle = look.line("frame").color;
    ctx.lineWidth = 1;
    ctx.strokeRect(0.5, 0.5, width - 1, height - 1);
  }

  say(entry) {
    const text = tileText(entry);
    if (this.text === text) return;
    this.text = text;
    this.name.textContent = entry.label;
    const [, numbers, rate = ""] = errorsText(entry).match(LAST_RATE);
    this.numbers.replaceChildren(numbers, element("span", { class: "svm-tile-rate" }, rate));
    this.times.textContent = timesText(entry);
    this.stage.canvas.setAttribute("role", "img");
    this.stage.canvas.setAttribute("aria-label", `Regions of ${text}`);
  }

  paint(ctx, { compared, entry, machine, look, selected, bare }) {
    const { box } = this;
    this.scales = boxScales(box, machine.limits);
    this.machine = machine;
    const [ny, nx] = compared.shape;
    const colors = regionColors(look, machine.Q).map(({ outside }) => outside);
    const key = `${look.themeName} ${machine.hues}`;
    const regions = this.raster("regions", entry.code, nx, ny, key, (k) => [...colors[k % UNDECIDED], 255]);
    ctx.imageSmoothingEnabled = true;
    ctx.drawImage(regions, 0, 0, box.width, box.height);
    const where = (is) => (value) => [0, 0, 0, is(value) ? 255 : 0];
    const differ = this.raster(
      "differ",
      compared.differ,
      nx,
      ny,
      "",
      where((on) => on),
    );
    const undecided = this.raster(
      "undecided",
      entry.code,
      nx,
      ny,
      "",
      where((k) => k >= UNDECIDED),
    );
    this.pattern(ctx, differ, (layer) => hatch(layer, box, look));
    this.pattern(ctx, undecided, (layer) => dots(layer, box, look));
    if (!bare) this.points(ctx, machine, entry, look, selected);
  }

  /** Values on the grid, from below, as a small picture; made anew for other values only. */
  raster(name, values, nx, ny, key, color) {
    const known = this.rasters[name];
    if (known?.values === values && known.key === key) return known.canvas;
    const canvas = known?.canvas ?? document.createElement("canvas");
    Object.assign(canvas, { width: nx, height: ny });
    const image = new ImageData(nx, ny);
    for (let r = 0; r < ny; r++) {
      for (let c = 0; c < nx; c++) image.data.set(color(values[(ny - 1 - r) * nx + c]), 4 * (r * nx + c));
    }
    canvas.getContext("2d").putImageData(image, 0, 0);
    this.rasters[name] = { values, key, canvas };
    return canvas;
  }

  /** What `drawPattern` draws, where the mask is opaque. */
  pattern(ctx, mask, drawPattern) {
    const { width, height, dpr } = this.stage;
    const layer = (this.layer ??= document.createElement("canvas"));
    Object.assign(layer, { width: Math.round(width * dpr), height: Math.round(height * dpr) });
    const over = layer.getContext("2d");
    over.scale(layer.width / width, layer.height / height);
    drawPattern(over);
    over.globalCompositeOperation = "destination-in";
    over.drawImage(mask, 0, 0, width, height);
    ctx.drawImage(layer, 0, 0, width, height);
  }

  points(ctx, { X, y, m, Q }, { wrong }, look, selected) {
    const radius = Math.min(look.crowded(m), DOT * this.box.width);
    if (this.markerOf !== look || this.marker.radius !== radius || this.marker.classes.length !== Q) {
      this.markerOf = look;
      this.marker = new Marker(thinner(look, Math.min(1, radius / look.radius)), radius, Q);
    }
    const at = (i) => [this.scales.x.to(X[2 * i]), this.scales.y.to(X[2 * i + 1])];
    for (const first of [0, 1]) {
      for (let i = 0; i < m; i++) {
        if (wrong[i] !== first) continue;
        if (first) this.marker.cross(ctx, ...at(i));
        this.marker.plain(ctx, y[i], ...at(i));
      }
    }
    if (selected >= 0 && selected < m) this.marker.selected(ctx, ...at(selected));
  }

  nearest(place) {
    return this.machine ? nearestPoint(this.scales, this.machine, place, TILE_REACH) : -1;
  }

  dispose() {
    this.stage.dispose();
  }
}

function hatch(ctx, { width, height }, look) {
  ctx.strokeStyle = look.theme.ink;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let x = -height; x < width; x += GAP_OF_LINES) {
    ctx.moveTo(x, height);
    ctx.lineTo(x + height, 0);
  }
  ctx.stroke();
}

function dots(ctx, { width, height }, look) {
  ctx.fillStyle = look.theme.ink;
  for (let y = GAP_OF_LINES / 2; y < height; y += GAP_OF_LINES) {
    for (let x = GAP_OF_LINES / 2; x < width; x += GAP_OF_LINES) ctx.fillRect(x - 1, y - 1, 2.2, 2.2);
  }
}
