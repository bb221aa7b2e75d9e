// Edits that the page has made and Python has not followed yet. Where Python comes with other points meanwhile, as its
// answer to what was asked before them, they are made again upon those.
//
// An edit is a step {do, ...} as Python takes it: a point in it is known by its place x, beside its index i. A question
// covers steps: `state` those made until it is sent, anything else those made before it is asked. Its answer tells that
// Python stands where they led, or has other points instead.

export class Unfollowed {
  made = 0; // steps so far
  standing = 0; // of these, how many stand in the page; fewer only while they are made again
  steps = []; // {at, step} of each that no answer has covered, `at`: how many were made with it
  overtakings = 0; // how often Python has come with other points
  covered = new Map(); // by the number of a question: {at, own}

  add(step) {
    const one = asOne(this.steps.at(-1)?.step, step);
    if (one) this.steps.pop();
    this.standing = ++this.made;
    this.steps.push({ at: this.made, step: one ?? step });
  }

  /** The question of this number covers the steps until `at`; with `own` they are told in it, as a state of the page. */
  cover(number, at = this.standing, own = false) {
    this.covered.set(number, { at, own });
  }

  /** A question is answered, and all before it. */
  answered(number) {
    for (const [one, { at }] of this.covered) {
      if (one > number) continue;
      this.covered.delete(one);
      this.steps = this.steps.filter((step) => step.at > at);
    }
  }

  /** Python has other points: a state on its way to it will not count, and `again({at, step})` makes each step once more. */
  overtaken(again) {
    this.overtakings++;
    for (const [number, { own }] of this.covered) if (own) this.covered.delete(number);
    for (const made of this.steps) {
      this.standing = made.at;
      again(made);
    }
    this.standing = this.made;
  }

  /** Python is asked for this step. */
  handOver(at) {
    this.steps = this.steps.filter((step) => step.at !== at);
  }
}

/** Steps with one more. */
export function withStep(steps, step) {
  const one = asOne(steps.at(-1), step);
  return one ? [...steps.slice(0, -1), one] : [...steps, step];
}

/** Two moves of one drag as one, else null. */
function asOne(before, step) {
  const same = step.drag !== undefined && before?.drag === step.drag;
  return same ? { ...step, i: before.i, x: before.x } : null;
}
