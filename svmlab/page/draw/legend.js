// Small pictures of marks and lines, as they are in the picture, for what stands beside it.

import { smallPicture } from "./elements.js";

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
