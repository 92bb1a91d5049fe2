"""A typed case -> everything a run needs, checked: placed memory, one value per register dword, what is observed."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np

from . import compute, register_names
from .case import Case, CaseError, ObservedMemory, integer, parse
from .packets import Packet, parse_stream

MODE_DEFAULT = 0x3F0
FIRST_ADDRESS = 0x1000_0000
SPACING = 0x1_0000                       # between placed regions, so that an access past the end of one meets nothing
MEMORY_LIMIT = 1 << 28
GDS_BYTES, GS_BYTES = 1 << 16, 96        # the global data share; its registers for streamout
TRAP_UNIT = 256                          # addresses of the trap handler and its memory are multiples of this
RESERVE = ("s[98:101]", "v[254:255]")


@dataclass(slots=True)
class Region:
    """A region with its address; bytes beyond `data` are zero."""
    name: str
    address: int
    size: int
    data: bytes
    placed: bool                         # the harness chose the address
    space: str = "global"                # else "gds" or "gs", where the address means nothing


@dataclass(slots=True)
class Look:
    """A stretch of memory a result reports."""
    name: str
    address: int
    size: int
    relative: str | None = None


@dataclass(slots=True)
class Handler:
    """The trap handler's code, its address and that of its memory."""
    code: bytes
    tba: int
    tma: int


@dataclass(slots=True)
class State:
    """Register values by canonical dword: scalars as ints, vector registers by number as uint32 rows of `wave` lanes.
    `pointers` says which of them are halves of an address: (dword, lane or None for all, region, addend, "lo" or
    "hi")."""
    scalars: dict[str, int] = field(default_factory=dict)
    vectors: dict[int, np.ndarray] = field(default_factory=dict)
    pointers: list[tuple] = field(default_factory=list)


