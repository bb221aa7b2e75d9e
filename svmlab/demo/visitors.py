"""The visitors: how many scenes may be open at once, and when one ends."""

import time

from svmlab.demo.messages import Allowance

GONE = 180.0  # s without a sign of the page: a browser that was closed, crashed or fell asleep


class Visitors:
    """The kernels that visitors have.

    limit   how many there may be at once
    alive   called with a kernel's id: whether it is there
    clock   gives the time in seconds
    """

    def __init__(self, limit, alive, clock=time.monotonic):
        self.limit, self._alive, self._clock = limit, alive, clock
        self._opening = 0
        self._seen, self._allowances = {}, {}

    def __len__(self):
        for kernel in [kernel for kernel in self._seen if not self._alive(kernel)]:
            self.leave(kernel)
        return len(self._seen) + self._opening

    def admit(self):
        """Take a place and return whether there was one; ``arrive`` or ``give_up`` follows."""
        if len(self) >= self.limit:
            return False
        self._opening += 1
        return True

    def arrive(self, kernel):
        """The visitor has got this kernel."""
        self._opening -= 1
        self._seen[kernel], self._allowances[kernel] = self._clock(), Allowance(self._clock)

    def give_up(self):
        """There was no kernel to be had."""
        self._opening -= 1

    def allowance(self, kernel):
        """What the pages of a visitor may still send."""
        return self._allowances[kernel]

    def leave(self, kernel):
        """The visitor has gone; return whether there was one."""
        self._allowances.pop(kernel, None)
        return self._seen.pop(kernel, None) is not None

    def see(self, kernel):
        """The visitor's page gave a sign."""
        if kernel in self._seen:
            self._seen[kernel] = self._clock()

    def __contains__(self, kernel):
        return kernel in self._seen and self._alive(kernel)

    def gone(self):
        """The kernels whose pages gave no sign for long."""
        return [k for k, seen in self._seen.items() if self._alive(k) and self._clock() - seen > GONE]
