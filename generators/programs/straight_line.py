"""Straight-line programs: instructions over few registers, several memory operations, and the required waits and wait
states."""
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
WINDOW_VGPRS, WINDOW_SGPRS = 32, 32                  # registers of computations; addresses are above
FIRST_ADDRESS_VGPR, FIRST_ADDRESS_SGPR, LAST_ADDRESS_SGPR = 64, 36, 92
WAIT_STATES = 5  # wait states that satisfy every hazard without interlock in these programs (Vega ISA, 4.5)


@dataclass(slots=True)
class Step:
    """One instruction with the wait states and waits before it."""
    instruction: Instruction
    nops: int = 0
    wait: bool = False


@dataclass(slots=True, repr=False)
class Program(CompactRepr):
    """A program with its state. `state`, as in Instruction; `extra`: memory and LDS of the case; `steps` in order."""
    arch: str
    wave: int
    steps: list[Step] = field(default_factory=list)
    state: dict = field(default_factory=dict)
    extra: dict = field(default_factory=dict)
    waits_at_end: bool = True                        # wait for all results at the end

    def __repr__(self):
        """Return the listing for failing examples."""
        return (f"<{self.arch} wave{self.wave}: "
                + "; ".join("wait; " * step.wait + step.instruction.text for step in self.steps) + ">")

    def code(self) -> bytes:
        """Return the machine code, which ends with waits for all results."""
        steps = b"".join(
            access.wait_for_all(self.arch) * step.wait + encode_nops(self.arch, step.nops) + step.instruction.code
            for step in self.steps
        )
        return steps + access.wait_for_all(self.arch) * self.waits_at_end

    def case(self, name: str = "program", **keys) -> dict:
        """Return the program as a case."""
        state = {key: to_case_value(value) for key, value in self.state.items()}
        return {
            "assay": 1, "name": name, "arch": self.arch, "wave": self.wave, "code": self.code().hex(), "state": state,
            **to_case_keys(self.extra), **keys,
        }


@cache
def encode_nops(arch: str, states: int) -> bytes:
    """Encode s_nop of this many wait states; nothing for 0."""
    return encode(form_named(arch, "s_nop"), {}, {"simm16": states - 1}) if states else b""


@cache
def implemented_forms(arch: str) -> tuple:
    """Return the forms that the model implements, found by running one case of each."""
    machine, forms = Machine(), []
    for form in case_sampler.all_forms(arch):
        try:
            instruction = case_sampler.sample(form, 0)
        except case_sampler.NoCase:
            continue
        wave = TARGETS[arch].waves[0]
        if (
            machine.run(
                arch=arch,
                code=instruction.code[4 * flow.DWORDS_BEFORE :] if flow.is_control(form) else instruction.code,
                wave=wave,
            ).status
            != "unsupported"
        ):
            forms.append(form)
    return tuple(forms)


def depends_on_surroundings(op) -> bool:
    """True if the result depends on the code's address, on M0, or on values of other waves and inactive lanes."""
    if op.memory:
        return "addtid" in op.memory.words or op.memory.combine in ("append", "consume")
    return bool(op.indexed) or any(v.kind == "pc" for v in op.sources) or op.shape == "gather" and op.note("reads off")


@cache
def usable_forms(arch: str) -> tuple[tuple, tuple]:
    """Return (computing forms, memory forms) that straight-line programs use."""
    plain, memory = [], []
    for form in implemented_forms(arch):
        control = (
            form.op.shape in ("branch", "control", "matrix")
            or flow.is_control(form)
            or depends_on_surroundings(form.op)
        )
        if control or form.layout in ("vopd", "mubuf", "mtbuf", "scratch", "mimg"):
            continue
        if not access.is_memory_access(form):
            plain.append(form)
        elif form.op.memory is not None:
            memory.append(form)
    return tuple(plain), tuple(memory)


