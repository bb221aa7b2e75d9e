// The address of a page without Python: what it remembers, and what is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./harness.mjs";
import { begun } from "./model.mjs";

/** A page without Python, opened at an address; `seen.at` is what it remembers. */
function opened(address) {
  const seen = {};
  const values = { data: "overlapping", m: 40, n_classes: 3, noise: 0, seed: 0, kernel: "gaussian", sigma: 1 };
  const controls = { values: { ...values, gamma: 1, degree: 3, coef0: 1 }, keep: [], own: false, kernels: [] };
  const remember = (at) => (seen.at = at);
  const made = begun({ live: false, address, remember, menus: fixtures.menus, controls });
  return { ...made, seen };
}

test("a page remembers in its address what it stands at, and opens there again", () => {
  const { session, seen } = opened("");
  session.moveTo(0.3);
  session.atRest();
  assert.equal(seen.at, "#v=1&C=0.3&kernel=gaussian&sigma=1");
  session.movePoint(3, [0.1 + 0.2, -1e-17]);
  session.setKernel({ name: "polynomial", degree: 3, gamma: 0.5, coef0: 1 });
  session.moveTo(Infinity);
  session.moveTo(0.7);
  session.atRest();
  const again = opened(seen.at).session;
  assert.deepEqual(Array.from(again.machine.X), Array.from(session.machine.X));
  assert.deepEqual([again.C, again.machine.kernel, again.error], [0.7, session.machine.kernel, null]);
  assert.equal(again.machine.title, session.machine.title);
  assert.equal(again.address, session.address);
  for (let k = 0; k < 11; k++) session.addPoint([k, k], 0);
  assert.equal(session.address, null, "more than 50 points are no link");
  session.atRest();
  assert.equal(seen.at, "#");
  session.controls.setKernel({ kernel: "polynomial", degree: 3, gamma: 0.5, coef0: 1 });
  session.controls.draw({ data: "moons", m: 200, noise: 0.3, seed: 7 });
  assert.match(session.address, /&kernel=polynomial&degree=3&gamma=0.5&coef0=1&data=moons&/);
  const drawn = opened(session.address).session;
  assert.deepEqual(Array.from(drawn.machine.X), Array.from(session.machine.X));
  assert.deepEqual(drawn.controls.values.seed, 7);
  assert.equal(drawn.address, session.address);
  drawn.dispose();
  session.dispose();
  again.dispose();
});

test("an address that cannot be is refused in words, and the page stands where it began", () => {
  const good = "#v=1&C=1&kernel=gaussian&sigma=1";
  for (const [address, why] of [
    ["#C=1", /its format is missing, and this page reads 1/],
    [good.replace("v=1", "v=2"), /its format is 2/],
    [good.replace("C=1", "C=-1"), /C must be a positive number/],
    [good.replace("C=1", "C="), /C must be a positive number/],
    [good.replace("gaussian", "constructor"), /it names no kernel/],
    [good.replace("sigma=1", "sigma=1e999"), /sigma must be a positive number/],
    [good.replace("sigma=1", "sigma=1&data=moons&m=1e9&noise=0&seed=0"), /m must be a whole number from 10 to 500/],
    [good.replace("sigma=1", "sigma=1&data=iris"), /it names no data that this page draws/],
    [good.replace("sigma=1", "sigma=1&gamma=1"), /it says something that this page does not know/],
    ["#v=1&C=1&kernel=sigmoid&gamma=1&coef0=0", /trains no kernel with these parameters/],
    ["#v=1&C=1&kernel=polynomial&gamma=1&coef0=-1&degree=3", /trains no kernel with these parameters/],
    ["#v=1&C=1&kernel=polynomial&gamma=1&coef0=1&degree=1000", /degree must be a whole number from 1 to/],
    [`${good}&points=0,0`, /two numbers and a class from 0 to 1/],
    [`${good}&points=0,0,2`, /two numbers and a class from 0 to 1/],
    [`${good}&points=<b>,0,1`, /two numbers and a class from 0 to 1/],
    [`${good}&points=${"0,0,1;".repeat(60)}0,0,0`, /more than 50 points/],
  ]) {
    const { session, seen } = opened(address);
    assert.match(session.notice.text, why, address);
    assert.deepEqual([session.C, session.machine.m, session.machine.kernel.name], [1, 40, "gaussian"]);
    session.atRest();
    assert.equal(seen.at, undefined);
    session.moveTo(2);
    assert.equal(session.notice, null);
    session.dispose();
  }
});
