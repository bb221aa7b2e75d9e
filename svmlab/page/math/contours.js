// From scores on a grid to lines and coloured regions. A field is row by row, G[r·nx + c], row 0 at the bottom.

/** f_q minus the best other score; the score itself when there is only one. */
export function leadField(F, O, size, q, G) {
  if (O === 1) {
    for (let p = 0; p < size; p++) G[p] = F[p];
    return G;
  }
  for (let p = 0; p < size; p++) {
    let best = -Infinity;
    for (let o = 0; o < O; o++) if (o !== q && F[o * size + p] > best) best = F[o * size + p];
    G[p] = F[q * size + p] - best;
  }
  return G;
}

/**
 * Level lines by marching squares, as polylines [c₀, r₀, c₁, r₁, ...] in grid units; closed ones repeat their
 * first vertex. A line crosses grid edge 2i (from node i to the right) or 2i + 1 (from node i upwards); every
 * crossed edge has one neighbour or two along its line.
 */
export function contourLines(G, nx, ny, level) {
  const { neighbours, crossed } = crossings(G, nx, ny, level);
  const seen = new Uint8Array(neighbours.length / 2);
  const lines = [];
  const follow = (start, closed) => {
    const line = [];
    let edge = start;
    while (edge >= 0 && !seen[edge]) {
      seen[edge] = 1;
      pushCrossing(line, G, nx, edge, level);
      edge = [neighbours[2 * edge], neighbours[2 * edge + 1]].find((e) => e >= 0 && !seen[e]) ?? -1;
    }
    if (closed) line.push(line[0], line[1]);
    lines.push(line);
  };
  for (const edge of crossed) if (neighbours[2 * edge + 1] < 0 && !seen[edge]) follow(edge, false);
  for (const edge of crossed) if (!seen[edge]) follow(edge, true);
  return lines;
}

function crossings(G, nx, ny, level) {
  const neighbours = new Int32Array(4 * nx * ny).fill(-1);
  const crossed = [];
  const attach = (edge, other) => {
    if (neighbours[2 * edge] < 0) {
      neighbours[2 * edge] = other;
      crossed.push(edge);
    } else neighbours[2 * edge + 1] = other;
  };
  const link = (edge, other) => {
    attach(edge, other);
    attach(other, edge);
  };
  for (let r = 0; r < ny - 1; r++) {
    for (let c = 0; c < nx - 1; c++) {
      const i = r * nx + c;
      const code =
        (G[i] >= level ? 1 : 0) |
        (G[i + 1] >= level ? 2 : 0) |
        (G[i + nx + 1] >= level ? 4 : 0) |
        (G[i + nx] >= level ? 8 : 0);
      if (code === 0 || code === 15) continue;
      linkCell(code, i, nx, link, () => G[i] + G[i + 1] + G[i + nx] + G[i + nx + 1] >= 4 * level);
    }
  }
  return { neighbours, crossed };
}

// The four corners are bits 1 (lower left), 2 (lower right), 4 (upper right), 8 (upper left).
function linkCell(code, i, nx, link, centerIsAbove) {
  const [bottom, right, top, left] = [2 * i, 2 * (i + 1) + 1, 2 * (i + nx), 2 * i + 1];
  switch (code) {
    case 1:
    case 14:
      return link(left, bottom);
    case 2:
    case 13:
      return link(bottom, right);
    case 4:
    case 11:
      return link(right, top);
    case 8:
    case 7:
      return link(top, left);
    case 3:
    case 12:
      return link(left, right);
    case 6:
    case 9:
      return link(bottom, top);
    default: // 5 and 10: a saddle, decided by the value in the middle
      if (centerIsAbove() === (code === 5)) {
        link(bottom, right);
        link(top, left);
      } else {
        link(left, bottom);
        link(right, top);
      }
  }
}

function pushCrossing(line, G, nx, edge, level) {
  const i = edge >> 1;
  const upwards = edge & 1;
  const j = upwards ? i + nx : i + 1;
  const t = (level - G[i]) / (G[j] - G[i]);
  const [r, c] = [Math.floor(i / nx), i % nx];
  if (upwards) line.push(c, r + t);
  else line.push(c + t, r);
}

