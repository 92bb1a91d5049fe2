"""What draws the pools: millions of small choices, lane by lane, which Python's own generator spends most of its time
on."""
from __future__ import annotations

import random

SMALL = 1 << 32                                        # far below the 53 bits of a float: no number is left out


class Chance(random.Random):
    """The same bits with shorter ways to a choice: one float, where `random.Random` tries numbers of bits until one is
    small enough."""

    def choice(self, seq):
        return seq[int(self.random() * len(seq))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        if stop is None and 0 < start <= SMALL:
            return int(self.random() * start)
        return super().randrange(start, stop, step) if stop is not None else super().randrange(start)
