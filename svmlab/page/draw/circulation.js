// The multipliers of a machine for several classes as a circulation: classes are nodes, arrows the class flows.

import { plural, significant } from "../words/format.js";
import { drawName } from "./arrows.js";
import { Stage } from "./canvas.js";
import { element } from "./elements.js";
import { Marker } from "./marks.js";

const LEAST = 1e-9; // of the largest flow: what is less is not drawn
const RADIUS = 0.35; // of the circle of the nodes, in parts of the width
const BEND = 0.22; // of an arc, so that the two directions part
const NUMBER = 0.055; // largest type of a number, likewise
const BRIEF = 14; // characters of a name
const CROWDED = 3; // with more classes arrows cross: numbers stand at the nodes instead
const OUTWARD = 0.3; // how far names stand aside, where arcs end, in parts of a node's distance from the middle
const ALONG = 0.38; // where on an arc its number stands: nearer to where it comes from, so that two do not meet
const CLEAR = 4.2; // marker radii between the middle of a node and the ends of its arrows

/** Flows F[k·Q + l] = Σ α_il over the points i of class k; equation (26) of RR-5780 says that they balance. */
export function classFlows({ m, Q, y }, alpha) {
  const flows = new Float64Array(Q * Q);
  for (let i = 0; i < m; i++) for (let l = 0; l < Q; l++) flows[y[i] * Q + l] += alpha[i * Q + l];
  return flows;
}

/** What is drawn: [{from, to, flow}], largest first. */
export function arrowsOf(flows, Q) {
  const least = LEAST * Math.max(...flows);
  const arrows = [];
  flows.forEach((flow, at) => flow > least && arrows.push({ from: Math.floor(at / Q), to: at % Q, flow }));
  return arrows.sort((a, b) => b.flow - a.flow);
}

/** The picture in words. */
export function circulationText({ Q, classes }, flows) {
  const arrows = arrowsOf(flows, Q).map(
    ({ from, to, flow }) => `${classes[from]} to ${classes[to]} ${significant(flow)}`,
  );
  if (!arrows.length) return "No multiplier is positive: nothing flows between the classes.";
  return `Multipliers as ${plural(arrows.length, "flow")} between classes: ${arrows.join(", ")}. What comes into a class leaves it.`;
}

/** A name as this small picture has room for it; the legend has more. */
const brief = (name) => (name.length <= BRIEF ? name : `${name.slice(0, BRIEF - 1)}…`);

/** The names of the classes; where there are many, with what each of them sends out and takes in. */
export function nodeNames({ Q, classes }, flows) {
  if (Q <= CROWDED) return classes.map(brief);
  return classes
    .map(brief)
    .map((name, k) => `${name}: ${significant(flows.slice(k * Q, (k + 1) * Q).reduce((a, b) => a + b, 0))}`);
}

/** Where the nodes stand in a picture of this width, the first on top with room above it; two of them side by side. */
export function nodePlaces(Q, width, above) {
  if (Q === 2)
    return [
      [0.2 * width, 0.2 * width],
      [0.8 * width, 0.2 * width],
    ];
  return Array.from({ length: Q }, (_, k) => {
    const angle = -Math.PI / 2 + (2 * Math.PI * k) / Q;
    return [width * (0.5 + RADIUS * Math.cos(angle)), above + width * RADIUS * (1 + Math.sin(angle))];
  });
}

/** How high the picture is, with room {above, below} the nodes. */
export function circulationHeight(Q, width, { above, below }) {
  return Q === 2 ? 0.4 * width : Math.max(...nodePlaces(Q, width, above).map(([, y]) => y)) + below;
}

/** How far the middle of a name is from that of its node, at the least. */
const nameAway = (look) => 2.4 * look.radius + 0.8 * look.type.legend;

/** Room {above, below} the nodes: names of nodes in the middle stand beside them. */
export function nodeRoom(Q, look) {
  const marker = 2.2 * look.radius;
  return { above: marker, below: Q % 2 ? nameAway(look) + 0.75 * look.type.legend : marker };
}

/** Start, bend and end of the arc from a to b, each end `clear` away from its node. */
export function arcOf(a, b, clear) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const middle = [(a[0] + b[0]) / 2 + BEND * dy, (a[1] + b[1]) / 2 - BEND * dx];
  const towards = (from) => {
    const [ux, uy] = [middle[0] - from[0], middle[1] - from[1]];
    const length = Math.hypot(ux, uy);
    return [from[0] + (clear * ux) / length, from[1] + (clear * uy) / length];
  };
  return { start: towards(a), middle, end: towards(b) };
}