/** The lines of a machine: {boundary, margin}, each a list of polylines. */
export function machineLines(F, O, { nx, ny, size }, G = new Float64Array(size)) {
  if (O === 1) {
    leadField(F, 1, size, 0, G);
    return {
      boundary: contourLines(G, nx, ny, 0),
      margin: [...contourLines(G, nx, ny, -1), ...contourLines(G, nx, ny, 1)],
    };
  }
  const lines = { boundary: [], margin: [] };
  for (let q = 0; q < O; q++) {
    leadField(F, O, size, q, G);
    lines.boundary.push(...contourLines(G, nx, ny, 0));
    lines.margin.push(...contourLines(G, nx, ny, 1));
  }
  return lines;
}

/**
 * Colour of every pixel of a width × height picture (row 0 at the top), written as 32-bit words. The class ahead
 * gives the colour, `inside` or `outside` its margin as [r, g, b]; edges are blended over one pixel, from the
 * distance |f - level| / |∇f| in pixels. Scores are bilinear in each cell of the grid, so that most cells have one
 * colour, which is known from their corners; pixel by pixel are painted those where colours meet.
 */
export function paintRegions(F, O, { nx, ny, size }, width, height, colors, pixels) {
  const per = { column: (nx - 1) / width, row: (ny - 1) / height };
  const rows = { f: new Float64Array(O * nx), rise: new Float64Array(O * nx), nx, O };
  const first = Int32Array.from({ length: nx }, (_, c) => Math.ceil((c * width) / (nx - 1) - 0.5)); // pixel of column
  const { wholeColor, paintCell } = O === 1 ? twoClassPainter(rows, per, colors) : manyClassPainter(rows, per, colors);
  const valueAt = { F, nx, size };
  let [r, cells] = [-1, null];
  for (let y = 0; y < height; y++) {
    const g = (1 - (y + 0.5) / height) * (ny - 1);
    const below = Math.min(Math.floor(g), ny - 2);
    if (below !== r) {
      r = below;
      cells = cellsOfRow(valueAt, r, first, wholeColor);
    }
    const row = pixels.subarray(y * width, (y + 1) * width);
    for (const { color, from, to } of cells.runs) row.fill(color, from, to);
    interpolateRow(valueAt, r, g - r, per.row, rows, cells.mixed);
    for (const c of cells.mixed) paintCell(row, c, first[c], first[c + 1]);
  }
}

/** The cells of a row of the grid: runs of pixels of one colour, and the columns of cells where colours meet. */
function cellsOfRow({ F, nx, size }, r, first, wholeColor) {
  const [runs, mixed] = [[], []];
  let run = null;
  for (let c = 0; c < nx - 1; c++) {
    const color = wholeColor(F, r * nx + c, size);
    if (color === 0) mixed.push(c);
    if (color !== 0 && color === run?.color && run.to === first[c]) run.to = first[c + 1];
    else if (color !== 0) runs.push((run = { color, from: first[c], to: first[c + 1] }));
  }
  return { runs, mixed };
}

/** Scores at the corners of cells at height t in their row, and how they change per pixel upwards. */
function interpolateRow({ F, nx, size }, r, t, perRow, { f, rise, O }, cells) {
  for (const c of cells) {
    for (let o = 0; o < O; o++) {
      for (let q = o * size + r * nx + c, e = o * nx + c, end = e + 2; e < end; q++, e++) {
        const step = F[q + nx] - F[q];
        f[e] = F[q] + t * step;
        rise[e] = step * perRow;
      }
    }
  }
}

/** Half of what a bilinear function with these corners changes over a pixel, at most. */
function halfStep(a, b, c, d, per) {
  const across = Math.max(Math.abs(b - a), Math.abs(d - c));
  const up = Math.max(Math.abs(c - a), Math.abs(d - b));
  return 0.5 * (across * per.column + up * per.row);
}

