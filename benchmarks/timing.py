"""How the benchmarks measure time."""

import time


def seconds(work, repeat=1):
    """(least processor time of ``repeat`` runs, the last result)."""
    least = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        result = work()
        least = min(least, time.process_time() - start)
    return least, result
