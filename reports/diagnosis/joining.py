"""Which few causes explain all that fails.  A cause is a deliberate fault, or a predicate: the fewest features of which
nearly every case fails, and in the same way."""
from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import combinations, product
from operator import or_

from . import features

SURE = 0.9                                           # of the cases with these features fail in that way
HOPE = 0.2                                           # else no more features are looked for
UNLIKE = 0.8                                         # of the other cases of the same operations at most do
ANYHOW = 0.5                                         # of the plain cases of an operation: it needs no feature
MANY = 0.7                                           # of the operations with these words in their names
MOSTLY = 0.5                                         # of what a predicate explains: a fault that explains these is it
MOST = 3                                             # features of a predicate
FEWEST, FAMILY = 3, 4                                # operations that one holds of: fewer are told by their own entries
CARRIES = "operations reading a carry", "operations writing a carry"


@dataclass(frozen=True, order=True, slots=True)
class Predicate:
    """`words`: the features; `way`: how these cases fail; `cases`: how many have the features."""
    words: tuple[str, ...]
    way: str
    cases: int


class Evidence:
    """All cases that were decided, a bit each: `having` by feature, `ended` by outcome, `of` by form."""

    def __init__(self, tallies):
        self.having: dict[str, int] = {}
        self.ended: dict[str, int] = {}
        self.of, count = [], 0
        for tally in tallies:
            self.of.append(((1 << len(tally)) - 1) << count)
            for number, (words, outcome) in enumerate(tally, count):
                for word in words:
                    self.having[word] = self.having.get(word, 0) | 1 << number
                self.ended[outcome] = self.ended.get(outcome, 0) | 1 << number
            count += len(tally)
        self.every = (1 << count) - 1

    def leave(self, word: str) -> None:
        """Forgets the cases that have this feature."""
        self.every &= ~self.having.get(word, 0)
        self.having = {name: cases & self.every for name, cases in self.having.items()}

    def cases(self, words) -> int:
        """The cases that have all of these features."""
        found = self.every
        for word in words:
            found &= self.having.get(word, 0)
        return found

    def sure(self, cases: int, way: str) -> float:
        """The share of these cases that fail in this way; wrong values are not seen where a case crashes, say."""
        fails = cases & self.ended.get(way, 0)
        some = fails | cases & self.ended.get("", 0) if way == "mismatch" else cases
        return fails.bit_count() / max(1, some.bit_count())

    def many(self, cases: int, way: str) -> float:
        """The share of forms with such cases that fail in this way."""
        forms = [one & cases for one in self.of if one & cases]
        return sum(bool(one & self.ended.get(way, 0)) for one in forms) / max(1, len(forms))


