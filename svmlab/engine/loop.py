"""The homotopy of ``active_set`` that leads one point's multipliers to zero, as loops over arrays for numba to compile.

It is what ``flock`` does, by the same rules, one row after the other and without what calling NumPy costs. Only
``batch`` imports this module, where there is enough to do. Without numba, which the extra ``svmlab[fast]`` brings, the
same functions run as plain Python, slowly, as some tests have it. Symbols: see ``active_set``; N (ties + k, n) has a
row of Eᵀ for each entry of b, and one of H for each of the k members of F. ``row`` is (a, b, g, side, members) of one
row of the flock, whose a may have more than n entries.
"""

import numpy as np

from svmlab.engine.exchanges import SINGULAR
from svmlab.engine.flock import PATIENCE, POOR, PRECISE, REFINEMENTS, STILL, Flock
from svmlab.engine.working_set import FRESH, LOSSY, UNTIED

try:
    import numba
except ImportError:
    numba = None


def _can_keep():
    """Whether numba has a place on disk for what it compiles, the package's folder or the user's cache."""
    try:
        numba.njit(cache=True)(_can_keep)
    except RuntimeError:
        return False
    return True


COMPILES = numba is not None and not numba.config.DISABLE_JIT and _can_keep()
# What numba keeps on disk is made anew when this file changes, not when one of the constants that it imports does.
ROUNDS = Flock.rounds  # steps after which a row is given up


def compiled(function):
    """The function compiled by numba into ``lead_out``, which calls it; as it is without numba."""
    return numba.njit(error_model="numpy", no_cpython_wrapper=True)(function) if COMPILES else function


def kept(function):
    """The function compiled by numba and kept on disk; as it is without numba."""
    return numba.njit(error_model="numpy", nogil=True, cache=True)(function) if COMPILES else function


@kept
def lead_out(K, E, example, upper, start, R, own, rows, pulls, imbalances):
    """Lead the variables ``own`` (P, c) to zero, a row of (a, b, g, side, members, count, left, exchanges) each.

    K (m, m), E (n, q), example, upper (n,): the program; start (k,), R (ties + k, ties + k): F and its inverse at the
    optimum where all rows begin; pulls (P, n), imbalances (P, ties): rates of g and of Eᵀα. a, g, side (P, n), b (P,
    ties), members (P, s), count, left, exchanges (P,) are changed in place. A row that meets what is not done here is
    left in the state that it has reached, ``left`` above 0.
    """
    a, b, g, side, members, count, left, exchanges = rows
    program = (K, E, example, upper)
    ties, n, room = b.shape[1], g.shape[1], members.shape[1]
    size = ties + len(start)
    first = np.empty((size, n))
    for t in range(ties):
        first[t] = E[:, t]
    for j in range(len(start)):
        put_column(K, E, example, start[j], first[ties + j])
    N, inverse = np.empty((ties + room, n)), np.empty((ties + room, ties + room))
    for r in range(len(own)):
        N[:size], inverse[:size, :size] = first, R
        members[r, : len(start)], count[r] = start, len(start)
        row = (a[r], b[r], g[r], side[r], members[r])
        count[r], regular = let_go(program, row, len(start), own[r], N, inverse)
        if regular:
            count[r], left[r], exchanges[r] = follow(program, row, count[r], N, inverse, pulls[r], imbalances[r])
            for v in own[r]:
                a[r, v] *= left[r]


@compiled
def let_go(program, row, k, own, N, R):
    """Take the variables ``own`` out of F; returns how many are left in F, and whether all of that is regular."""
    _, b, _, side, members = row
    ties = len(b)
    for v in own:
        for j in range(k):
            if members[j] == v:
                pivot = R[ties + j, ties + j]
                if pivot > UNTIED:
                    drop(members, N, R, ties, k, j)
                    k -= 1
                    if pivot >= LOSSY and not invert(members, N, R, ties, k):
                        return k, False
                elif not (tie_anew(program, row, k, j, 1.0, N, R) or tie_anew(program, row, k, j, -1.0, N, R)):
                    return k, False
                break
        side[v] = 0.0
    return k, True


