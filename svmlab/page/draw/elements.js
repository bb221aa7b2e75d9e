// Elements of the page, made in one line and drawn once a frame.

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/** Let a control be used or not. It keeps the focus all the same, which `disabled` would take from it. */
export function permit(node, may) {
  node.setAttribute("aria-disabled", String(!may));
}

export const isPermitted = (node) => node.getAttribute("aria-disabled") !== "true";

/** A small picture, which says nothing to a screen reader: `draw(ctx)` paints it. */
export function smallPicture(width, height, draw) {
  const dpr = window.devicePixelRatio || 1;
  const canvas = element("canvas", {
    width: Math.round(width * dpr),
    height: Math.round(height * dpr),
    "aria-hidden": "true",
  });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const ctx = canvas.getContext("2d");
  ctx.scale(dpr, dpr);
  draw(ctx);
  return canvas;
}

/** Returns a function that asks for `draw` in the next frame, once however often it is called; `now` does not wait. */
export function oncePerFrame(draw) {
  let frame = 0;
  const ask = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  };
  ask.now = draw;
  ask.cancel = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  return ask;
}

/** A small picture of strokes; markup, for a parser knows what SVG is without its address. */
export function strokesOf(viewBox, markup) {
  const holder = document.createElement("span");
  holder.innerHTML = `<svg viewBox="${viewBox}" aria-hidden="true">${markup}</svg>`;
  return holder.firstElementChild;
}

/** Let a control wait behind the button that brings out the rest, or not. */
export function setAside(node, aside) {
  node.classList.toggle("svm-less", aside);
}

/** Set the text of a node only where it changes. */
export function tell(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** What an event happened to, also within an open shadow root, which a listener outside sees as its host. */
export const targetOf = (event) => event.composedPath?.()[0] ?? event.target;

/** Did an event happen within this node, also within shadow roots in it? */
export const happenedIn = (event, node) => Boolean(node) && event.composedPath().includes(node);

/** The element around another, beyond the edge of a shadow root, too; null for the outermost. */
export const around = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;

/** Has this node the focus, within whatever root it stands? */
export const hasFocus = (node) => node.getRootNode().activeElement === node;

const TYPED_IN =
  "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]";

/** Are letters typed into this element, so that they are no keys of a scene? */
export function takesLetters(node) {
  return Boolean(node.closest?.(TYPED_IN));
}
