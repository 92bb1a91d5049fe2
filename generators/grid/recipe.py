"""How every register that an encoding names gets a value in every wave: what all its cases have in common is worked out
once, and filled in by C (fill.c)."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...spec.encode import Operand
from ..drawn import arrays, values
from ..single.instructions import constants_of
from .waves import Encoding, Source, name_after, names, neighbours, vector

WHOLE, TWICE, PERMUTED = range(3)                        # enum plan_halves


class Recipe:
    """Of one encoding.  `scalars`: dwords, `vectors`: VGPRs, in the order of the words of a wave, where a VGPR has one
    a lane; `held`: fields whose registers hold what is drawn for them, no other operand lying over them."""

    def __init__(self, encoding: Encoding, sources: list[Source]):
        self.encoding, self.sources = encoding, sources
        self.here = [source for source in sources if source.field in encoding.places]
        self.number = {source.field: n for n, source in enumerate(sources)}
        self.owner = {dword: source.field for source in self.here for dword in self.dwords(source)}
        named = encoding.used | (neighbours(encoding.used) if encoding.form.op.indexed else set())
        others = sorted({"vcc_lo", "vcc_hi", "m0", *named} - self.owner.keys())
        fixed = [name for name in ("exec_lo", "exec_hi") if not (self.of_scalars and self.owner.get(name))]
        self.held = {source.field for source in self.here
                     if self.owns(source) and not {*fixed} & {*self.dwords(source)}}
        every = dict.fromkeys([*self.owner, *others, "scc", "mode", *fixed])
        self.scalars = tuple(name for name in every if not vector(name))
        self.vectors = tuple(int(name[1:]) for name in every if vector(name))
        first, lanes = len(self.scalars), encoding.wave
        self.places = {name: n for n, name in enumerate(self.scalars)}
        self.places |= {f"v{number}": first + n * lanes for n, number in enumerate(self.vectors)}
        self.words = first + lanes * len(self.vectors)
        self.mode = self.places["mode"]
        self.meeting = {source.field: self.dwords(source) for source in self.here
                        if self.owns(source) and not vector(encoding.places[source.field])}
        fields = encoding.fields or {} if self.meeting else {}
        self.constants = constants_of(fields, [(None, v) for v in fields.values() if isinstance(v, Operand)])
        self.in_c = self.as_c(others, fixed)

    @property
    def of_scalars(self) -> bool:
        """Is it a scalar operation, which may have EXEC as an operand like any other?"""
        return self.encoding.form.layout[0] == "s"

    def dwords(self, source: Source) -> tuple[str, ...]:
        """The dwords of an operand."""
        return names(self.encoding.places[source.field], source.regs)

    def owns(self, source: Source) -> bool:
        """Does no other operand lie over it?"""
        return all(self.owner[dword] == source.field for dword in self.dwords(source))

    def as_c(self, others: list[str], fixed: list[str]) -> arrays.Struct:
        """As plan.h has it."""
        ffi = arrays.extension()[0]
        made = [one for source in self.here for one in self.elements(self.number[source.field], source)]
        self.of = values.in_c([(source.kind, source.width) for source in self.sources])
        elements = ffi.new("struct plan_element[]", [{"of": self.of[one["operand"]], **one} for one in made])
        found = list(self.pairs())
        pairs = ffi.new("struct plan_pair[]", found)
        indexed = self.encoding.form.op.indexed
        return arrays.Struct(
            "plan_recipe", words=self.words, lanes=self.encoding.wave, elements=len(made), pairs=len(found),
            element=elements, pair=pairs, vectors=sum(map(vector, others)), any=values.in_c([("b", 32)])[0],
            scalars=sum(not vector(name) for name in others),
            vector_places=np.array([self.places[name] for name in others if vector(name)], np.int64),
            scalar_places=np.array([self.places[name] for name in others if not vector(name)], np.int64),
            m0=self.places["m0"] if indexed else -1, m0_mask=0xFFFF0000 * ("m0.hi" in (indexed or ())),
            scc=self.places["scc"], mode=self.mode,
            exec_lo=self.places["exec_lo"] if "exec_lo" in fixed else -1,
            exec_hi=self.places["exec_hi"] if "exec_hi" in fixed else -1,
        )

    def elements(self, number: int, source: Source) -> Iterator[dict]:
        """Those of an operand."""
        first, step = self.encoding.places[source.field], 2 if source.width == 64 else 1
        halves = WHOLE if source.width != 16 else PERMUTED if source.packed else TWICE
        for at in range(0, source.regs, step):
            low, high = (self.places.get(name_after(first, at + n) or "", -1) for n in range(2))
            yield {"operand": number, "scalar": not vector(first), "halves": halves, "low": low,
                   "high": high if step == 2 else -1}

    def pairs(self) -> Iterator[dict]:
        """Operands of one type, each with the next.  Where two have the same class, half of the lanes get the same
        value: comparisons, differences and the steps of a division turn on that."""
        some = [source for source in self.here if vector(self.encoding.places[source.field])]
        for one, other in zip(some, some[1:] + some[:1]):
            if one is not other and (one.kind, one.width, one.regs) == (other.kind, other.width, other.regs):
                both = [(a, b) for a, b in zip(self.dwords(one), self.dwords(other))
                        if self.owner[a] == one.field and self.owner[b] == other.field]
                yield {"one": self.number[one.field], "other": self.number[other.field], "count": len(both),
                       "of": [self.places[a] for a, _ in both], "to": [self.places[b] for _, b in both]}

    def meet(self, words: np.ndarray, numbers: dict[int, np.ndarray], rng, random: np.random.Generator) -> None:
        """A scalar source of uniform bits (class 0) is, in half of these waves, what stands beside it: another source
        of its size, an inline constant, a literal, 16 bits with their sign or without.  `numbers`: classes by wave."""
        held = self.meeting
        for field, mine in held.items():
            others = [[words[:, self.places[d]] for d in dwords] for f, dwords in held.items()
                      if f != field and len(dwords) == len(mine)]
            others += [[constant] for constant in self.constants if len(mine) == 1]
            if others:
                here = (numbers[self.number[field]] == 0) & random.integers(0, 2, len(words), bool)
                for name, rows in zip(mine, rng.choice(others)):
                    at = self.places[name]
                    words[:, at] = np.where(here, rows, words[:, at])
