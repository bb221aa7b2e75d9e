// A session of a real page in the hands of Python: each line is a call, [name, ...arguments], and each is answered by what the
// page has asked since and where its points stand. No clock runs: what the page does at rest is called as well.
import { createInterface } from "node:readline";

globalThis.setTimeout = () => 0;
const page = await import(process.env.SVMLAB_MODULE);

const values = { live: true };
let asked = [];
let told = {};
const model = {
  get: (name) => values[name],
  set: (name, value) => (values[name] = told[name] = value),
  send: (question, _, texts = []) => asked.push({ question, texts }),
  save_changes() {},
  on() {},
  off() {},
};
let session = null;

const calls = {
  hear(state) {
    Object.assign(values, state);
    if (session) session.hear();
    else session = new page.Session(model);
  },
  set: (controls) => session.controls.draw(controls),
  reset: () => session.controls.reset(),
  open: (text) => void session.askFile({ do: "scene", name: "scene.json" }, text),
  kernel: (kernel) => session.controls.setKernel(kernel),
  C: (C) => session.moveTo(C),
  choose: (i) => session.select(i),
};

function standing() {
  const points = session.workshop?.points ?? session.points;
  return {
    X: Array.from(points.X),
    y: Array.from(points.y),
    own: Boolean(session.workshop),
    selected: session.selected,
    settled: session.conversation.settled && !session.untold,
    C: session.C,
    kernel: session.workshop?.kernel ?? null,
    error: session.error,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  if (name in calls) calls[name](...given);
  else session[name](...given);
  session.slices.stop();
  const answer = { asked, told, ...standing() };
  [asked, told] = [[], {}];
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);
