"""Wait states and dependencies that hardware does not check.
The sources are the manuals' tables and, for silicon, the workarounds of LLVM's hazard recognizer (Vega ISA, 4.5; RDNA3
ISA, 5.6, 7.2.8, 7.9; docs/errata.md E-015)."""
from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from .traced_instruction import Instruction
from .outstanding_results import read_field

MAX_LOOKBACK_INSTRUCTIONS = 64
VCC, EXEC = frozenset(("vcc_lo", "vcc_hi")), frozenset(("exec_lo", "exec_hi"))
FLAT_SCRATCH = frozenset(("flat_scratch_lo", "flat_scratch_hi"))
INVALIDATIONS = {"s_dcache_inv", "s_gl1_inv"}
CALLS_AND_RETURNS = ("s_setpc_b64", "s_swappc_b64", "s_call_b64")
MODE, TRAPSTS = 1, 3                                 # numbers of hardware registers
VSKIP = 28
# S_WAITCNT_DEPCTR: {field: (low, width)} (RDNA3 ISA, 5.1; LLVM AMDGPUAsmUtils).
DEPCTR = {"sa_sdst": ((0, 1),), "va_vcc": ((1, 1),), "vm_vsrc": ((2, 3),), "hold_cnt": ((7, 1),), "va_ssrc": ((8, 1),),
          "va_sdst": ((9, 3),), "va_vdst": ((12, 4),)}


def scalar_registers(names) -> frozenset[str]:
    """The scalar registers among `names`."""
    return frozenset(name for name in names if name[0] != "v" or name in VCC)


def vector_registers(names) -> frozenset[str]:
    """The vector registers among `names`."""
    return frozenset(name for name in names if name[0] == "v" and name not in VCC)


def source_registers(instruction: Instruction, number: int) -> frozenset[str]:
    """The registers of a source of the first operation."""
    part = instruction.parts[0]
    operand = part.results + number
    return frozenset(part.operands[operand]) if operand < len(part.operands) else frozenset()


# ---- Vega: wait states ----

def hardware_register(instruction: Instruction) -> int:
    """The number of the hardware register that S_GETREG or S_SETREG names."""
    return instruction.word & 63


def writes_vskip(instruction: Instruction) -> bool:
    """Return whether S_SETREG writes MODE.VSKIP."""
    low, size = instruction.word >> 6 & 31, (instruction.word >> 11 & 31) + 1
    return hardware_register(instruction) == MODE and low <= VSKIP < low + size


def uses_dpp(instruction: Instruction) -> bool:
    """Return whether one of the operations uses DPP."""
    return any(part.form.extension in ("dpp", "dpp8") for part in instruction.parts)


def reads_m0(instruction: Instruction) -> bool:
    """Return whether the instruction reads M0, as in the last rows of the table: messages, loads to LDS, interpolation,
    indexed scalar moves, LDS_DIRECT."""
    memory = instruction.parts[0].form.op.memory
    name, text = instruction.name, instruction.text
    return (name in ("s_sendmsg", "s_sendmsghalt", "s_ttracedata") or name.startswith(("s_movrel", "v_interp"))
            or " gds" in text or " lds" in text or "lds_direct" in text
            or memory is not None and "addtid" in memory.words)


def writes_m0(instruction: Instruction) -> bool:
    """Return whether the instruction writes M0 through the scalar ALU."""
    name = instruction.name
    sets_index = name.startswith("s_set_gpr_idx_") and name != "s_set_gpr_idx_off"
    return sets_index or instruction.salu and "m0" in instruction.writes


def long_store_data(instruction: Instruction) -> frozenset[str]:
    """The data registers of a vector store or atomic of more than 64 bits. Buffers with an SGPR offset and images with
    a 256-bit T# are exempt."""
    if not instruction.vector_memory or instruction.verb not in ("store", "atomic"):
        return frozenset()
    layout, operands = instruction.parts[0].form.layout, instruction.parts[0].operands
    if layout in ("mubuf", "mtbuf", "mimg"):
        data = operands[0]
        exempt = scalar_registers(operands[3]) if layout != "mimg" else len(operands[2]) == 8
    else:
        data, exempt = operands[instruction.parts[0].results + 1], False
    return frozenset(data) if len(data) > 2 and not exempt else frozenset()


def accesses_private(instruction: Instruction) -> bool:
    """Return whether the encoding can access private memory."""
    return instruction.parts[0].form.layout in ("flat", "scratch")


def is_setreg(instruction: Instruction) -> bool:
    """Return whether the instruction is an S_SETREG."""
    return instruction.name.startswith("s_setreg")


@dataclass(frozen=True, slots=True)
class HazardRow:
    """`second` must not follow `first` within `states` wait states if `when` holds for the pair."""
    rule: str
    states: int
    first: Callable[[Instruction], object]
    second: Callable[[Instruction], object]
    when: Callable[[Instruction, Instruction], object] = lambda first, second: True