class Joined:
    """Entries and what they have in common.  `entries`: those of generated cases."""

    def __init__(self, entries: list[dict], evidence: Evidence):
        self.entries, self.evidence = entries, evidence
        self.ways = [way_of(one) for one in entries]
        self.of_word: dict[str, int] = {}
        for number, one in enumerate(entries):
            for word in one["features"]:
                self.of_word[word] = self.of_word.get(word, 0) | 1 << number
        self.of_way: dict[str, int] = {}
        for number, way in enumerate(self.ways):
            self.of_way[way] = self.of_way.get(way, 0) | 1 << number

    def mask(self, some: list[dict]) -> int:
        """These entries, a bit each."""
        wanted = set(map(id, some))
        return sum(1 << number for number, one in enumerate(self.entries) if id(one) in wanted)

    def chosen(self, mask: int) -> list[dict]:
        """The entries of a mask."""
        return [one for number, one in enumerate(self.entries) if mask >> number & 1]

    def wide(self, mask: int, fewest: int = FEWEST) -> bool:
        """Are these entries of several operations?"""
        found = set()
        while mask and len(found) < fewest:
            found.add(self.entries[(mask & -mask).bit_length() - 1]["operation"])
            mask &= mask - 1
        return len(found) >= fewest

    def rest(self, predicates: dict[Predicate, int], explained: list[dict], left: list[dict]) -> list[dict]:
        """What is left with the features of predicates most of whose entries a fault explains; wrong results are where
        the predicate tells of these.  What is taken for another instruction may do anything else."""
        mine, others, found = self.mask(explained), self.mask(left), 0
        for predicate, mask in predicates.items():
            if (mask & mine).bit_count() > MOSTLY * mask.bit_count() and not features.of_operations(predicate.words):
                alike = self.of_way.get("mismatch", 0) if predicate.way != "mismatch" else 0
                found |= self.having(predicate.words) & ~alike
        return self.chosen(found & others & ~mine)

    def having(self, words: tuple[str, ...]) -> int:
        """The entries that have all of these features."""
        found = (1 << len(self.entries)) - 1
        for word in words:
            found &= self.of_word.get(word, 0)
        return found

    def leave(self, words: set[str]) -> None:
        """Cases with any of these features, which are explained, are evidence for nothing more."""
        for word in words:
            self.evidence.leave(word)

    def predicates(self, among: frozenset[str] = frozenset()) -> dict[Predicate, int]:
        """{the smallest predicates that hold of several operations: the entries that they explain, a bit each}; of
        these words alone, where some are given."""
        found: dict[Predicate, int] = {}
        for way, mine in self.of_way.items():
            if self.wide(mine):
                found |= self.of_one_way(way, mine, among or self.of_word.keys())
        return found

    def of_one_way(self, way: str, mine: int, among) -> dict[Predicate, int]:
        """Those of what fails in one way, shorter ones first: one that is sure is not made longer."""
        found: dict[Predicate, int] = {}
        words = sorted(word for word, mask in self.of_word.items() if word in among
                       and self.wide(mask & mine) and not word.startswith(features.OPERATION))
        level = {(): (mine, self.evidence.every)}
        for _ in range(MOST):
            longer = {}
            for held, (mask, cases) in level.items():
                for word in words[words.index(held[-1]) + 1 if held else 0:]:
                    both = mask & self.of_word[word]
                    if not self.wide(both) or (held and both == mask and cases & self.evidence.having[word] == cases):
                        continue
                    some = cases & self.evidence.having.get(word, 0)
                    sure = self.evidence.sure(some, way)
                    if sure >= SURE:
                        shown = self.without(both, some, way)
                        if self.told((*held, word), way) and self.wide(shown) and self.matters(shown, some, way):
                            found[Predicate((*held, word), way, some.bit_count())] = shown
                    elif sure >= HOPE:
                        longer[*held, word] = both, some
            level = longer
        return found

    def told(self, words: tuple, way: str) -> bool:
        """Do these features say enough?  What is not said of operations must matter: what many operations have in
        common is else that they have many defects."""
        mere = [word for word in words if features.of_operations((word,))]
        return not mere or len(mere) < len(words) and self.evidence.sure(self.evidence.cases(mere), way) < SURE

    def without(self, mask: int, cases: int, way: str) -> int:
        """The entries of operations that are right without these features: of the others they say nothing.  Asked are
        plain encodings, since extensions have defects of their own."""
        extended = reduce(or_, (self.evidence.having.get(word, 0) for word in features.EXTENDED), 0)
        for word, held in self.of_word.items():
            if word.startswith(features.OPERATION) and held & mask:
                plain = self.evidence.having[word] & ~cases & ~extended
                if plain and self.evidence.sure(plain, way) >= ANYHOW:
                    mask &= ~held
        return mask

    def undecoded(self) -> int:
        """The entries in extensions of which nearly every case gives wrong results."""
        sure = {word: self.evidence.sure(self.evidence.cases([word]), "mismatch") for word in features.EXTENDED}
        return reduce(or_, (self.of_word.get(word, 0) for word, share in sure.items() if share >= SURE), 0)

    def matters(self, mask: int, cases: int, way: str) -> bool:
        """Do other cases of these operations not fail so?  Where they all do, it is not for these features."""
        others = 0
        for word, held in self.of_word.items():
            if word.startswith(features.OPERATION) and held & mask:
                others |= self.evidence.having[word]
        others &= ~cases
        return not others or self.evidence.sure(others, way) < UNLIKE

    def families(self, mask: int) -> dict[Predicate, int]:
        """{two words of names, not of types alone, or that a carry is read and written, and where they stand: those of
        these entries that have them}, where most forms of such operations fail alike."""
        found = {}
        words = sorted(word for word, held in self.of_word.items() if "…" in word and self.wide(held & mask, FAMILY))
        two_of = (two for two in combinations(words, 2) if not all(map(features.of_type, two)))
        places = ["", *sorted(word for word in self.of_word if word.startswith("encoding "))]
        several = [*((two, FAMILY) for two in two_of), (CARRIES, FEWEST)]
        for ((one, other), fewest), place in product(several, places):
            pair = tuple(filter(None, (place, one, other)))
            both = mask & self.of_word.get(one, 0) & self.of_word.get(other, 0)
            both &= self.of_word[place] if place else mask
            cases = self.evidence.cases(pair)
            for way in {self.ways[n] for n in range(len(self.entries)) if both >> n & 1}:
                mine = both & self.of_way[way]
                if self.wide(mine, fewest) and self.evidence.many(cases, way) >= MANY:
                    found[Predicate(pair, way, cases.bit_count())] = mine
        return found


def way_of(one: dict) -> str:
    """How an entry fails, as in the tallies."""
    return "mismatch" if one["cause"] == "mismatch" else one["way"]
