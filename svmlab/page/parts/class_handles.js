// The handles of Gaussian classes: the mean of each, and its spread.

import { significant } from "../words/format.js";
import { Handle } from "./handles.js";

const KEY_STEP = 0.01; // of the picture's width, for a mean
const KEY_SPREAD = 1.03; // factor of a deviation by key
const TURN = Math.PI / 4; // where on its circle the handle of a spread stands
const LEAST = 0.1; // deviation that can be dragged

export class ClassHandles {
  constructor(host, plane, session) {
    this.plane = plane;
    const now = () => session.drawn;
    const ended = () => session.commit();
    const move = (k, place) => {
      const means = now().means.map((mean, l) => (l === k ? place.map((v) => Number(v.toFixed(2))) : mean));
      session.change({ means }, true);
    };
    const spread = (k, deviation) => {
      const [[x0, x1]] = now().limits;
      const bounded = Math.min(0.5 * (x1 - x0), Math.max(LEAST, deviation));
      session.change(
        { variances: now().variances.map((s, l) => (l === k ? Number((bounded ** 2).toPrecision(3)) : s)) },
        true,
      );
    };
    this.means = now().means.map(
      (_, k) =>
        new Handle(host, "mean", {
          moved: (place) => move(k, plane.toPlane(this.inside(place))),
          stepped: ([dx, dy], size) => {
            const [[x0, x1]] = now().limits;
            const by = size * KEY_STEP * (x1 - x0);
            const [x, y] = now().means[k];
            move(k, plane.toPlane(this.inside(plane.toPixels([x + dx * by, y + dy * by]))));
          },
          ended,
        }),
    );
    this.spreads = now().means.map(
      (_, k) =>
        new Handle(host, "spread", {
          moved: (place) => {
            const [x, y] = plane.toPlane(place);
            spread(k, Math.hypot(x - now().means[k][0], y - now().means[k][1]));
          },
          stepped: ([dx, dy], size) => {
            const before = Math.sqrt(now().variances[k]);
            const after = before * KEY_SPREAD ** ((dx + dy) * size);
            spread(k, after);
          },
          ended,
        }),
    );
  }

  inside([px, py]) {
    const { x, y, width, height } = this.plane.box;
    return [Math.min(x + width, Math.max(x, px)), Math.min(y + height, Math.max(y, py))];
  }

  show(look, { means, variances, limits }) {
    means.forEach((mean, k) => {
      const color = look.classLook(k).edge;
      const at = this.plane.toPixels(mean);
      this.means[k].show(at, {
        label: `Mean of class ${k}`,
        text: `at (${significant(mean[0])}, ${significant(mean[1])})`,
        now: mean[0],
        range: limits[0],
        face: String(k),
        color,
      });
      const deviation = Math.sqrt(variances[k]);
      const rim = this.plane.toPixels([mean[0] + deviation * Math.cos(TURN), mean[1] + deviation * Math.sin(TURN)]);
      const away = Math.hypot(rim[0] - at[0], rim[1] - at[1]);
      const clear = 2.4 * look.type.caption; // of the mean's own handle
      const place = away < clear ? [at[0] + clear * Math.cos(TURN), at[1] - clear * Math.sin(TURN)] : rim;
      this.spreads[k].show(this.inside(place), {
        label: `Spread of class ${k}`,
        text: `standard deviation ${significant(deviation)}, variance ${significant(variances[k])}`,
        now: Number(deviation.toPrecision(3)),
        range: [0, limits[0][1] - limits[0][0]],
        color,
      });
    });
  }

  dispose() {
    [...this.means, ...this.spreads].forEach((handle) => handle.remove());
  }
}
