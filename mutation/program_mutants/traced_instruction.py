"""One instruction of the replay checker: the registers in its disassembly, and the registers that it reads and writes
according to the tables."""
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
LANE_BITS = ("ci", "mask", "vcc")                    # kinds of sources that are one bit per lane
WORD_BYTES = 4                                             # bytes


class UnknownInstruction(Exception):
    """An instruction whose rules the checker does not implement; the text names it."""


def register_names(text: str) -> list[str]:
    """The names of the registers in a text, one name per dword."""
    names = []
    for file, single, first, last in REGISTER.findall(text):
        low, high = (single, single) if single else (first, last)
        names += [f"{file}{n}" for n in range(int(low), int(high) + 1)]
    for match in SPECIAL.finditer(text):
        names += [match[0]] if match[2] or match[0] == "m0" else [f"{match[1]}_lo", f"{match[1]}_hi"]
    return names


def register_halves(name: str) -> list[str]:
    """Return the names of the two dwords of VCC or EXEC, or the name itself."""
    return [f"{name}_lo", f"{name}_hi"] if name in PAIRS else [name]


@dataclass(frozen=True, eq=False)
class Instruction:
    """`text`: the disassembly; `code`: the bytes; `parts`: its operation, or the two operations of a VOPD instruction.
    Instances compare by identity. Properties are cached, because every step uses them."""
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
        """The name of the operation, as the family spells it."""
        return self.parts[0].form.spelling

    @cached_property
    def kind(self) -> str:
        """The class of its encoding (spec/encodings.txt): salu, control, valu, smem, vmem, flat, lds, image, …"""
        return load().encodings[ARCHS[self.arch], self.parts[0].form.layout].kind

    @cached_property
    def word(self) -> int:
        return int.from_bytes(self.code[:WORD_BYTES], "little")

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
        """load, store, atomic or sample; '' if it accesses no memory."""
        memory = self.parts[0].form.op.memory
        return memory.verb if memory else ""

    @cached_property
    def returns_result(self) -> bool:
        """Return whether the instruction writes a register when its counter decreases."""
        return bool(self.parts[0].writes)

    @cached_property
    def wait_states(self) -> int:
        """The number of wait states that the instruction provides (Vega ISA, 4.5; S_NOP: 12)."""
        return (self.word & 15) + 1 if self.name == "s_nop" else 1

    @cached_property
    def is_transcendental(self) -> bool:
        """Return whether one of its operations is transcendental."""
        return any(part.form.op.note("trans") for part in self.parts)

    @cached_property
    def mask_reads(self) -> frozenset[str]:
        """Scalar registers other than EXEC that a vector ALU instruction reads as one bit per lane: a carry, the
        selector of V_CNDMASK, VCC of V_DIV_FMAS."""
        parts = [part for part in self.parts if self.valu and any(v.kind in LANE_BITS for v in part.form.op.sources)]
        names = (name for part in parts for name in (*part.operands[-1], *part.implicit_reads))
        return frozenset(name for name in names if name[0] == "s" or name[:3] == "vcc")

    def has_shape(self, *shapes: str) -> bool:
        return any(part.form.op.shape in shapes for part in self.parts)

    @cached_property
    def indexed(self) -> bool:
        """Return whether the instruction adds M0 to its register numbers."""
        return any(part.form.op.indexed for part in self.parts)

    def with_gpr_index(self, m0: int) -> Instruction:
        """A copy in GPR index mode: M0[7:0] is added to the VGPR numbers of the operands that M0[15:12] selects. Its
        bits select sources 0 to 2 and the destination (Vega ISA, 4.2, S_SET_GPR_IDX_ON)."""
        return replace(self, parts=tuple(part.with_gpr_index(m0 & 0xFF, m0 >> 12 & 15) for part in self.parts))

    def with_m0_index(self, m0: int) -> Instruction:
        """A copy with M0 added to the registers that the row marks as indexed (RDNA3 ISA, 16.8: V_MOVRELS, …). Raises
        UnknownInstruction if M0 holds two indices."""
        if not self.indexed:
            return self
        if any(part.form.op.indexed - {"m0"} for part in self.parts):
            raise UnknownInstruction(f"{self.mnemonic}: its two indices are not followed")
        return replace(self, parts=tuple(part.with_m0_index(m0) for part in self.parts))


