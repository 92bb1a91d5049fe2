"""The code of a stream: waits, wait states, branches, loops, barriers and EXEC between instructions."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from ...spec import ARCHS, load, architecture_traits
from ...spec.encode import encode, form as form_named, inline, s, v
from ..instructions import memory_access
from ..instructions.case_sampler import all_forms
from .instruction_templates import FixedRegisters

if TYPE_CHECKING:
    from .random_programs import ProgramBatch

LDS_KINDS = ("ds", "param")                             # which is a memory of its own
FACTOR_REGISTERS = 0xffff00                                   # v8 to v23
MAX_SHORT_LENGTH, TAIL_LENGTH = 16, 8  # instructions of a program in which anything may be open; of a longer one, at its end


@dataclass(frozen=True)
class GlueCode:
    """Encodings of what a stream puts between its instructions."""
    wait: bytes
    nops: bytes
    restore: bytes
    everything: bytes
    barrier: bytes
    branches: tuple[bytes, ...]
    counter: tuple[bytes, ...]
    step: bytes
    private: bytes


def encode_idle_valu(arch: str, forms) -> bytes:
    """A vector operation that does nothing; `forms`: as of Options."""
    nop = form_named(arch, "v_nop")
    if forms is None or any(form.mnemonic == nop.mnemonic and form.layout == nop.layout
                            for form in map(all_forms(arch).__getitem__, forms)):
        return encode(nop)
    return encode(form_named(arch, "v_mov_b32"), {"vdst": v(FixedRegisters.PAIRS[0]), "src0": v(FixedRegisters.PAIRS[0])})


@cache
def encode_glue_code(arch: str, wave: int, forms: tuple[int, ...] | None = None) -> GlueCode:
    """Encodings of waits, branches, loops and the like.  `forms`: as of Options; without V_NOP another does."""
    def scalar(name, **fields):
        return encode(form_named(arch, name), fields)
    move = "s_mov_b64" if wave == 64 else "s_mov_b32"
    branches = ("s_cbranch_scc0", "s_cbranch_scc1", "s_cbranch_vccz", "s_cbranch_vccnz", "s_cbranch_execz",
                "s_cbranch_execnz", "s_branch")
    interlocked = architecture_traits(arch)["interlocked"]
    count = s(FixedRegisters.COUNTER)
    return GlueCode(
        memory_access.wait_for_all(arch),
        encode_idle_valu(arch, forms) if interlocked else encode(form_named(arch, "s_nop"), {}, {"simm16": 4}),
        scalar(move, sdst=s(126), ssrc0=s(FixedRegisters.EXEC)),
        scalar(move, sdst=s(126), ssrc0=inline(-1)),
        encode(form_named(arch, "s_barrier")),
        tuple(encode(form_named(arch, name), {}, {"simm16": 0}) for name in branches),
        tuple(scalar("s_mov_b32", sdst=count, ssrc0=inline(n)) for n in (1, 2, 3)),
        scalar("s_sub_u32", sdst=count, ssrc0=count, ssrc1=inline(1))
        + scalar("s_cmp_lg_u32", ssrc0=count, ssrc1=inline(0))
        + encode(form_named(arch, "s_cbranch_scc1"), {}, {"simm16": 0}),
        encode_scratch_stores(arch) + memory_access.wait_for_all(arch),
    )


def encode_scratch_stores(arch: str) -> bytes:
    """Stores in all private memory that a stream may read, by both its registers where no store does without."""
    store, off = memory_access.plain_scratch_form(arch, "store", 128), architecture_traits(arch)["saddr_off"]
    bare = "sve" in load().encodings[ARCHS[arch], store.layout].fields
    ways = [{"saddr": off}] if bare else [{"saddr": off, "addr": v(FixedRegisters.SCRATCH)}, {"saddr": s(FixedRegisters.SMALL)}]
    return b"".join(encode(store, way | {"data": v(0), "offset": offset})
                    for way in ways for offset in range(0, 96 if bare else 48, 16))


class ProgramAssembler:
    """The code of one program in the making: waits, wait states, branches, loops, barriers, EXEC."""

    def __init__(self, sheet: ProgramBatch, index: int, cautious: bool):
        self.sheet, self.cautious, self.bones = sheet, cautious, sheet.skeleton
        self.first, self.last = int(sheet.ends[index] - sheet.counts[index]), int(sheet.ends[index])
        self.poisoned = bool(sheet.poisoned[index])
        self.full = not self.poisoned
        self.long = self.last - self.first > MAX_SHORT_LENGTH
        self.code, self.used = bytearray(), []
        self.pending, self.any = 0, False
        self.loads, self.stores = [False, False], [False, False]         # under way, in memory and in LDS
        self.flying: list[tuple[str, bool, int]] = []    # accesses under way: counter of a load, in order, registers
        self.region, self.closes = None, -1          # an open branch or loop, and where it ends
        self.restore = -1
        self.phase = 0                               # loads of other waves' LDS stand between odd barriers

    def run(self) -> tuple[bytes, list[int]]:
        """The whole program."""
        sheet, fresh, written = self.sheet, {}, 0
        if self.long and sheet.setting.scratch:      # nothing is known of it at the start
            self.code += self.bones.everything + self.bones.private + self.bones.restore
        held, rows, there = sheet.bank.held, sheet.rows[self.first:self.last].tolist(), sheet.there
        for at, row in zip(range(self.first, self.last), rows):
            if self.closes == at:
                self.close()
            self.structure(at)
            if not there[at]:
                continue
            made = held[row]
            if not self.fits(made) or made.full and written & FACTOR_REGISTERS:
                continue
            if self.long and at < self.last - TAIL_LENGTH and sheet.opens[at]:
                continue                             # all that follows would hang on it
            self.prepare(made, sheet.reads[at] | sheet.writes[at], sheet.turns[at])
            fresh[at] = sheet.reads[at] & ~written
            written |= sheet.writes[at]
            self.code += sheet.blob[16 * at:16 * at + len(made.code)] + self.bones.nops * made.alone
            self.used.append(at)
            if made.verb:
                self.pending |= sheet.reads[at] | sheet.writes[at]
                counter = memory_access.wait_counters(sheet.options.arch).get((made.kind, made.verb), ("", False))
                self.flying.append((*counter, sheet.reads[at] | sheet.writes[at]))
                self.loads[made.kind in LDS_KINDS] = True
                self.stores[made.kind in LDS_KINDS] |= made.verb != "load"
                self.any = True
            if made.exec_out:
                self.restore = at + 1 + sheet.turns[at] % 3
        if self.region is not None:
            self.close()
        self.wait()
        self.code = self.code or bytearray(self.bones.wait)
        sheet.fresh[list(fresh)] = list(fresh.values())
        return bytes(self.code), self.used

    def fits(self, made) -> bool:
        """May the instruction stand here?"""
        if made.full and not self.sheet.setting.matrices:
            return False
        if self.poisoned and (made.full or made.exec_out and made.kind == "salu"):
            return False
        if made.m0_out and self.sheet.setting.lds:
            return False
        if made.addressed and not self.sheet.setting.memory:
            return False
        if made.mode_out and self.sheet.options.mode[0]:
            return False                             # the target has one MODE
        if made.kind == "param":
            return self.sheet.setting.waves == 1 and self.sheet.setting.lds > 0
        if self.sheet.setting.groups > 1 and made.verb in ("store", "atomic", "wide") and made.kind != "ds":
            return False                             # groups have the same addresses
        if made.kind == "ds":
            shared = self.sheet.setting.waves > 1
            return not (shared and (made.cross != bool(self.phase & 1))) and not (made.cross and made.verb != "load")
        return True

    def careless(self, turn: int) -> bool:
        """Are waits and wait states left out here?"""
        return self.sheet.options.careless and turn & 3 == 0

    def prepare(self, made, touched: int, turn: int) -> None:
        """Waits, wait states and EXEC before an instruction."""
        careless = self.careless(turn >> 8)
        if not careless:
            self.wait_before(made, touched, turn >> 12 & 3)
        if made.full:
            self.code += self.bones.everything
            self.restore = 0
        if self.cautious or made.idle and not careless:
            self.code += self.bones.nops

    def wait_before(self, made, touched: int, counted: int) -> None:
        """Waits before an instruction; `counted`: where that will do, for some of what is under way."""
        lds = made.kind in LDS_KINDS
        if self.cautious or (made.verb or lds) and (self.stores[lds] or self.loads[lds] and made.verb != "load"):
            self.wait()
        elif self.pending & touched:
            self.wait_for(touched) if counted and all(counter for counter, *_ in self.flying) else self.wait()

    def wait(self) -> None:
        """For everything outstanding."""
        if self.any:
            self.code += self.bones.wait
        self.pending, self.any = 0, False
        self.loads, self.stores = [False, False], [False, False]
        self.flying.clear()

    def wait_for(self, touched: int) -> None:
        """For the loads that these registers are of, and those before them; what counts without order is waited for
        down to 0."""
        counts, left = [], []
        for counter in sorted({counter for counter, *_ in self.flying}):
            some = [one for one in self.flying if one[0] == counter]
            last = max((n for n, (*_, registers) in enumerate(some, 1) if registers & touched), default=0)
            if last and not all(ordered for _, ordered, _ in some):
                last = len(some)
            if last:
                counts.append((counter, len(some) - last))
            left += some[last:]
        self.code += memory_access.wait_for_counters(self.sheet.options.arch, *counts)
        self.flying, self.any = left, bool(left)
        self.pending = reduce(or_, (registers for *_, registers in left), 0)

    def structure(self, at: int) -> None:
        """What stands between instructions."""
        control, turn = self.sheet.controls[at], self.sheet.turns[at]
        if 0 <= self.restore <= at:
            self.code += self.bones.restore
            self.restore = -1
        left = self.last - at
        if self.region is None and left > 1 and (control < 70 or control < 130 and self.sheet.setting.waves > 1):
            if not self.careless(turn >> 10):
                self.wait()
            if control < 70:
                self.open(at, left, turn, control < 50)
            else:
                self.code += self.bones.barrier
                self.phase += 1

    def open(self, at: int, left: int, turn: int, branch: bool) -> None:
        """A forward branch or a loop over the next instructions."""
        inside = 1 + turn % min(left, 8)
        if branch:
            if self.cautious:
                self.code += self.bones.nops
            self.region = (True, len(self.code))
            self.code += self.bones.branches[turn // 8 % len(self.bones.branches)]
        else:
            self.code += self.bones.counter[turn // 8 % len(self.bones.counter)]
            self.region = (False, len(self.code))
        self.closes = at + inside

    def close(self) -> None:
        """The end of a branch or loop."""
        self.wait()
        assert self.region is not None               # only then does it close
        branch, start = self.region
        if branch:
            distance = (len(self.code) - start) // 4 - 1
            self.code[start:start + 2] = distance.to_bytes(2, "little")
        else:
            self.code += self.bones.step
            distance = (start - len(self.code)) // 4
            self.code[-4:-2] = distance.to_bytes(2, "little", signed=True)
        self.region, self.closes = None, -1
