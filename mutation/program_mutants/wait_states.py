"""Wait states and dependencies that hardware does not watch, by the manuals' tables and, where silicon is meant, by
what LLVM's hazard recognizer works around (Vega ISA, 4.5; RDNA3 ISA, 5.6, 7.2.8, 7.9; docs/errata.md E-015)."""
from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from .traced_instruction import Instruction
from .outstanding_results import read_field

FAR = 64                                             # instructions that are looked back over
VCC, EXEC = frozenset(("vcc_lo", "vcc_hi")), frozenset(("exec_lo", "exec_hi"))
FLAT_SCRATCH = frozenset(("flat_scratch_lo", "flat_scratch_hi"))
INVALIDATIONS = {"s_dcache_inv", "s_gl1_inv"}
LEAVES = ("s_setpc_b64", "s_swappc_b64", "s_call_b64")
MODE, TRAPSTS = 1, 3                                 # numbers of hardware registers
VSKIP = 28
# S_WAITCNT_DEPCTR: {field: (low, width)} (RDNA3 ISA, 5.1; LLVM AMDGPUAsmUtils).
DEPCTR = {"sa_sdst": ((0, 1),), "va_vcc": ((1, 1),), "vm_vsrc": ((2, 3),), "hold_cnt": ((7, 1),), "va_ssrc": ((8, 1),),
          "va_sdst": ((9, 3),), "va_vdst": ((12, 4),)}


def scalar(names) -> frozenset[str]:
    return frozenset(name for name in names if name[0] != "v" or name in VCC)


def vector(names) -> frozenset[str]:
    return frozenset(name for name in names if name[0] == "v" and name not in VCC)


def source(one: Instruction, number: int) -> frozenset[str]:
    """The registers of a source of the first operation."""
    part = one.parts[0]
    at = part.results + number
    return frozenset(part.operands[at]) if at < len(part.operands) else frozenset()


# ---- Vega: wait states ----

def hardware_register(one: Instruction) -> int:
    return one.word & 63


def vskip_in_field(one: Instruction) -> bool:
    low, size = one.word >> 6 & 31, (one.word >> 11 & 31) + 1
    return hardware_register(one) == MODE and low <= VSKIP < low + size


def dpp(one: Instruction) -> bool:
    return any(part.form.extension in ("dpp", "dpp8") for part in one.parts)


def reads_m0(one: Instruction) -> bool:
    """Messages, what goes to LDS, interpolation, indexed scalar moves, LDS_DIRECT (the last rows of the table)."""
    memory = one.parts[0].form.op.memory
    return (one.name in ("s_sendmsg", "s_sendmsghalt", "s_ttracedata") or one.name.startswith(("s_movrel", "v_interp"))
            or " gds" in one.text or " lds" in one.text or "lds_direct" in one.text
            or memory is not None and "addtid" in memory.words)


def writes_m0(one: Instruction) -> bool:
    return one.name.startswith("s_set_gpr_idx_") and one.name != "s_set_gpr_idx_off" or one.salu and "m0" in one.writes


def long_store(one: Instruction) -> frozenset[str]:
    """The data registers of a vector store or atomic of more than 64 bits, but for buffers with an SGPR offset and
    images with a 256-bit T#."""
    if not one.vector_memory or one.verb not in ("store", "atomic"):
        return frozenset()
    layout, operands = one.parts[0].form.layout, one.parts[0].operands
    if layout in ("mubuf", "mtbuf", "mimg"):
        data = operands[0]
        other = scalar(operands[3]) if layout != "mimg" else len(operands[2]) == 8
    else:
        data, other = operands[one.parts[0].results + 1], False
    return frozenset(data) if len(data) > 2 and not other else frozenset()


def private(one: Instruction) -> bool:
    return one.parts[0].form.layout in ("flat", "scratch")


def setreg(one: Instruction) -> bool:
    return one.name.startswith("s_setreg")


@dataclass(frozen=True, slots=True)
class Row:
    """`second` must not follow `first` within `states` wait states where `when` holds of the two."""
    rule: str
    states: int
    first: Callable[[Instruction], object]
    second: Callable[[Instruction], object]
    when: Callable[[Instruction, Instruction], object] = lambda first, second: True


