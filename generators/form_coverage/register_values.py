"""How every register that an encoding names gets a value in every wave: what all its cases have in common is worked out
once, and filled in by C (fill.c)."""
from __future__ import annotations

import numpy as np

from ...spec.encode import Operand
from ..instructions.instruction_case import constants_of
from ..native import array_loops
from ..values import value_classes as values
from .wave_batch import VGPRS, Encoding, Source, names, neighbours

WHOLE, TWICE, PERMUTED = range(3)                        # enum plan_halves


class Recipe:
    """Of one encoding.  `scalars`: dwords, `vectors`: VGPRs, in the order of the words of a wave, where a VGPR has one
    a lane; `taken`: {field: dwords} of the sources `here`; `owner`: {dword: field}, the last that has it; `held`:
    fields whose registers hold what is drawn for them, no other operand lying over them; `told`: what others have found
    out about it."""

    def __init__(self, encoding: Encoding, sources: list[Source]):
        self.encoding, self.sources, self.told = encoding, sources, {}
        places = encoding.places
        self.here = [source for source in sources if source.field in places]
        self.taken = {source.field: names(places[source.field], source.regs) for source in self.here}
        self.owner = {dword: field for field, dwords in self.taken.items() for dword in dwords}
        owned = [field for field, dwords in self.taken.items() if {self.owner[one] for one in dwords} <= {field}]
        named = encoding.used | (neighbours(encoding.used) if encoding.form.op.indexed else set())
        others = sorted({"vcc_lo", "vcc_hi", "m0", *named} - self.owner.keys())
        of_scalars = encoding.form.layout[0] == "s"    # and may have EXEC as an operand like any other
        fixed = [name for name in ("exec_lo", "exec_hi") if not (of_scalars and name in self.owner)]
        self.held = {field for field in owned if not {*fixed} & {*self.taken[field]}}
        self.lay(others, fixed)
        self.meeting = {field: self.taken[field] for field in owned if places[field] not in VGPRS}
        fields = encoding.fields or {} if self.meeting else {}
        self.constants = constants_of(fields, [(None, v) for v in fields.values() if isinstance(v, Operand)])
        self.in_c = self.as_c(others, fixed)

    def lay(self, others: list[str], fixed: list[str]) -> None:
        """Gives every register its place among the words of a wave."""
        every = dict.fromkeys([*self.owner, *others, "scc", "mode", *fixed])
        self.scalars = tuple([name for name in every if name not in VGPRS])
        rows = [name for name in every if name in VGPRS]
        self.vectors = tuple([VGPRS[name] for name in rows])
        first, lanes = len(self.scalars), self.encoding.wave
        self.words = first + lanes * len(rows)
        self.places = dict(zip(self.scalars, range(first))) | dict(zip(rows, range(first, self.words, lanes)))
        self.mode = self.places["mode"]

    def as_c(self, others: list[str], fixed: list[str]):
        """As plan.h has it; what that points to is held."""
        ffi, places = array_loops.extension()[0], self.places
        indexed = self.encoding.form.op.indexed
        elements, pairs = self.elements(), self.pairs()
        rows, lone = ([places[name] for name in others if (name in VGPRS) is vector] for vector in (True, False))
        self.kept = (ffi.new("struct plan_element[]", elements), ffi.new("struct plan_pair[]", pairs),
                     ffi.new("int64_t[]", rows), ffi.new("int64_t[]", lone))
        return ffi.new("struct plan_recipe *", dict(
            words=self.words, lanes=self.encoding.wave, elements=len(elements), pairs=len(pairs),
            element=self.kept[0], pair=self.kept[1], vectors=len(rows), scalars=len(lone),
            vector_places=self.kept[2], scalar_places=self.kept[3], any=values.in_c((("b", 32),))[0],
            m0=places["m0"] if indexed else -1, m0_mask=0xFFFF0000 * ("m0.hi" in (indexed or ())),
            scc=places["scc"], mode=self.mode,
            exec_lo=places["exec_lo"] if "exec_lo" in fixed else -1,
            exec_hi=places["exec_hi"] if "exec_hi" in fixed else -1,
        ))

    def elements(self) -> list[tuple]:
        """Those of all operands, as plan_element (plan.h): values, operand, scalar, halves, low, high."""
        found = []
        for number, source in enumerate(self.sources):
            dwords = self.taken.get(source.field)
            if dwords is None:
                continue
            of, scalar = values.in_c(((source.kind, source.width),))[0], self.encoding.places[source.field] not in VGPRS
            halves = WHOLE if source.width != 16 else PERMUTED if source.packed else TWICE
            at = [self.places[name] for name in dwords] + [-1] * (source.regs + 1 - len(dwords))
            if source.width == 64:
                found += [(of, number, scalar, halves, at[n], at[n + 1]) for n in range(0, source.regs, 2)]
            else:
                found += [(of, number, scalar, halves, place, -1) for place in at[:source.regs]]
        return found

    def pairs(self) -> list[dict]:
        """Operands of one type, each with the next.  Where two have the same class, half of the lanes get the same
        value: comparisons, differences and the steps of a division turn on that."""
        some = [source for source in self.here if self.encoding.places[source.field] in VGPRS]
        found, number = [], {source.field: n for n, source in enumerate(self.sources)}
        for one, other in zip(some, some[1:] + some[:1]):
            if one is not other and (one.kind, one.width, one.regs) == (other.kind, other.width, other.regs):
                both = [(a, b) for a, b in zip(self.taken[one.field], self.taken[other.field])
                        if self.owner[a] == one.field and self.owner[b] == other.field]
                found.append({"one": number[one.field], "other": number[other.field], "count": len(both),
                              "of": [self.places[a] for a, _ in both], "to": [self.places[b] for _, b in both]})
        return found

    def meet(self, words: np.ndarray, numbers: dict[int, np.ndarray], rng, random: values.Random) -> None:
        """A scalar source of uniform bits (class 0) is, in half of these waves, what stands beside it: another source
        of its size, an inline constant, a literal, 16 bits with their sign or without.  `numbers`: classes by wave."""
        held, number = self.meeting, {source.field: n for n, source in enumerate(self.sources)}
        for field, mine in held.items():
            others = [[words[:, self.places[d]] for d in dwords] for f, dwords in held.items()
                      if f != field and len(dwords) == len(mine)]
            others += [[constant] for constant in self.constants if len(mine) == 1]
            if others:
                here = (numbers[number[field]] == 0) & values.coins(random, len(words))
                for name, rows in zip(mine, rng.choice(others)):
                    at = self.places[name]
                    words[:, at] = np.where(here, rows, words[:, at])
