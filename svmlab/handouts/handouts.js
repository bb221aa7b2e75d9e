// What pages and slides share: formulas, and the height of the frames in which scenes live. On pages this stands
// before the frames: a scene tells its height as soon as it is drawn, which may be before the page is read to its end.

/** Set every formula between dollars within an element. */
function svmlabFormulas(element) {
  renderMathInElement(element, {
    delimiters: [
      { left: "$$", right: "$$", display: true },
      { left: "$", right: "$", display: false },
      { left: "\\[", right: "\\]", display: true },
      { left: "\\(", right: "\\)", display: false },
    ],
    throwOnError: false,
    macros: { "\\lt": "<", "\\gt": ">" },
  });
}

/** Set formulas that are too wide for their line smaller, to a limit; beyond it they scroll. */
function svmlabFit(element) {
  for (const formula of element.querySelectorAll(".katex-display")) {
    formula.style.fontSize = "";
    const share = formula.clientWidth / formula.scrollWidth;
    if (share > 0 && share < 1) formula.style.fontSize = `${Math.max(0.6, 0.98 * share)}em`;
  }
}

/** The frame whose scene tells its height. By its name: WebKit takes another window for what sent the message. */
const svmlabFrame = (data) => (data?.svmlabHeight ? document.getElementsByName(data.frame)[0] : undefined);

addEventListener("message", ({ data }) => {
  const frame = svmlabFrame(data);
  if (frame && !document.documentElement.classList.contains("show")) frame.style.height = `${data.svmlabHeight}px`;
});
