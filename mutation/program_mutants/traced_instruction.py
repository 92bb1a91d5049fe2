"""One instruction as the replay sees it: what its text names, and which of that the tables say is read and written."""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from ...generators.form_coverage import instruction_features
from ...model import disassemble
from ...spec import ARCHS, Form, load
from ...spec.slots import slots

REGISTER = re.compile(r"\b([sv])(?:(\d+)\b|\[(\d+):(\d+)\])")
SPECIAL = re.compile(r"\b(vcc|exec|flat_scratch|xnack_mask)(_lo|_hi)?\b|\bm0\b")
PAIRS = ("vcc", "exec")
FIXED = {"AT_VCC": "vcc", "AT_EXEC": "exec", "AT_M0": "m0"}
LANE_BITS = ("ci", "mask", "vcc")                    # kinds of sources
WORD = 4                                             # bytes


class Unknown(Exception):
    """An instruction whose rules are not written down here; the text names it."""


def registers(text: str) -> list[str]:
    """The registers that a text names, one name a dword."""
    found = []
    for file, one, first, last in REGISTER.findall(text):
        low, high = (one, one) if one else (first, last)
        found += [f"{file}{n}" for n in range(int(low), int(high) + 1)]
    for match in SPECIAL.finditer(text):
        found += [match[0]] if match[2] or match[0] == "m0" else [f"{match[1]}_lo", f"{match[1]}_hi"]
    return found


def pair(name: str) -> list[str]:
    return [f"{name}_lo", f"{name}_hi"] if name in PAIRS else [name]


@dataclass(frozen=True, eq=False)
class Instruction:
    """`text`: as a listing has it; `code`: its bytes; `parts`: an operation, or the two halves of a VOPD.  Equal to
    itself alone: what is asked of it at every step is found out once and kept."""
    arch: str
    wave: int
    text: str
    code: bytes
    parts: tuple[Part, ...]

    @cached_property
    def mnemonic(self) -> str:
        return self.text.split()[0]

    @cached_property
    def name(self) -> str:
        """Of the operation, as the family spells it."""
        return self.parts[0].form.spelling

    @cached_property
    def kind(self) -> str:
        """salu, control, valu, smem, vmem, flat, lds, image, …: the class of its encoding (spec/encodings.txt)."""
        return load().encodings[ARCHS[self.arch], self.parts[0].form.layout].kind

    @cached_property
    def word(self) -> int:
        return int.from_bytes(self.code[:WORD], "little")

    @cached_property
    def reads(self) -> frozenset[str]:
        return frozenset(name for part in self.parts for name in part.reads)

    @cached_property
    def writes(self) -> frozenset[str]:
        return frozenset(name for part in self.parts for name in part.writes)

    @cached_property
    def valu(self) -> bool:
        return self.kind == "valu"

    @cached_property
    def salu(self) -> bool:
        return self.kind == "salu"

    @cached_property
    def vector_memory(self) -> bool:
        return self.kind in ("vmem", "image", "flat")

    @property
    def verb(self) -> str:
        """load, store, atomic, sample, or '': it accesses no memory."""
        memory = self.parts[0].form.op.memory
        return memory.verb if memory else ""

    @cached_property
    def returns(self) -> bool:
        """Does it bring something back by a counter?"""
        return bool(self.parts[0].writes)

    @cached_property
    def idle(self) -> int:
        """Wait states that it is worth (Vega ISA, 4.5; S_NOP: 12)."""
        return (self.word & 15) + 1 if self.name == "s_nop" else 1

    @cached_property
    def trans(self) -> bool:
        """Is it a transcendental?"""
        return any(part.form.op.note("trans") for part in self.parts)

    @cached_property
    def masks(self) -> frozenset[str]:
        """The scalar registers that a vector ALU instruction reads as a bit a lane: a carry, V_CNDMASK's choice, VCC of
        V_DIV_FMAS; not EXEC."""
        parts = [part for part in self.parts if self.valu and any(v.kind in LANE_BITS for v in part.form.op.sources)]
        names = (name for part in parts for name in (*part.operands[-1], *part.reads_more))
        return frozenset(name for name in names if name[0] == "s" or name[:3] == "vcc")

    def shape(self, *shapes: str) -> bool:
        return any(part.form.op.shape in shapes for part in self.parts)

    @cached_property
    def indexed(self) -> bool:
        """Does M0 say which registers it names?"""
        return any(part.form.op.indexed for part in self.parts)

    def relative(self, m0: int) -> Instruction:
        """The same in GPR index mode: M0[7:0] is added to the VGPRs of those operands that M0[15:12] says, sources 0
        to 2 and the destination (Vega ISA, 4.2, S_SET_GPR_IDX_ON)."""
        return replace(self, parts=tuple(part.relative(m0 & 0xFF, m0 >> 12 & 15) for part in self.parts))

    def moved(self, m0: int) -> Instruction:
        """The same with M0 added to the numbers of those registers that the row says are indexed by it (RDNA3 ISA,
        16.8: V_MOVRELS, …); Unknown where M0 holds two indices."""
        if not self.indexed:
            return self
        if any(part.form.op.indexed - {"m0"} for part in self.parts):
            raise Unknown(f"{self.mnemonic}: its two indices are not followed")
        return replace(self, parts=tuple(part.moved(m0) for part in self.parts))


