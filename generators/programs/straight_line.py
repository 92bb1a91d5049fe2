"""Straight-line programs: instructions over few registers, several memory operations, and the waits and wait states
they need."""
from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache


from ...model import Machine, disassemble
from ...spec import ARCHS, TARGETS, load, architecture_traits
from ...spec.encode import Operand, encode, form as form_named
from ...spec.slots import slots

from ..instructions import memory_access as access, control_flow as flow, instruction_case, case_sampler
from ..instructions.instruction_case import (
    MODES, SCALARS, EXEC_SHAPES, Instruction, CompactRepr, exec_mask, named_dwords, to_case_keys,
)
from ..values.addresses import to_case_value

MAX_LENGTH = 30
WINDOW_VGPRS, WINDOW_SGPRS = 32, 32                      # registers programs compute in; addresses stand above
FIRST_ADDRESS_VGPR, FIRST_ADDRESS_SGPR, LAST_ADDRESS_SGPR = 64, 36, 92
WAIT_STATES = 5  # wait states that satisfy every hazard of these programs that nothing interlocks (Vega ISA, 4.5)


@dataclass(slots=True)
class Step:
    """One instruction with what stands before it: wait states, and waits for outstanding results."""
    one: Instruction
    nops: int = 0
    wait: bool = False


@dataclass(slots=True, repr=False)
class Program(CompactRepr):
    """`state`: as of an Instruction; `extra`: memory and LDS of the case; `steps` in order."""
    arch: str
    wave: int
    steps: list[Step] = field(default_factory=list)
    state: dict = field(default_factory=dict)
    extra: dict = field(default_factory=dict)
    waited: bool = True                              # waits for everything at the end

    def __repr__(self):
        """The listing, as failing examples show it."""
        return (f"<{self.arch} wave{self.wave}: "
                + "; ".join("wait; " * step.wait + step.one.text for step in self.steps) + ">")

    def code(self) -> bytes:
        """Machine code, ending with waits for everything."""
        steps = b"".join(
            access.wait_for_all(self.arch) * step.wait + encode_nops(self.arch, step.nops) + step.one.code
            for step in self.steps
        )
        return steps + access.wait_for_all(self.arch) * self.waited

    def case(self, name: str = "program", **keys) -> dict:
        """The program as a case."""
        state = {key: to_case_value(value) for key, value in self.state.items()}
        return {
            "assay": 1, "name": name, "arch": self.arch, "wave": self.wave, "code": self.code().hex(), "state": state,
            **to_case_keys(self.extra), **keys,
        }


@cache
def encode_nops(arch: str, states: int) -> bytes:
    """s_nop of that many wait states; nothing for none."""
    return encode(form_named(arch, "s_nop"), {}, {"simm16": states - 1}) if states else b""


@cache
def implemented_forms(arch: str) -> tuple:
    """Forms the model carries, by asking it: one case each runs to its end without a broken rule."""
    machine, found = Machine(), []
    for form in case_sampler.all_forms(arch):
        try:
            one = case_sampler.sample(form, 0)
        except case_sampler.NoCase:
            continue
        wave = TARGETS[arch].waves[0]
        if (
            machine.run(
                arch=arch, code=one.code[4 * flow.DWORDS_BEFORE :] if flow.is_control(form) else one.code, wave=wave
            ).status
            != "unsupported"
        ):
            found.append(form)
    return tuple(found)


def depends_on_surroundings(op) -> bool:
    """Does the result hang on where the code lies, on M0 or on what other waves and lanes that are off have?"""
    if op.memory:
        return "addtid" in op.memory.words or op.memory.combine in ("append", "consume")
    return bool(op.indexed) or any(v.kind == "pc" for v in op.sources) or op.shape == "gather" and op.note("reads off")


@cache
def usable_forms(arch: str) -> tuple[tuple, tuple]:
    """(computing forms, memory forms) a straight-line program can have."""
    plain, memory = [], []
    for form in implemented_forms(arch):
        control = form.op.shape in ("branch", "control", "matrix") or flow.is_control(form) or depends_on_surroundings(form.op)
        if control or form.layout in ("vopd", "mubuf", "mtbuf", "scratch", "mimg"):
            continue
        if not access.is_memory_access(form):
            plain.append(form)
        elif form.op.memory is not None:
            memory.append(form)
    return tuple(plain), tuple(memory)


