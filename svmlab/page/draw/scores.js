// The scores of a machine on a grid over the limits of a picture, and the lines in which they are drawn. Evaluated anew for
// another solution or other limits only; what the kernel is on the grid is kept for the points that stay.

import { gridOver } from "../math/axes.js";
import { GRID_COLUMNS } from "../math/constants.js";
import { machineLines } from "../math/contours.js";
import { fieldBasis, scoreField } from "../math/machine.js";

export class Scores {
  /** F[o·size + row·nx + column] on `grid`, which spans `extent`, and `lines`, see machineLines. `aspect` is width over
   * height of what is seen. */
  evaluate(machine, solution, limits = machine.limits, aspect = machine.aspect) {
    const extent = solution.field ? machine.limits : limits; // a field that Python tells has its own
    if (this.of === solution && this.extent === extent) return this;
    if (this.machine !== machine || this.extent !== extent) {
      this.#layGrid(machine, solution, extent, aspect);
      this.basis = machine.known ? fieldBasis(machine, this.grid, this.basis) : null;
    }
    if (solution.field) this.F.set(solution.field);
    else scoreField(machine, solution, this.grid, this.basis, this.F);
    this.lines = machineLines(this.F, machine.O, this.grid, this.G);
    return Object.assign(this, { of: solution, machine, extent });
  }

  /** The grid stays where a machine differs from the one before in its points or its kernel only. */
  #layGrid(machine, solution, extent, aspect) {
    if (!solution.field && this.extent === extent && this.aspect === aspect && machine.O === this.machine?.O) return;
    this.grid = gridFor(aspect, solution, extent);
    this.aspect = aspect;
    this.basis = null;
    this.F = new Float64Array(machine.O * this.grid.size);
    this.G = new Float64Array(this.grid.size);
  }
}

/** The grid for a machine: given by Python with its field, else GRID_COLUMNS wide with square cells. */
function gridFor(aspect, { field, shape }, extent) {
  if (field) return gridOver(extent, shape[1], shape[0]);
  return gridOver(extent, GRID_COLUMNS, Math.round(GRID_COLUMNS / aspect));
}
