// What pages and slides share: formulas, and the height of the frames in which scenes live.

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

addEventListener("message", ({ source, data }) => {
  if (!data?.svmlabHeight || document.documentElement.classList.contains("show")) return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.style.height = `${data.svmlabHeight}px`;
  }
});
