// The true risk on other samples of the same classes: how many are done, and their histogram.

import { histogramOf } from "../math/gaussians.js";
import { significant } from "../words/format.js";
import { element } from "../draw/elements.js";
import { CLASSIFIERS, DrawsPanel, classifierLine } from "../draw/gaussian_plane.js";

const BINS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]; // widths, in percent
const FEW = 14; // bins

export class OtherSamples {
  constructor(session, changed) {
    this.session = session;
    const plot = element("div", { class: "svm-draws-plot" });
    this.progress = element("progress", { class: "svm-progress", max: 50, "aria-label": "Samples done" });
    this.text = element("span");
    this.node = element(
      "div",
      { class: "svm-draws", hidden: true },
      element("div", { class: "svm-bar" }, this.progress, this.text),
      plot,
    );
    this.panel = new DrawsPanel(plot, changed);
  }

  show(look, known) {
    const { session } = this;
    const draws = session.otherRisks;
    this.node.hidden = !draws;
    if (!draws) return;
    const values = Array.from(draws.risks, (risk) => 100 * risk);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(
      values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1),
    );
    this.progress.hidden = values.length === draws.total;
    this.progress.max = draws.total;
    this.progress.value = values.length;
    const C = `C = ${significant(session.valueAt(draws.running ? session.C : draws.C), 2)}`;
    const of = `${values.length} of ${draws.total} other samples at ${C}`;
    const told = values.length
      ? `: true risk ${mean.toFixed(2)} ± ${deviation.toFixed(2)} %, from ${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} %`
      : "";
    const stale = draws.current || draws.running ? "" : " (of the last setting)";
    this.text.textContent = of + told + stale;
    this.text.classList.toggle("svm-stale", Boolean(stale));
    const width = look.line("curve").width;
    const lines = { bayes: "Bayes", linear: "best linear", machine: "this sample" };
    const marks = CLASSIFIERS.filter((name) => known[name]?.current).map((name) => ({
      text: lines[name],
      value: 100 * known[name].risk,
      ...classifierLine(look, name),
    }));
    if (values.length)
      marks.push({ text: "mean", value: mean, color: look.series[4].color, dash: [], width: 1.4 * width });
    const all = [...values, ...marks.map(({ value }) => value)];
    const [low, high] = [Math.min(...all, 100), Math.max(...all, 0)];
    const span = Math.max(0.5, high - low);
    const wide = (Math.max(...values) - Math.min(...values)) / FEW;
    const histogram = histogramOf(values, BINS.find((bin) => bin >= wide) ?? BINS.at(-1));
    const most = Math.max(4, ...histogram.counts);
    this.panel.draw({
      look,
      histogram,
      marks,
      range: [low - 0.06 * span, high + 0.12 * span],
      top: 1.75 * most,
      faded: Boolean(stale),
    });
  }

  dispose() {
    this.panel.dispose();
  }
}
