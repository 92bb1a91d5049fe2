"""The memory of a case: give its regions addresses and contents, resolve addresses written as text, list the observed
ranges, and fill the buffer descriptors and pointers in registers."""
from __future__ import annotations

import re
from dataclasses import dataclass

from . import compute_registers as compute, register_names
from .case_types import Case, CaseError, ObservedMemory, unsigned_integer

FIRST_ADDRESS = 0x1000_0000
# between placed regions, so that an access past the end of one is unmapped
REGION_SPACING = 0x1_0000
MAX_MEMORY_BYTES = 1 << 28
GDS_BYTES, GS_BYTES = 1 << 16, 96                    # the global data share; its registers for streamout


_OFFSET = re.compile(r"0|[1-9][0-9]{0,18}|0[xX][0-9a-fA-F]{1,16}")


@dataclass(slots=True)
class Region:
    """A region with its address. Bytes beyond `data` are zero."""
    name: str
    address: int
    size: int
    data: bytes
    placed: bool                                     # the harness has chosen the address
    space: str = "global"                            # or "gds" or "gs", which have no addresses


@dataclass(slots=True)
class ObservedRange:
    """A range of memory that a result reports."""
    name: str
    address: int
    size: int
    relative: str | None = None


def parse_hex(text: str, where: str) -> bytes:
    """Decode hex text. Raises CaseError."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        bad_character = next((c for c in text if c not in "0123456789abcdefABCDEF \t\n"), None)
        raise CaseError(where, f"'{bad_character}' is not a hex digit; write two digits a byte, without 0x"
                        if bad_character
                        else "has an odd number of hex digits; two make a byte") from None


def case_code(case: Case) -> bytes:
    """The bytes of the code. Raises CaseError."""
    return _parse_code(case.code, "code")


def trap_handler_code(case: Case) -> bytes:
    """The bytes of the trap handler's code; b"" if there is none. Raises CaseError."""
    return _parse_code(case.trap_handler.code, "trap_handler.code") if case.trap_handler else b""


def _parse_code(text: str, where: str) -> bytes:
    """The bytes of code: whole dwords, at least one. Raises CaseError."""
    code = parse_hex(text, where)
    if not code:
        raise CaseError(where, "is empty; a case needs at least one instruction")
    if len(code) % 4:
        raise CaseError(where, f"has {len(code)} bytes; instructions are whole dwords")
    return code


def wave_size(case: Case) -> int:
    """The lanes of a wave of the case. Raises CaseError."""
    waves = register_names.WAVE_SIZES[case.arch]
    wave = case.wave if case.wave is not None else waves[0]
    if wave not in waves:
        raise CaseError("wave", f"{case.arch} runs waves of {' or '.join(map(str, waves))}")
    return wave


