// Who errs how often: a box to show each classifier, how it is drawn, its expected risk.

import { percent } from "../words/format.js";
import { element, tell } from "../draw/elements.js";
import { CLASSIFIERS, classifierLine } from "../draw/gaussian_plane.js";
import { keepSwatch, lineSwatch, swatch } from "../draw/legend.js";
import { Marker } from "../draw/marks.js";

function threePoints(look) {
  const marker = new Marker(look, 0.85 * look.radius, 3);
  const draw = (ctx, x, y) => [0, 1, 2].forEach((k) => marker.plain(ctx, k, x + (k - 1) * 2.6 * look.radius, y));
  return swatch(draw, look.radius, 8, 5);
}

export class RiskTable {
  constructor(host, session, id) {
    this.session = session;
    const row = (name) => {
      const box = element("input", { type: "checkbox", id: `${id}-${name}`, "data-lm-suppress-shortcuts": "true" });
      box.addEventListener("change", () => {
        session.shown[name] = box.checked;
        session.announce();
      });
      const sample = element("span", { class: "svm-swatch" });
      const label = element("label", { for: box.id });
      const risk = element("td", { class: "svm-risk" });
      const node = element(
        "tr",
        {},
        element("td", {}, box),
        element("td", {}, sample),
        element("th", { scope: "row" }, label),
        risk,
      );
      return { name, box, sample, label, risk, node };
    };
    this.rows = [...CLASSIFIERS, "points"].map(row);
    host.append(
      element(
        "table",
        { class: "svm-risks" },
        element(
          "thead",
          {},
          element("tr", {}, element("th", { colspan: 3 }, "show"), element("th", { scope: "col" }, "expected risk")),
        ),
        element("tbody", {}, ...this.rows.map(({ node }) => node)),
      ),
    );
  }

  show(look, known) {
    const { session } = this;
    const degree = session.drawn.degree;
    const labels = {
      bayes: "Bayes",
      linear: "best linear",
      points: "the sample",
      machine: `${degree === 2 ? "M-SVM, degree 2" : "M-SVM"} at C`,
    };
    for (const { name, box, sample, label, risk } of this.rows) {
      box.checked = session.shown[name];
      tell(label, labels[name]);
      if (name === "points") {
        keepSwatch(sample, look, () => threePoints(look));
        continue;
      }
      keepSwatch(sample, look, () => lineSwatch(look, classifierLine(look, name)));
      const one = known[name];
      tell(risk, one ? percent(one.risk) : "…");
      risk.classList.toggle("svm-stale", !one?.current);
      risk.title = one?.current ? "" : "of the last setting";
    }
  }
}
