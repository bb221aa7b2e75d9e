// How the machine of many classes, one-vs-one and one-vs-rest decide, and where they are undecided, as in
// selection/comparison.py; values of n places stand one after the other, by machine: V[j·n + i].

import { TIE, UNDECIDED } from "./constants.js";

/** [[k, l]] of the pairs of classes, k < l. */
export function pairsOf(Q) {
  return Array.from({ length: Q }, (_, k) => Array.from({ length: Q - k - 1 }, (_, j) => [k, k + 1 + j])).flat();
}

/** (n) the class of each place, and UNDECIDED more where it is not clear; scores of Q classes. */
export function decideByScores(V, n, Q) {
  return codesOf(n, (i) => {
    const [first, second] = bestTwo((k) => V[k * n + i], Q);
    const best = V[first * n + i];
    return [first, best - V[second * n + i] <= TIE * Math.max(1, Math.abs(best))];
  });
}

/** The same of one-vs-rest: where not exactly one machine claims the place. Two classes have one machine. */
export function decideByClaims(V, n, Q) {
  if (Q === 2) return codesOf(n, (i) => [V[i] > 0 ? 1 : 0, Math.abs(V[i]) <= TIE]);
  return codesOf(n, (i) => {
    let [claims, unclear] = [0, false];
    for (let k = 0; k < Q; k++) {
      const value = V[k * n + i];
      if (value > TIE) claims++;
      if (Math.abs(value) <= TIE) unclear = true;
    }
    return [bestTwo((k) => V[k * n + i], Q)[0], claims !== 1 || unclear];
  });
}

/** The same of one-vs-one: by votes, then by confidence; undecided where the vote may be tied. A value > 0 means l. */
export function decideByVotes(V, n, Q) {
  const pairs = pairsOf(Q);
  return codesOf(n, (i) => {
    const [votes, confidence, least, most] = Array.from({ length: 4 }, () => new Float64Array(Q));
    pairs.forEach(([k, l], j) => {
      const f = V[j * n + i];
      votes[f > 0 ? l : k]++;
      confidence[k] -= f;
      confidence[l] += f;
      if (f < -TIE) least[k]++;
      if (f > TIE) least[l]++;
      if (f <= TIE) most[k]++;
      if (f >= -TIE) most[l]++;
    });
    const [first] = bestTwo((k) => votes[k] + confidence[k] / (3 * (Math.abs(confidence[k]) + 1)), Q);
    const leader = least.indexOf(Math.max(...least));
    return [first, most.some((count, k) => k !== leader && count >= least[leader])];
  });
}

function codesOf(n, decide) {
  return Uint8Array.from({ length: n }, (_, i) => {
    const [code, undecided] = decide(i);
    return undecided ? code + UNDECIDED : code;
  });
}

/** The classes of the largest value, the first of equal ones, and of the next. */
function bestTwo(value, Q) {
  let [first, second] = [0, -1];
  for (let k = 1; k < Q; k++) {
    if (value(k) > value(first)) [first, second] = [k, first];
    else if (second < 0 || value(k) > value(second)) second = k;
  }
  return [first, second];
}