# The table without VCC by its other name, the two highest SGPRs of a wave: compilers allocate those to nothing else
# (E-018).  For DPP only the moved source counts (E-175).
VEGA_ROWS = (
    HazardRow("hazard.vskip", 2, lambda a: a.name == "s_setvskip",
              lambda b: b.name == "s_getreg_b32" and hardware_register(b) == MODE),
    HazardRow("hazard.vskip", 2, lambda a: is_setreg(a) and writes_vskip(a),
              lambda b: b.valu or b.vector_memory or b.kind in ("lds", "export")),
    HazardRow("hazard.setreg.getreg", 2, is_setreg, lambda b: is_setreg(b) or b.name == "s_getreg_b32",
              lambda a, b: hardware_register(a) == hardware_register(b)),
    HazardRow("hazard.vccz.data", 5, lambda a: a.valu and a.writes & (VCC | EXEC),
              lambda b: b.valu and ("src_vccz" in b.text or "src_execz" in b.text),
              lambda a, b: "src_vccz" in b.text and a.writes & VCC or "src_execz" in b.text and a.writes & EXEC),
    HazardRow("hazard.sgpr.lane", 4, lambda a: a.valu, lambda b: b.name in ("v_readlane_b32", "v_writelane_b32"),
              lambda a, b: a.writes & scalar_registers(source_registers(b, 1))),
    HazardRow("hazard.vcc.div_fmas", 4, lambda a: a.valu and a.writes & VCC, lambda b: b.name.startswith("v_div_fmas")),
    HazardRow("hazard.store.overwrite", 1, long_store_data, lambda b: b.valu,
              lambda a, b: long_store_data(a) & b.writes),
    HazardRow("hazard.valu_sgpr.vmem", 5, lambda a: a.valu and scalar_registers(a.writes), lambda b: b.vector_memory,
              lambda a, b: scalar_registers(a.writes) & (b.reads | FLAT_SCRATCH if accesses_private(b) else b.reads)),
    HazardRow("hazard.m0", 1, writes_m0, reads_m0),
    HazardRow("hazard.vgpr.dpp", 2, lambda a: a.valu, uses_dpp,
              lambda a, b: vector_registers(a.writes) & source_registers(b, 0)),
    HazardRow("hazard.exec.dpp", 5, lambda a: a.valu and a.writes & EXEC, uses_dpp),
    HazardRow("hazard.setreg.rfe", 1, lambda a: is_setreg(a) and hardware_register(a) == TRAPSTS,
              lambda b: b.name.startswith("s_rfe")),
)


@lru_cache(maxsize=1 << 16)
def rows_ending_with(instruction: Instruction) -> tuple[HazardRow, ...]:
    """The rows of the hazard table whose second instruction can be this instruction."""
    return tuple(row for row in VEGA_ROWS if row.second(instruction))


# ---- RDNA3 ----

History = deque[Instruction]                         # the last instructions of the wave, the newest first


def is_cmpx_before_permlane(history: History, instruction: Instruction) -> bool:
    """Return whether V_CMPX precedes V_PERMLANE with no other vector ALU instruction between (RDNA3 ISA, 7.2.8)."""
    if not instruction.name.startswith("v_permlane"):
        return False
    before = next((earlier for earlier in history if earlier.valu), None)
    return before is not None and before.name.startswith("v_cmpx")


def is_matrix_chain(history: History, instruction: Instruction) -> bool:
    """Return whether a WMMA reads as A or B the result of the previous WMMA with no vector ALU instruction between
    (RDNA3 ISA, 7.9)."""
    if not instruction.name.startswith("v_wmma"):
        return False
    before = next((earlier for earlier in history if earlier.valu), None)
    return before is not None and before.name.startswith("v_wmma") and bool(
        before.writes & (source_registers(instruction, 0) | source_registers(instruction, 1)))


def is_adjacent_invalidation(history: History, instruction: Instruction) -> bool:
    """Return whether an invalidation of scalar caches is next to another scalar memory instruction (RDNA3 ISA, 8.3)."""
    if not history or not instruction.kind == history[0].kind == "smem":
        return False
    return not INVALIDATIONS.isdisjoint((instruction.name, history[0].name))


def waits_for_field(instruction: Instruction, name: str) -> bool:
    """Return whether S_WAITCNT_DEPCTR waits for this field to reach 0."""
    return instruction.name == "s_waitcnt_depctr" and read_field(instruction.word, DEPCTR[name]) == 0


def waits_for_valu(instruction: Instruction) -> bool:
    """Return whether the instruction waits for the vector ALU: memory operations, exports and field va_vdst."""
    return instruction.vector_memory or instruction.kind in ("lds", "export") or waits_for_field(instruction, "va_vdst")


def is_early_transcendental_use(history: History, instruction: Instruction) -> bool:
    """Return whether a vector ALU instruction reads the result of a transcendental instruction too early. It is too
    early if at most five vector ALU instructions, of which at most one is transcendental, are between the two."""
    if not instruction.valu:
        return False
    registers, valu_count, transcendental_count = set(vector_registers(instruction.reads)), 0, 0
    for earlier in history:
        if waits_for_valu(earlier) or valu_count > 5 or transcendental_count > 1:
            return False
        if earlier.is_transcendental and registers & earlier.writes:
            return True
        registers -= earlier.writes
        valu_count += earlier.valu
        transcendental_count += earlier.is_transcendental
    return False