@dataclass(slots=True)
class Plan:
    """A resolved case; groups and waves are counts, `observed` the dwords to report or None for those the code
    writes."""
    case: Case
    arch: str
    wave: int
    code: bytes
    base: int
    entry: int
    grid: tuple
    group: tuple
    regions: list[Region]
    pointers: list[tuple]  # (region, offset, target region, addend, "64" "lo" or "hi"): where memory holds an address
    state: State
    overlays: Sequence[State]
    state_pointers: bool                            # some register holds the address of a region
    observed: list[str] | None
    looks: list[Look]
    lds_bytes: bytes
    descriptor: bytes | None
    hardware: dict[str, int]
    sgprs: int = 0
    packets: list[Packet] = field(default_factory=list)
    handler: Handler | None = None       # of traps
    wire: tuple[dict, list[dict]] | None = None  # (state, waves) of its `run` message, where they are made already
    expected: tuple | None = None        # protocol.expected_of the model's outcome: what equals it needs no second look
    made: int | None = None              # the waves that dispatch registers or packets make, by the model

    @property
    def groups(self) -> int:
        return prod(-(-g // max(b, 1)) for g, b in zip(self.grid, self.group))

    @property
    def waves_per_group(self) -> int:
        return -(-prod(self.group) // self.wave)

    @property
    def wave_count(self) -> int | None:
        """The waves of a whole run; None where registers or packets make them and the model does not say how many."""
        return self.made if self.hardware or self.packets else self.groups * self.waves_per_group

    def address(self, name: str) -> int:
        """Where the region of that name lies, or 0."""
        return next((region.address for region in self.regions if region.name == name), 0)

    @property
    def dispatched(self) -> bool:
        """The dispatch rules make the waves; no state is given."""
        return self.descriptor is not None or bool(self.hardware or self.packets)


def from_hex(text: str, where: str) -> bytes:
    """Hex text -> bytes. Raises CaseError."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        foreign = next((c for c in text if c not in "0123456789abcdefABCDEF \t\n"), None)
        raise CaseError(where, f"'{foreign}' is no hex digit; write two digits a byte, without 0x" if foreign
                        else "has an odd number of hex digits; two make a byte") from None


class _Resolver:
    """Carries the names of placed regions while values are read."""

    def __init__(self, case: Case, lanes: int):
        self.case, self.arch, self.lanes = case, case.arch, lanes    # lanes of the waves of a group
        self.by_name: dict[str, Region] = {}
        self.seen: list[tuple[str, int]] = []      # addresses met while the value at hand was read

    def pointer(self, text: str, where: str) -> tuple[Region, int]:
        name, _, plus = text.partition("+")
        region = self.by_name.get(name)
        if region is None:
            known = ", ".join(name for name, one in self.by_name.items() if one.space == "global") or "none"
            raise CaseError(
                where, f'"{text}" is neither a 0x number nor an address in a listed region (regions: {known})'
            )
        if region.space != "global":
            raise CaseError(where, f'"{name}" lies in the space "{region.space}" and has no address; give M0 its base')
        try:
            return region, int(plus, 0) if plus else 0
        except ValueError:
            raise CaseError(where, f'"{text}": write the offset as name+16') from None

    def value(self, value, bits: int, where: str) -> int:
        if isinstance(value, str) and not value.lower().lstrip("-").startswith("0x"):
            region, offset = self.pointer(value, where)
            if bits < 64:
                raise CaseError(where, f'"{value}" is a 64-bit address; give it to a pair such as s[2:3] or v[4:5]')
            self.seen.append((region.name, offset))
            return (region.address + offset) & (1 << 64) - 1
        return integer(value, bits, where)

    # Memory

    def regions(self) -> tuple[list[Region], list]:
        case, fixed, open_ones = self.case, [(integer(self.case.base, 64, "base"), len(case_code(self.case)))], []
        if case.trap_handler:
            fixed.append((integer(case.trap_handler.tba, 64, "trap_handler.tba"), len(handler_code(case))))
        regions, total = [], 0
        for index, one in enumerate(case.memory):
            region = self._region(one, f"memory[{index}]")
            regions.append(region)
            total += region.size
            if region.placed:
                open_ones.append(region)
            else:
                fixed.append((region.address, region.size))
        if case.kernarg is not None:
            if "kernarg" in self.by_name:
                raise CaseError("kernarg", 'a region is called "kernarg" already; rename it')
            data = from_hex(case.kernarg, "kernarg")
            self.by_name["kernarg"] = region = Region("kernarg", 0, max(len(data), 16), data, True)
            regions.append(region)
            open_ones.append(region)
        total += self._scratch(regions, open_ones)
        if total > MEMORY_LIMIT:
            raise CaseError("memory", f"{total} bytes in all; at most {MEMORY_LIMIT}")
        self._place(open_ones, fixed)
        self._apart(regions, *fixed[:1 + (case.trap_handler is not None)])
        return regions, self._pointers()

    def _region(self, one, where: str) -> Region:
        """One region as given; where the harness places it, the address comes later."""
        data = from_hex(one.bytes, f"{where}.bytes") if one.bytes is not None else b""
        size = one.size if one.size is not None else len(data)
        if size < len(data):
            raise CaseError(
                f"{where}.size", f"{size} is less than the {len(data)} bytes given; leave one of the two out"
            )
        if size == 0:
            raise CaseError(where, 'gives neither "size" nor "bytes"')
        if one.name in self.by_name:
            raise CaseError(f"{where}.name", f'"{one.name}" is there twice; give each region its own name')
        self._check_space(one, size, where)
        address = 0 if one.address is None else integer(one.address, 64, f"{where}.address")
        self.by_name[one.name] = region = Region(one.name, address, size, data, one.address is None, one.space)
        return region

    def _check_space(self, one, size: int, where: str) -> None:
        """The global data share has up to 64 KiB, its registers for streamout are 24 dwords; there is one of each."""
        if one.space == "global":
            return
        if one.address is not None:
            raise CaseError(f"{where}.address", f'the space "{one.space}" has no addresses; leave it out')
        if one.space == "gs" and size != GS_BYTES:
            raise CaseError(f"{where}.size", f"{size} bytes; the registers for streamout have {GS_BYTES}")
        if one.space == "gds" and (size > GDS_BYTES or size % 4):
            raise CaseError(f"{where}.size", f"{size} bytes; it has whole dwords, at most {GDS_BYTES} bytes")
        if any(other.space == one.space for other in self.by_name.values()):
            raise CaseError(f"{where}.space", f'there is a region of the space "{one.space}" already; make it one')

    def _scratch(self, regions, open_ones) -> int:
        """Private memory of the waves of one group, when the case wants some and does not say where."""
        registers = self.case.registers or {}
        if not self.case.scratch or "scratch" in self.by_name or "COMPUTE_DISPATCH_SCRATCH_BASE_LO" in registers:
            return 0
        wave = _wave(self.case)
        each = compute.scratch_bytes(self.arch, compute.hardware(self.case), self.case.scratch * wave)
        size = self.lanes // wave * each
        self.by_name["scratch"] = region = Region("scratch", 0, size, b"", True)
        regions.append(region)
        open_ones.append(region)
        return size

    @staticmethod
    def _place(open_ones, fixed) -> None:
        at = FIRST_ADDRESS
        for region in open_ones:
            moved = True
            while moved:
                moved = False
                for start, size in fixed:
                    if at < start + size + SPACING and start < at + region.size + SPACING:
                        at, moved = (start + size + 2 * SPACING) // SPACING * SPACING, True
            region.address = at
            at = (at + region.size + 2 * SPACING - 1) // SPACING * SPACING

    @staticmethod
    def _apart(regions, code, *handler) -> None:
        spans = sorted([(r.address, r.size, r.name) for r in regions] + [(*code, "code")]
                       + [(*span, "trap_handler") for span in handler])
        for (start, size, name), (after, _, other) in zip(spans, spans[1:]):
            if start + size > after:
                raise CaseError(
                    "memory", f'"{name}" ({start:#x}, {size} bytes) overlaps "{other}" at {after:#x}; move one'
                )
        if spans and spans[-1][0] + spans[-1][1] > 1 << 64:
            raise CaseError("memory", f'"{spans[-1][2]}" runs past the end of the address space')

    def _pointers(self) -> list:
        found = []
        holders = [
            (f"memory[{i}].pointers", str(one.name), one.pointers)
            for i, one in enumerate(self.case.memory) if one.pointers
        ]
        if self.case.kernarg_pointers:
            if self.case.kernarg is None:
                raise CaseError("kernarg_pointers", 'there is no "kernarg" to hold them')
            holders.append(("kernarg_pointers", "kernarg", self.case.kernarg_pointers))
        for where, name, pointers in holders:
            region = self.by_name[name]
            for offset, text in pointers.items():
                spot = f"{where}.{offset}"
                at = int(offset, 0) if offset.replace("0x", "", 1).isalnum() and offset[:1].isdigit() else -1
                if not 0 <= at <= region.size - 8:
                    raise CaseError(spot, f"the key is the offset of a 64-bit word inside {name} ({region.size} bytes)")
                target, addend = self.pointer(str(text), spot)
                found.append((name, at, target.name, addend, "64"))
                data = region.data.ljust(at + 8, b"\0")
                region.data = (
                    data[:at] + ((target.address + addend) & (1 << 64) - 1).to_bytes(8, "little") + data[at + 8 :]
                )
        return found

    def handler(self) -> Handler | None:
        """The trap handler, where there is one."""
        one = self.case.trap_handler
        if one is None:
            return None
        tba, tma = integer(one.tba, 64, "trap_handler.tba"), self.value(one.tma, 64, "trap_handler.tma")
        for name, address in (("tba", tba), ("tma", tma)):
            if address % TRAP_UNIT:
                raise CaseError(f"trap_handler.{name}", f"{address:#x} is not a multiple of {TRAP_UNIT}")
        return Handler(handler_code(self.case), tba, tma)

    # Registers

    def state(self, given: dict, where: str, wave: int) -> State:
        state, seen = State(), {}
        for name, value in given.items():
            spot = f"{where}.{name}"
            try:
                register = register_names.parse(name, self.arch)
            except register_names.NameProblem as problem:
                raise CaseError(spot, str(problem)) from None
            for dword in register.dwords:
                if dword in seen:
                    raise CaseError(spot, f"gives {dword} again, after {seen[dword]}; keep one of the two")
                seen[dword] = name
            self.seen.clear()
            if register.file == "v":
                self._vector(state, register, value, spot, wave)
            else:
                self._scalar(state, register, value, spot)
            if self.seen:
                state.pointers += self._halves(register, value)
        return state

    def _halves(self, register, value) -> list[tuple]:
        """The pointers of one register pair: the address for all lanes, or lane by lane."""
        lanes = (
            [
                lane
                for lane, one in enumerate(value)
                if isinstance(one, str) and not one.lower().lstrip("-").startswith("0x")
            ]
            if isinstance(value, list)
            else [None]
        )
        return [(dword, lane, name, addend, half) for lane, (name, addend) in zip(lanes, self.seen)
                for dword, half in zip(register.dwords, ("lo", "hi"))]

    def _scalar(self, state: State, register, value, where: str) -> None:
        count = len(register.dwords)
        if isinstance(value, list):
            if count == 1 or len(value) != count:
                raise CaseError(
                    where,
                    "a scalar takes one value"
                    if count == 1
                    else f"takes one {32 * count}-bit value or a list of {count} dwords",
                )
            if any(isinstance(v, list) for v in value):
                raise CaseError(where, "a scalar has no lanes; write one number for each dword")
            parts = [self.value(v, 32, f"{where}[{n}]") for n, v in enumerate(value)]
        else:
            bits = 1 if register.name == "scc" else 32 * count
            whole = self.value(value, bits, where) if bits > 1 or value in (0, 1) else integer(value, 32, where)
            if register.name == "scc" and whole > 1:
                raise CaseError(where, "SCC is 0 or 1")
            parts = [whole >> 32 * n & 0xFFFFFFFF for n in range(count)]
        state.scalars.update(zip(register.dwords, parts))

    def _vector(self, state: State, register, value, where: str, wave: int) -> None:
        first, count = register.first, len(register.dwords)
        if first + count > self.case.vgprs:
            raise CaseError(where, f'beyond the {self.case.vgprs} VGPRs of the case; raise "vgprs"')
        if count > 2 and isinstance(value, list):
            if len(value) != count:
                raise CaseError(where, f"takes a list of {count} dwords, each one value or a list by lane")
            for n, dword in enumerate(value):
                state.vectors[first + n] = self._row(dword, 32, f"{where}[{n}]", wave)
            return
        if count == 1:
            state.vectors[first] = self._row(value, 32, where, wave)
        elif count == 2:
            halves = self._row(value, 64, where, wave).view(np.uint32).reshape(wave, 2)
            state.vectors[first], state.vectors[first + 1] = (
                np.ascontiguousarray(halves[:, 0]),
                np.ascontiguousarray(halves[:, 1]),
            )
        else:
            whole = self.value(value, 32 * count, where)
            for n in range(count):
                state.vectors[first + n] = np.full(wave, whole >> 32 * n & 0xFFFFFFFF, np.uint32)

    def _row(self, value, bits: int, where: str, wave: int) -> np.ndarray:
        kind = np.uint32 if bits == 32 else np.uint64
        if not isinstance(value, list):
            return np.full(wave, self.value(value, bits, where), kind)
        if len(value) > wave:
            raise CaseError(where, f"lists {len(value)} lanes; a wave has {wave}")
        row = np.zeros(wave, kind)
        try:
            row[: len(value)] = (
                np.array([int(v, 16) if v.__class__ is str and v[:2] == "0x" else v for v in value], kind)
                if value
                else 0
            )
        except (OverflowError, ValueError, TypeError):
            if any(isinstance(v, list) for v in value):
                raise CaseError(where, "nested lists are for tuples of three registers and more") from None
            row[:len(value)] = [self.value(v, bits, f"{where}[{n}]") for n, v in enumerate(value)]
        return row

    # What is looked at

    def looks(self) -> list[Look]:
        observe = self.case.observe
        if observe is None or observe.memory is None:
            listed = [self.by_name[str(one.name)] for one in self.case.memory]
            return [Look(one.name, one.address, one.size) for one in listed]
        found = []
        for index, one in enumerate(observe.memory):
            where = f"observe.memory[{index}]"
            if isinstance(one, list):
                address, size = integer(one[0], 64, where), integer(one[1], 32, where)
                if not any(
                    r.address <= address and address + size <= r.address + r.size for r in self.by_name.values()
                ):
                    raise CaseError(where, f"{address:#x} with {size} bytes is not inside a listed region")
                found.append(Look(f"{address:#x}", address, size))
                continue
            entry = one if isinstance(one, ObservedMemory) else ObservedMemory(name=one)
            found.append(self._look(entry, where))
        return found

    def _look(self, one: ObservedMemory, where: str) -> Look:
        region = self.by_name.get(one.name)
        if region is None:
            raise CaseError(f"{where}.name", f'no region is called "{one.name}"; add it to "memory"')
        if one.relative is not None and one.relative not in self.by_name:
            raise CaseError(f"{where}.relative", f'no region is called "{one.relative}"')
        size = one.size if one.size is not None else region.size - one.offset
        if size < 1 or one.offset + size > region.size:
            raise CaseError(where, f"reaches outside {one.name} ({region.size} bytes)")
        return Look(one.name, region.address + one.offset, size, one.relative)


def case_code(case: Case) -> bytes:
    """The code's bytes. Raises CaseError."""
    return _dwords(case.code, "code")


def handler_code(case: Case) -> bytes:
    """Those of its trap handler; b"": there is none. Raises CaseError."""
    return _dwords(case.trap_handler.code, "trap_handler.code") if case.trap_handler else b""


def _dwords(text: str, where: str) -> bytes:
    code = from_hex(text, where)
    if not code:
        raise CaseError(where, "is empty; a case needs at least one instruction")
    if len(code) % 4:
        raise CaseError(where, f"has {len(code)} bytes; instructions are whole dwords")
    return code


def _wave(case: Case) -> int:
    waves = register_names.WAVES[case.arch]
    wave = case.wave if case.wave is not None else waves[0]
    if wave not in waves:
        raise CaseError("wave", f"{case.arch} runs waves of {' or '.join(map(str, waves))}")
    return wave


def _shape(case: Case, hardware: dict[str, int]) -> tuple[int, tuple, tuple]:
    """(wave, grid, group); those that registers make are the model's to refuse, and so is what contradicts them."""
    wave = _wave(case)
    group = tuple(case.group) if case.group else (1 if "COMPUTE_NUM_THREAD_X" in hardware else wave, 1, 1)
    made_grid, made = compute.sizes(case.arch, hardware, case.grid, group)
    if not hardware and prod(made) > 1024:
        raise CaseError("group", f"{prod(group)} work items; at most 1024")
    grid = tuple(case.grid) if case.grid else made_grid if hardware else made
    group = group if case.group else made
    if case.grid and prod(-(-g // max(b, 1)) for g, b in zip(grid, group)) > 1 << 16:
        raise CaseError("grid", "more than 65536 groups; make it smaller")
    return wave, grid, group


def _check_dispatch(case: Case, waves_per_group: int) -> None:
    if case.packets is not None:
        for key in ("grid", "group", "descriptor"):
            if getattr(case, key) is not None:
                raise CaseError(key, 'must be absent: with "packets" the dispatch packets say it')
    if case.descriptor is not None or case.registers or case.packets is not None:
        for key, there in (("state", case.state), ("waves", case.waves)):
            if there:
                raise CaseError(
                    key, 'must be absent: with "descriptor", "registers" or "packets" the dispatch rules make the state'
                )
    if len(case.waves) > waves_per_group:
        raise CaseError("waves", f"lists {len(case.waves)} waves; the group has {waves_per_group}")


def _observed(case: Case) -> list[str] | None:
    if case.observe is None or case.observe.registers is None:
        return None
    try:
        return register_names.expand(case.observe.registers, case.arch)
    except register_names.NameProblem as problem:
        raise CaseError("observe.registers", str(problem)) from None


def resolve(case: Case | dict | bytes | str) -> Plan:
    """A case, checked -> Plan. Raises CaseError with the field and what to do."""
    case = parse(case)
    hardware = compute.hardware(case)
    wave, grid, group = _shape(case, hardware)
    code = case_code(case)
    base = integer(case.base, 64, "base")
    if base % 4 or case.entry % 4 or case.entry >= len(code):
        raise CaseError(
            "base" if base % 4 else "entry", "must be a multiple of 4" + ("" if base % 4 else " inside the code")
        )
    reader = _Resolver(case, -(-prod(group) // wave) * wave)
    regions, pointers = reader.regions()
    limit = register_names.SGPRS[case.arch]
    if case.sgprs is not None and case.sgprs > limit:
        raise CaseError("sgprs", f"{case.arch} has {limit}")
    descriptor = None if case.descriptor is None else from_hex(case.descriptor, "descriptor")
    if descriptor is not None and len(descriptor) != 64:
        raise CaseError("descriptor", f"has {len(descriptor)} bytes; a kernel descriptor has 64")
    lds_bytes = from_hex(case.lds_bytes, "lds_bytes") if case.lds_bytes else b""
    if len(lds_bytes) > case.lds:
        raise CaseError("lds_bytes", f'{len(lds_bytes)} bytes for {case.lds} bytes of LDS; raise "lds"')
    plan = Plan(
        case=case,
        arch=case.arch,
        wave=wave,
        code=code,
        base=base,
        entry=case.entry,
        grid=grid,
        group=group,
        regions=regions,
        pointers=pointers,
        state=reader.state(case.state or {}, "state", wave),
        overlays=[reader.state(one, f"waves[{n}]", wave) for n, one in enumerate(case.waves)],
        state_pointers=False,
        observed=_observed(case),
        looks=reader.looks(),
        lds_bytes=lds_bytes,
        descriptor=descriptor,
        hardware=hardware,
        packets=[] if case.packets is None else parse_stream(from_hex(case.packets, "packets")),
        sgprs=case.sgprs if case.sgprs is not None else limit,
        handler=reader.handler(),
    )
    plan.state_pointers = any(one.pointers for one in (plan.state, *plan.overlays))
    _check_dispatch(case, plan.waves_per_group)
    return plan
