// A line of words and symbols on a canvas: what stands between stars is a symbol, in italics, as in "1/‖*w*‖ = 0.868".

/** The runs of a text, [[text, is it a symbol], ...]. */
export function runsOf(text) {
  return text
    .split("*")
    .map((run, k) => [run, k % 2 === 1])
    .filter(([run]) => run);
}

const fontOf = ({ font }, size, symbol) => `${symbol ? "italic " : ""}${size}px ${font}`;

export function formulaWidth(ctx, look, text, size) {
  let width = 0;
  for (const [run, symbol] of runsOf(text)) {
    ctx.font = fontOf(look, size, symbol);
    width += ctx.measureText(run).width;
  }
  return width;
}

/** The box of a formula on its plate: {width, height}. */
export function plateOf(ctx, look, text, size) {
  return { width: formulaWidth(ctx, look, text, size) + 0.7 * size, height: 1.5 * size };
}

/** A formula with its middle at a place, on a plate of paper, where a halo would leave what is below between its strokes. */
export function drawFormula(ctx, look, text, [x, y], color, size) {
  const { width, height } = plateOf(ctx, look, text, size);
  ctx.fillStyle = look.theme.halo;
  ctx.globalAlpha = 0.92;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - height / 2, width, height, 0.25 * size);
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.fillStyle = color;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  let left = x - width / 2 + 0.35 * size;
  for (const [run, symbol] of runsOf(text)) {
    ctx.font = fontOf(look, size, symbol);
    ctx.fillText(run, left, y + 0.04 * size);
    left += ctx.measureText(run).width;
  }
}
