// The guaranteed risk over C, and its terms at the present one.

import { significant } from "../words/format.js";
import { element, tell } from "../draw/elements.js";
import { lineSwatch } from "../draw/legend.js";
import { heightOfPlace } from "../draw/panel.js";
import { RiskPanel } from "../draw/risk_panel.js";

const DRAWN_CURVES = ["value", "interval", "margin", "true"];
const TOPS = [0.25, 0.4, 0.6, 0.8, 1, 1.25]; // of the axis of risks

/** The line of each curve over C; what the machine does is in its own colour. */
function curveLine(look, name) {
  const width = look.line("curve").width;
  if (name === "value") return { color: look.theme.ink, dash: [], width };
  if (name === "true") return { color: look.theme.ink, dash: [1.2 * width, 1.6 * width], width };
  if (name === "interval") return { ...look.series[4], width };
  return { color: look.series[3].color, dash: look.series[2].dash, width };
}

export class GuaranteedRisk {
  /** The curves go into `plot`, the terms into `host`; `moved(C)` when the cursor is dragged. */
  constructor(plot, host, session, changed, moved) {
    this.session = session;
    this.terms = element("table", { class: "svm-terms", "aria-label": "Guaranteed risk and its terms at C" });
    this.note = element("p", { class: "svm-hint" });
    host.append(this.terms, this.note);
    this.panel = new RiskPanel(
      plot,
      heightOfPlace((width) => 0.75 * width),
      changed,
      moved,
    );
  }

  show(look) {
    this.drawCurves(look);
    this.showTerms(look);
  }

  drawCurves(look) {
    const { session } = this;
    const { along, before } = session;
    const C = Array.from({ length: along.n }, (_, i) => session.valueAt(i));
    const { low, high } = session.values;
    const all = [...along.curves.value, ...(before?.curves.value ?? [])];
    const largest = all.reduce((most, value) => (value > most ? value : most), 0);
    const top = TOPS.find((one) => one >= 1.03 * largest) ?? TOPS.at(-1);
    const curvesOf = ({ curves }, opacity) =>
      DRAWN_CURVES.map((name) => ({
        C,
        y: curves[name],
        line: curveLine(look, name),
        opacity,
        vacuous: name === "value" ? (k) => curves.value[k] >= 1 : undefined,
      }));
    const curves = [...(before ? curvesOf(before, 0.3) : []), ...curvesOf(along, session.current ? 1 : 0.5)];
    const best = session.best < 0 ? null : [session.valueAt(session.best), along.curves.value[session.best]];
    this.panel.draw({
      look,
      curves,
      best,
      range: { low, high },
      limits: [0, top],
      yTitle: "risk",
      C: session.valueAt(session.C),
    });
  }

  showTerms(look) {
    const { session } = this;
    const { terms, along, best } = session;
    const m = session.setting.m;
    const rows = [
      ["value", "guaranteed risk", terms && significant(terms.value)],
      [
        "margin",
        terms ? `margin risk at γ = ${significant(terms.gamma, 2)}` : "margin risk",
        terms && significant(terms.margin),
      ],
      ["interval", "interval (capacity, confidence)", terms && significant(terms.interval)],
      [null, "1/m", terms && significant(1 / m, 1)],
      ["true", "true risk of the M-SVM", terms && significant(terms.true)],
    ];
    const key = JSON.stringify([rows, look.themeName, look.radius, devicePixelRatio]);
    if (this.termsKey !== key) {
      this.termsKey = key;
      this.terms.replaceChildren(
        ...rows.map(([name, text, value]) =>
          element(
            "tr",
            {},
            element("td", {}, name ? lineSwatch(look, curveLine(look, name)) : ""),
            element("th", { scope: "row" }, text),
            element("td", { class: "svm-risk" }, value ?? "…"),
          ),
        ),
      );
    }
    this.terms.classList.toggle("svm-stale", !session.current || along.epoch !== session.epoch);
    const parts = [];
    if (terms)
      parts.push(
        `Under the root of the interval: ln N = ${significant(terms.covering)}, ln(2/γδ) = ${significant(terms.confidence)}.`,
      );
    if (best >= 0)
      parts.push(
        `Least guaranteed risk ${significant(along.curves.value[best])} at C = ${significant(session.valueAt(best), 2)} (ring).`,
      );
    tell(this.note, parts.join(" ") || "\u00a0");
  }

  dispose() {
    this.panel.dispose();
  }
}
