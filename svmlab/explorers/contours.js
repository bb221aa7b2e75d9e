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
    let [edge, last] = [start, -1];
    while (edge >= 0 && !seen[edge]) {
      seen[edge] = 1;
      pushCrossing(line, G, nx, edge, level);
      last = edge;
      edge = [neighbours[2 * last], neighbours[2 * last + 1]].find((e) => e >= 0 && !seen[e]) ?? -1;
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
    case 1: case 14: return link(left, bottom);
    case 2: case 13: return link(bottom, right);
    case 4: case 11: return link(right, top);
    case 8: case 7: return link(top, left);
    case 3: case 12: return link(left, right);
    case 6: case 9: return link(bottom, top);
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
 * distance |f - level| / |∇f| in pixels.
 */
export function paintRegions(F, O, { nx, ny, size }, width, height, colors, pixels) {
  const channels = O === 1 ? 1 : O;
  const row = new Float64Array(channels * nx); // scores of this pixel row at the grid columns
  const rise = new Float64Array(channels * nx); // their change per pixel upwards
  const perColumn = (nx - 1) / width;
  const perRow = (ny - 1) / height;
  const paint = O === 1 ? paintTwo : paintMany;
  for (let y = 0; y < height; y++) {
    const g = (1 - (y + 0.5) / height) * (ny - 1);
    const r = Math.min(Math.floor(g), ny - 2);
    const t = g - r;
    for (let o = 0; o < channels; o++) {
      for (let c = 0, q = o * size + r * nx, e = o * nx; c < nx; c++, q++, e++) {
        rise[e] = (F[q + nx] - F[q]) * perRow;
        row[e] = F[q] + t * (F[q + nx] - F[q]);
      }
    }
    paint(row, rise, O, nx, width, perColumn, colors, pixels, y * width);
  }
}

function paintTwo(row, rise, O, nx, width, perColumn, colors, pixels, offset) {
  const words = [colors[0].outside, colors[0].inside, colors[1].inside, colors[1].outside].map(word);
  const bands = [colors[0].outside, colors[0].inside, colors[1].inside, colors[1].outside];
  for (let x = 0; x < width; x++) {
    const h = (x + 0.5) * perColumn;
    const c = Math.min(Math.floor(h), nx - 2);
    const across = row[c + 1] - row[c];
    const f = row[c] + (h - c) * across;
    const band = f < -1 ? 0 : f < 0 ? 1 : f < 1 ? 2 : 3;
    const level = f < -0.5 ? -1 : f < 0.5 ? 0 : 1;
    const [dx, dy] = [across * perColumn, rise[c]];
    const squared = dx * dx + dy * dy;
    const d = f - level;
    if (4 * d * d < squared) {
      pixels[offset + x] = mix(bands[level + 1], bands[level + 2], 0.5 + d / Math.sqrt(squared));
    } else pixels[offset + x] = words[band];
  }
}

function paintMany(row, rise, O, nx, width, perColumn, colors, pixels, offset) {
  const inside = colors.map((color) => word(color.inside));
  const outside = colors.map((color) => word(color.outside));
  for (let x = 0; x < width; x++) {
    const h = (x + 0.5) * perColumn;
    const c = Math.min(Math.floor(h), nx - 2);
    const u = h - c;
    let [first, second, k, l] = [-Infinity, -Infinity, 0, 0];
    for (let o = 0, e = c; o < O; o++, e += nx) {
      const f = row[e] + u * (row[e + 1] - row[e]);
      if (f > first) {
        second = first;
        l = k;
        first = f;
        k = o;
      } else if (f > second) {
        second = f;
        l = o;
      }
    }
    const lead = first - second;
    const [a, b] = [k * nx + c, l * nx + c];
    const dx = (row[a + 1] - row[a] - row[b + 1] + row[b]) * perColumn;
    const dy = rise[a] - rise[b];
    const squared = dx * dx + dy * dy;
    if (4 * lead * lead < squared) {
      pixels[offset + x] = mix(colors[l].inside, colors[k].inside, 0.5 + lead / Math.sqrt(squared));
    } else if (4 * (lead - 1) * (lead - 1) < squared) {
      pixels[offset + x] = mix(colors[k].inside, colors[k].outside, 0.5 + (lead - 1) / Math.sqrt(squared));
    } else pixels[offset + x] = lead < 1 ? inside[k] : outside[k];
  }
}

/** [r, g, b] as an opaque little-endian pixel. */
export function word([r, g, b]) {
  return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
}

export function mix(from, to, t) {
  const channel = (k) => Math.round(from[k] + t * (to[k] - from[k]));
  return word([channel(0), channel(1), channel(2)]);
}
