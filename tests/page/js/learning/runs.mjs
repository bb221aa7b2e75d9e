// Runs of every procedure on the problems of a file, as JSON lines: the page's side of test_page_learning.py.
import { readFileSync } from "node:fs";

const { PLAYED, runOf } = await import(process.env.SVMLAB_MODULE);
const plain = (value) => (ArrayBuffer.isView(value) ? Array.from(value, (x) => (Number.isNaN(x) ? null : x)) : value);

for (const asked of readFileSync(process.env.SVMLAB_PROBLEMS, "utf8").trim().split("\n").map(JSON.parse)) {
  for (const name of Object.keys(PLAYED)) {
    const run = runOf(name, { ...asked, X: Float64Array.from(asked.X), y: Uint16Array.from(asked.y) }, asked.rate);
    const columns = Object.entries(run).map(([column, values]) => [column, plain(values)]);
    console.log(JSON.stringify({ name, ...Object.fromEntries(columns) }));
  }
}
