// Work that may take longer than a frame: a generator that is run in slices, and dropped when it has become stale.

export class Work {
  /** ``steps`` returns the result at last; ``isStale()`` tells that nobody wants it any more. */
  constructor(steps, isStale = () => false, clock = () => performance.now()) {
    this.steps = steps;
    this.isStale = isStale;
    this.clock = clock;
    this.done = false;
    this.stale = false;
    this.value = undefined;
    this.progress = null;
  }

  /** Go on for so many milliseconds; returns whether there is nothing left to do: done, or stale. */
  run(milliseconds = 8) {
    const end = this.clock() + milliseconds;
    while (!this.done && !this.stale) {
      if (this.isStale()) {
        this.stale = true;
        this.steps.return();
        break;
      }
      const { done, value } = this.steps.next();
      if (done) [this.done, this.value] = [true, value];
      else if (value) this.progress = value;
      if (this.clock() >= end) break;
    }
    return this.done || this.stale;
  }

  /** The result, at once. */
  finish() {
    this.run(Infinity);
    return this.value;
  }
}

/** Steps that do not tell how far they are, but what they have found. */
export function* quietly(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
}
