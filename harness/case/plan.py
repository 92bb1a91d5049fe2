"""Resolve a case to a plan: placed memory, one value per register dword, observed registers and memory."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ...generators.values.addresses import RegionAddresses
from . import compute_registers, register_names
from .case_types import Case, CaseError, parse_case, unsigned_integer
from .command_processor import Packet, parse_packets
from .memory_layout import MemoryLayout, ObservedRange, Region, case_code, parse_hex, trap_handler_code, wave_size

DEFAULT_MODE = 0x3F0
TRAP_ALIGNMENT_BYTES = 256                           # of the trap handler and its memory
DEFAULT_RESERVE = ("s[98:101]", "v[254:255]")
VECTOR_NUMBERS = {f"v{number}": number for number in range(register_names.VGPRS)}


@dataclass(slots=True)
class PlannedTrapHandler:
    """The code of the trap handler, its address and the address of its memory."""
    code: bytes
    tba: int
    tma: int


@dataclass(slots=True)
class RegisterState:
    """Register values. `scalars` maps canonical dwords to ints; `vectors` maps VGPR indices to arrays of one uint32 per
    lane.

    `address_halves`: values that are 32-bit halves of addresses, in the format of `pointers`. `address_rows`: (dwords,
    addresses) for register pairs that hold an address in each lane."""
    scalars: dict[str, int] = field(default_factory=dict)
    vectors: dict[int, np.ndarray] = field(default_factory=dict)
    address_halves: list[tuple] = field(default_factory=list)
    address_rows: list[tuple[tuple[str, ...], RegionAddresses]] = field(default_factory=list)

    @property
    def pointers(self) -> list[tuple]:
        """The 32-bit halves of addresses: (dword, lane or None for all, region, addend, "lo" or "hi"). They are
        computed on demand, since few targets need them."""
        return self.address_halves + [(dword, lane, row.region, offset, half) for dwords, row in self.address_rows
                              for lane, offset in enumerate(row.offsets.tolist()) if not row.inactive_mask >> lane & 1
                                      for dword, half in zip(dwords, ("lo", "hi"))]

    @property
    def has_pointers(self) -> bool:
        """True if some register holds an address."""
        return bool(self.address_halves) or any(row.inactive_mask.bit_count() < len(row.offsets) for _,
                                                row in self.address_rows)


class Plan(Struct):
    """A resolved case. `observed`: the dwords to report; None means those that the code writes."""
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
    state: RegisterState
    wave_states: Sequence[RegisterState]
    has_address_registers: bool                      # some register holds the address of a region
    observed: list[str] | None
    observed_ranges: list[ObservedRange]
    lds_bytes: bytes
    descriptor: bytes | None
    dispatch_registers: dict[str, int]
    sgprs: int = 0
    packets: list[Packet] = []
    trap_handler: PlannedTrapHandler | None = None
    encoded_state: tuple | None = None               # (state, waves) of its `run` message, if already encoded
    # messages.expected_answer() of the model's outcome; equal answers pass at once
    expected_result: tuple | None = None
    launched_waves: int | None = None  # waves that dispatch registers or packets launch, as counted by the model

    @property
    def groups(self) -> int:
        """The number of groups."""
        if self.grid == self.group and all(self.grid):
            return 1
        return prod(-(-g // max(b, 1)) for g, b in zip(self.grid, self.group))

    @property
    def waves_per_group(self) -> int:
        """The number of waves of a group."""
        return -(-prod(self.group) // self.wave)

    @property
    def wave_count(self) -> int | None:
        """The number of waves in the run. It is None if registers or packets launch them and the model has not counted
        them.
        """
        return self.launched_waves if self.dispatch_registers or self.packets else self.groups * self.waves_per_group

    def address(self, name: str) -> int:
        """The address of the region with this name, or 0."""
        return next((region.address for region in self.regions if region.name == name), 0)

    @property
    def starts_by_dispatch(self) -> bool:
        """True if the dispatch rules make the start state of the waves."""
        return self.descriptor is not None or bool(self.dispatch_registers or self.packets)


class _RegisterReader:
    """Reads the registers and the trap handler of a case. Addresses refer to its placed regions."""

    def __init__(self, case: Case, layout: MemoryLayout):
        self.case, self.arch, self.layout = case, case.arch, layout

    def trap_handler(self) -> PlannedTrapHandler | None:
        """The trap handler, or None."""
        handler = self.case.trap_handler
        if handler is None:
            return None
        tba, tma = unsigned_integer(handler.tba, 64, "trap_handler.tba"), self.layout.resolve_value(handler.tma, 64,
                                                                                                    "trap_handler.tma")
        for name, address in (("tba", tba), ("tma", tma)):
            if address % TRAP_ALIGNMENT_BYTES:
                raise CaseError(f"trap_handler.{name}", f"{address:#x} is not a multiple of {TRAP_ALIGNMENT_BYTES}")
        return PlannedTrapHandler(trap_handler_code(self.case), tba, tma)

    def read_state(self, registers: dict, where: str, wave: int) -> RegisterState:
        """Read the registers of a state. Raises CaseError with the path `where`."""
        state, givers = RegisterState(), {}
        for name, value in registers.items():
            try:
                register = register_names.parse_register(name, self.arch)
            except register_names.RegisterNameError as problem:
                raise CaseError(f"{where}.{name}", str(problem)) from None
            for dword in register.dwords:
                if dword in givers:
                    raise CaseError(f"{where}.{name}",
                                    f"gives {dword} again, after {givers[dword]}; keep one of the two")
                givers[dword] = name
            if value.__class__ is int and 0 <= value < 1 << 32 and register.is_scalar_dword:
                state.scalars[register.dwords[0]] = value
                continue
            path = f"{where}.{name}"
            self.layout.pointers_read.clear()
            if register.file == "v":
                self._read_vector(state, register, value, path, wave)
            else:
                self._read_scalar(state, register, value, path)
            if self.layout.pointers_read:
                state.address_halves += self._address_halves(register, value)
        return state

    def _address_halves(self, register, value) -> list[tuple]:
        """Return the address halves in one register pair, for all lanes or lane by lane."""
        lanes = (
            [
                lane
                for lane, item in enumerate(value)
                if isinstance(item, str) and not item.lower().lstrip("-").startswith("0x")
            ]
            if isinstance(value, list)
            else [None]
        )
        return [(dword, lane, name, addend, half) for lane, (name, addend) in zip(lanes, self.layout.pointers_read)
                for dword, half in zip(register.dwords, ("lo", "hi"))]

    def _read_scalar(self, state: RegisterState, register, value, where: str) -> None:
        """Read the value of a scalar register into the state."""
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
            parts = [self.layout.resolve_value(v, 32, f"{where}[{n}]") for n, v in enumerate(value)]
        else:
            bits = 1 if register.name == "scc" else 32 * count
            number = (self.layout.resolve_value(value, bits, where) if bits > 1 or value in (0, 1)
                      else unsigned_integer(value, 32, where))
            if register.name == "scc" and number > 1:
                raise CaseError(where, "SCC is 0 or 1")
            parts = [number >> 32 * n & 0xFFFFFFFF for n in range(count)]
        state.scalars.update(zip(register.dwords, parts))

    def _read_vector(self, state: RegisterState, register, value, where: str, wave: int) -> None:
        """Read the value of a vector register into the state."""
        first, count = register.first, len(register.dwords)
        if first + count > self.case.vgprs:
            raise CaseError(where, f'beyond the {self.case.vgprs} VGPRs of the case; raise "vgprs"')
        if count > 2 and isinstance(value, list):
            if len(value) != count:
                raise CaseError(where, f"takes a list of {count} dwords, each one value or a list by lane")
            for n, dword in enumerate(value):
                state.vectors[first + n] = self._read_row(dword, 32, f"{where}[{n}]", wave)
            return
        if count == 1:
            state.vectors[first] = self._read_row(value, 32, where, wave)
        elif isinstance(value, RegionAddresses):
            row = value.addresses(self.layout.resolve_pointer(value.region, where)[0].address)
            state.vectors[first], state.vectors[first + 1] = row.astype(np.uint32), (row >> 32).astype(np.uint32)
            state.address_rows.append((register.dwords, value))
        elif count == 2:
            halves = self._read_row(value, 64, where, wave).view(np.uint32).reshape(wave, 2)
            state.vectors[first], state.vectors[first + 1] = (
                np.ascontiguousarray(halves[:, 0]),
                np.ascontiguousarray(halves[:, 1]),
            )
        else:
            number = self.layout.resolve_value(value, 32 * count, where)
            for n in range(count):
                state.vectors[first + n] = np.full(wave, number >> 32 * n & 0xFFFFFFFF, np.uint32)

    def _read_row(self, value, bits: int, where: str, wave: int) -> np.ndarray:
        """Return a vector register, or a pair, as an array with one value of `bits` bits per lane. The case gives one
        value for all lanes, or a list by lane."""
        kind = np.uint32 if bits == 32 else np.uint64
        if isinstance(value, np.ndarray):
            if len(value) == wave and not (bits == 32 and value.itemsize > 4 and (value >> np.uint64(32)).any()):
                return value.astype(kind)
            value = value.tolist()                   # reports the error
        if not isinstance(value, list):
            row = np.empty(wave, kind)               # a third of the time of np.full
            row.fill(self.layout.resolve_value(value, bits, where))
            return row
        if len(value) > wave:
            raise CaseError(where, f"lists {len(value)} lanes; a wave has {wave}")
        row = np.zeros(wave, kind)
        try:
            if value and all(v.__class__ is int for v in value):
                row[: len(value)] = np.array(value, kind)
            elif value:
                row[: len(value)] = np.array(
                    [int(v, 16) if v.__class__ is str and v[:2] == "0x" else v for v in value], kind)
        except (OverflowError, ValueError, TypeError):
            if any(isinstance(v, list) for v in value):
                raise CaseError(where, "nested lists are for tuples of three registers and more") from None
            row[:len(value)] = [self.layout.resolve_value(v, bits, f"{where}[{n}]") for n, v in enumerate(value)]
        return row

def _launch_sizes(case: Case, registers: dict[str, int]) -> tuple[int, tuple, tuple]:
    """Wave size, grid and group. The model checks those that registers set."""
    wave = wave_size(case)
    if not (registers or case.grid or case.group):
        return wave, (wave, 1, 1), (wave, 1, 1)
    group = tuple(case.group) if case.group else (1 if "COMPUTE_NUM_THREAD_X" in registers else wave, 1, 1)
    grid_items, group_items = compute_registers.dispatch_sizes(case.arch, registers, case.grid, group)
    for axis, items in zip(compute_registers.AXES, grid_items):
        if items >> 32:
            raise CaseError(f"registers.COMPUTE_DIM_{axis}", f"makes {items} work items; at most {(1 << 32) - 1}")
    if not registers and prod(group_items) > 1024:
        raise CaseError("group", f"{prod(group)} work items; at most 1024")
    grid = tuple(case.grid) if case.grid else grid_items if registers else group_items
    group = group if case.group else group_items
    if case.grid and prod(-(-g // max(b, 1)) for g, b in zip(grid, group)) > 1 << 16:
        raise CaseError("grid", "more than 65536 groups; make it smaller")
    return wave, grid, group


def _check_dispatch(case: Case, waves_per_group: int) -> None:
    """Raise CaseError for keys that contradict a launch by descriptor, registers or packets."""
    if case.packets is not None:
        for key in ("grid", "group", "descriptor"):
            if getattr(case, key) is not None:
                raise CaseError(key, 'must be absent: with "packets" the dispatch packets say it')
    if case.descriptor is not None or case.registers or case.packets is not None:
        for key, value in (("state", case.state), ("waves", case.waves)):
            if value:
                raise CaseError(
                    key, 'must be absent: with "descriptor", "registers" or "packets" the dispatch rules make the state'
                )
    if len(case.waves) > waves_per_group:
        raise CaseError("waves", f"lists {len(case.waves)} waves; the group has {waves_per_group}")


def _observed_dwords(case: Case) -> list[str] | None:
    """Return the dwords to report. None means those that the code writes."""
    if case.observe is None or case.observe.registers is None:
        return None
    try:
        return register_names.expand_to_dwords(case.observe.registers, case.arch)
    except register_names.RegisterNameError as problem:
        raise CaseError("observe.registers", str(problem)) from None


def resolve_generated(case: dict) -> Plan:
    """Resolve a case whose state may hold rows of lanes as arrays of unsigned integers or as RegionAddresses. The
    plan's `case` has no state."""
    return _resolve_with_state(parse_case(case | {"state": {}}), case["state"])


