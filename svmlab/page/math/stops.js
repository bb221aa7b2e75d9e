// The stops of a slider and the values they mean: equal steps of the value or of its logarithm, numbered from 0 to `last`.

const PER_DECADE = 50; // steps; one step changes a value by 4.7 %
const GAP = 16; // steps of track between the largest value and infinity

/** Equal steps of log x from `low` to `high`; with `hard`, a last stop beyond a gap is infinity. */
export class LogStops {
  constructor({ low, high, hard = false, perDecade = PER_DECADE }) {
    this.low = Math.log10(low);
    this.ends = [low, high];
    this.steps = Math.max(1, Math.round(perDecade * (Math.log10(high) - this.low)));
    this.per = (Math.log10(high) - this.low) / this.steps;
    this.hard = hard;
    this.last = this.steps + (hard ? GAP : 0);
  }

  valueAt(step) {
    if (step > this.steps) return Infinity;
    const x = Number((10 ** (this.low + step * this.per)).toPrecision(12));
    return Math.min(this.ends[1], Math.max(this.ends[0], x)); // a path in C covers no more
  }

  stepOf(x) {
    if (x === Infinity) return this.last;
    return Math.min(this.steps, Math.max(0, Math.round((Math.log10(x) - this.low) / this.per)));
  }

  /** The stop that a raw position of the track means, coming from `before`. */
  snap(raw, before) {
    if (raw <= this.steps || raw >= this.last) return raw;
    if (Math.abs(raw - before) === 1) return raw > before ? this.last : this.steps; // by key
    return raw - this.steps > GAP / 2 ? this.last : this.steps;
  }

  /** Position of x on the track, 0 to 1. */
  fraction(x) {
    return x === Infinity ? 1 : (Math.log10(x) - this.low) / this.per / this.last;
  }
}

/** Equal steps of x from `low` to `high`. */
export class EvenStops {
  constructor({ low, high, step }) {
    Object.assign(this, { low, step, last: Math.max(1, Math.round((high - low) / step)) });
  }

  valueAt(step) {
    return Number((this.low + step * this.step).toPrecision(12));
  }

  stepOf(x) {
    return Math.min(this.last, Math.max(0, Math.round((x - this.low) / this.step)));
  }

  snap(raw) {
    return raw;
  }

  fraction(x) {
    return (x - this.low) / this.step / this.last;
  }
}

/** The smallest range of stops that has `x`, too; where it has it already, the same. */
export function reaching(range, x) {
  if (x === Infinity || (x >= range.low && x <= range.high)) return range;
  const { step } = range;
  if (!step) return { ...range, low: Math.min(range.low, x), high: Math.max(range.high, x) };
  const whole = (y, round) => range.low + step * round((y - range.low) / step);
  return { ...range, low: Math.min(range.low, whole(x, Math.floor)), high: Math.max(range.high, whole(x, Math.ceil)) };
}

/** The places 0 .. n - 1 coarse to fine: both ends first, then every 8th, 4th, 2nd. */
export function coarseFirst(n) {
  const order = new Set([0, n - 1]);
  for (const stride of [8, 4, 2, 1]) for (let i = 0; i < n; i += stride) order.add(i);
  return [...order];
}

/** The range of a parameter of a kernel; without a step its ends are powers of ten. */
export function rangeOf({ low, high, step }) {
  return step === null ? { low: 10 ** low, high: 10 ** high } : { low, high, step };
}
