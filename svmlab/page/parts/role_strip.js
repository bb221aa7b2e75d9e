// The strip under the picture: the roles that occur among the points, with their counts; pressing one brings out its points.

import { rolesOf } from "../math/machine.js";
import { meaningOf } from "../words/meanings.js";
import { element, tell } from "../draw/elements.js";
import { keepSwatch, swatch } from "../draw/legend.js";
import { Marker } from "../draw/marks.js";
import { keepRoom } from "../draw/room.js";
import { explain } from "./explained.js";

const ROLES = ["free", "bounded", "wrong", "others"];

const MARKS = {
  free: (any, ctx, x, y) => (any.plain(ctx, 0, x, y), any.free(ctx, x, y)),
  bounded: (any, ctx, x, y) => any.bounded(ctx, 0, x, y),
  wrong: (any, ctx, x, y) => (any.cross(ctx, x, y), any.bounded(ctx, 0, x, y)),
  others: (any, ctx, x, y) => any.plain(ctx, 0, x, y),
};

export class RoleStrip {
  /** `pressed()` is called when another role is brought out, or none. */
  constructor(pressed) {
    this.chosen = null;
    this.buttons = Object.fromEntries(
      ROLES.map((role) => {
        const [mark, count] = [element("span", { class: "svm-role-mark" }), element("b")];
        const node = element(
          "button",
          {
            type: "button",
            class: "svm-role",
            "data-role": role,
            "aria-pressed": "false",
            "data-lm-suppress-shortcuts": "true",
          },
          mark,
          count,
          ` ${role}`,
        );
        explain(node, `${meaningOf(role)}. Press to see which`);
        node.addEventListener("click", () => {
          this.chosen = this.chosen === role ? null : role;
          pressed();
        });
        return [role, { node, mark, count }];
      }),
    );
    this.node = element("div", { class: "svm-roles", role: "group", "aria-label": "Roles of the points" });
    this.node.append(...Object.values(this.buttons).map(({ node }) => node));
    keepRoom(this.node);
  }

  /** The points of the role that is brought out, 1 or 0 each, or null; a role without points is brought out no more. */
  broughtOut(machine, solution) {
    const points = this.chosen && rolesOf(machine, solution)[this.chosen];
    if (points && !points.includes(1)) this.chosen = null;
    return this.chosen && points;
  }

  show(machine, solution, look) {
    const roles = rolesOf(machine, solution);
    const { ink, hollow } = look.theme;
    for (const [role, { node, mark, count }] of Object.entries(this.buttons)) {
      const points = roles[role].reduce((sum, is) => sum + is, 0);
      node.hidden = !points;
      tell(count, String(points));
      node.setAttribute("aria-pressed", String(this.chosen === role));
      keepSwatch(mark, look, () => {
        const any = new Marker(look, look.radius, [{ color: ink, edge: ink, vertices: null, hollow }]);
        return swatch((ctx, x, y) => MARKS[role](any, ctx, x, y), look.radius, 5.6, 5.6);
      });
    }
  }
}
