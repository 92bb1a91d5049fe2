"""Recipe: the registers that an encoding names, as the layout from which fill.c fills their values in every wave. All
cases of the encoding share it."""
from __future__ import annotations

import numpy as np

from ...spec.encode import Operand
from ..instructions.instruction_case import instruction_constants
from ..native import array_loops
from ..values import value_classes as values
from .wave_batch import VGPRS, Encoding, Source, tuple_dwords, registers_in_reach

HALVES_WHOLE, HALVES_REPEATED, HALVES_PERMUTED = range(3)  # enum plan_halves


class Recipe:
    """The register layout of one encoding. `scalars` and `vectors` name the scalar registers and VGPRs in the order of
    a wave's words; a VGPR has a word for each lane. `operand_dwords`: {field: dwords} for `register_sources`. `owner`:
    {dword: the last field that uses it}. `exclusive_fields`: fields whose registers no other operand overlaps. `memo`:
    cache for other modules."""

    def __init__(self, encoding: Encoding, sources: list[Source]):
        self.encoding, self.sources, self.memo = encoding, sources, {}
        places = encoding.places
        self.register_sources = [source for source in sources if source.field in places]
        self.operand_dwords = {source.field: tuple_dwords(places[source.field], source.regs)
                               for source in self.register_sources}
        self.owner = {dword: field for field, dwords in self.operand_dwords.items() for dword in dwords}
        owned = [field for field, dwords in self.operand_dwords.items()
                 if {self.owner[dword] for dword in dwords} <= {field}]
        named = encoding.used | (registers_in_reach(encoding.used) if encoding.form.op.indexed else set())
        others = sorted({"vcc_lo", "vcc_hi", "m0", *named} - self.owner.keys())
        is_scalar = encoding.form.layout[0] == "s"     # and may have EXEC as an operand like any other
        fixed = [name for name in ("exec_lo", "exec_hi") if not (is_scalar and name in self.owner)]
        self.exclusive_fields = {field for field in owned if not {*fixed} & {*self.operand_dwords[field]}}
        self.assign_offsets(others, fixed)
        self.scalar_sources = {field: self.operand_dwords[field] for field in owned if places[field] not in VGPRS}
        fields = encoding.fields or {} if self.scalar_sources else {}
        self.constants = instruction_constants(fields, [(None, v) for v in fields.values() if isinstance(v, Operand)])
        self.in_c = self.to_c(others, fixed)

    def assign_offsets(self, others: list[str], fixed: list[str]) -> None:
        """Assign every register its offset among the words of a wave."""
        every = dict.fromkeys([*self.owner, *others, "scc", "mode", *fixed])
        self.scalars = tuple([name for name in every if name not in VGPRS])
        vector_names = [name for name in every if name in VGPRS]
        self.vectors = tuple([VGPRS[name] for name in vector_names])
        first, lanes = len(self.scalars), self.encoding.wave
        self.words = first + lanes * len(vector_names)
        self.places = dict(zip(self.scalars, range(first))) | dict(zip(vector_names, range(first, self.words, lanes)))
        self.mode = self.places["mode"]

    def to_c(self, others: list[str], fixed: list[str]):
        """Build struct plan_recipe (plan.h). `c_arrays` keeps the arrays that it points to alive."""
        ffi, places = array_loops.extension()[0], self.places
        indexed = self.encoding.form.op.indexed
        elements, pairs = self.elements(), self.pairs()
        vector_places, scalar_places = ([places[name] for name in others if (name in VGPRS) is vector]
                                        for vector in (True, False))
        self.c_arrays = (ffi.new("struct plan_element[]", elements), ffi.new("struct plan_pair[]", pairs),
                         ffi.new("int64_t[]", vector_places), ffi.new("int64_t[]", scalar_places))
        return ffi.new("struct plan_recipe *", dict(
            words=self.words, lanes=self.encoding.wave, elements=len(elements), pairs=len(pairs),
            element=self.c_arrays[0], pair=self.c_arrays[1], vectors=len(vector_places), scalars=len(scalar_places),
            vector_places=self.c_arrays[2], scalar_places=self.c_arrays[3], any=values.c_values((("b", 32),))[0],
            m0=places["m0"] if indexed else -1, m0_mask=0xFFFF0000 * ("m0.hi" in (indexed or ())),
            scc=places["scc"], mode=self.mode,
            exec_lo=places["exec_lo"] if "exec_lo" in fixed else -1,
            exec_hi=places["exec_hi"] if "exec_hi" in fixed else -1,
        ))

    def elements(self) -> list[tuple]:
        """Return a tuple with the members of struct plan_element (plan.h) for each element: values, operand, scalar,
        halves, low, high."""
        elements = []
        for number, source in enumerate(self.sources):
            dwords = self.operand_dwords.get(source.field)
            if dwords is None:
                continue
            c_values, scalar = (
                values.c_values(((source.kind, source.width),))[0],
                self.encoding.places[source.field] not in VGPRS,
            )
            halves = HALVES_WHOLE if source.width != 16 else HALVES_PERMUTED if source.packed else HALVES_REPEATED
            offsets = [self.places[name] for name in dwords] + [-1] * (source.regs + 1 - len(dwords))
            if source.width == 64:
                elements += [
                    (c_values, number, scalar, halves, offsets[n], offsets[n + 1]) for n in range(0, source.regs, 2)
                ]
            else:
                elements += [(c_values, number, scalar, halves, place, -1) for place in offsets[:source.regs]]
        return elements

    def pairs(self) -> list[dict]:
        """Return the members of struct plan_pair for each operand and the next one of the same type. If both have the
        same class, half of the lanes get equal values: comparisons, differences and division steps depend on that."""
        vector_sources = [source for source in self.register_sources if self.encoding.places[source.field] in VGPRS]
        pairs, numbers = [], {source.field: n for n, source in enumerate(self.sources)}
        for first, second in zip(vector_sources, vector_sources[1:] + vector_sources[:1]):
            if first is not second and (first.kind, first.width, first.regs) == (
                second.kind,
                second.width,
                second.regs,
            ):
                dword_pairs = [(a, b)
                               for a, b in zip(self.operand_dwords[first.field], self.operand_dwords[second.field])
                               if self.owner[a] == first.field and self.owner[b] == second.field]
                pairs.append({"one": numbers[first.field], "other": numbers[second.field], "count": len(dword_pairs),
                              "of": [self.places[a] for a, _ in dword_pairs],
                              "to": [self.places[b] for _, b in dword_pairs]})
        return pairs

    def relate_scalars(self, words: np.ndarray, numbers: dict[int, np.ndarray], rng, random: values.Random) -> None:
        """Copy another value of the instruction to a scalar source, in half of the waves where the source has class 0
        (uniform). This is another source of its size, an inline constant, a literal, or SIMM16 with or without sign
        extension. `numbers`: value class of each wave."""
        sources, operand_numbers = self.scalar_sources, {source.field: n for n, source in enumerate(self.sources)}
        for field, dwords in sources.items():
            others = [[words[:, self.places[d]] for d in other_dwords] for f, other_dwords in sources.items()
                      if f != field and len(other_dwords) == len(dwords)]
            others += [[constant] for constant in self.constants if len(dwords) == 1]
            if others:
                related = (numbers[operand_numbers[field]] == 0) & values.random_bools(random, len(words))
                for name, rows in zip(dwords, rng.choice(others)):
                    offset = self.places[name]
                    words[:, offset] = np.where(related, rows, words[:, offset])
