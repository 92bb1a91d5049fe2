"""The code of a random program: waits, wait states, branches, loops, barriers and EXEC between its instructions."""
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

LDS_KINDS = ("ds", "param")                          # kinds that access LDS
FACTOR_REGISTERS = 0xffff00                          # v8 to v23
# lengths: programs in which any bit may be undefined; the same part at the end of longer ones
MAX_SHORT_LENGTH, TAIL_LENGTH = 16, 8


@dataclass(frozen=True)
class GlueCode:
    """Encodings of the code between the instructions of a program."""
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
    """Encode a vector operation without effect. `forms`: as in Options; without V_NOP it is a move."""
    nop = form_named(arch, "v_nop")
    if forms is None or any(form.mnemonic == nop.mnemonic and form.layout == nop.layout
                            for form in map(all_forms(arch).__getitem__, forms)):
        return encode(nop)
    return encode(
        form_named(arch, "v_mov_b32"), {"vdst": v(FixedRegisters.PAIRS[0]), "src0": v(FixedRegisters.PAIRS[0])}
    )


@cache
def encode_glue_code(arch: str, wave: int, forms: tuple[int, ...] | None = None) -> GlueCode:
    """Encode waits, branches, loops and the other members of GlueCode. `forms`: as in Options."""
    def scalar(name, **fields):
        return encode(form_named(arch, name), fields)
    move = "s_mov_b64" if wave == 64 else "s_mov_b32"
    branches = ("s_cbranch_scc0", "s_cbranch_scc1", "s_cbranch_vccz", "s_cbranch_vccnz", "s_cbranch_execz",
                "s_cbranch_execnz", "s_branch")
    interlocked = architecture_traits(arch)["interlocked"]
    counter = s(FixedRegisters.COUNTER)
    return GlueCode(
        memory_access.wait_for_all(arch),
        encode_idle_valu(arch, forms) if interlocked else encode(form_named(arch, "s_nop"), {}, {"simm16": 4}),
        scalar(move, sdst=s(126), ssrc0=s(FixedRegisters.EXEC)),
        scalar(move, sdst=s(126), ssrc0=inline(-1)),
        encode(form_named(arch, "s_barrier")),
        tuple(encode(form_named(arch, name), {}, {"simm16": 0}) for name in branches),
        tuple(scalar("s_mov_b32", sdst=counter, ssrc0=inline(n)) for n in (1, 2, 3)),
        scalar("s_sub_u32", sdst=counter, ssrc0=counter, ssrc1=inline(1))
        + scalar("s_cmp_lg_u32", ssrc0=counter, ssrc1=inline(0))
        + encode(form_named(arch, "s_cbranch_scc1"), {}, {"simm16": 0}),
        encode_scratch_stores(arch) + memory_access.wait_for_all(arch),
    )


def encode_scratch_stores(arch: str) -> bytes:
    """Encode stores to all scratch memory that a program may read, with each kind of address."""
    store, no_base = memory_access.plain_scratch_form(arch, "store", 128), architecture_traits(arch)["saddr_off"]
    is_unaddressed = "sve" in load().encodings[ARCHS[arch], store.layout].fields
    address_fields = (
        [{"saddr": no_base}]
        if is_unaddressed
        else [{"saddr": no_base, "addr": v(FixedRegisters.SCRATCH)}, {"saddr": s(FixedRegisters.SMALL)}]
    )
    return b"".join(encode(store, fields | {"data": v(0), "offset": offset})
                    for fields in address_fields for offset in range(0, 96 if is_unaddressed else 48, 16))


