"""Small quadratic programs for the page, with the solutions that Python finds."""

import numpy as np

from svmlab import kkt
from svmlab.explorers import lagrange


def small_programs():
    """The examples of kkt, and random strictly convex problems of one or two variables and up to three constraints."""
    rng = np.random.default_rng(7)
    yield from kkt.EXAMPLES.items()
    for name, keywords in {
        "apart": {"G": [[1, 2], [-1, -2]], "h": [-1, 0]},
        "three": {"G": [[-1, 0], [0, -1], [1, 1]], "h": [-1, -1, 1]},
        "line outside": {"G": [[1, 2]], "h": [-2], "A": [[1, 2]], "b": [-1]},
        "two lines": {"A": [[1, 2], [2, 4]], "b": [-1, 0]},
        "twice": {"G": [[1, 2], [2, 4]], "h": [-1, -1.5]},
    }.items():
        yield name, kkt.Problem([[2, 0], [0, 2]], [0, 1], names="xy", **keywords)
    for i in range(60):
        n, k = (2, i % 4) if i % 5 else (1, 1)
        ties = int(n == 2 and k > 0 and i % 7 == 1)
        B, rows = rng.normal(size=(n, n)), rng.normal(size=(k, n))
        sides = rows @ rng.normal(size=n) + rng.uniform(-2.0, 1.5, size=k)
        G, A = rows[ties:], rows[:ties]
        keywords = {"form": "≥≤"[i % 2], "constant": rng.normal(), "names": "xy"[:n]}
        P = 10.0 ** rng.integers(-2, 3) * (B @ B.T + 0.1 * np.eye(n))
        yield f"random {i}", kkt.Problem(P, rng.normal(size=n), G, sides[ties:], A, sides[:ties], **keywords)


def relaxed(problem, k, alpha):
    """f + α_k h_k, row k no longer a constraint."""
    G, h, A, b = problem.G, problem.h, problem.A, problem.b
    row, side = (G[k], h[k]) if k < len(h) else (A[k - len(h)], b[k - len(h)])
    if k < len(h):
        G, h = np.delete(G, k, axis=0), np.delete(h, k)
    else:
        A, b = np.delete(A, k - len(h), axis=0), np.delete(b, k - len(h))
    return kkt.Problem(problem.P, problem.q + alpha * row, G, h, A, b, problem.constant - alpha * side)


def program_fixtures():
    """(solved programs, programs without a feasible point)."""
    solved, impossible = [], []
    for name, problem in small_programs():
        state = lagrange.to_wire(problem)
        try:
            best = kkt.audit(problem)
        except ValueError:
            impossible.append(state)
            continue
        assert best.holds
        values = np.concatenate([problem.inequalities(best.x), problem.equalities(best.x)])
        rows = range(len(values))
        duals = []
        for k, alpha in [(k, alpha) for k in rows for alpha in (0.0, 0.7)]:
            try:
                there = kkt.audit(relaxed(problem, k, alpha))
            except ValueError:
                continue
            duals.append({"k": k, "alpha": alpha, "x": there.x, "value": there.objective})
        solved.append({
            "name": name, "problem": state, "dual": duals, "constraints": problem.constraints,
            "objective": repr(problem).removeprefix("minimise ").split(" subject to ")[0].split(" (")[0],
            "solution": {
                "x": best.x, "multipliers": np.concatenate([best.alpha, best.lam]), "f": best.objective,
                "values": values, "touches": [int(k >= len(problem.h) or k in best.active) for k in rows],
            },
        })  # fmt: skip
    return solved, impossible
