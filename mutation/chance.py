"""What draws the pools: millions of small choices, lane by lane, which Python's own generator spends most of its time
on."""
from __future__ import annotations

import random
from array import array
from math import floor

import numpy as np

SMALL = 1 << 32                                        # far below the 53 bits of a float: no number is left out
FEW = 21                                               # up to so many random.Random draws a sample from a list
WORDS = {"f": 2, "w": 1}                               # of the generator, in a draw


class Chance(random.Random):
    """The same bits with shorter ways to a choice: one float, where `random.Random` tries numbers of bits until one is
    small enough."""

    def choice(self, seq):
        return seq[floor(self.random() * len(seq))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        if stop is None:
            return floor(self.random() * start) if 0 < start <= SMALL else super().randrange(start)
        if step != 1 or start >= stop:
            return super().randrange(start, stop, step)
        most, draw = stop - start, self.getrandbits
        bits = most.bit_length()
        while (found := draw(bits)) >= most:
            pass
        return start + found

    def sample(self, population, k: int, *, counts=None) -> list:
        """As that of random.Random, which takes longer to find out what the population is."""
        size = len(population)
        if counts is not None or not 0 <= k <= size <= FEW:
            return super().sample(population, k, counts=counts)
        left, found, draw = [*population], [], self.getrandbits
        for last in range(size - 1, size - 1 - k, -1):
            bits = (last + 1).bit_length()
            while (at := draw(bits)) > last:
                pass
            found.append(left[at])
            left[at] = left[last]
        return found

    # ---- many draws at once: what as many calls would give, and as the next draw finds the generator after these ----

    def words(self, count: int) -> array:
        """getrandbits(32), so many times."""
        return array("I", self.randbytes(4 * count))

    def columns(self, count: int, draws: str) -> list[np.ndarray]:
        """The `draws` in turn, so many times: `f` random(), `w` getrandbits(32).  A column of each."""
        raw = np.frombuffer(self.randbytes(4 * count * sum(WORDS[one] for one in draws)), "<u4").reshape(count, -1)
        found, at = [], 0
        for one in draws:
            high = raw[:, at]
            found.append(((high >> 5) * 2.0**26 + (raw[:, at + 1] >> 6)) / 2**53 if one == "f" else high)
            at += WORDS[one]
        return found


def chosen(some: np.ndarray, column: np.ndarray) -> np.ndarray:
    """Of an array, what choice() takes where random() is a number of the column."""
    return some[(column * len(some)).astype(np.intp)]