class ProgramAssembler:
    """Assembles one program: waits, wait states, branches, loops, barriers, EXEC."""

    def __init__(self, batch: ProgramBatch, index: int, waits_always: bool):
        self.batch, self.waits_always, self.glue = batch, waits_always, batch.glue
        self.first, self.last = int(batch.ends[index] - batch.counts[index]), int(batch.ends[index])
        self.poisoned = bool(batch.poisoned[index])
        self.is_long = self.last - self.first > MAX_SHORT_LENGTH
        self.code, self.included = bytearray(), []
        self.pending, self.has_outstanding = 0, False
        self.loads, self.stores = [False, False], [False, False]  # outstanding accesses to memory and to LDS
        self.in_flight: list[tuple[str, bool, int]] = []  # outstanding accesses: counter, in order, registers
        self.region, self.closes = None, -1          # an open branch or loop, and its end
        self.restore = -1
        self.phase = 0  # after an odd number of barriers, loads of another wave's LDS are allowed

    def assemble(self) -> tuple[bytes, list[int]]:
        """Return (code, numbers of the included instructions)."""
        batch, initial_reads, written_registers = self.batch, {}, 0
        if self.is_long and batch.setting.scratch:   # its initial contents are undefined
            self.code += self.glue.everything + self.glue.private + self.glue.restore
        templates, rows, is_usable = batch.bank.templates, batch.rows[self.first:self.last].tolist(), batch.is_usable
        for number, row in zip(range(self.first, self.last), rows):
            if self.closes == number:
                self.close_region()
            self.add_structure(number)
            if not is_usable[number]:
                continue
            template = templates[row]
            if not self.may_follow(template) or template.needs_all_lanes and written_registers & FACTOR_REGISTERS:
                continue
            if self.is_long and number < self.last - TAIL_LENGTH and batch.may_be_undefined[number]:
                continue                             # undefined bits would spread to all later instructions
            self.prepare(template, batch.reads[number] | batch.writes[number], batch.choices[number])
            initial_reads[number] = batch.reads[number] & ~written_registers
            written_registers |= batch.writes[number]
            self.code += (
                batch.machine_code[16 * number : 16 * number + len(template.code)]
                + self.glue.nops * template.needs_nops_after
            )
            self.included.append(number)
            if template.verb:
                self.pending |= batch.reads[number] | batch.writes[number]
                counter = memory_access.wait_counters(batch.options.arch).get(
                    (template.kind, template.verb), ("", False)
                )
                self.in_flight.append((*counter, batch.reads[number] | batch.writes[number]))
                self.loads[template.kind in LDS_KINDS] = True
                self.stores[template.kind in LDS_KINDS] |= template.verb != "load"
                self.has_outstanding = True
            if template.writes_exec:
                self.restore = number + 1 + batch.choices[number] % 3
        if self.region is not None:
            self.close_region()
        self.wait()
        self.code = self.code or bytearray(self.glue.wait)
        batch.initial_reads[list(initial_reads)] = list(initial_reads.values())
        return bytes(self.code), self.included

    def may_follow(self, template) -> bool:
        """True if the instruction may be added here."""
        if template.needs_all_lanes and not self.batch.setting.matrices:
            return False
        if self.poisoned and (template.needs_all_lanes or template.writes_exec and template.kind == "salu"):
            return False
        if template.writes_m0 and self.batch.setting.lds:
            return False
        if template.has_address and not self.batch.setting.memory:
            return False
        if template.writes_mode and self.batch.options.mode[0]:
            return False                             # the target has a fixed MODE
        if template.kind == "param":
            return self.batch.setting.waves == 1 and self.batch.setting.lds > 0
        if self.batch.setting.groups > 1 and template.verb in ("store", "atomic", "wide") and template.kind != "ds":
            return False                             # the addresses of all groups are equal
        if template.kind == "ds":
            has_several_waves = self.batch.setting.waves > 1
            return not (has_several_waves and (template.reads_next_wave != bool(self.phase & 1))) and not (
                template.reads_next_wave and template.verb != "load"
            )
        return True

    def skips_waits(self, choice: int) -> bool:
        """True if the program omits waits and wait states here."""
        return self.batch.options.careless and choice & 3 == 0

    def prepare(self, template, touched: int, choice: int) -> None:
        """Add waits, wait states and EXEC before an instruction."""
        skips_waits = self.skips_waits(choice >> 8)
        if not skips_waits:
            self.wait_before(template, touched, choice >> 12 & 3)
        if template.needs_all_lanes:
            self.code += self.glue.everything
            self.restore = 0
        if self.waits_always or template.needs_nops_before and not skips_waits:
            self.code += self.glue.nops

    def wait_before(self, template, touched: int, choice: int) -> None:
        """Add waits before an instruction. If `choice` is not 0, wait for single counters where possible."""
        is_lds = template.kind in LDS_KINDS
        if (
            self.waits_always
            or (template.verb or is_lds)
            and (self.stores[is_lds] or self.loads[is_lds] and template.verb != "load")
        ):
            self.wait()
        elif self.pending & touched:
            self.wait_for(touched) if choice and all(counter for counter, *_ in self.in_flight) else self.wait()

    def wait(self) -> None:
        """Wait for all outstanding results."""
        if self.has_outstanding:
            self.code += self.glue.wait
        self.pending, self.has_outstanding = 0, False
        self.loads, self.stores = [False, False], [False, False]
        self.in_flight.clear()

    def wait_for(self, touched: int) -> None:
        """Wait for the accesses to these registers and for earlier ones. An unordered counter is waited for down to
        0."""
        counts, remaining = [], []
        for counter in sorted({counter for counter, *_ in self.in_flight}):
            accesses = [access for access in self.in_flight if access[0] == counter]
            last = max((n for n, (*_, registers) in enumerate(accesses, 1) if registers & touched), default=0)
            if last and not all(ordered for _, ordered, _ in accesses):
                last = len(accesses)
            if last:
                counts.append((counter, len(accesses) - last))
            remaining += accesses[last:]
        self.code += memory_access.wait_for_counters(self.batch.options.arch, *counts)
        self.in_flight, self.has_outstanding = remaining, bool(remaining)
        self.pending = reduce(or_, (registers for *_, registers in remaining), 0)

    def add_structure(self, number: int) -> None:
        """Restore EXEC, or open a branch or loop, or add a barrier, before instruction `number`."""
        control, choice = self.batch.controls[number], self.batch.choices[number]
        if 0 <= self.restore <= number:
            self.code += self.glue.restore
            self.restore = -1
        remaining = self.last - number
        if self.region is None and remaining > 1 and (control < 70 or control < 130 and self.batch.setting.waves > 1):
            if not self.skips_waits(choice >> 10):
                self.wait()
            if control < 70:
                self.open_region(number, remaining, choice, control < 50)
            else:
                self.code += self.glue.barrier
                self.phase += 1

    def open_region(self, number: int, remaining: int, choice: int, is_branch: bool) -> None:
        """Open a forward branch or a loop over the next instructions."""
        length = 1 + choice % min(remaining, 8)
        if is_branch:
            if self.waits_always:
                self.code += self.glue.nops
            self.region = (True, len(self.code))
            self.code += self.glue.branches[choice // 8 % len(self.glue.branches)]
        else:
            self.code += self.glue.counter[choice // 8 % len(self.glue.counter)]
            self.region = (False, len(self.code))
        self.closes = number + length

    def close_region(self) -> None:
        """End the branch or loop."""
        self.wait()
        assert self.region is not None               # an open region is the only reason to close
        is_branch, start = self.region
        if is_branch:
            distance = (len(self.code) - start) // 4 - 1
            self.code[start:start + 2] = distance.to_bytes(2, "little")
        else:
            self.code += self.glue.step
            distance = (start - len(self.code)) // 4
            self.code[-4:-2] = distance.to_bytes(2, "little", signed=True)
        self.region, self.closes = None, -1
