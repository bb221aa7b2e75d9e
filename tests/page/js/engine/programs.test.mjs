// A slice of the campaign: programs that Python wrote, solved again.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { examine } from "./programs.mjs";

const page = await import(process.env.SVMLAB_ENGINE);
const items = readFileSync(process.env.SVMLAB_PROGRAMS, "utf8").trim().split("\n").map(JSON.parse);

test("machines, paths, leave-one-out and its curve are Python's", () => {
  const done = {};
  for (const item of items) {
    const { failures, done: more } = examine(page, item);
    assert.deepEqual(failures, [], `program ${item.number}`);
    for (const [what, count] of Object.entries(more)) done[what] = (done[what] ?? 0) + count;
  }
  const least = {
    "machines compared": 0.9,
    "machines with a unique α": 0.6,
    "hard margins refused": 0.05,
    "breakpoints compared": 10,
    "flips of curves": 1,
  };
  for (const [what, share] of Object.entries(least))
    assert.ok(done[what] >= share * items.length, `${what}: ${done[what]}`);
  for (const what of Object.keys(done))
    assert.ok(!what.includes("not certified here") || done[what] < 0.02 * items.length, what);
});
