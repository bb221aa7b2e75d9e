// A typed formula in x and z, read by the grammar of svmlab/kernels/grammar.py and never run as code. A tree is an array,
// its operation first: ["number", 2], ["x"], ["z", 1], ["+", left, right], ["negative", inner], ["exp", inner].

const LONGEST_FORMULA = 200; // characters
const DEEPEST = 40; // brackets, signs and powers inside each other
const ARGUMENTS = {
  dot: ["vector", "vector"],
  norm: ["vector"],
  exp: ["number"],
  log: ["number"],
  sqrt: ["number"],
  tanh: ["number"],
  sin: ["number"],
  cos: ["number"],
  abs: ["number"],
  min: ["number", "number"],
  max: ["number", "number"],
};
const FORMULA_NAMES = `x, z, x1, z1, pi, ${Object.keys(ARGUMENTS).join(", ")}`;
const SPACE = /[ \t\r\n]*/y;
const TOKENS = {
  numeral: /(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y,
  name: /[A-Za-z][A-Za-z0-9_]*/y,
  sign: /\*\*|[-+*/^(),]/y,
};
const COORDINATE = /^([xz])([1-9][0-9]?)$/;
const WRITTEN = { "−": "-", "·": "*", "×": "*", "\u00a0": " " };
const REMEDIES = {
  number: "dot(·, ·) or norm(·) makes a number of vectors",
  vector: "x, z and x - z are vectors",
};

/** The tree of a formula. Raises a RangeError with the place, what is wrong there, and the remedy. */
export function formulaTree(text) {
  const { length } = [...text];
  if (length > LONGEST_FORMULA)
    throw new RangeError(`a formula has at most ${LONGEST_FORMULA} characters, got ${length}; type a shorter one`);
  const reader = new FormulaReader(text.replace(/[−·×\u00a0]/g, (sign) => WRITTEN[sign]));
  const tree = reader.ofKind("number", () => reader.expression());
  if (reader.kind !== "end") throw reader.error(`got “${reader.token}” where an operator belongs, as + or *`);
  return tree;
}

/** Reads a formula token by token; what the grammar names returns [tree, "number" or "vector"]. */
class FormulaReader {
  constructor(text) {
    Object.assign(this, { text, after: 0, depth: 0 });
    this.next();
  }

  /** Go on to the next token: its place, counted from 0, its kind and its text. */
  next() {
    this.place = this.after + this.match(SPACE, this.after).length;
    [this.kind, this.token] = ["end", ""];
    if (this.place === this.text.length) return;
    for (const [kind, pattern] of Object.entries(TOKENS)) {
      const token = this.match(pattern, this.place);
      if (token === undefined) continue;
      Object.assign(this, { kind, token, after: this.place + token.length });
      return;
    }
    const sign = String.fromCodePoint(this.text.codePointAt(this.place));
    throw this.error(`“${sign}” means nothing; use numbers, + - * / ** ( ) and ${FORMULA_NAMES}`);
  }

  match(pattern, at) {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0];
  }

  error(what, place = this.place) {
    return new RangeError(`in the formula, character ${place + 1}: ${what}`);
  }

  /** The present token where it is one of these signs, and on; else "". */
  take(...signs) {
    const { token } = this;
    if (!signs.includes(token)) return "";
    this.next();
    return token;
  }

  demand(sign, what) {
    if (!this.take(sign)) throw this.error(`${what}, got ${this.found}`);
  }

  get found() {
    return this.token ? `“${this.token}”` : "the end";
  }

  /** The tree that `read()` reads. */
  ofKind(wanted, read) {
    const { place } = this;
    const [tree, kind] = read();
    if (kind !== wanted) throw this.error(`a ${wanted} belongs here, got a ${kind}; ${REMEDIES[wanted]}`, place);
    return tree;
  }

  expression() {
    let [tree, kind] = this.term();
    for (let sign; (sign = this.take("+", "-")); ) tree = [sign, tree, this.ofKind(kind, () => this.term())];
    return [tree, kind];
  }

  term() {
    let [tree, kind] = this.signed();
    for (let sign; (sign = this.take("*", "/")); ) {
      if (sign === "/" || kind === "vector") tree = [sign, tree, this.ofKind("number", () => this.signed())];
      else {
        const [other, otherKind] = this.signed();
        [tree, kind] = [[sign, tree, other], otherKind];
      }
    }
    return [tree, kind];
  }

  signed() {
    const sign = this.take("-", "+");
    if (!sign) return this.power();
    const [tree, kind] = this.deeper(() => this.signed());
    return [sign === "-" ? ["negative", tree] : tree, kind];
  }

  power() {
    const { place } = this;
    const [tree, kind] = this.atom();
    if (!this.take("**", "^")) return [tree, kind];
    if (kind === "vector") throw this.error(`a number belongs here, got a vector; ${REMEDIES.number}`, place);
    return [["**", tree, this.ofKind("number", () => this.deeper(() => this.signed()))], "number"];
  }

  deeper(read) {
    if (++this.depth > DEEPEST)
      throw this.error(`more than ${DEEPEST} brackets and signs inside each other; type a simpler formula`);
    const found = read();
    this.depth--;
    return found;
  }

  atom() {
    const { kind, token, place } = this;
    if (kind === "numeral") {
      this.next();
      return [["number", Number(token)], "number"];
    }
    if (kind === "name") {
      this.next();
      return this.named(token, place);
    }
    if (!this.take("(")) throw this.error(`a number, a name or a bracket belongs here, got ${this.found}`);
    const found = this.deeper(() => this.expression());
    this.demand(")", "a closing bracket belongs here");
    return found;
  }

  named(name, place) {
    if (Object.hasOwn(ARGUMENTS, name)) return [this.called(name), "number"];
    if (name === "x" || name === "z") return [[name], "vector"];
    if (name === "pi") return [["number", Math.PI], "number"];
    const coordinate = COORDINATE.exec(name);
    if (coordinate) return [[coordinate[1], Number(coordinate[2])], "number"];
    throw this.error(`“${name}” is no name of a formula; it may use ${FORMULA_NAMES}`, place);
  }

  /** The tree of a function with its arguments. */
  called(name) {
    const wanted = ARGUMENTS[name];
    const count = `${name} takes ${wanted.length} ${wanted.length === 1 ? "argument" : "arguments"} in brackets`;
    const read = wanted.map((kind, k) => {
      this.demand(k ? "," : "(", count);
      return this.ofKind(kind, () => this.deeper(() => this.expression()));
    });
    this.demand(")", count);
    return [name, ...read];
  }
}