@dataclass(frozen=True)
class Part:
    """An operation in an instruction.  `operands`: the registers of each operand of the text; the first `results` of
    them are destinations."""
    form: Form
    operands: tuple[tuple[str, ...], ...]
    results: int
    reads_more: tuple[str, ...] = ()
    writes_more: tuple[str, ...] = ()

    @cached_property
    def writes(self) -> tuple[str, ...]:
        both = self.operands[:2] if self.form.op.name.startswith("v_swap") else self.operands[:self.results]
        return sum(both, self.writes_more)

    @cached_property
    def reads(self) -> tuple[str, ...]:
        old = any(v.kind == "d" for v in self.form.op.sources) or self.form.extension in ("dpp", "dpp8", "sdwa")
        return sum(self.operands[0 if old or self.exchanges else self.results:], self.reads_more)

    @property
    def exchanges(self) -> bool:
        """Does what an atomic brings back come to the registers of its data?"""
        memory = self.form.op.memory
        return bool(memory) and memory.verb == "atomic" and self.form.layout in ("mubuf", "mimg", "smem")

    def moved(self, index: int) -> Part:
        """M0's place is a destination's, or a source's."""
        values = enumerate((*self.form.op.results, *self.form.op.sources))
        return self.shifted({n for n, value in values if value.place == "m0"}, index)

    def relative(self, index: int, enabled: int) -> Part:
        sources = {self.results + n for n in range(3) if enabled >> n & 1}
        return self.shifted(sources | ({0} if enabled >> 3 else set()), index)

    def shifted(self, places: set[int], index: int) -> Part:
        """With `index` added to the numbers of the registers of these operands; scalar ones only of scalar moves."""
        file = "s" if self.form.op.name.startswith("s_") else "v"
        move = lambda name: f"{file}{int(name[1:]) + index}" if name[0] == file and name[1:].isdecimal() else name
        return replace(self, operands=tuple(
            tuple(map(move, names)) if n in places else names for n, names in enumerate(self.operands)))


def part_of(form: Form, text: str) -> Part:
    _, _, rest = text.partition(" ")
    operands = tuple(tuple(registers(one)) for one in rest.split(", ")) if rest else ()
    found, more = slots(form), {True: [], False: []}
    results = sum(slot.write for slot in found)
    for slot in found.every:
        if slot.way in FIXED and not (slot.way == "AT_VCC" and slot is found.bit):
            more[slot.write] += pair(FIXED[slot.way])
    if found.bit and found.bit.way == "AT_VCC":
        results += 1
    if (memory := form.op.memory) and memory.verb == "atomic" and not memory.rtn and form.layout != "ds":
        results = int(re.search(r"\bglc\b", text) is not None)
    if any(value.kind == "cmpx" for value in form.op.results):
        more[True] += pair("exec")
    return Part(form, operands, results, tuple(more[False]), tuple(more[True]))


@lru_cache(maxsize=1 << 16)
def instruction(arch: str, wave: int, code: bytes) -> Instruction:
    """What the first bytes of `code` are.  Raises Unknown."""
    size, text = disassemble(arch, wave, code)
    found = instruction_features.parts_of(arch, wave, code) if size else ()
    if not found:
        raise Unknown(f"{text}: is in no table")
    halves = instruction_features.HALVES.split(text)
    return Instruction(arch, wave, text, code[:size],
                       tuple(part_of(part.form, half) for part, half in zip(found, halves)))