def move_into_window(fields: dict, form) -> None:
    """Move the registers of an encoding into the window of the program."""
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
    """True if the result is in M0, in trap registers or discarded; EXEC is an ordinary result."""
    return (text.partition(" ")[2].split(",")[0].strip() in ("m0", "null") or "ttmp" in text or "flat_scratch" in text
            or "xnack" in text)


def draw_computing(rng, arch: str, wave: int) -> Instruction | None:
    """Draw a computing instruction over the window."""
    form = rng.choice(usable_forms(arch)[0])
    if form.op.shape == "matrix" or form.layout == "vopd":
        return None
    code, fields = instruction_case.draw_encoding(form, rng, wave)
    assert fields is not None                          # only VOPD has none
    if form.layout == "ldsdir":
        # wait for vector ALU operations that use the register (RDNA3 ISA, 12.2.1.2)
        fields["wait_vdst"] = 0
    move_into_window(fields, form)
    code = encode(form, fields)
    size, text = disassemble(arch, wave, code)
    if size != len(code) or "<illegal>" in text or writes_special(text) or "m0" in text or "exec" in text.split(",")[0]:
        return None
    return Instruction(form, wave, code, text, "all", "default", fields)


def draw_memory_access(rng, arch: str, wave: int, draws, number: int) -> Instruction | None:
    """Draw a memory instruction over the window, with address registers that no other instruction uses."""
    form = rng.choice(usable_forms(arch)[1])
    instruction = access.make_memory_access(form, rng, wave, draws, "all")
    if instruction is None or instruction.fields.get("gds"):  # M0 is reserved for direct loads
        return None
    fields = instruction.fields
    state = relocate_addresses(instruction, number)
    if state is None:
        return None
    move_into_window(fields, form)
    code = encode(form, fields)
    size, text = disassemble(arch, wave, code)
    if size != len(code) or "<illegal>" in text or writes_special(text) or "m0" in text or "vcc" in text:
        return None
    return Instruction(form, wave, code, text, "all", "default", fields, state=state, extra=instruction.extra)


def relocate_addresses(instruction: Instruction, number: int) -> dict | None:
    """Move the address registers of memory operation `number` to unused registers. Return {name: value}, or None if
    there are too few registers."""
    fields, state = instruction.fields, {}
    vector, scalar = FIRST_ADDRESS_VGPR + 2 * number, FIRST_ADDRESS_SGPR + 4 * number
    if scalar > LAST_ADDRESS_SGPR:
        return None
    if "sbase" in fields:
        remove_scalar_offset(instruction)
    for kind, name, base in (("v", "addr", vector), ("s", "saddr", scalar), ("s", "sbase", scalar)):
        operand = fields.get(name)
        if not isinstance(operand, Operand) or kind == "s" and operand.code >= 98:
            continue
        first = operand.code % 256
        for key, value in instruction.state.items():
            numbers = [int(c[1:]) - first for c in access.state_dwords(key) if c[0] == kind and c[1:].isdigit()]
            if numbers and 0 <= numbers[0] < (2 if name != "sbase" else 4):
                low, high = base + numbers[0], base + numbers[-1]
                state[f"{kind}[{low}:{high}]" if high > low else f"{kind}{low}"] = value
        fields[name] = Operand(base + 256 if kind == "v" else base)
    return state


def remove_scalar_offset(instruction: Instruction) -> None:
    """Give a scalar load a small immediate offset and no scalar offset."""
    instruction.fields.update(
        {"offset": instruction.fields.get("offset", 0) & 0x3FC} | no_scalar_offset_fields(instruction.form)
    )


def no_scalar_offset_fields(form) -> dict:
    """Return the fields that select no scalar offset."""
    if "imm" in load().encodings[ARCHS[form.arch], form.layout].fields:
        return {"imm": 1, "soffset_en": 0, "soffset": 0}
    return {"soffset": architecture_traits(form.arch)["null"]}


