"""A typed formula in x and z, read by a grammar of its own and never run as code.

    expression   term {("+" | "-") term}
    term         signed {("*" | "/") signed}
    signed       ("-" | "+") signed | power
    power        atom [("**" | "^") signed]
    atom         number | name | function "(" expression {"," expression} ")" | "(" expression ")"

Vectors are x, z, their sums and differences, and their multiples by numbers; numbers are all the rest: x1, x2, ..., z1,
z2, ..., pi, and what FUNCTIONS return. A tree is a tuple, its operation first: ("number", 2.0), ("x",), ("z", 1),
("+", left, right), ("negative", inner), ("exp", inner). The page reads the same with ``page/math/formula.js``.
"""

import math
import re

LONGEST = 200  # characters of a formula
DEEPEST = 40  # brackets, signs and powers inside each other
FUNCTIONS = {
    "dot": ("vector", "vector"), "norm": ("vector",), "exp": ("number",), "log": ("number",), "sqrt": ("number",),
    "tanh": ("number",), "sin": ("number",), "cos": ("number",), "abs": ("number",), "min": ("number", "number"),
    "max": ("number", "number"),
}  # fmt: skip
NAMES = f"x, z, x1, z1, pi, {', '.join(FUNCTIONS)}"

SPACE = re.compile(r"[ \t\r\n]*")
TOKENS = {
    "numeral": re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"),
    "name": re.compile(r"[A-Za-z][A-Za-z0-9_]*"),
    "sign": re.compile(r"\*\*|[-+*/^(),]"),
}
COORDINATE = re.compile(r"([xz])([1-9][0-9]?)")
WRITTEN = str.maketrans({"−": "-", "·": "*", "×": "*", "\u00a0": " "})
REMEDIES = {"number": "dot(·, ·) or norm(·) makes a number of vectors", "vector": "x, z and x - z are vectors"}


def tree_of(text):
    """Return the tree of a formula; raise ValueError with the place, what is wrong there, and the remedy."""
    if len(text) > LONGEST:
        raise ValueError(f"a formula has at most {LONGEST} characters, got {len(text)}; type a shorter one")
    reader = Reader(text.translate(WRITTEN))
    tree = reader.of_kind("number", reader.expression)
    if reader.kind != "end":
        raise reader.error(f"got “{reader.token}” where an operator belongs, as + or *")
    return tree


class Reader:
    """Reads a formula token by token; what the grammar names returns (tree, "number" or "vector")."""

    def __init__(self, text):
        self.text, self.after, self.depth = text, 0, 0
        self.next()

    def next(self):
        """Go on to the next token: its place, counted from 0, its kind and its text."""
        self.place = SPACE.match(self.text, self.after).end()
        self.kind, self.token = "end", ""
        if self.place == len(self.text):
            return
        for kind, pattern in TOKENS.items():
            if found := pattern.match(self.text, self.place):
                self.kind, self.token, self.after = kind, found[0], found.end()
                return
        raise self.error(f"“{self.text[self.place]}” means nothing; use numbers, + - * / ** ( ) and {NAMES}")

    def error(self, what, place=None):
        return ValueError(f"in the formula, character {(self.place if place is None else place) + 1}: {what}")

    def take(self, *signs):
        """Return the present token and go on, where it is one of these signs; else None."""
        token = self.token
        if token not in signs:
            return None
        self.next()
        return token

    def demand(self, sign, what):
        if not self.take(sign):
            raise self.error(f"{what}, got {self.found}")

    @property
    def found(self):
        return f"“{self.token}”" if self.token else "the end"

    def of_kind(self, wanted, read):
        """Return the tree that ``read()`` reads; raise where it is of the other kind."""
        place = self.place
        tree, kind = read()
        if kind != wanted:
            raise self.error(f"a {wanted} belongs here, got a {kind}; {REMEDIES[wanted]}", place)
        return tree

    def expression(self):
        tree, kind = self.term()
        while sign := self.take("+", "-"):
            tree = (sign, tree, self.of_kind(kind, self.term))
        return tree, kind

    def term(self):
        tree, kind = self.signed()
        while sign := self.take("*", "/"):
            if sign == "/" or kind == "vector":
                tree = (sign, tree, self.of_kind("number", self.signed))
            else:
                other, kind = self.signed()
                tree = (sign, tree, other)
        return tree, kind

    def signed(self):
        sign = self.take("-", "+")
        if not sign:
            return self.power()
        tree, kind = self.deeper(self.signed)
        return (("negative", tree) if sign == "-" else tree), kind

    def power(self):
        place = self.place
        tree, kind = self.atom()
        if not self.take("**", "^"):
            return tree, kind
        if kind == "vector":
            raise self.error(f"a number belongs here, got a vector; {REMEDIES['number']}", place)
        return ("**", tree, self.of_kind("number", lambda: self.deeper(self.signed))), "number"

    def deeper(self, read):
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(f"more than {DEEPEST} brackets and signs inside each other; type a simpler formula")
        found = read()
        self.depth -= 1
        return found

    def atom(self):
        kind, token, place = self.kind, self.token, self.place
        if kind == "numeral":
            self.next()
            return ("number", float(token)), "number"
        if kind == "name":
            self.next()
            return self.named(token, place)
        if not self.take("("):
            raise self.error(f"a number, a name or a bracket belongs here, got {self.found}")
        found = self.deeper(self.expression)
        self.demand(")", "a closing bracket belongs here")
        return found

    def named(self, name, place):
        if name in FUNCTIONS:
            return self.called(name), "number"
        if name in ("x", "z"):
            return (name,), "vector"
        if name == "pi":
            return ("number", math.pi), "number"
        if coordinate := COORDINATE.fullmatch(name):
            return (coordinate[1], int(coordinate[2])), "number"
        raise self.error(f"“{name}” is no name of a formula; it may use {NAMES}", place)

    def called(self, name):
        """Return the tree of a function with its arguments."""
        wanted = FUNCTIONS[name]
        count = f"{name} takes {len(wanted)} {'argument' if len(wanted) == 1 else 'arguments'} in brackets"
        arguments = []
        for k, kind in enumerate(wanted):
            self.demand("," if k else "(", count)
            arguments.append(self.of_kind(kind, lambda: self.deeper(self.expression)))
        self.demand(")", count)
        return (name, *arguments)
