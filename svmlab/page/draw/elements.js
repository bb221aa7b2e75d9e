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

/** Set the text of a node only where it changes. */
export function tell(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