def draw_program(rng, arch: str, wave: int, draws, length: int, loads_only: bool = False) -> Program:
    """Draw a legal program of up to `length` instructions. `rng`: random.Random, or that of Hypothesis; `loads_only`:
    no stores and atomics, so that several waves may run the program."""
    program = Program(arch, wave)
    outstanding: set[str] = set()
    stores = unordered = False
    accesses = 0
    for _ in range(length):
        memory = rng.randrange(4) == 0
        instruction = (
            draw_memory_access(rng, arch, wave, draws, accesses) if memory else draw_computing(rng, arch, wave)
        )
        if instruction is None or memory and loads_only and instruction.form.op.memory.verb != "load":
            continue
        permlane = instruction.form.kind == "valu" and instruction.form.op.shape == "gather"
        if permlane and any(v.kind == "cmpx" for v in last_vector_results(program)):
            continue                                 # another vector operation must come between (RDNA3 ISA, 7.2.8)
        is_direct_load = instruction.form.layout == "ldsdir"
        if is_direct_load and (not program.steps or program.steps[-1].instruction.form.layout[:3] != "vop"):
            # a vector operation must follow memory operations (RDNA3 ISA, 12.2.1.2)
            continue
        touched = accessed_registers(instruction)
        writes = memory and instruction.form.op.memory.verb != "load"
        wait = (
            bool(outstanding & touched) or (memory or is_direct_load) and stores or writes and unordered
        )                                            # scalar and direct loads are unordered with stores
        if wait:
            outstanding, stores, unordered = set(), False, False
        program.steps.append(Step(instruction, 0 if architecture_traits(arch)["interlocked"] else WAIT_STATES, wait))
        if memory or is_direct_load:
            outstanding |= touched
            stores, unordered = stores or writes, unordered or instruction.form.layout in ("smem", "ldsdir")
        if memory:
            accesses += 1
            merge(program, instruction)
    finish(program, rng, draws)
    return program


def accessed_registers(instruction: Instruction) -> set[str]:
    """Return the registers that an instruction names or accesses implicitly."""
    registers = named_dwords(instruction.text)
    if "vcc" in instruction.text or any(v.kind in ("vcc", "ci", "co", "mask") for v in instruction.form.op.values):
        registers |= {"vcc_lo", "vcc_hi"}
    return registers


def last_vector_results(program: Program) -> tuple:
    """Return the results of the last vector ALU operation so far."""
    return next(
        (
            step.instruction.form.op.results
            for step in reversed(program.steps)
            if step.instruction.form.layout[0] == "v"
        ),
        (),
    )


def merge(program: Program, instruction: Instruction) -> None:
    """Add an instruction's addresses and memory to the program; regions and LDS are shared."""
    program.state.update(instruction.state)
    for key, value in instruction.extra.items():
        program.extra.setdefault(key, value)


def finish(program: Program, rng, draws) -> None:
    """Give a value to every named register, and to EXEC, MODE, VCC, SCC, M0."""
    assigned = {dword for name in program.state for dword in access.state_dwords(name)}
    names = {"vcc_lo", "vcc_hi"}
    for step in program.steps:
        names |= named_dwords(step.instruction.text)
    for name in sorted(names - assigned):
        is_vgpr = name[0] == "v" and name[1:].isdigit()
        row = draws.draw_row("b", 32, program.wave if is_vgpr else 1)[0]
        program.state[name] = row if is_vgpr else int(row[0])
    shape = rng.choice([s for s in EXEC_SHAPES if s != "none"])
    program.state |= {
        "exec": exec_mask(rng, shape, program.wave),
        "mode": MODES[rng.choice(tuple(MODES))],
        "scc": rng.getrandbits(1),
        # an address for direct loads
        "m0": 0xFFFFFFFF if architecture_traits(program.arch)["lds_bound_m0"] else rng.randrange(2) << 7,
    }


__all__ = ["MAX_LENGTH", "Program", "SCALARS", "Step", "draw_program", "implemented_forms", "usable_forms"]
