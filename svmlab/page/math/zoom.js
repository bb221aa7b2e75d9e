// Limits of a picture, [[x0, x1], [y0, y1]], that are drawn nearer, farther or aside.

export const NEAREST = 64; // times as near as the whole
export const FARTHEST = 4;

/** What of a picture is seen: the whole, or nearer, farther or aside; another picture is seen as a whole. */
export class Lens {
  /** The limits that are seen of these, the whole of a picture; of the same picture in another room as near as before. */
  over(whole, picture = whole) {
    const { near } = this;
    if (String(this.picture) !== String(picture)) this.reset();
    else if (this.seen && String(this.whole) !== String(whole)) this.seen = asNear(whole, this.seen, near);
    Object.assign(this, { whole, picture });
    if (this.wanted) {
      const { near, at } = this.wanted;
      this.wanted = null;
      this.seen = asNear(
        whole,
        at.map((middle) => [middle, middle]),
        near,
      );
    }
    return this.seen ?? whole;
  }

  /** {near, at}: how near, and about which place; null where the whole is seen. */
  get stand() {
    return this.seen && { near: this.near, at: this.seen.map(([low, high]) => (low + high) / 2) };
  }

  /** Stand so in the next picture. */
  standAt(stand) {
    this.wanted = stand;
  }

  get near() {
    return this.seen ? widthOf(this.whole) / widthOf(this.seen) : 1;
  }

  zoom(place, factor) {
    this.seen = zoomed(this.seen ?? this.whole, this.whole, place, factor);
  }

  pan(by) {
    this.seen = panned(this.seen ?? this.whole, this.whole, by);
  }

  bring(place) {
    if (this.seen) this.seen = brought(this.seen, this.whole, place);
  }

  reset() {
    this.seen = null;
  }
}

const widthOf = ([[x0, x1]]) => x1 - x0;

/** `factor` times as near, with a place of the plane where it was; between the nearest and the farthest of the whole. */
export function zoomed(limits, whole, place, factor) {
  const now = widthOf(whole) / widthOf(limits);
  const wanted = Math.min(NEAREST, Math.max(1 / FARTHEST, now * factor));
  const shrink = now / wanted;
  const nearer = limits.map(([low, high], j) => [
    place[j] + (low - place[j]) * shrink,
    place[j] + (high - place[j]) * shrink,
  ]);
  return heldTo(nearer, whole);
}

/** So many times as near as the whole, about the middle of what was seen. */
function asNear(whole, seen, near) {
  const nearer = whole.map(([low, high], j) => {
    const [middle, half] = [(seen[j][0] + seen[j][1]) / 2, (high - low) / near / 2];
    return [middle - half, middle + half];
  });
  return heldTo(nearer, whole);
}

/** Moved by (x, y), in lengths of the plane. */
export function panned(limits, whole, by) {
  return heldTo(
    limits.map(([low, high], j) => [low + by[j], high + by[j]]),
    whole,
  );
}

/** Moved so that a place is within, well off the frame. */
export function brought(limits, whole, place, room = 0.1) {
  const by = limits.map(([low, high], j) => {
    const edge = room * (high - low);
    return Math.max(0, place[j] - (high - edge)) + Math.min(0, place[j] - (low + edge));
  });
  return by.some((step) => step !== 0) ? panned(limits, whole, by) : limits;
}

/** The middle stays within the whole. */
function heldTo(limits, whole) {
  return limits.map(([low, high], j) => {
    const middle = (low + high) / 2;
    const held = Math.min(whole[j][1], Math.max(whole[j][0], middle));
    return [low + held - middle, high + held - middle];
  });
}