@dataclass(frozen=True)
class Part:
    """One operation of an instruction. `operands`: the registers of each operand in the text; the first `results` of
    them are destinations."""
    form: Form
    operands: tuple[tuple[str, ...], ...]
    results: int
    implicit_reads: tuple[str, ...] = ()
    implicit_writes: tuple[str, ...] = ()

    @cached_property
    def writes(self) -> tuple[str, ...]:
        written = self.operands[:2] if self.form.op.name.startswith("v_swap") else self.operands[:self.results]
        return sum(written, self.implicit_writes)

    @cached_property
    def reads(self) -> tuple[str, ...]:
        changes_part = self.form.extension in ("dpp", "dpp8", "sdwa")
        reads_old_value = changes_part or any(value.kind == "d" for value in self.form.op.sources)
        return sum(self.operands[0 if reads_old_value or self.returns_in_data else self.results:], self.implicit_reads)

    @property
    def returns_in_data(self) -> bool:
        """Return whether the returned value of an atomic goes to its data registers."""
        memory = self.form.op.memory
        return bool(memory) and memory.verb == "atomic" and self.form.layout in ("mubuf", "mimg", "smem")

    def with_m0_index(self, index: int) -> Part:
        """A copy with `index` added to the register numbers of the operands that the row marks as indexed by M0."""
        values = enumerate((*self.form.op.results, *self.form.op.sources))
        return self.with_register_offset({n for n, value in values if value.place == "m0"}, index)

    def with_gpr_index(self, index: int, enabled: int) -> Part:
        """A copy with `index` added to the VGPRs of the enabled operands: bits 0 to 2 are sources, bit 3 the
        destination."""
        sources = {self.results + n for n in range(3) if enabled >> n & 1}
        return self.with_register_offset(sources | ({0} if enabled >> 3 else set()), index)

    def with_register_offset(self, operand_numbers: set[int], index: int) -> Part:
        """A copy with `index` added to the register numbers of these operands; scalar registers only for scalar
        moves."""
        file = "s" if self.form.op.name.startswith("s_") else "v"
        shift_name = lambda name: f"{file}{int(name[1:]) + index}" if name[0] == file and name[1:].isdecimal() else name
        return replace(self, operands=tuple(
            tuple(map(shift_name, names)) if n in operand_numbers else names for n, names in enumerate(self.operands)))


def parse_part(form: Form, text: str) -> Part:
    """The operation of a form, as a Part with the operands in `text`."""
    _, _, operand_text = text.partition(" ")
    operands = tuple(tuple(register_names(operand)) for operand in operand_text.split(", ")) if operand_text else ()
    form_slots, implicit = slots(form), {True: [], False: []}
    results = sum(slot.write for slot in form_slots)
    for slot in form_slots.every:
        if slot.location in FIXED and not (slot.location == "AT_VCC" and slot is form_slots.bit):
            implicit[slot.write] += register_halves(FIXED[slot.location])
    if form_slots.bit and form_slots.bit.location == "AT_VCC":
        results += 1
    if (memory := form.op.memory) and memory.verb == "atomic" and not memory.rtn and form.layout != "ds":
        results = int(re.search(r"\bglc\b", text) is not None)
    if any(value.kind == "cmpx" for value in form.op.results):
        implicit[True] += register_halves("exec")
    return Part(form, operands, results, tuple(implicit[False]), tuple(implicit[True]))


@lru_cache(maxsize=1 << 16)
def decode_instruction(arch: str, wave: int, code: bytes) -> Instruction:
    """The instruction at the start of `code`. Raises UnknownInstruction."""
    size, text = disassemble(arch, wave, code)
    forms = instruction_features.decode_instruction(arch, wave, code) if size else ()
    if not forms:
        raise UnknownInstruction(f"{text}: is in no table")
    halves = instruction_features.HALVES.split(text)
    return Instruction(arch, wave, text, code[:size],
                       tuple(parse_part(part.form, half) for part, half in zip(forms, halves)))