/** The place on an arc at t. */
export function onArc({ start, middle, end }, t) {
  const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
  return [0, 1].map((i) => p * start[i] + q * middle[i] + r * end[i]);
}

function drawArc(ctx, arc, color, width) {
  const { start, middle, end } = arc;
  const head = 5 + 1.4 * width;
  const length = Math.hypot(end[0] - middle[0], end[1] - middle[1]);
  const [ux, uy] = [(end[0] - middle[0]) / length, (end[1] - middle[1]) / length];
  const neck = [end[0] - 0.8 * head * ux, end[1] - 0.8 * head * uy];
  Object.assign(ctx, { strokeStyle: color, fillStyle: color, lineWidth: width, lineCap: "butt" });
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(...start);
  ctx.quadraticCurveTo(...middle, ...neck);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(...end);
  ctx.lineTo(end[0] - head * ux - 0.5 * head * uy, end[1] - head * uy + 0.5 * head * ux);
  ctx.lineTo(end[0] - head * ux + 0.5 * head * uy, end[1] - head * uy - 0.5 * head * ux);
  ctx.fill();
}

/** A panel that folds: the circulation of the machine in the picture. */
export class Circulation {
  constructor(host, changed) {
    this.canvasHost = element("div", { class: "svm-circulation-canvas" });
    this.summary = element("summary", { "data-lm-suppress-shortcuts": "true" }, "α as flows between classes");
    this.node = element("details", { class: "svm-circulation", open: true }, this.summary, this.canvasHost);
    this.node.addEventListener("toggle", changed);
    host.append(this.node);
    this.stage = new Stage(this.canvasHost, (width) => circulationHeight(this.Q, width, this.room), changed);
    this.stage.canvas.setAttribute("role", "img");
    this.stage.canvas.setAttribute("aria-label", "Multipliers as flows between classes");
  }

  show(machine, solution, look) {
    this.node.hidden = machine.O === 1;
    if (machine.O === 1 || !this.node.open) return;
    this.Q = machine.Q;
    this.room = nodeRoom(machine.Q, look);
    if (!this.stage.fit()) return;
    const flows = classFlows(machine, solution.alpha);
    this.stage.canvas.setAttribute("aria-label", circulationText(machine, flows));
    const { ctx, width, height } = this.stage;
    const places = nodePlaces(machine.Q, width, this.room.above);
    const arrows = arrowsOf(flows, machine.Q);
    for (const { from, to, flow } of arrows) {
      const arc = arcOf(places[from], places[to], CLEAR * look.radius);
      drawArc(
        ctx,
        arc,
        look.classLook(from).color,
        look.line("boundary").width * (0.4 + (2.2 * flow) / arrows[0].flow),
      );
    }
    const box = { x: 0, y: 0, width, height };
    const { ink } = look.theme;
    const small = { ...look, type: { ...look.type, label: Math.min(look.type.caption, NUMBER * width) } };
    if (machine.Q <= CROWDED) {
      for (const { from, to, flow } of arrows) {
        drawName(
          ctx,
          small,
          significant(flow),
          onArc(arcOf(places[from], places[to], CLEAR * look.radius), ALONG),
          ink,
          {
            box,
            plate: true,
          },
        );
      }
    }
    this.drawNodes(machine, look, places, box, nodeNames(machine, flows));
  }

  drawNodes(machine, look, places, box, names) {
    const { ctx } = this.stage;
    const marker = new Marker(look, 1.7 * look.radius, machine.Q);
    const legend = { ...look, type: { ...look.type, label: look.type.legend } };
    places.forEach(([x, y], k) => {
      marker.plain(ctx, k, x, y);
      const off = (x - box.width / 2) / box.width;
      const beside = machine.Q > 2 && Math.abs(off) < 0.01;
      const above = y < box.height / 2 - 1 || machine.Q === 2;
      const away = nameAway(look) + Math.abs(off) * look.type.legend;
      const place = beside ? [x + 2.6 * look.radius, y] : [x + OUTWARD * off * box.width, above ? y - away : y + away];
      const align = beside ? "left" : "center";
      drawName(ctx, legend, names[k], place, look.theme.ink, { align, box, plate: true });
    });
  }

  dispose() {
    this.stage.dispose();
  }
}
