"""Random choices of procedures, the same in the page: xoshiro128** of Blackman and Vigna (``page/math/random.js``).

numpy's own generators draw what no page can repeat; a procedure that is played there, without Python, has to take the
same points in the same order.
"""

import numbers

from svmlab import validation

WORD = 0xFFFFFFFF
GOLDEN = 0x9E3779B9, 0x9E3779B1  # what SplitMix32 adds, and by what a stream is told from others


class Chance:
    """Random places of a seed; of a numpy Generator, whose next number is the seed."""

    def __init__(self, random_state):
        rng = validation.random_generator(random_state)
        seed = int(random_state) if isinstance(random_state, numbers.Integral) else int(rng.integers(WORD))
        first = next(_split_mix_32(seed))
        words = _split_mix_32(first ^ GOLDEN[1])
        self._state = [next(words) for _ in range(4)]

    def _word(self):
        """The next 32 bits."""
        s = self._state
        word = (_rotated(s[1] * 5 & WORD, 7) * 9) & WORD
        t = (s[1] << 9) & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = _rotated(s[3], 11)
        return word

    def unit(self):
        """Uniform on [0, 1), of 53 bits."""
        return ((self._word() >> 5) * 2**26 + (self._word() >> 6)) / 2**53

    def below(self, n):
        """One of 0, ..., n - 1."""
        return int(self.unit() * n)

    def choice(self, values):
        """One of some integers, as an int."""
        return int(values[self.below(len(values))])

    def permutation(self, n):
        """0, ..., n - 1 in random order, by Fisher and Yates from the end."""
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def _split_mix_32(seed):
    """Yield words of 32 bits in which also neighbouring seeds differ everywhere."""
    state = seed & WORD
    while True:
        state = (state + GOLDEN[0]) & WORD
        word = (state ^ state >> 16) * 0x85EBCA6B & WORD
        word = (word ^ word >> 13) * 0xC2B2AE35 & WORD
        yield word ^ word >> 16


def _rotated(word, k):
    return (word << k | word >> (32 - k)) & WORD
