// The machines side by side, in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./harness.mjs";

const page = await import(process.env.SVMLAB_MODULE.replace("scene.mjs", "machines.mjs"));

test("a machine whose leave-one-out was given up has not computed it, and no longer does", () => {
  const lost = Uint8Array.of(0, 1);
  assert.deepEqual(
    [0, 1].map((i) => page.leftOutWord({ lost, error: "" }, i)),
    ["right", "error"],
  );
  assert.equal(page.leftOutWord({ error: "" }, 0), "…");
  assert.equal(page.leftOutWord({ error: "not done within 3 s" }, 0), "not computed");
});

test("a machine that is not certified says what to try", () => {
  const entry = { label: "M-SVM²", error: "", training_errors: 0, seconds: 0.1, certified: false };
  assert.match(page.tileText(entry), /, not certified: try a smaller C/);
  const refused = page.tileText({
    ...entry,
    error: "leave-one-out is not computed for a machine that is not certified",
  });
  assert.match(refused, /leave-one-out not computed, trained in 100 ms, not certified: try/);
  assert.ok(!/certified/.test(page.tileText({ ...entry, certified: true })));
});

test("votes and claims are read as Python reads them, ties and what rounding leaves open included", () => {
  for (const { Q, n, votes, voted, claims, claimed } of fixtures.decisions) {
    assert.deepEqual(Array.from(page.decideByVotes(votes, n, Q)), voted);
    assert.deepEqual(Array.from(page.decideByClaims(claims, n, Q)), claimed);
  }
  const scores = [0.2, 0.5, -0.1, 0.2, 0.5, 0.6 - 1e-12, 0.1, -1, 0.6];
  assert.deepEqual(Array.from(page.decideByScores(scores, 3, 3)), [128, 128, 130]);
});