@compiled
def follow(program, row, k, N, R, pull, imbalance):
    """Follow the optimum of one row until the data have arrived; returns (members of F, left, exchanges)."""
    a, b, g, _, members = row
    ties, n = len(b), len(g)
    z, d_g, work = np.empty(len(N)), np.empty(n), np.empty(len(N))
    left, exchanges, idle, updates = 1.0, 0, 0, 0
    while exchanges < ROUNDS and idle <= PATIENCE:
        if updates >= FRESH:
            updates = 0
            if not invert(members, N, R, ties, k):
                break
        if not direction(members, N, R, ties, k, pull, imbalance, z, d_g, work):
            break
        step, kind, which = first_event(row, k, program[3], left, z, d_g)
        for j in range(k):
            a[members[j]] += step * z[ties + j]
        for t in range(ties):
            b[t] += step * z[t]
        for i in range(n):
            g[i] += step * d_g[i]
        exchanges += 1
        if kind == 0:
            return k, 0.0, exchanges
        left -= step
        idle = idle + 1 if step <= STILL else 0
        if kind == 1:
            k, regular, lossy = leave(program, row, k, which, z[ties + which] < 0, N, R)
        else:
            k, regular, lossy = enter(program, row, k, which, N, R, z, work)
        if not regular:
            break
        updates = FRESH if lossy else updates + 1
    return k, left, exchanges


@compiled
def leave(program, row, k, place, falling, N, R):
    """A member of F stays at the bound that it met; returns (members of F, whether that is regular, whether R lost)."""
    a, b, _, side, members = row
    v, pivot, sign = members[place], R[len(b) + place, len(b) + place], 1.0 if falling else -1.0
    if pivot > UNTIED:
        drop(members, N, R, len(b), k, place)
        k -= 1
    elif not tie_anew(program, row, k, place, sign, N, R):
        return k, False, False
    side[v] = sign
    a[v] = 0.0 if falling else program[3][v]
    return k, True, pivot >= LOSSY


@compiled
def enter(program, row, k, v, N, R, response, work):
    """A bounded variable, whose multiplier vanished, becomes a member of F; returns the same."""
    K, E, example, _ = program
    _, b, _, side, members = row
    if k == len(members):
        return k, False, False
    curvature, regular = response_to(K, E, example, v, members, N, R, len(b), k, response, work)
    if not regular:
        return k, False, False
    members[k] = v
    put_column(K, E, example, v, N[len(b) + k])
    border(R, len(b) + k, response, curvature)
    side[v] = 0.0
    return k + 1, True, curvature <= 1.0 / LOSSY


@compiled
def put_column(K, E, example, v, column):
    """Write column v of H."""
    values, of_v = K[example[v]], E[v]
    for i in range(len(column)):
        product = 0.0
        for c in range(len(of_v)):
            product += E[i, c] * of_v[c]
        column[i] = values[example[i]] * product


@compiled
def direction(members, N, R, ties, k, pull, imbalance, z, d_g, remains):
    """Write the rates z of (b, α_F) and d_g of g, refined where R gives them inexactly; returns whether precise."""
    size, n = ties + k, len(d_g)
    for j in range(size):
        z[j] = 0.0
        remains[j] = imbalance[j] if j < ties else pull[members[j - ties]]
    for refinement in range(REFINEMENTS + 1):
        for i in range(size):
            for j in range(size):
                z[j] -= remains[i] * R[i, j]
        largest, error = 1.0, 0.0
        for i in range(n):
            d_g[i] = pull[i]
        for j in range(size):
            rate = z[j]
            if not abs(rate) < 1e100:  # nor is what is not a number
                return False
            largest = max(largest, 1.0 + abs(rate))
            for i in range(n):
                d_g[i] += rate * N[j, i]
        for t in range(ties):
            remains[t] = imbalance[t]
            for j in range(k):
                remains[t] += N[t, members[j]] * z[ties + j]
            error = max(error, abs(remains[t]))
        for j in range(k):
            remains[ties + j] = d_g[members[j]]
            error = max(error, abs(remains[ties + j]))
        if error <= PRECISE * largest:
            return True
        if error > POOR * largest and refinement == 0 and not invert(members, N, R, ties, k):
            return False
    return error <= POOR * largest


@compiled
def first_event(row, k, upper, left, z, d_g):
    """(step, kind, which): kind 0 none before the end, 1 the free variable at a place leaves, 2 a variable enters."""
    a, b, g, side, members = row
    ties = len(b)
    most, largest = 0.0, 0.0
    for i in range(len(g)):
        most = max(most, a[i])
    for j in range(k):
        largest = max(largest, abs(z[ties + j]))
    still, noise = 1e-15 * (min(1.0, most) + largest), 1e-15 * (1.0 + largest)
    step, kind, which = left, 0, 0
    for j in range(k):
        rate, v = z[ties + j], members[j]
        if abs(rate) > still:
            time = max(0.0, a[v] if rate < 0 else upper[v] - a[v]) / abs(rate)
            if time < step:
                step, kind, which = time, 1, j
    for i in range(len(g)):
        rate = side[i] * d_g[i]
        if rate < -10.0 * noise:
            time = max(0.0, side[i] * g[i]) / -rate
            if time < step:
                step, kind, which = time, 2, i
    return step, kind, which