function twoClassPainter({ f, rise, nx }, per, colors) {
  const bands = [colors[0].outside, colors[0].inside, colors[1].inside, colors[1].outside];
  const words = bands.map(word);
  const wholeColor = (F, q) => {
    const [a, b, c, d] = [F[q], F[q + 1], F[q + nx], F[q + nx + 1]];
    const half = halfStep(a, b, c, d, per);
    const low = Math.min(a, b, c, d) - half;
    const band = low < -1 ? 0 : low < 0 ? 1 : low < 1 ? 2 : 3;
    return band === 3 || Math.max(a, b, c, d) + half < band - 1 ? words[band] : 0;
  };
  const paintCell = (pixels, c, from, to) => {
    const across = f[c + 1] - f[c];
    const slope = across * per.column;
    const gradient = Math.sqrt(slope * slope + rise[c] * rise[c]); // Math.hypot is slow
    const half = 0.5 * gradient;
    for (let x = from; x < to; x++) {
      const value = f[c] + ((x + 0.5) * per.column - c) * across;
      const level = value < -0.5 ? -1 : value < 0.5 ? 0 : 1;
      const d = value - level;
      if (d < half && d > -half) pixels[x] = mix(bands[level + 1], bands[level + 2], 0.5 + d / gradient);
      else pixels[x] = words[d < 0 ? level + 1 : level + 2];
    }
  };
  return { wholeColor, paintCell };
}

function manyClassPainter({ f, rise, nx, O }, per, colors) {
  const inside = colors.map((color) => word(color.inside));
  const outside = colors.map((color) => word(color.outside));
  const at = { k: 0, l: 0, lead: 0 };
  const rank = (c, u) => {
    let [best, next] = [-Infinity, -Infinity];
    for (let o = 0, e = c; o < O; o++, e += nx) {
      const value = f[e] + u * (f[e + 1] - f[e]);
      if (value > best) {
        next = best;
        at.l = at.k;
        best = value;
        at.k = o;
      } else if (value > next) {
        next = value;
        at.l = o;
      }
    }
    at.lead = best - next;
  };
  const gradientOf = (k, l, c) => {
    const [a, b] = [k * nx + c, l * nx + c];
    const across = (f[a + 1] - f[a] - f[b + 1] + f[b]) * per.column;
    const up = rise[a] - rise[b];
    return Math.sqrt(across * across + up * up);
  };
  const blended = ({ k, l, lead }, gradient) => {
    if (lead < 0.5 * gradient) return mix(colors[l].inside, colors[k].inside, 0.5 + lead / gradient);
    const d = lead - 1;
    if (Math.abs(d) < 0.5 * gradient) return mix(colors[k].inside, colors[k].outside, 0.5 + d / gradient);
    return d < 0 ? inside[k] : outside[k];
  };
  const wholeColor = (F, q, size) => {
    let k = 0;
    for (let o = 1; o < O; o++) if (F[o * size + q] > F[k * size + q]) k = o;
    let [low, high, half] = [Infinity, Infinity, 0]; // of the lead of k, between its bounds over each rival
    for (let o = 0, p = q, e = k * size + q; o < O; o++, p += size) {
      if (o === k) continue;
      const [a, b] = [F[e] - F[p], F[e + 1] - F[p + 1]];
      const [c, d] = [F[e + nx] - F[p + nx], F[e + nx + 1] - F[p + nx + 1]];
      const step = halfStep(a, b, c, d, per);
      low = Math.min(low, Math.min(a, b, c, d) - step);
      if (low <= 0) return 0;
      high = Math.min(high, Math.max(a, b, c, d));
      half = Math.max(half, step);
    }
    return low > 1 ? outside[k] : high + half < 1 ? inside[k] : 0;
  };
  const paintCell = (pixels, c, from, to) => {
    rank(c, 1);
    const { k, l, lead: right } = at;
    rank(c, 0);
    const left = at.lead;
    const same = k === at.k && l === at.l; // then in between, too, and the lead is linear
    let gradient = gradientOf(at.k, at.l, c);
    for (let x = from; x < to; x++) {
      const u = (x + 0.5) * per.column - c;
      if (same) at.lead = left + u * (right - left);
      else {
        rank(c, u);
        gradient = gradientOf(at.k, at.l, c);
      }
      pixels[x] = blended(at, gradient);
    }
  };
  return { wholeColor, paintCell };
}

/** [r, g, b] as an opaque little-endian pixel. */
export function word([r, g, b]) {
  return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
}

export function mix(from, to, t) {
  const channel = (k) => Math.round(from[k] + t * (to[k] - from[k]));
  return word([channel(0), channel(1), channel(2)]);
}
