// A kernel matrix as a picture: a cell for each pair of points, the darker the larger its value, and those below 0 in the
// accent with a dash.

import { Stage } from "./canvas.js";
import { heightOfPlace } from "./panel.js";
import { mixed } from "./theme.js";

const BETWEEN_CELLS = 0.08; // of a cell, to the next
const HALO_OF_ROW = 0.4; // of a cell, at most: what is chosen hides no value
const SIGN = 9; // pixels of a cell from which on it has a dash
const NUMBER = 1.6; // sizes of small type that a cell has from which on it has a number beside it

export class GramPanel {
  /** `chosen(i)` is told the row of the cell that the reader presses. */
  constructor(host, changed, chosen) {
    this.stage = new Stage(
      host,
      heightOfPlace((width) => width),
      changed,
    );
    this.stage.canvas.addEventListener("click", (event) => {
      const i = this.rowAt(this.stage.place(event));
      if (i >= 0) chosen(i);
    });
  }

  rowAt([px, py]) {
    const { x, y, size, m } = this.box ?? { m: 0 };
    const [i, j] = [Math.floor(((py - y) / size) * m), Math.floor(((px - x) / size) * m)];
    return i >= 0 && i < m && j >= 0 && j < m ? i : -1;
  }

  /** `picture`: {test, look, selected}. */
  draw({ test, look, selected }) {
    if (!this.stage.fit()) return false;
    const { ctx, width, height } = this.stage;
    const { K, largest } = test;
    const { small } = look.type;
    const edge = 1.9 * small;
    const size = Math.max(20, Math.min(width - 2 * edge, height - 2 * edge));
    const m = K.length;
    this.box = { x: (width - size) / 2, y: edge + (height - 2 * edge - size) / 2, size, m };
    K.forEach((row, i) => row.forEach((value, j) => this.drawCell(ctx, look, i, j, value / (largest || 1))));
    if (selected >= 0) this.drawChosen(ctx, look, selected);
    this.drawNumbers(ctx, look, selected);
    return true;
  }

  drawCell(ctx, { theme }, i, j, share) {
    const { x, y, size, m } = this.box;
    const cell = size / m;
    const inner = cell * (1 - BETWEEN_CELLS);
    const [left, top] = [x + j * cell, y + i * cell];
    ctx.fillStyle = mixed(theme.background, share < 0 ? theme.accent : theme.ink, 0.06 + 0.94 * Math.abs(share));
    ctx.fillRect(left, top, inner, inner);
    if (share >= 0 || cell < SIGN) return;
    ctx.fillStyle = -share > 0.5 ? theme.background : theme.accent;
    ctx.fillRect(left + 0.28 * inner, top + 0.44 * inner, 0.44 * inner, Math.max(1, 0.12 * inner));
  }

  drawChosen(ctx, { theme, marks }, i) {
    const { x, y, size, m } = this.box;
    const cell = size / m;
    for (const [color, width] of [
      [theme.ink, Math.min(marks.selected.halo_width, HALO_OF_ROW * cell)],
      [theme.highlight, Math.min(marks.selected.width, 0.5 * HALO_OF_ROW * cell)],
    ]) {
      Object.assign(ctx, { strokeStyle: color, lineWidth: width });
      ctx.strokeRect(x - 0.5, y + i * cell - 0.5, size, cell * (1 - BETWEEN_CELLS) + 1);
    }
  }

  /** The name above, and the numbers of the points beside their rows, all of them or the chosen one. */
  drawNumbers(ctx, { theme, type, font }, selected) {
    const { x, y, size, m } = this.box;
    const cell = size / m;
    Object.assign(ctx, { font: `${type.small}px ${font}`, fillStyle: theme.muted, textBaseline: "middle" });
    ctx.textAlign = "left";
    ctx.fillText("kernel matrix K", x, y - 0.8 * type.small, size);
    ctx.textAlign = "right";
    for (let i = 0; i < m; i++) {
      if (cell >= NUMBER * type.small || i === selected)
        ctx.fillText(String(i), x - 0.4 * type.small, y + (i + 0.5) * cell);
    }
  }

  dispose() {
    this.stage.dispose();
  }
}
