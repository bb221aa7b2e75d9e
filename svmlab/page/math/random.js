// Random numbers that a seed repeats: xoshiro128** of Blackman and Vigna, its four words filled by SplitMix32; those of
// ``svmlab.learning`` are the same (learning/chance.py).

const TWO_PI = 2 * Math.PI;

const rotated = (word, k) => ((word << k) | (word >>> (32 - k))) >>> 0;

/** Words of 32 bits in which also neighbouring seeds differ everywhere. */
export function splitMix32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return (word ^ (word >>> 16)) >>> 0;
  };
}

export class Random {
  /** Random numbers of a seed; those of another `stream` of the same seed are independent of them. */
  constructor(seed, stream = 0) {
    const next = splitMix32(seed);
    const words = splitMix32((next() ^ Math.imul(stream + 1, 0x9e3779b1)) >>> 0);
    this.state = Uint32Array.from({ length: 4 }, words);
  }

  /** The next word, a whole number from 0 to 2³² - 1. */
  word() {
    const s = this.state;
    const word = Math.imul(rotated(Math.imul(s[1], 5) >>> 0, 7), 9) >>> 0;
    const t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated(s[3], 11);
    return word;
  }

  /** Uniform on [0, 1), of 53 bits. */
  unit() {
    return ((this.word() >>> 5) * 2 ** 26 + (this.word() >>> 6)) / 2 ** 53;
  }

  /** One of 0, ..., n - 1. */
  below(n) {
    return Math.floor(this.unit() * n);
  }

  choice(values) {
    return values[this.below(values.length)];
  }

  /** 0, ..., n - 1 in random order, by Fisher and Yates from the end. */
  permutation(n) {
    const order = Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  uniform(low, high) {
    return low + (high - low) * this.unit();
  }

  angle() {
    return this.uniform(0, TWO_PI);
  }

  /** Two independent standard normal numbers, by Box and Muller: always of two uniform ones. */
  normals() {
    const r = Math.sqrt(-2 * Math.log(1 - this.unit()));
    const angle = this.angle();
    return [r * Math.cos(angle), r * Math.sin(angle)];
  }
}
