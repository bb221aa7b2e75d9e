"""Multipliers as flows between classes: the circulation of a trained M-SVM, Problems 5 and 6, the constant K.

The multiplier α_jo of a point j of class c is a flow from class c to class o. The equality constraints (26) say
that what leaves a class also comes in: α is a circulation on the complete directed graph of the Q classes.

Problems 5 and 6 of Darcy and Guermeur 2005 ask for the cheapest circulation through the flows of one point i,
their cost J = Σ_l (what flows into class l)². Their objective and constraints see the other points through the
class flows only, so that they are programs in at most Q(Q - 1) variables, whatever m is.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from svmlab import validation
from svmlab.engine import small_programs
from svmlab.theory import validation as checks

ROUNDING = 1e-12  # flows below it, relative to the largest of a point, carry nothing


def class_flows(alpha, codes, without=None):
    """(Q, Q) flows F[c, o] = Σ_{j in class c} α_jo of multipliers alpha (m, Q), point ``without`` left aside."""
    Q = alpha.shape[1]
    counted = np.ones(len(alpha)) if without is None else np.arange(len(alpha)) != without
    F = np.zeros((Q, Q))
    np.add.at(F, codes, alpha * np.asarray(counted, dtype=float)[:, None])
    return F


@dataclass(frozen=True)
class Withdrawal:
    """The cheapest way to withdraw point p: P_p = Σ_l (what flows into class l)², Problem 5 times α_pk².

    flows (Q, Q): what the other points give back along each pair of classes; own (Q,): the row α_p.
    direct: whether each class l returns α_pl straight to p's class; then P_p is the closed form s_p² + Σ_l α_pl².
    """

    cost: float
    flows: np.ndarray
    own: np.ndarray
    closed_form: float
    direct: bool


def withdrawal(alpha, codes, p):
    """Return the Withdrawal of point p from multipliers alpha (m, Q): Problem 5 as a program between classes.

    Minimise Σ_l in_l² over 0 ≤ F_co ≤ Σ_{j≠p in class c} α_jo, where with the fixed row α_p what leaves each class
    equals what comes in. Raises ValueError where p has no positive multiplier.
    """
    own, y = alpha[p], codes[p]
    checks.support_vector(p, own)
    capacity = class_flows(alpha, codes, without=p)
    closed = float(own.sum() ** 2 + (own**2).sum())
    if (capacity[:, y] >= own).all():
        flows = np.zeros_like(capacity)
        flows[:, y] = own
        return Withdrawal(closed, flows, own, closed, True)
    scale = float(own.max())
    arcs = [(c, o) for c, o in zip(*np.nonzero(capacity > ROUNDING * scale), strict=True)]
    into, balance = _incidence(arcs, len(own))
    fixed = own / scale
    net = fixed.copy()  # what flows into each class from p, less what leaves it
    net[y] -= fixed.sum()
    room = np.array([capacity[arc] for arc in arcs]) / scale
    n = len(arcs)
    constraints = (
        np.vstack([-np.eye(n), np.eye(n)]),
        np.concatenate([np.zeros(n), room]),
        balance[:-1],
        -net[:-1],
    )
    solution = small_programs.quadratic_program(2.0 * into.T @ into, 2.0 * into.T @ fixed, *constraints)
    x = solution.x if solution.certified else _by_sequential_programs(into, fixed, room, balance[:-1], -net[:-1])
    flows = np.zeros_like(capacity)
    flows[tuple(np.transpose(arcs))] = scale * np.clip(x, 0.0, room)
    cost = float(((flows.sum(axis=0) + own) ** 2).sum())
    return Withdrawal(cost, flows, own, closed, False)


def _by_sequential_programs(into, fixed, room, balance, sums):
    """The same optimum by SLSQP, where the first solver is not certified."""
    found = minimize(
        lambda x: ((into @ x + fixed) ** 2).sum(), 0.5 * room, method="SLSQP", bounds=[(0.0, most) for most in room],
        jac=lambda x: 2.0 * into.T @ (into @ x + fixed), options={"ftol": 1e-14, "maxiter": 1000},
        constraints={"type": "eq", "fun": lambda x: balance @ x - sums, "jac": lambda x: balance},
    )  # fmt: skip
    return found.x


def _incidence(arcs, Q):
    """(Q, n) what each arc brings into each class, and in less out."""
    into, out = np.zeros((Q, len(arcs))), np.zeros((Q, len(arcs)))
    for column, (c, o) in enumerate(arcs):
        into[o, column] = 1.0
        out[c, column] = 1.0
    return into, into - out


def problem_5(alpha, codes, i, k):
    """The optimum of Problem 5 as printed, with a variable for each multiplier of the other support vectors."""
    Q = alpha.shape[1]
    checks.support_vector(i, alpha[i, [k]])
    upper = alpha / alpha[i, k]
    others = [(j, o) for j, o in zip(*np.nonzero(alpha), strict=True) if j != i]
    into, balance = _incidence([(codes[j], o) for j, o in others], Q)
    fixed = upper[i]
    net = fixed.copy()
    net[codes[i]] -= fixed.sum()
    room = np.array([upper[j, o] for j, o in others])
    return _least_inflow(into, balance, fixed, net, room)


def problem_6(codes, Q, i, k):
    """The optimum of Problem 6 as printed, with a variable for each pair of another point and a rival class."""
    others = [(j, o) for j in range(len(codes)) if j != i for o in range(Q) if o != codes[j]]
    into, balance = _incidence([(codes[j], o) for j, o in others], Q)
    fixed = np.zeros(Q)
    fixed[k] = 1.0
    net = fixed.copy()
    net[codes[i]] -= 1.0
    return _least_inflow(into, balance, fixed, net, None)


def _least_inflow(into, balance, fixed, net, room):
    n = into.shape[1]
    G, h = -np.eye(n), np.zeros(n)
    if room is not None:
        G, h = np.vstack([G, np.eye(n)]), np.concatenate([h, room])
    solution = small_programs.quadratic_program(
        2.0 * into.T @ into, 2.0 * into.T @ fixed, G, h, balance[:-1], -net[:-1]
    )
    return float(((into @ solution.x + fixed) ** 2).sum())


@dataclass(frozen=True)
class ConstantK:
    """K = √max K_λ K_μ over the pairs with α_ik > 0, (42), the pair that attains it, and how it was computed.

    smallest: the smallest multiplier that counts as positive; K grows with its inverse.
    """

    value: float
    point: int
    rival: int
    method: str
    smallest: float
    programs: int

    def __float__(self):
        return self.value


def constant_K(svm, method="flow", positive=0.0):
    """Return the ConstantK of a trained MulticlassSVM, Darcy and Guermeur 2005 (42).

    method : "flow", one program between classes for each point (Problem 5 is P_i/α_ik², Problem 6 equals 2), or
        "qp", Problems 5 and 6 as printed, two for each pair
    positive : multipliers up to this fraction of the largest count as zero. The machines' own zeros are exact, so
        that 0 is meant by default; K is proportional to 1/α_ik and may be large because of one small multiplier.
    """
    svm = validation.fitted(svm)
    validation.multiclass_machine("constant_K", svm)
    validation.one_of("method", method, ("flow", "qp"))
    alpha, codes, Q = svm.alpha_, svm.codes_, len(svm.classes_)
    counted = alpha > positive * alpha.max()
    best, programs = None, 0
    for i in np.flatnonzero(counted.any(axis=1)):
        rivals = np.flatnonzero(counted[i])
        if method == "flow":
            k = rivals[alpha[i, rivals].argmin()]
            squares = [(2.0 * withdrawal(alpha, codes, i).cost / alpha[i, k] ** 2, k)]
            programs += 1
        else:
            squares = [(problem_5(alpha, codes, i, k) * problem_6(codes, Q, i, k), k) for k in rivals]
            programs += 2 * len(rivals)
        for square, k in squares:
            if best is None or square > best[0]:
                best = square, int(i), int(k)
    square, i, k = best
    return ConstantK(float(np.sqrt(square)), i, k, method, float(alpha[counted].min()), programs)


def reachable(alpha, codes, p):
    """(Q,) number of steps from p's class to each class along positive flows of the other points; inf where none."""
    F = class_flows(alpha, codes, without=p) > 0
    steps = np.full(len(F), np.inf)
    steps[codes[p]], front = 0, [codes[p]]
    while front:
        following = [o for c in front for o in np.flatnonzero(F[c]) if np.isinf(steps[o])]
        for o in following:
            steps[o] = steps[front[0]] + 1
        front = list(dict.fromkeys(following))
    return steps
