// The room of a scene: how large it may be where it stands, the shape of its layout and the unit of its sizes.

import { around } from "../draw/elements.js";

const BESIDE_TEXT = 0.66; // height of a scene among other text, in parts of its width
const HEAD = 0.3; // of the window: so far down a scene still begins on the first screen
const SHALLOW = 430; // pixels: below, or narrower than that, nothing can stand side by side
const NARROW = 600;
const UPRIGHT = 1.15; // width over height below which the parts stand one below the other
const LONG = 2.4; // height of a scene whose parts stand so, at most, in parts of its width
const SCROLLING = /auto|scroll|overlay/;
const WRAPPING = '.jupyter-widgets, [class*="OutputArea"]'; // as high as what is in them, so that they say nothing of room

/** What scrolls the page around an element, or null where that is the window. */
export function scrollerOf(node) {
  let found = null;
  for (let at = around(node); at && at !== document.body; at = around(at)) {
    const scrolls = at.clientHeight > 0 && SCROLLING.test(getComputedStyle(at).overflowY);
    if (scrolls && !at.matches(WRAPPING)) found = at;
  }
  return found && found.clientHeight <= innerHeight ? found : null;
}

/** Pixels in height that a scene has at most where it stands, with all that is around it. */
export function heightAround(node) {
  if (window.parent !== window) return 0.9 * screen.height; // a frame takes the height that is told to it
  const scroller = scrollerOf(node);
  if (scroller) return scroller.clientHeight;
  const top = node.getBoundingClientRect().top + scrollY;
  return innerHeight - (top < HEAD * innerHeight ? top : 0);
}

/**
 * {shape, height} of a scene in this width and room, which it `fills` or stands in among other text: "wide", the plane
 * beside a column; "tall", one below the other on one screen, where there is no more than the plane; "flow", as long as
 * it takes (height null).
 */
export function shapeOf(width, room, fills, { more = false } = {}) {
  const wide = fills ? room : Math.min(room, BESIDE_TEXT * width);
  if (width >= NARROW && wide >= SHALLOW && width >= UPRIGHT * wide) return { shape: "wide", height: wide };
  const tall = Math.min(room, LONG * width);
  return tall >= NARROW && (fills || !more) ? { shape: "tall", height: tall } : { shape: "flow", height: null };
}

/** The unit of all sizes in CSS pixels, from the table `stage` of the style. */
export function unitOf({ of_height, of_width, units }, size, { shape, height }, width) {
  const [least, most] = units[size];
  if (shape !== "wide") return least;
  return Math.max(least, Math.min(most ?? Infinity, of_height * height, of_width * width));
}

/** Leave a row its room when less is in it, so that the plane stays where a pointer is. Where it is
 * set aside it takes what it needs. */
export function keepRoom(node, setAside = () => false) {
  let width = 0;
  new ResizeObserver(() => {
    if (!node.clientWidth) return; // a scene that stands by
    const free = setAside();
    if (free || node.clientWidth !== width) node.style.minHeight = "";
    width = free ? 0 : node.clientWidth;
    if (!free) node.style.minHeight = `${node.offsetHeight}px`;
  }).observe(node);
}