# The table but for VCC by its other name, the two highest SGPRs of a wave: compilers give those to nothing else
# (E-018).
# Of DPP the source that is moved counts (E-175).
VEGA = (
    Row("hazard.vskip", 2, lambda a: a.name == "s_setvskip",
        lambda b: b.name == "s_getreg_b32" and hardware_register(b) == MODE),
    Row("hazard.vskip", 2, lambda a: setreg(a) and vskip_in_field(a),
        lambda b: b.valu or b.vector_memory or b.kind in ("lds", "export")),
    Row("hazard.setreg.getreg", 2, setreg, lambda b: setreg(b) or b.name == "s_getreg_b32",
        lambda a, b: hardware_register(a) == hardware_register(b)),
    Row("hazard.vccz.data", 5, lambda a: a.valu and a.writes & (VCC | EXEC),
        lambda b: b.valu and ("src_vccz" in b.text or "src_execz" in b.text),
        lambda a, b: "src_vccz" in b.text and a.writes & VCC or "src_execz" in b.text and a.writes & EXEC),
    Row("hazard.sgpr.lane", 4, lambda a: a.valu, lambda b: b.name in ("v_readlane_b32", "v_writelane_b32"),
        lambda a, b: a.writes & scalar(source(b, 1))),
    Row("hazard.vcc.div_fmas", 4, lambda a: a.valu and a.writes & VCC, lambda b: b.name.startswith("v_div_fmas")),
    Row("hazard.store.overwrite", 1, long_store, lambda b: b.valu, lambda a, b: long_store(a) & b.writes),
    Row("hazard.valu_sgpr.vmem", 5, lambda a: a.valu and scalar(a.writes), lambda b: b.vector_memory,
        lambda a, b: scalar(a.writes) & (b.reads | (FLAT_SCRATCH if private(b) else frozenset()))),
    Row("hazard.m0", 1, writes_m0, reads_m0),
    Row("hazard.vgpr.dpp", 2, lambda a: a.valu, dpp, lambda a, b: vector(a.writes) & source(b, 0)),
    Row("hazard.exec.dpp", 5, lambda a: a.valu and a.writes & EXEC, dpp),
    Row("hazard.setreg.rfe", 1, lambda a: setreg(a) and hardware_register(a) == TRAPSTS,
        lambda b: b.name.startswith("s_rfe")),
)


@lru_cache(maxsize=1 << 16)
def rows_of(one: Instruction) -> tuple[Row, ...]:
    """Those whose second instruction it is."""
    return tuple(row for row in VEGA if row.second(one))


# ---- RDNA3 ----

Past = deque[Instruction]                            # the last instructions of the wave, the newest first


def compare_to_permlane(past: Past, one: Instruction) -> bool:
    """V_CMPX and then V_PERMLANE with no other vector ALU instruction between (RDNA3 ISA, 7.2.8)."""
    if not one.name.startswith("v_permlane"):
        return False
    before = next((other for other in past if other.valu), None)
    return before is not None and before.name.startswith("v_cmpx")


def matrix_chain(past: Past, one: Instruction) -> bool:
    """A WMMA whose A or B is what the WMMA before it writes, with no vector ALU instruction between (RDNA3 ISA,
    7.9)."""
    if not one.name.startswith("v_wmma"):
        return False
    before = next((other for other in past if other.valu), None)
    return before is not None and before.name.startswith("v_wmma") and bool(
        before.writes & (source(one, 0) | source(one, 1)))


def crowded_invalidation(past: Past, one: Instruction) -> bool:
    """An invalidation of scalar caches right before or behind another scalar memory instruction (RDNA3 ISA, 8.3)."""
    return bool(past) and one.kind == past[0].kind == "smem" and bool({one.name, past[0].name} & INVALIDATIONS)


def waits_for(one: Instruction, name: str) -> bool:
    return one.name == "s_waitcnt_depctr" and read_field(one.word, DEPCTR[name]) == 0


def flushes(one: Instruction) -> bool:
    """Memory operations and exports wait for the vector ALU, and so does this field."""
    return one.vector_memory or one.kind in ("lds", "export") or waits_for(one, "va_vdst")


