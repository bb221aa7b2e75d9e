// Three Gaussian classes and what is known of them, in words.

import { percent, significant } from "./format.js";

/** The scene in a few sentences; `known` has {risk, current} of each classifier. */
export function gaussiansText(session, known) {
  const { means, variances, priors, m } = session.drawn;
  const classes = means.map(
    ([x, y], k) =>
      `class ${k} at (${significant(x)}, ${significant(y)}), variance ${significant(variances[k])}, prior ${percent(priors[k], 0)}`,
  );
  const risks = [
    ["Bayes", known.bayes],
    ["best linear", known.linear],
    [`M-SVM at C = ${significant(session.valueAt(session.C))}`, known.machine],
  ]
    .filter(([, one]) => one?.current)
    .map(([name, one]) => `${name} ${percent(one.risk)}`);
  const { best, along } = session;
  const least =
    best < 0
      ? ""
      : ` Least guaranteed risk ${significant(along.curves.value[best])} at C = ${significant(session.valueAt(best), 2)}.`;
  return `Three Gaussian classes: ${classes.join("; ")}. ${m} points. Expected risks: ${risks.join(", ")}.${least}`;
}