@compiled
def response_to(K, E, example, v, members, N, R, ties, k, response, column):
    """Write the response of (b, α_F) to a unit of α_v; returns (curvature along it, whether v can enter F)."""
    size = ties + k
    squared = 0.0
    for c in range(E.shape[1]):
        squared += E[v, c] * E[v, c]
    diagonal = K[example[v], example[v]] * squared
    for j in range(size):
        response[j] = 0.0
        column[j] = N[j, v]
    for refinement in range(2):
        for i in range(size):
            for j in range(size):
                response[j] += column[i] * R[i, j]
        curvature, along = diagonal, 0.0
        for j in range(size):
            curvature -= N[j, v] * response[j]
            along += response[j] * response[j] if j >= ties else 0.0
        if curvature > 1.0 / LOSSY:
            return curvature, True
        if refinement == 0:
            for t in range(ties):
                column[t] = N[t, v]
                for j in range(k):
                    column[t] -= N[t, members[j]] * response[ties + j]
            for i in range(k):
                column[ties + i] = N[ties + i, v]
                for j in range(size):
                    column[ties + i] -= N[j, members[i]] * response[j]
    return curvature, curvature > SINGULAR * (1.0 + along)


@compiled
def border(R, size, response, curvature):
    """Add a variable at the end of F to R."""
    for i in range(size):
        scaled = response[i] / curvature
        for j in range(size):
            R[i, j] += scaled * response[j]
        R[i, size] = R[size, i] = -scaled
    R[size, size] = 1.0 / curvature


@compiled
def drop(members, N, R, ties, k, place):
    """Take the variable at a place out of F, whose last one takes that place."""
    row, last = ties + place, ties + k - 1
    pivot = R[row, : last + 1].copy()
    for i in range(last + 1):
        scaled = pivot[i] / pivot[row]
        for j in range(last + 1):
            R[i, j] -= scaled * pivot[j]
    if row != last:
        for j in range(last + 1):
            R[row, j] = R[last, j]
        for j in range(last + 1):
            R[j, row] = R[j, last]
        members[place] = members[k - 1]
        for i in range(N.shape[1]):
            N[row, i] = N[last, i]


@compiled
def tie_anew(program, row, k, place, sign, N, R):
    """Move b, by the sign one way or the other, until the multiplier of another variable vanishes, which takes the
    place of the last member of F to tie b; returns whether that can be."""
    K, E, example, _ = program
    _, b, g, side, members = row
    ties, n, leaving = len(b), len(g), members[place]
    d_b, along = sign * R[:ties, ties + place].copy(), np.zeros(n)
    time, entering = np.inf, -1
    for i in range(n):
        for t in range(ties):
            along[i] += d_b[t] * N[t, i]
        rate = side[i] * along[i]
        if rate < -UNTIED and max(0.0, side[i] * g[i]) / -rate < time:
            time, entering = max(0.0, side[i] * g[i]) / -rate, i
    if entering < 0:
        return False
    members[place] = entering
    put_column(K, E, example, entering, N[ties + place])
    if not invert(members, N, R, ties, k):
        members[place] = leaving
        return False
    for t in range(ties):
        b[t] += time * d_b[t]
    for i in range(n):
        g[i] += time * along[i]
    side[entering] = 0.0
    return True


@compiled
def invert(members, N, R, ties, k):
    """Make R anew by elimination with pivots; returns whether it could be."""
    size = ties + k
    M = np.zeros((size, 2 * size))
    for i in range(size):
        for j in range(k):
            M[i, ties + j] = M[ties + j, i] = N[i, members[j]]
        M[i, size + i] = 1.0
    for c in range(size):
        best = c
        for i in range(c + 1, size):
            best = i if abs(M[i, c]) > abs(M[best, c]) else best
        if M[best, c] == 0.0:
            return False
        for j in range(2 * size):
            M[c, j], M[best, j] = M[best, j], M[c, j]
        pivot = M[c, c]
        for j in range(c, 2 * size):
            M[c, j] /= pivot
        for i in range(size):
            factor = M[i, c]
            if i != c and factor != 0.0:
                for j in range(c, 2 * size):
                    M[i, j] -= factor * M[c, j]
    for i in range(size):
        for j in range(size):
            R[i, j] = 0.5 * (M[i, size + j] + M[j, size + i])
    return True