def move_into_window(fields: dict, form) -> None:
    """Moves the registers of an encoding into the program's few."""
    for slot in slots(form):
        operand = fields.get(slot.field)
        if not isinstance(operand, Operand) or slot.field in ("addr", "vaddr", "sbase"):
            continue
        if operand.code >= 256:
            fields[slot.field] = Operand(
                256 + (operand.code - 256) % (WINDOW_VGPRS - max(slot.regs, 1) + 1), operand.literal, operand.high
            )
        elif operand.code < 98:
            regs = max(slot.regs, 2 if slot.role == "mask" else 1)
            step = 4 if regs > 2 else regs
            fields[slot.field] = Operand(operand.code % (WINDOW_SGPRS - regs + 1) // step * step)
    if isinstance(fields.get("vdst"), Operand) and fields["vdst"].code >= 256 + WINDOW_VGPRS:
        fields["vdst"] = Operand(256 + fields["vdst"].code % 8 * 2)


def writes_special(text: str) -> bool:
    """Results in M0, trap registers or nowhere; EXEC is a result like others."""
    return (text.partition(" ")[2].split(",")[0].strip() in ("m0", "null") or "ttmp" in text or "flat_scratch" in text
            or "xnack" in text)


def draw_computing(rng, arch: str, wave: int) -> Instruction | None:
    """A computing instruction over the window."""
    form = rng.choice(usable_forms(arch)[0])
    if form.op.shape == "matrix" or form.layout == "vopd":
        return None
    code, fields = instruction_case.draw_encoding(form, rng, wave)
    assert fields is not None                          # only VOPD has none
    if form.layout == "ldsdir":
        # until no vector ALU operation uses the register (RDNA3 ISA, 12.2.1.2)
        fields["wait_vdst"] = 0
    move_into_window(fields, form)
    code = encode(form, fields)
    size, text = disassemble(arch, wave, code)
    if size != len(code) or "<illegal>" in text or writes_special(text) or "m0" in text or "exec" in text.split(",")[0]:
        return None
    return Instruction(form, wave, code, text, "all", "default", fields)


def draw_memory_access(rng, arch: str, wave: int, draws, number: int) -> Instruction | None:
    """A memory instruction over the window; its address registers are its own."""
    form = rng.choice(usable_forms(arch)[1])
    one = access.make_memory_access(form, rng, wave, draws, "all")
    if one is None or one.fields.get("gds"):           # M0 is of direct loads here
        return None
    old = one.fields
    place = relocate_addresses(one, number)
    if place is None:
        return None
    move_into_window(old, form)
    code = encode(form, old)
    size, text = disassemble(arch, wave, code)
    if size != len(code) or "<illegal>" in text or writes_special(text) or "m0" in text or "vcc" in text:
        return None
    return Instruction(form, wave, code, text, "all", "default", old, state=place, extra=one.extra)


def relocate_addresses(one: Instruction, number: int) -> dict | None:
    """Moves the address registers of memory operation `number` to where nothing else is -> {name: value}; None when
    there is no room."""
    fields, place = one.fields, {}
    vector, scalar = FIRST_ADDRESS_VGPR + 2 * number, FIRST_ADDRESS_SGPR + 4 * number
    if scalar > LAST_ADDRESS_SGPR:
        return None
    if "sbase" in fields:
        remove_scalar_offset(one)
    for kind, name, base in (("v", "addr", vector), ("s", "saddr", scalar), ("s", "sbase", scalar)):
        operand = fields.get(name)
        if not isinstance(operand, Operand) or kind == "s" and operand.code >= 98:
            continue
        first = operand.code % 256
        for key, value in one.state.items():
            numbers = [int(c[1:]) - first for c in access.state_dwords(key) if c[0] == kind and c[1:].isdigit()]
            if numbers and 0 <= numbers[0] < (2 if name != "sbase" else 4):
                low, high = base + numbers[0], base + numbers[-1]
                place[f"{kind}[{low}:{high}]" if high > low else f"{kind}{low}"] = value
        fields[name] = Operand(base + 256 if kind == "v" else base)
    return place


def remove_scalar_offset(one: Instruction) -> None:
    """A scalar load with a small immediate offset and no scalar one."""
    one.fields.update({"offset": one.fields.get("offset", 0) & 0x3FC} | no_scalar_offset_fields(one.form))


def no_scalar_offset_fields(form) -> dict:
    """The fields by which a scalar load has no scalar offset."""
    if "imm" in load().encodings[ARCHS[form.arch], form.layout].fields:
        return {"imm": 1, "soffset_en": 0, "soffset": 0}
    return {"soffset": architecture_traits(form.arch)["null"]}


def draw_program(rng, arch: str, wave: int, draws, length: int, loads_only: bool = False) -> Program:
    """A legal program of up to `length` instructions; `rng`: random.Random or Hypothesis's; `loads_only`: several waves
    may run it."""
    made = Program(arch, wave)
    outstanding: set[str] = set()
    stores = unordered = False
    accesses = 0
    for _ in range(length):
        memory = rng.randrange(4) == 0
        one = draw_memory_access(rng, arch, wave, draws, accesses) if memory else draw_computing(rng, arch, wave)
        if one is None or memory and loads_only and one.form.op.memory.verb != "load":
            continue
        permlane = one.form.kind == "valu" and one.form.op.shape == "gather"
        if permlane and any(v.kind == "cmpx" for v in last_vector_results(made)):
            continue                                 # another vector operation must stand between (RDNA3 ISA, 7.2.8)
        direct = one.form.layout == "ldsdir"
        if direct and (not made.steps or made.steps[-1].one.form.layout[:3] != "vop"):
            # after memory operations a vector one comes first (RDNA3 ISA, 12.2.1.2)
            continue
        touched = accessed_registers(one)
        writes = memory and one.form.op.memory.verb != "load"
        wait = (
            bool(outstanding & touched) or (memory or direct) and stores or writes and unordered
        )  # scalar and direct loads are in no order with stores
        if wait:
            outstanding, stores, unordered = set(), False, False
        made.steps.append(Step(one, 0 if architecture_traits(arch)["interlocked"] else WAIT_STATES, wait))
        if memory or direct:
            outstanding |= touched
            stores, unordered = stores or writes, unordered or one.form.layout in ("smem", "ldsdir")
        if memory:
            accesses += 1
            merge(made, one)
    finish(made, rng, draws)
    return made


def accessed_registers(one: Instruction) -> set[str]:
    """Registers an instruction names or uses silently."""
    found = named_dwords(one.text)
    if "vcc" in one.text or any(v.kind in ("vcc", "ci", "co", "mask") for v in one.form.op.values):
        found |= {"vcc_lo", "vcc_hi"}
    return found


def last_vector_results(made: Program) -> tuple:
    """The results of the last vector ALU operation so far."""
    return next((step.one.form.op.results for step in reversed(made.steps) if step.one.form.layout[0] == "v"), ())


def merge(made: Program, one: Instruction) -> None:
    """Adds an instruction's addresses and memory; regions and LDS are shared."""
    made.state.update(one.state)
    for key, value in one.extra.items():
        made.extra.setdefault(key, value)


def finish(made: Program, rng, draws) -> None:
    """Values for every register that is named; EXEC, MODE, VCC, SCC, M0."""
    taken = {dword for name in made.state for dword in access.state_dwords(name)}
    names = {"vcc_lo", "vcc_hi"}
    for step in made.steps:
        names |= named_dwords(step.one.text)
    for name in sorted(names - taken):
        vector = name[0] == "v" and name[1:].isdigit()
        row = draws.draw_row("b", 32, made.wave if vector else 1)[0]
        made.state[name] = row if vector else int(row[0])
    shape = rng.choice([s for s in EXEC_SHAPES if s != "none"])
    made.state |= {
        "exec": exec_mask(rng, shape, made.wave),
        "mode": MODES[rng.choice(tuple(MODES))],
        "scc": rng.getrandbits(1),
        # an address for direct loads
        "m0": 0xFFFFFFFF if architecture_traits(made.arch)["lds_bound_m0"] else rng.randrange(2) << 7,
    }


__all__ = ["MOST", "Program", "Step", "implemented", "pools", "program", "SCALARS"]
