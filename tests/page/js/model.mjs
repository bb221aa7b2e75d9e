// A model as anywidget gives it, without a page or Python, and Python's part in the hands of a test.
import { fixtures, page, revived } from "./harness.mjs";

export const said = (turn, more = {}) => ({ turn, page: null, number: null, C: 1, error: null, note: null, ...more });

export function fakeModel(state) {
  const sent = [];
  const values = { live: true, options: { C_min: 0.01, C_max: 100, hard: true }, selected: -1, left_out: {}, ...state };
  const model = {
    get: (name) => values[name],
    set: (name, value) => (values[name] = value),
    send: (question) => sent.push(question),
    save_changes() {},
    on() {},
    off() {},
  };
  return { model, values, sent };
}

const bytes = (Type, dtype) => (list) => ({ dtype, data: new Uint8Array(Type.from(list).buffer) });
export const [f8, u2, u1] = [bytes(Float64Array, "f8"), bytes(Uint16Array, "u2"), bytes(Uint8Array, "u1")];

/** A machine of `name`, {machine, solution, editor, answer}, whose kernel the page trains or (asked) does not. */
export function stateOf({ asked = false, name = "two classes" } = {}) {
  const { machine } = fixtures.paths.find((one) => one.name === name);
  const state = { ...revived(machine), data: "toy", note: null, epoch: 0, pair: 1, by: null };
  const { n, O, Q } = page.unpackMachine(state);
  state.hues = Array.from({ length: Q }, (_, k) => k);
  if (asked) state.kernel = { name: "sigmoid", gamma: 1, coef0: 0 };
  const alpha = f8(Array(n).fill(0.5));
  const solution = { epoch: 0, C: 1, alpha, b: f8(Array(O).fill(0)), certificate: { certified: true } };
  const controls = { values: {}, keep: [], own: false, kernels: [] };
  return {
    machine: state,
    solution,
    menus: fixtures.menus,
    controls,
    editor: { classes: state.hues.map(String), undo: false, redo: false },
    answer: said(1),
  };
}

/** {session, sent, values, answer(more)}: a session that has been greeted; answer(more) answers the last question. */
export function begun({ asked = false, name, Kind = page.Session, ...state } = {}) {
  const model = fakeModel({ ...stateOf({ asked, name }), ...state });
  const session = new Kind(model.model);
  let turn = 1;
  const answer = (more = {}) => {
    const { page: name, number } = model.sent.at(-1);
    model.values.answer = said(++turn, { page: name, number, C: session.C, ...more });
    session.hear();
  };
  if (model.values.live) answer();
  return { ...model, session, answer };
}

/** What happens once all has come to rest, at once. */
export function rest(session) {
  session.atRest();
  session.workshop?.work(Infinity);
  session.workshop?.work(Infinity, { path: true });
  session.workshop?.work(Infinity, { path: true, curves: session.drawsErrors });
}