def valu_write_distance(history: list[Instruction], name: str) -> int | None:
    """Return how many instructions ago a vector ALU instruction wrote the register, or None if another instruction
    wrote it last."""
    for distance, earlier in enumerate(history):
        if name in earlier.writes:
            return distance if earlier.valu else None
    return None


def is_partial_forwarding(history: History, instruction: Instruction) -> bool:
    """Return whether, in wave64, a scalar write of EXEC separates two results that a vector ALU instruction reads.
    At most two vector ALU instructions are between the two, and at most four after the second."""
    if not instruction.valu or instruction.wave != 64:
        return False
    recent, valu_count = [], 0
    for earlier in history:
        if waits_for_valu(earlier) or valu_count > 4 + 2 + 2:
            break
        recent.append(earlier)
        valu_count += earlier.valu
    if not any(earlier.salu and earlier.writes & EXEC for earlier in recent):
        return False
    distances = (valu_write_distance(recent, name) for name in vector_registers(instruction.reads))
    write_distances = sorted({distance for distance in distances if distance is not None})
    for second in write_distances:
        for first in write_distances:
            between = recent[second + 1:first]
            valu_after = sum(earlier.valu for earlier in recent[:second])
            exec_written = any(other.salu and other.writes & EXEC for other in between)
            if valu_after <= 4 and sum(other.valu for other in between) <= 2 and exec_written:
                return True
    return False


class MaskHazard:
    """The hazard of masks in wave64: a vector ALU instruction reads a scalar register as a mask, then the register is
    written and read without a wait. It exists at any distance (LLVM 22, VALUMaskWriteHazard). `masks`: registers read
    as masks; `pending_writes`: {register: the field of S_WAITCNT_DEPCTR that waits for it}."""

    def __init__(self):
        self.masks: set[str] = set()
        self.pending_writes: dict[str, str] = {}
        self.read_before_call: set[str] = set()       # before the last call or return (errata E-182)

    def is_broken_by(self, instruction: Instruction) -> bool:
        """Record an instruction. Return whether it reads a mask register whose write no wait has proven complete."""
        if instruction.wave != 64:
            return False
        if instruction.name == "s_waitcnt_depctr":
            proven = {name for name, field in self.pending_writes.items() if waits_for_field(instruction, field)}
            self.masks -= proven
            self.pending_writes = {name: field for name, field in self.pending_writes.items() if name not in proven}
        broken = not (self.pending_writes.keys() - self.read_before_call).isdisjoint(instruction.reads)
        for name in self.masks & instruction.writes:
            if instruction.valu or instruction.salu:
                self.pending_writes[name] = "sa_sdst" if instruction.salu else "va_vcc" if name in VCC else "va_sdst"
            else:                                    # a load removes the hazard
                self.masks.discard(name)
                self.pending_writes.pop(name, None)
        self.masks |= instruction.mask_reads - EXEC
        if instruction.name in CALLS_AND_RETURNS:
            self.read_before_call = self.masks.copy()
        else:
            self.read_before_call = self.read_before_call - instruction.mask_reads
        return broken


RDNA3_RULES = (("hazard.cmpx.permlane", is_cmpx_before_permlane), ("hazard.wmma", is_matrix_chain),
               ("hazard.smem.group", is_adjacent_invalidation))
SILICON_RULES = (("hazard.trans.use", is_early_transcendental_use),
                 ("hazard.partial_forwarding", is_partial_forwarding))


class WaitStateChecker:
    """Checks the wait states of one wave. `history`: its last instructions, newest first."""

    def __init__(self, family: str, silicon: bool):
        self.vega, self.history = family == "gfx9", deque(maxlen=MAX_LOOKBACK_INSTRUCTIONS)
        self.rules = () if self.vega else RDNA3_RULES + (SILICON_RULES if silicon else ())
        self.mask_hazard = MaskHazard() if silicon and not self.vega else None

    def broken_rule(self, instruction: Instruction) -> str | None:
        """Record an instruction; return the rule that it breaks, or None."""
        if self.vega:
            rule = self.broken_vega_row(instruction)
        else:
            rule = next((name for name, is_broken in self.rules if is_broken(self.history, instruction)), None)
        if self.mask_hazard and self.mask_hazard.is_broken_by(instruction):
            rule = rule or "hazard.mask_write"
        self.history.appendleft(instruction)
        return rule

    def broken_vega_row(self, instruction: Instruction) -> str | None:
        """The rule of the first row of Vega's table that the instruction breaks, or None."""
        wait_states = 0
        for earlier in self.history if rows_ending_with(instruction) else ():
            for row in rows_ending_with(instruction):
                if wait_states < row.states and row.first(earlier) and row.when(earlier, instruction):
                    return row.rule
            wait_states += earlier.wait_states
            if wait_states >= 5:
                return None
        return None
