"""Execute the PM4 type-3 packets of a case as the command processor does.

packets.txt lists the packets. Linux's soc15d.h and nvd.h and Mesa's sid.h define their layouts."""
from __future__ import annotations

import operator
import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from ...spec import ARCHS, all_packets, all_registers
from ...spec.packets import HEADER_ONLY, SH_SPACE, TYPE_2
from ...spec.registers import offsets
from .case_types import CaseError

# SRC_SEL and DST_SEL of COPY_DATA and WRITE_DATA
MEMORY_SELECTORS, REGISTER_SELECTOR, IMMEDIATE_SELECTOR = (1, 2, 5), 0, 5
DMA_MEMORY_SELECTORS, DMA_FILL_SELECTOR, DMA_DISCARD_SELECTOR = (0, 3), 2, 2  # SRC_SEL and DST_SEL of DMA_DATA
WAIT_CONDITIONS = {0: lambda value, reference: True, 1: operator.lt, 2: operator.le, 3: operator.eq, 4: operator.ne,
                   5: operator.ge, 6: operator.gt}   # FUNCTION of WAIT_REG_MEM


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet. `index`: its position in the stream; `words`: the dwords after the header."""
    index: int
    name: str
    words: tuple[int, ...]

    def error(self, text: str) -> CaseError:
        """A CaseError that names the packet."""
        return CaseError("packets", f"packet {self.index} ({self.name}): {text}")

    def check_alignment(self, address: int, alignment: int) -> None:
        """Raise CaseError unless the address is a multiple of the alignment."""
        if address % alignment:
            raise self.error(f"address {address:#x} is not a multiple of {alignment} bytes")

    def check_length(self, *counts: int) -> None:
        """Raise CaseError unless the packet has one of these numbers of dwords."""
        if len(self.words) not in counts:
            raise self.error(f"{len(self.words)} dwords follow its header; {' or '.join(map(str, counts))} must")


def parse_packets(data: bytes) -> list[Packet]:
    """Split a stream into packets. Raises CaseError for invalid or refused packets."""
    if len(data) % 4 or not data:
        raise CaseError("packets", f"{len(data)} bytes; packets are whole dwords, and there is at least one")
    words, packets, at, kinds = struct.unpack(f"<{len(data) // 4}I", data), [], 0, all_packets()
    while at < len(words):
        header, index = words[at], len(packets)
        kind, count, opcode = header >> 30, header >> 16 & 0x3FFF, header >> 8 & 0xFF
        if kind not in (TYPE_2, 3):
            raise CaseError("packets", f"packet {index}: {header:#010x} has type {kind}; types 2 and 3 are known")
        name = "NOP" if kind == TYPE_2 else kinds.names.get(opcode, f"opcode {opcode:#04x}")
        length = 0 if kind == TYPE_2 or (name == "NOP" and count == HEADER_ONLY) else count + 1
        packet = Packet(index, name, words[at + 1:at + 1 + length])
        if len(packet.words) < length:
            raise packet.error(f"{length} dwords follow its header, and the stream has {len(packet.words)} more")
        if kind == 3 and header & 1:
            raise packet.error("it is predicated; predicates are not carried out, clear bit 0 of its header")
        if kinds.does.get(name, "refused") == "refused":
            raise packet.error("is not carried out; only dispatches, registers, copies and caches are")
        packets.append(packet)
        at += 1 + length
    return packets


@dataclass
class ProcessorMemory:
    """The regions of a run, with their bytes and their masks of undefined bits."""
    regions: list
    buffers: list
    shadows: list

    def locate(self, address: int, size: int):
        """The bytes, mask and offset of an address range, or None if no region contains it."""
        for region, buffer, shadow in zip(self.regions, self.buffers, self.shadows):
            if region.address <= address and address + size <= region.address + region.size:
                return buffer, shadow, address - region.address
        return None

    def read(self, address: int, size: int) -> bytes | None:
        """Read bytes. Return None if no region contains them or if some are undefined."""
        location = self.locate(address, size)
        if location is None or any(location[1][location[2]:location[2] + size]):
            return None
        return bytes(location[0][location[2]:location[2] + size])

    def write(self, address: int, data: bytes) -> bool:
        """Write bytes. Return False if no region contains the range."""
        location = self.locate(address, len(data))
        if location is not None:
            location[0][location[2]:location[2] + len(data)] = data
            location[1][location[2]:location[2] + len(data)] = bytes(len(data))
        return location is not None


@dataclass
class CommandProcessor:
    """The state that packets change.

    `dispatch(registers)` runs one dispatch, with registers {byte offset in SH space: value}; it returns whether the
    dispatch ended with status ok."""
    arch: str
    registers: dict[int, int]
    memory: ProcessorMemory
    dispatch: Callable[[dict[int, int]], bool]
    indirect_base: int | None = None                 # of DISPATCH_INDIRECT, from SET_BASE
    known_offsets: set[int] = field(default_factory=set)

    def __post_init__(self):
        self.offsets_by_name = offsets(all_registers(), ARCHS[self.arch])
        self.known_offsets = set(self.offsets_by_name.values())

    def run(self, packets: list[Packet]) -> None:
        """Execute packets up to the first dispatch that does not end with ok. Raises CaseError."""
        kinds = all_packets()
        for packet in packets:
            if not kinds.supports(packet.name, ARCHS[self.arch]):
                raise packet.error(f"is a packet of {kinds.families[packet.name]}, not of {self.arch}; use SET_SH_REG")
            if kinds.does[packet.name] == "runs" and getattr(self, f"do_{packet.name.lower()}")(packet) is False:
                return

    def write_register(self, packet: Packet, offset: int, value: int) -> None:
        """Write a register of the compute pipe. Raises CaseError for an unknown offset."""
        if offset not in self.known_offsets:
            raise packet.error(f"{offset:#x} is not a register of the compute pipe of {self.arch}")
        self.registers[offset] = value

    def read_memory(self, packet: Packet, address: int, size: int) -> bytes:
        """Read bytes. Raises CaseError if they are not in a region or undefined."""
        data = self.memory.read(address, size)
        if data is None:
            raise packet.error(f'no region holds {size} bytes at {address:#x}, or they are undefined; '
                               'list it under "memory"')
        return data

    def write_memory(self, packet: Packet, address: int, data: bytes) -> None:
        """Write bytes. Raises CaseError if they are not in a region."""
        if not self.memory.write(address, data):
            raise packet.error(f'no region holds {len(data)} bytes at {address:#x}; list it under "memory"')

    # ---- registers ----

    def do_set_sh_reg(self, packet: Packet) -> None:
        if len(packet.words) < 2:
            raise packet.error("it sets no register; a number and at least one value follow its header")
        first = SH_SPACE + 4 * (packet.words[0] & 0xFFFF)
        for n, value in enumerate(packet.words[1:]):
            self.write_register(packet, first + 4 * n, value)

    do_set_sh_reg_index = do_set_sh_reg              # the index is for kernel drivers, which mask the value

    def do_set_sh_reg_pairs(self, packet: Packet) -> None:
        """Write registers from pairs of register index and value."""
        if len(packet.words) % 2 or not packet.words:
            raise packet.error(f"{len(packet.words)} dwords follow its header; numbers and values by turns must")
        for number, value in zip(packet.words[::2], packet.words[1::2]):
            self.write_register(packet, SH_SPACE + 4 * (number & 0xFFFF), value)

    def do_set_sh_reg_pairs_packed(self, packet: Packet) -> None:
        """Write registers from groups of three dwords: two register indices in one dword, then two values. If the
        register count is odd, drivers repeat the first register."""
        count, *words = packet.words
        if not count or count % 2 or len(words) != 3 * (count // 2):
            raise packet.error(f"{len(words)} dwords follow its count, {count}; it is even, and for each two registers "
                               "their numbers in one dword and their values follow")
        for numbers, *values in zip(*(words[n::3] for n in range(3))):
            for number, value in zip((numbers & 0xFFFF, numbers >> 16), values):
                self.write_register(packet, SH_SPACE + 4 * number, value)

    do_set_sh_reg_pairs_packed_n = do_set_sh_reg_pairs_packed  # for up to 14 registers

    def do_load_sh_reg_index(self, packet: Packet) -> None:
        """Load registers from memory. RADV loads the sizes of an indirect dispatch with this packet, for
        gl_NumWorkGroups."""
        packet.check_length(4)
        low, high, first, count = packet.words
        if low & 3:
            raise packet.error(f"index {low & 3}; only an address (0) is known")
        for n, value in enumerate(struct.unpack(f"<{count}I", self.read_memory(packet, high << 32 | low, 4 * count))):
            self.write_register(packet, SH_SPACE + 4 * ((first & 0xFFFF) + n), value)

    def do_set_base(self, packet: Packet) -> None:
        packet.check_length(3)
        index, low, high = packet.words
        if index & 0xF != 1:
            raise packet.error(f"base {index & 0xF}; only 1, of indirect dispatches, is known")
        packet.check_alignment(low, 4)
        self.indirect_base = high << 32 | low

    # ---- memory ----

    def do_copy_data(self, packet: Packet) -> None:
        packet.check_length(5)
        control, low, high, to_low, to_high = packet.words
        source, target, size = control & 0xF, control >> 8 & 0xF, 8 if control >> 16 & 1 else 4
        if source == IMMEDIATE_SELECTOR:
            data = struct.pack("<II", low, high)[:size]
        elif source in MEMORY_SELECTORS:
            packet.check_alignment(low, size)
            data = self.read_memory(packet, high << 32 | low, size)
        elif source == REGISTER_SELECTOR:
            values = [self.registers.get(4 * low + 4 * n) for n in range(size // 4)]
            if None in values:
                raise packet.error(f"register {4 * low:#x} has no value yet; set it first")
            data = struct.pack(f"<{len(values)}I", *values)
        else:
            raise packet.error(f"SRC_SEL {source}; register (0), memory (1, 2) and immediate (5) are known")
        if target in MEMORY_SELECTORS:
            packet.check_alignment(to_low, size)
        self.write_destination(packet, target, to_low, to_high, data)

    def do_write_data(self, packet: Packet) -> None:
        if len(packet.words) < 4:
            raise packet.error("it writes nothing; a control word, an address and data follow its header")
        control, low, high, *values = packet.words
        if control >> 16 & 1:
            raise packet.error("WR_ONE_ADDR is not carried out; clear bit 16 of its control word")
        self.write_destination(packet, control >> 8 & 0xF, low, high, struct.pack(f"<{len(values)}I", *values))

    def write_destination(self, packet: Packet, target: int, low: int, high: int, data: bytes) -> None:
        """Write data to the memory or the registers that a target selector names."""
        if target in MEMORY_SELECTORS:
            self.write_memory(packet, high << 32 | low, data)
        elif target == REGISTER_SELECTOR:
            for n, value in enumerate(struct.unpack(f"<{len(data) // 4}I", data)):
                self.write_register(packet, 4 * (low + n), value)
        else:
            raise packet.error(f"DST_SEL {target}; register (0) and memory (1, 2, 5) are known")

    def do_dma_data(self, packet: Packet) -> None:
        """Copy or fill memory. A transfer without a destination only loads data into a cache."""
        packet.check_length(6)
        control, low, high, to_low, to_high, command = packet.words
        source, target, size = control >> 29 & 3, control >> 20 & 3, command & 0x3FFFFFF
        if target == DMA_DISCARD_SELECTOR:
            return
        if command >> 26 & 0xF:
            raise packet.error("registers and addresses that stay are not carried out; clear bits 29:26 of its end")
        if target not in DMA_MEMORY_SELECTORS or source not in (*DMA_MEMORY_SELECTORS, DMA_FILL_SELECTOR) or size % 4:
            raise packet.error(f"SRC_SEL {source}, DST_SEL {target}, {size} bytes; memory (0, 3), data as source (2), "
                               "nowhere (2) and whole dwords are known")
        data = struct.pack("<I", low) * (size // 4) if source == DMA_FILL_SELECTOR else self.read_memory(packet,
                                                                                                         high << 32
                                                                                                         | low, size)
        self.write_memory(packet, to_high << 32 | to_low, data)

    def do_release_mem(self, packet: Packet) -> None:
        packet.check_length(6, 7)
        _, control, low, high, *data = packet.words
        size = {0: 0, 1: 4, 2: 8}.get(control >> 29)
        if size is None:
            raise packet.error(f"DATA_SEL {control >> 29}; none (0), 32 (1) and 64 bits (2) are known")
        if size:
            self.write_memory(packet, high << 32 | low, struct.pack("<II", *data[:2])[:size])

    def do_wait_reg_mem(self, packet: Packet) -> None:
        """Check the condition once, since nothing else runs that could change it. Drivers for gfx9 use this packet to
        wait for RELEASE_MEM."""
        packet.check_length(6)
        control, low, high, reference, mask, _ = packet.words
        if control >> 4 & 0xF != 1:
            raise packet.error("only to wait for memory is carried out; MEM_SPACE (bits 5:4) is 1, OPERATION (7:6) 0")
        if control & 7 not in WAIT_CONDITIONS:
            raise packet.error("FUNCTION 7; 0 to 6 are known")
        value = struct.unpack("<I", self.read_memory(packet, high << 32 | low, 4))[0] & mask
        if not WAIT_CONDITIONS[control & 7](value, reference):
            raise packet.error(f"waits for ever: FUNCTION {control & 7} of {value:#x} and {reference:#x} is false, "
                               "and nothing else runs that could write there")

    def do_event_write(self, packet: Packet) -> None:
        """Ignore an event. With an address, hardware writes counters of the graphics pipe there; the case keeps its
        bytes."""
        packet.check_length(1, 3)
        if len(packet.words) == 3:
            packet.check_alignment(packet.words[1], 8)

    # ---- dispatches ----

    def launch(self, sizes, initiator: int) -> bool:
        """Dispatch with these sizes and initiator, and return whether it ended with ok."""
        names = ("COMPUTE_DIM_X", "COMPUTE_DIM_Y", "COMPUTE_DIM_Z", "COMPUTE_DISPATCH_INITIATOR")
        for name, value in zip(names, (*sizes, initiator)):
            self.registers[self.offsets_by_name[name]] = value
        return self.dispatch(dict(self.registers))

    def do_dispatch_direct(self, packet: Packet) -> bool:
        packet.check_length(4)
        return self.launch(packet.words[:3], packet.words[3])

    def do_dispatch_indirect(self, packet: Packet) -> bool:
        """Dispatch with sizes from memory. On the graphics queue they are at an offset from SET_BASE, on compute queues
        at an address."""
        packet.check_length(2, 3)
        if len(packet.words) == 3:
            address = packet.words[1] << 32 | packet.words[0]
        elif self.indirect_base is None:
            raise packet.error("an offset without a base; SET_BASE with index 1 comes before")
        else:
            address = self.indirect_base + packet.words[0]
        packet.check_alignment(address, 4)
        return self.launch(struct.unpack("<3I", self.read_memory(packet, address, 12)), packet.words[-1])