const OPERATIONS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "**": (a, b) => a ** b,
  negative: (a) => -a,
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  tanh: Math.tanh,
  sin: Math.sin,
  cos: Math.cos,
  abs: Math.abs,
  min: Math.min,
  max: Math.max,
};

/** κ of a formula's text as a function (x₁, x₂, z₁, z₂) → number; raises where the text is none of the plane. */
export function formulaFunction(text) {
  const value = numberOf(formulaTree(text));
  return (x1, x2, z1, z2) => value([x1, x2], [z1, z2]);
}

/** A tree that is a number as a function (x, z) → number. */
function numberOf([operation, ...inner]) {
  if (operation === "number") return () => inner[0];
  if (operation === "x" || operation === "z") return coordinateOf(operation, inner[0]);
  if (operation === "dot") {
    const [a, b] = inner.map(vectorOf);
    return (x, z) => dotOfPlane(a(x, z), b(x, z));
  }
  if (operation === "norm") {
    const vector = vectorOf(inner[0]);
    return (x, z) => Math.hypot(...vector(x, z));
  }
  const apply = OPERATIONS[operation];
  const [a, b] = inner.map(numberOf);
  return b ? (x, z) => apply(a(x, z), b(x, z)) : (x, z) => apply(a(x, z));
}

const dotOfPlane = (u, v) => u[0] * v[0] + u[1] * v[1];

function coordinateOf(name, k) {
  if (k > 2) throw new RangeError(`the formula has ${name}${k}, and these points have 2 coordinates`);
  return name === "x" ? (x) => x[k - 1] : (_, z) => z[k - 1];
}

/** A tree that is a vector of the plane as a function (x, z) → [v₁, v₂]. */
function vectorOf([operation, left, right]) {
  if (operation === "x") return (x) => x;
  if (operation === "z") return (_, z) => z;
  const apply = OPERATIONS[operation];
  if (operation === "negative") {
    const inner = vectorOf(left);
    return (x, z) => inner(x, z).map(apply);
  }
  const sums = operation === "+" || operation === "-";
  const first = sums || !isNumber(left) ? vectorOf(left) : numberOf(left);
  const second = sums || isNumber(left) ? vectorOf(right) : numberOf(right);
  const at = (value, j) => (typeof value === "number" ? value : value[j]);
  return (x, z) => {
    const [a, b] = [first(x, z), second(x, z)];
    return [0, 1].map((j) => apply(at(a, j), at(b, j)));
  };
}

/** Is a tree a number, or else a vector? */
function isNumber([operation, ...inner]) {
  if (operation === "x" || operation === "z") return inner.length > 0;
  if (operation in { "+": 0, "-": 0, negative: 0, "/": 0 }) return isNumber(inner[0]);
  return operation !== "*" || inner.every(isNumber);
}

/** How many operations and names there are in a tree. */
export function formulaSize([, ...inner]) {
  return 1 + inner.filter(Array.isArray).reduce((sum, part) => sum + formulaSize(part), 0);
}