class MemoryLayout:
    """Places the regions of a case and resolves addresses in them."""

    def __init__(self, case: Case, lanes: int, code_bytes: int):
        self.case, self.arch, self.lanes = case, case.arch, lanes  # lanes of the waves of a group
        self.code_bytes = code_bytes
        self.by_name: dict[str, Region] = {}
        self.pointers_read: list[tuple[str, int]] = []  # addresses in the value that is read

    def resolve_pointer(self, text: str, where: str) -> tuple[Region, int]:
        """The region and offset of "name" or "name+16". Raises CaseError."""
        name, _, plus = text.partition("+")
        region = self.by_name.get(name)
        if region is None:
            known = ", ".join(name for name,
                              known_region in self.by_name.items() if known_region.space == "global") or "none"
            raise CaseError(
                where, f'"{text}" is neither a 0x number nor an address in a listed region (regions: {known})'
            )
        if region.space != "global":
            raise CaseError(where, f'"{name}" is in the space "{region.space}" and has no address; give M0 its base')
        if text != name and not _OFFSET.fullmatch(plus):
            raise CaseError(where, f'"{text}": write the offset as name+16, of at most 64 bits')
        return region, int(plus, 0) if plus else 0

    def resolve_value(self, value, bits: int, where: str) -> int:
        """Return the value of a number, or of an address written as text. Addresses are also recorded in
        `pointers_read`."""
        if isinstance(value, str) and not value.lower().lstrip("-").startswith("0x"):
            region, offset = self.resolve_pointer(value, where)
            if bits < 64:
                raise CaseError(where, f'"{value}" is a 64-bit address; give it to a pair such as s[2:3] or v[4:5]')
            self.pointers_read.append((region.name, offset))
            return (region.address + offset) & (1 << 64) - 1
        return unsigned_integer(value, bits, where)

    def place_regions(self) -> tuple[list[Region], list]:
        """Place all regions, and write the pointers in them. Returns (regions, pointers)."""
        case, fixed, unplaced = self.case, [(unsigned_integer(self.case.base, 64, "base"), self.code_bytes)], []
        if not (case.memory or case.scratch or case.trap_handler or case.kernarg is not None or case.kernarg_pointers):
            self._check_overlaps([], *fixed)
            return [], []
        if case.trap_handler:
            fixed.append((unsigned_integer(case.trap_handler.tba, 64, "trap_handler.tba"),
                          len(trap_handler_code(case))))
        regions, total = [], 0
        for index, entry in enumerate(case.memory):
            region = self._add_region(entry, f"memory[{index}]")
            regions.append(region)
            total += region.size
            if region.placed:
                unplaced.append(region)
            else:
                fixed.append((region.address, region.size))
        if case.kernarg is not None:
            if "kernarg" in self.by_name:
                raise CaseError("kernarg", 'a region is called "kernarg" already; rename it')
            data = parse_hex(case.kernarg, "kernarg")
            self.by_name["kernarg"] = region = Region("kernarg", 0, max(len(data), 16), data, True)
            regions.append(region)
            unplaced.append(region)
        total += self._add_scratch(regions, unplaced)
        if total > MAX_MEMORY_BYTES:
            raise CaseError("memory", f"{total} bytes in all; at most {MAX_MEMORY_BYTES}")
        self._choose_addresses(unplaced, fixed)
        self._check_overlaps(regions, *fixed[:1 + (case.trap_handler is not None)])
        return regions, self._write_pointers()

    def _add_region(self, entry, where: str) -> Region:
        """Add one region of the case. Its address is 0 until the harness places it."""
        data = parse_hex(entry.bytes, f"{where}.bytes") if entry.bytes is not None else b""
        size = entry.size if entry.size is not None else len(data)
        if size < len(data):
            raise CaseError(
                f"{where}.size", f"{size} is less than the {len(data)} bytes given; leave one of the two out"
            )
        if size == 0:
            raise CaseError(where, 'gives neither "size" nor "bytes"')
        if entry.name in self.by_name:
            raise CaseError(f"{where}.name", f'"{entry.name}" is there twice; give each region its own name')
        self._check_space(entry, size, where)
        address = 0 if entry.address is None else unsigned_integer(entry.address, 64, f"{where}.address")
        self.by_name[entry.name] = region = Region(entry.name, address, size, data, entry.address is None, entry.space)
        return region

    def _check_space(self, entry, size: int, where: str) -> None:
        """Check the size and address of a region in a space other than global memory.

        A case has at most one global data share, of up to 64 KiB, and one region of its streamout registers, of 24
        dwords."""
        if entry.space == "global":
            return
        if entry.address is not None:
            raise CaseError(f"{where}.address", f'the space "{entry.space}" has no addresses; leave it out')
        if entry.space == "gs" and size != GS_BYTES:
            raise CaseError(f"{where}.size", f"{size} bytes; the registers for streamout have {GS_BYTES}")
        if entry.space == "gds" and (size > GDS_BYTES or size % 4):
            raise CaseError(f"{where}.size", f"{size} bytes; it has whole dwords, at most {GDS_BYTES} bytes")
        if any(other.space == entry.space for other in self.by_name.values()):
            raise CaseError(f"{where}.space", f'there is a region of the space "{entry.space}" already; make it one')

    def _add_scratch(self, regions, unplaced) -> int:
        """Add private memory for the waves of one group if the case needs it and does not set its address. Returns its
        size."""
        registers = self.case.registers or {}
        if not self.case.scratch or "scratch" in self.by_name or "COMPUTE_DISPATCH_SCRATCH_BASE_LO" in registers:
            return 0
        wave = wave_size(self.case)
        wave_bytes = compute.scratch_bytes(self.arch, compute.dispatch_registers(self.case), self.case.scratch * wave)
        size = self.lanes // wave * wave_bytes
        self.by_name["scratch"] = region = Region("scratch", 0, size, b"", True)
        regions.append(region)
        unplaced.append(region)
        return size

    @staticmethod
    def _choose_addresses(unplaced, fixed) -> None:
        """Choose addresses for the unplaced regions that do not overlap the fixed spans."""
        at = FIRST_ADDRESS
        for region in unplaced:
            moved = True
            while moved:
                moved = False
                for start, size in fixed:
                    if at < start + size + REGION_SPACING and start < at + region.size + REGION_SPACING:
                        at, moved = (start + size + 2 * REGION_SPACING) // REGION_SPACING * REGION_SPACING, True
            region.address = at
            at = (at + region.size + 2 * REGION_SPACING - 1) // REGION_SPACING * REGION_SPACING

    @staticmethod
    def _check_overlaps(regions, code, *handler) -> None:
        """Raise CaseError if regions or code overlap or exceed the address space."""
        spans = sorted([(r.address, r.size, r.name) for r in regions] + [(*code, "code")]
                       + [(*span, "trap_handler") for span in handler])
        for (start, size, name), (after, _, other) in zip(spans, spans[1:]):
            if start + size > after:
                raise CaseError(
                    "memory", f'"{name}" ({start:#x}, {size} bytes) overlaps "{other}" at {after:#x}; move one'
                )
        if spans and spans[-1][0] + spans[-1][1] > 1 << 64:
            raise CaseError("memory", f'"{spans[-1][2]}" runs past the end of the address space')

    def _write_pointers(self) -> list:
        """Write the addresses into the regions that hold pointers. Return them in the format of Plan.pointers."""
        words = []
        holders = [
            (f"memory[{i}].pointers", str(entry.name), entry.pointers)
            for i, entry in enumerate(self.case.memory) if entry.pointers
        ]
        if self.case.kernarg_pointers:
            if self.case.kernarg is None:
                raise CaseError("kernarg_pointers", 'there is no "kernarg" to hold them')
            holders.append(("kernarg_pointers", "kernarg", self.case.kernarg_pointers))
        for where, name, pointers in holders:
            region = self.by_name[name]
            for offset, text in pointers.items():
                key_path = f"{where}.{offset}"
                at = int(offset, 0) if _OFFSET.fullmatch(offset) else region.size
                if at > region.size - 8:
                    raise CaseError(key_path,
                                    f"the key is the offset of a 64-bit word inside {name} ({region.size} bytes)")
                if any(entry[0] == name and abs(entry[1] - at) < 8 for entry in words):
                    raise CaseError(key_path, "the word overlaps another that holds an address; keep one of the two")
                target, addend = self.resolve_pointer(str(text), key_path)
                words.append((name, at, target.name, addend, "64"))
                data = region.data.ljust(at + 8, b"\0")
                region.data = (
                    data[:at] + ((target.address + addend) & (1 << 64) - 1).to_bytes(8, "little") + data[at + 8 :]
                )
        return words

    def observed_ranges(self) -> list[ObservedRange]:
        """The memory ranges that the result reports."""
        observe = self.case.observe
        if observe is None or observe.memory is None:
            listed = [self.by_name[str(entry.name)] for entry in self.case.memory]
            return [ObservedRange(entry.name, entry.address, entry.size) for entry in listed]
        ranges = []
        for index, entry in enumerate(observe.memory):
            where = f"observe.memory[{index}]"
            if isinstance(entry, list):
                address, size = unsigned_integer(entry[0], 64, where), unsigned_integer(entry[1], 32, where)
                if not any(
                    r.address <= address and address + size <= r.address + r.size for r in self.by_name.values()
                ):
                    raise CaseError(where, f"{address:#x} with {size} bytes is not inside a listed region")
                ranges.append(ObservedRange(f"{address:#x}", address, size))
                continue
            entry = entry if isinstance(entry, ObservedMemory) else ObservedMemory(name=entry)
            ranges.append(self._observed_range(entry, where))
        return ranges

    def _observed_range(self, entry: ObservedMemory, where: str) -> ObservedRange:
        """One observed range as the case gives it. Raises CaseError."""
        region = self.by_name.get(entry.name)
        if region is None:
            raise CaseError(f"{where}.name", f'no region is called "{entry.name}"; add it to "memory"')
        if entry.relative is not None and entry.relative not in self.by_name:
            raise CaseError(f"{where}.relative", f'no region is called "{entry.relative}"')
        size = entry.size if entry.size is not None else region.size - entry.offset
        if size < 1 or entry.offset + size > region.size:
            raise CaseError(where, f"reaches outside {entry.name} ({region.size} bytes)")
        return ObservedRange(entry.name, region.address + entry.offset, size, entry.relative)
