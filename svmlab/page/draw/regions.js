// The coloured regions of a picture, painted once for each field of scores.

import { paintRegions } from "../math/contours.js";
import { rgb } from "./theme.js";

const MOST_PIXELS = 2400; // of a side of the painting, which is larger than the plot where a part of it is seen

/** Two tints for each class, inside and outside its margin. */
export function regionColors(look, classes) {
  return Array.from({ length: classes }, (_, k) => {
    const { tint_inside, tint_outside } = look.classLook(k);
    return { inside: rgb(tint_inside), outside: rgb(tint_outside) };
  });
}

export class Regions {
  constructor() {
    this.raster = document.createElement("canvas");
  }

  /** Fill a box with the regions of {F, O, grid}; `of` is what they belong to: the same is not painted again. */
  draw(ctx, box, { F, O, grid, of }, look, colors) {
    const { raster } = this;
    const fine = Math.min(1, MOST_PIXELS / Math.max(box.width, box.height));
    const [w, h] = [Math.round(fine * box.width), Math.round(fine * box.height)];
    const key = `${w} ${h} ${look.themeName}`;
    if (this.key !== key || this.of !== of || this.grid !== grid) {
      if (raster.width !== w || raster.height !== h || !this.image) {
        Object.assign(raster, { width: w, height: h });
        this.image = raster.getContext("2d").createImageData(w, h);
      }
      paintRegions(F, O, grid, w, h, colors, new Uint32Array(this.image.data.buffer));
      raster.getContext("2d").putImageData(this.image, 0, 0);
      Object.assign(this, { key, of, grid });
    }
    ctx.drawImage(raster, box.x, box.y, box.width, box.height);
  }
}