def late_transcendental(past: Past, one: Instruction) -> bool:
    """A vector ALU instruction reads what a transcendental has written, with at most five vector ALU instructions
    between and at most one transcendental among them."""
    if not one.valu:
        return False
    wanted, valu, trans = set(vector(one.reads)), 0, 0
    for other in past:
        if flushes(other) or valu > 5 or trans > 1:
            return False
        if other.trans and wanted & other.writes:
            return True
        wanted -= other.writes
        valu += other.valu
        trans += other.trans
    return False


def written_at(past: list[Instruction], name: str) -> int | None:
    """How far back the register was last written by a vector ALU instruction, when nothing has written it since."""
    for back, other in enumerate(past):
        if name in other.writes:
            return back if other.valu else None
    return None


def partial_forwarding(past: Past, one: Instruction) -> bool:
    """Wave64: of two results that a vector ALU instruction reads, one stands before and one behind a scalar write of
    EXEC, with at most two vector ALU instructions between the two and at most four behind the second."""
    if not one.valu or one.wave != 64:
        return False
    near, valu = [], 0
    for other in past:
        if flushes(other) or valu > 4 + 2 + 2:
            break
        near.append(other)
        valu += other.valu
    if not any(other.salu and other.writes & EXEC for other in near):
        return False
    places = sorted({back for name in vector(one.reads) if (back := written_at(near, name)) is not None})
    for later in places:
        for sooner in places:
            between = near[later + 1:sooner]
            after = sum(other.valu for other in near[:later])
            if after <= 4 and sum(b.valu for b in between) <= 2 and any(b.salu and b.writes & EXEC for b in between):
                return True
    return False


class Masks:
    """Wave64: a scalar register that a vector ALU instruction has read as a mask, that was written since, and is read
    with no wait for the write between (LLVM 22, VALUMaskWriteHazard: however long ago)."""

    def __init__(self):
        self.read: set[str] = set()
        self.written: dict[str, str] = {}            # {register: the field of S_WAITCNT_DEPCTR that waits for it}
        self.apart: set[str] = set()                 # read before the last call or return (errata E-182)

    def broken(self, one: Instruction) -> bool:
        if one.wave != 64:
            return False
        if one.name == "s_waitcnt_depctr":
            done = {name for name, kind in self.written.items() if waits_for(one, kind)}
            self.read -= done
            self.written = {name: kind for name, kind in self.written.items() if name not in done}
        found = not (self.written.keys() - self.apart).isdisjoint(one.reads)
        for name in self.read & one.writes:
            if one.valu or one.salu:
                self.written[name] = "sa_sdst" if one.salu else "va_vcc" if name in VCC else "va_sdst"
            else:                                    # a load ends what the read began
                self.read.discard(name)
                self.written.pop(name, None)
        self.read |= one.masks - EXEC
        self.apart = self.read.copy() if one.name in LEAVES else self.apart - one.masks
        return found


RDNA3 = (("hazard.cmpx.permlane", compare_to_permlane), ("hazard.wmma", matrix_chain),
         ("hazard.smem.group", crowded_invalidation))
SILICON = (("hazard.trans.use", late_transcendental), ("hazard.partial_forwarding", partial_forwarding))


class States:
    """The neighbourhood of one wave's instructions."""

    def __init__(self, family: str, silicon: bool):
        self.vega, self.past = family == "gfx9", deque(maxlen=FAR)
        self.rules = () if self.vega else RDNA3 + (SILICON if silicon else ())
        self.masks = Masks() if silicon and not self.vega else None

    def broken(self, one: Instruction) -> str | None:
        """The rule that this instruction breaks by what stands before it."""
        found = self.short(one) if self.vega else next((name for name, of in self.rules if of(self.past, one)), None)
        if self.masks and self.masks.broken(one):
            found = found or "hazard.mask_write"
        self.past.appendleft(one)
        return found

    def short(self, one: Instruction) -> str | None:
        between = 0
        for other in self.past if rows_of(one) else ():
            for row in rows_of(one):
                if between < row.states and row.first(other) and row.when(other, one):
                    return row.rule
            between += other.idle
            if between >= 5:
                return None
        return None
