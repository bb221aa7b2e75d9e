// The look: style.py's table, at one size and in the theme of the page around.

import { around, element } from "../draw/elements.js";

/** "#RRGGBB" as [r, g, b]. */
export function rgb(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

/** The colour t of the way from one "#RRGGBB" to another. */
export function mixed(from, to, t) {
  const [a, b] = [rgb(from), rgb(to)];
  return `rgb(${a.map((channel, k) => Math.round(channel + t * (b[k] - channel))).join()})`;
}

/** Any CSS colour that getComputedStyle gives as [r, g, b, opacity], null for what it cannot read. */
export function readColor(text) {
  const value = (text || "").trim();
  if (/^#[0-9a-f]{6}$/i.test(value)) return [...rgb(value), 1];
  if (/^#[0-9a-f]{3}$/i.test(value)) return [...rgb("#" + [...value.slice(1)].map((d) => d + d).join("")), 1];
  if (value === "white") return [255, 255, 255, 1];
  if (value === "black") return [0, 0, 0, 1];
  const found = value.match(/^rgba?\(([^)]+)\)$/);
  if (!found) return null;
  const [r, g, b, a = 1] = found[1]
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map(Number);
  return [r, g, b, a];
}

export function isDark([r, g, b]) {
  return 0.299 * r + 0.587 * g + 0.114 * b < 128;
}

const BACKGROUNDS = ["--jp-layout-color0", "--vscode-editor-background"];

/** Is the page around this element dark? Asked of the application, then of what is painted, then of the reader. */
export function surroundingIsDark(node) {
  const style = getComputedStyle(node);
  for (const name of BACKGROUNDS) {
    const color = readColor(style.getPropertyValue(name));
    if (color) return isDark(color);
  }
  for (let at = node; at; at = around(at)) {
    const color = readColor(getComputedStyle(at).backgroundColor);
    if (color && color[3] > 0.5) return isDark(color);
  }
  const schemes = getComputedStyle(document.documentElement).colorScheme;
  return schemes.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Name of the theme: the one that is asked for, or that of the reader and of the page around this element. */
export function themeFor(node, asked = "auto") {
  if (asked !== "auto") return asked;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return surroundingIsDark(node) ? "dark" : "light";
}

/** Call `changed` whenever the theme of the page may have changed; returns the function that stops it. */
export function watchTheme(changed) {
  const queries = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((query) => matchMedia(query));
  const observer = new MutationObserver(changed);
  const options = {
    attributes: true,
    attributeFilter: ["class", "style", "data-jp-theme-name", "data-jp-theme-light"],
  };
  for (const node of [document.documentElement, document.body]) observer.observe(node, options);
  for (const query of queries) query.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener("change", changed);
  };
}

/** Sizes of a scene in CSS pixels, from the table `stage` of the style and its unit. */
function stageSizes({ stage }, size, unit) {
  const px = (value) => value * unit;
  const type = Object.fromEntries(Object.entries(stage.type).map(([name, value]) => [name, px(value)]));
  const small = Math.max(stage.least_small, type.small);
  const { text, title, number } = type;
  const space = Object.fromEntries(Object.entries(stage.space).map(([name, value]) => [name, px(value)]));
  const side = px(size === "lecture" ? stage.side : stage.wide_side);
  const own = stage.units[size][2];
  return {
    type: { small, text, title, number, tick: small, caption: small, legend: text, label: text },
    space: { ...space, target: px(stage.target), side },
    zoom: own ? unit / own : 1,
  };
}

/**
 * The style table in CSS pixels at one size, theme and unit of the scene, usually the least; `crowded(m)` gives the
 * radius of one among m points.
 */
export function lookOf(table, sizeName, themeName, unit = table.stage.units[sizeName][0]) {
  const { type, space, zoom } = stageSizes(table, sizeName, unit);
  const px = table.px_per_pt * zoom;
  const size = table.sizes[sizeName];
  const theme = table.themes[themeName];
  const stroke = (width) => width * px * size.line_scale;
  const line = (name) => {
    const { width, dash, color } = table.lines[name];
    return { width: stroke(width), dash: dash.map((d) => d * stroke(width)), color: theme[color] };
  };
  const scaled = (mark) =>
    Object.fromEntries(Object.entries(mark).map(([k, v]) => [k, k === "radius" ? v : stroke(v)]));
  return {
    themeName,
    dark: themeName === "dark",
    theme,
    line,
    font: table.stage.fonts.map((f) => (f.includes(" ") ? `"${f}"` : f)).join(", "),
    type,
    space,
    weight: table.stage.weight,
    marks: Object.fromEntries(Object.entries(table.marks).map(([k, v]) => [k, scaled(v)])),
    radius: size.marker_radius * px,
    crowded: (m) => size.marker_radius * px * Math.min(1, (table.crowd.m / m) ** table.crowd.power),
    series: table.series.map((s, k) => ({
      ...s,
      dash: s.dash.map((d) => d * stroke(table.lines.curve.width)),
      color: theme.series[k % theme.series.length],
    })),
    classLook: (k) => ({
      ...theme.classes[k % theme.classes.length],
      vertices: table.markers[k % table.markers.length].vertices,
    }),
  };
}

/** A look in which class k has the colour and the shape of class hues[k]. */
export function withHues(look, hues) {
  if (!hues || hues.every((hue, k) => hue === k)) return look;
  return { ...look, classLook: (k) => look.classLook(hues[k] ?? k) };
}

const THEMED = ["ink", "muted", "grid", "background", "warning", "accent"];

/** The look of a scene, made anew and put on its root element where the table, the size, the unit or the theme is new. */
export class Dress {
  constructor(root) {
    this.root = root;
  }

  /** `options` of the scene: {size, theme}; theme "auto" is that of the page around; without a unit, the least one. */
  look(table, { size, theme: asked = "auto" }, unit = table.stage.units[size][0], whole = false) {
    const name = themeFor(this.root, asked);
    const key = `${size} ${unit} ${name} ${asked} ${whole}`;
    if (this.table !== table || this.key !== key) {
      Object.assign(this, { table, key, now: lookOf(table, size, name, unit) });
      dress(this.root, this.now);
      const painted = whole || name === "contrast" || asked !== "auto"; // whatever is around
      this.root.classList.toggle("svm-painted", painted);
      this.root.style.colorScheme = painted ? (this.now.dark ? "dark" : "light") : "";
    }
    return this.now;
  }
}

/** Into a shadow root no style sheet reaches from outside: the scenes in it get theirs, unless its host has seen to that. */
export function bringStyles(root, sheet) {
  const within = root.getRootNode();
  if (!sheet || !(within instanceof ShadowRoot)) return;
  if (!getComputedStyle(root).getPropertyValue("--svm-styled")) within.append(element("style", {}, sheet));
}

/** Give the root element of a scene its look, as the --svm-* properties that the style sheets read. */
export function dress(root, { theme, type, space, weight, font }) {
  for (const name of THEMED) root.style.setProperty(`--svm-${name}`, theme[name]);
  for (const [name, size] of [...Object.entries(type), ...Object.entries(space)])
    root.style.setProperty(`--svm-${name}`, `${size}px`);
  for (const [name, value] of Object.entries(weight)) root.style.setProperty(`--svm-${name}`, value);
  root.style.fontFamily = font;
}