class PlanTemplate:
    """Makes plans of similar cases that differ only in name, state, code and memory contents. `case`: has the common
    keys, in the form that resolve_generated() takes."""

    def __init__(self, case: dict):
        self.case = parse_case(case | {"state": {}})
        self.plan, self.reader = _plan_without_state(self.case)
        # values that recur, and their states
        self.state_cache: dict[str, tuple[object, RegisterState]] = {}
        self.dwords_by_name: dict[str, tuple[str, ...]] = {}  # by register name

    def copy(self, name: str, code: bytes) -> Plan:
        """A plan with the same contents and state."""
        return replace(self.plan, case=replace(self.case, name=name), code=code)

    def resolve(self, name: str, state: dict, code: bytes, contents: list[bytes], lds_bytes: bytes) -> Plan:
        """A plan with this state, code and contents; `contents`: the bytes of each region."""
        plan = self.copy(name, code)
        plan.lds_bytes = lds_bytes
        if contents:
            plan.regions = [Region(region.name, region.address, region.size, data, region.placed, region.space)
                            for region, data in zip(plan.regions, contents)] + plan.regions[len(contents):]
        plan.state = self.read_state(state)
        plan.has_address_registers = plan.state.has_pointers
        return plan

    def read_state(self, state: dict) -> RegisterState:
        """The start state of generated registers."""
        result = RegisterState()
        scalars, vectors = result.scalars, result.vectors
        for register, value in state.items():
            kind = value.__class__
            if kind is np.ndarray:                   # a VGPR, generated for all lanes
                vectors[VECTOR_NUMBERS[register]] = value if value.dtype.char == "I" else value.astype(np.uint32)
            elif kind is int and register not in VECTOR_NUMBERS:  # generated for all dwords
                dwords = self.dwords_by_name.get(register) or self._dwords(register)
                if len(dwords) == 1:
                    scalars[dwords[0]] = value & 0xFFFFFFFF
                else:
                    scalars[dwords[0]], scalars[dwords[1]] = value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF
            else:
                part = self._read_register(register, value)
                scalars |= part.scalars
                vectors |= part.vectors
                result.address_halves += part.address_halves
                result.address_rows += part.address_rows
        return result

    def _dwords(self, register: str) -> tuple[str, ...]:
        """Return the dwords of a scalar register or of a pair."""
        dwords = self.dwords_by_name[register] = register_names.parse_register(register, self.plan.arch).dwords
        return dwords

    def _read_register(self, register: str, value) -> RegisterState:
        """Return the state that sets one register. States are cached, because values recur."""
        cached = self.state_cache.get(register)
        if cached is None or cached[0] is not value:
            cached = value, self.reader.read_state({register: value}, "state", self.plan.wave)
            if not isinstance(value, (int, np.ndarray)):
                self.state_cache[register] = cached
        return cached[1]


def resolve(case: Case | dict | bytes | str) -> Plan:
    """Check a case and resolve it to a plan. Raises CaseError with the field and a remedy."""
    case = parse_case(case)
    return _resolve_with_state(case, case.state or {})


def _resolve_with_state(case: Case, state: dict) -> Plan:
    """The plan of a case that starts with this state."""
    plan, reader = _plan_without_state(case)
    plan.state = reader.read_state(state, "state", plan.wave)
    plan.wave_states = [reader.read_state(registers, f"waves[{n}]", plan.wave)
                        for n, registers in enumerate(case.waves)]
    plan.has_address_registers = any(state.has_pointers for state in (plan.state, *plan.wave_states))
    return plan


def _plan_without_state(case: Case) -> tuple[Plan, _RegisterReader]:
    """The plan of a case without the states of its waves, and the reader of these states."""
    registers = compute_registers.dispatch_registers(case)
    wave, grid, group = _launch_sizes(case, registers)
    code = case_code(case)
    base = unsigned_integer(case.base, 64, "base")
    if base % 4 or case.entry % 4 or case.entry >= len(code):
        raise CaseError(
            "base" if base % 4 else "entry", "must be a multiple of 4" + ("" if base % 4 else " inside the code")
        )
    layout = MemoryLayout(case, -(-prod(group) // wave) * wave, len(code))
    regions, pointers = layout.place_regions()
    reader = _RegisterReader(case, layout)
    limit = register_names.SGPRS[case.arch]
    if case.sgprs is not None and case.sgprs > limit:
        raise CaseError("sgprs", f"{case.arch} has {limit}")
    descriptor = None if case.descriptor is None else parse_hex(case.descriptor, "descriptor")
    if descriptor is not None and len(descriptor) != 64:
        raise CaseError("descriptor", f"has {len(descriptor)} bytes; a kernel descriptor has 64")
    lds_bytes = parse_hex(case.lds_bytes, "lds_bytes") if case.lds_bytes else b""
    if len(lds_bytes) > case.lds:
        raise CaseError("lds_bytes", f'{len(lds_bytes)} bytes for {case.lds} bytes of LDS; raise "lds"')
    unsigned_integer(case.seed, 64, "seed")
    plan = Plan(
        case=case, arch=case.arch, wave=wave, code=code, base=base, entry=case.entry, grid=grid, group=group,
        regions=regions, pointers=pointers, state=RegisterState(), wave_states=[], has_address_registers=False,
        observed=_observed_dwords(case),
        observed_ranges=layout.observed_ranges(), lds_bytes=lds_bytes, descriptor=descriptor,
        dispatch_registers=registers,
        packets=[] if case.packets is None else parse_packets(parse_hex(case.packets, "packets")),
        sgprs=case.sgprs if case.sgprs is not None else limit, trap_handler=reader.trap_handler(),
    )
    _check_dispatch(case, plan.waves_per_group)
    return plan, reader
