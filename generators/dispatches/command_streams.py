"""Random command streams: PM4 packets that set registers, copy and fill memory, and start several dispatches.

Each dispatch has its own program (dispatch_code.py). Packet contents follow Linux's soc15d.h and nvd.h and Mesa's
sid.h; packets.txt lists the supported packets."""
from __future__ import annotations

import random
import struct
from dataclasses import replace

from ...spec import ARCHS, TARGETS, all_packets, all_registers
from ...spec.packets import TYPE_2, SH_SPACE
from ...spec.registers import offsets
from . import random_dispatches
from .dispatch_code import encode_end, trap_handler_code
from .random_dispatches import (
    CODE_BASE,
    HIGH_CODE_BASE,
    INITIATOR,
    OBSERVED_FIELDS,
    OTHER_FIELD_SHARE,
    OUTPUT_BASE,
    RSRC3,
    PROGRAM_ALIGNMENT,
    Dispatch,
    complete_values,
)

PREFIX = "PM4_"
# Fields of packets that affect a result.
EFFECTIVE_FIELDS = {
    "SET_SH_REG": ("register", "values"),
    "SET_SH_REG_INDEX": ("register", "values"),
    "SET_SH_REG_PAIRS": ("register", "values"),
    "SET_SH_REG_PAIRS_PACKED": ("register", "values"),
    "SET_SH_REG_PAIRS_PACKED_N": ("register", "values"),
    "LOAD_SH_REG_INDEX": ("address", "register", "count"),
    "SET_BASE": ("address",),
    "DISPATCH_DIRECT": ("dim_x", "dim_y", "dim_z", "initiator"),
    "DISPATCH_INDIRECT": ("offset", "address", "initiator"),
    "COPY_DATA": ("src_sel", "dst_sel", "count_sel", "source", "destination"),
    "WRITE_DATA": ("dst_sel", "destination", "data"),
    "DMA_DATA": ("src_sel", "dst_sel", "source", "destination", "byte_count"),
    "RELEASE_MEM": ("data_sel", "destination", "data"),
}
# Packets without effect, with their number of dwords.
INEFFECTIVE_PACKETS = {
    "NOP": 3,
    "EVENT_WRITE": 1,
    "ACQUIRE_MEM": 6,
    "CONTEXT_CONTROL": 2,
    "CLEAR_STATE": 1,
    "PFP_SYNC_ME": 1,
    "SURFACE_SYNC": 4,
}
INEFFECTIVE_FIELDS = {**dict.fromkeys((*INEFFECTIVE_PACKETS, "TYPE_2"), ("body",)), "SET_SH_REG_INDEX": ("index",),
                      "RELEASE_MEM": ("event",), "WAIT_REG_MEM": ("condition",)}
PAIR_PACKETS = ("SET_SH_REG_PAIRS", "SET_SH_REG_PAIRS_PACKED", "SET_SH_REG_PAIRS_PACKED_N")
TABLE_BASE, WRITTEN_BASE = 0x1250_3000_0000, 0x1251_4000_0000  # addresses of the data that packets read and write
OUTPUT_STRIDE = 0x10_0000                            # bytes between the regions of two dispatches
MEMORY, REGISTER, L2, IMMEDIATE, MEMORY_ASYNC = 1, 0, 2, 5, 5          # SRC_SEL and DST_SEL
MAX_DISPATCHES = 3                                   # maximal dispatches of a stream
# Fields that later dispatches of a stream may change.
SIZE_FIELDS = tuple(f"COMPUTE_{name}" for axis in "XYZ" for name in (f"DIM_{axis}.size", f"NUM_THREAD_{axis}.full"))


def settable_fields(arch: str) -> dict[str, bool]:
    """Return {field: whether a result depends on it} for the packets that the architecture has."""
    return {f"{PREFIX}{name}.{field}": table is EFFECTIVE_FIELDS for table in (EFFECTIVE_FIELDS, INEFFECTIVE_FIELDS)
            for name, fields in table.items() if name == "TYPE_2" or all_packets().supports(name, ARCHS[arch])
            for field in fields}


def stream_fields(packets: list) -> set[str]:
    """Return the fields that the packets of a stream have."""
    names = {packet.name for packet in packets}
    return {f"{PREFIX}{name}.{field}" for table in (EFFECTIVE_FIELDS, INEFFECTIVE_FIELDS) for name in names
            for field in table.get(name, ())}


def changed_fields(dispatch: Dispatch) -> set[str]:
    """Return the fields whose values differ from the defaults: those of the stream, and those of its dispatches."""
    return dispatch.changed_fields.union(*(part.changed_fields for part in dispatch.parts))


class CommandStream:
    """Packets in order, and the memory that they access.

    `field_names`: fields to exercise; `requested`: these fields and their packets; `register_values`: contents of the
    registers by byte offset."""

    def __init__(self, arch: str, rng, field_names: set[str]):
        fields = {name.removeprefix(PREFIX) for name in field_names}
        self.arch, self.rng, self.requested = arch, rng, fields | {field.partition(".")[0] for field in fields}
        self.register_offsets = offsets(all_registers(), ARCHS[arch])
        self.data, self.table, self.written_size = b"", bytearray(rng.randbytes(8)), 8
        self.register_values: dict[int, int] = {}
        self.copy_sources: list[int] = []            # addresses of 8-byte values that copies may read

    def requests(self, *fields: str) -> bool:
        """Return whether one of these fields or packets is requested."""
        return not self.requested.isdisjoint(fields)

    def add_packet(self, name: str, *words: int) -> None:
        """Append a packet with a random shader type."""
        shader_type = self.rng.choice((0, 2))        # bit 1 of the header: graphics or compute
        self.data += all_packets().packet(name, *words, bits=shader_type)

    def random_words(self, count: int = 1) -> list[int]:
        """Return random words."""
        return [self.rng.getrandbits(32) for _ in range(count)]

    def store_words(self, *words: int) -> int:
        """Append words that packets can read to the table in memory, and return their address."""
        self.table += bytes(-len(self.table) % 8)
        self.table += struct.pack(f"<{len(words)}I", *words)
        return TABLE_BASE + len(self.table) - 4 * len(words)

    def reserve_output(self, size: int) -> int:
        """Reserve `size` bytes that packets can write, and return their address."""
        at = self.written_size
        self.written_size += -(-size // 8) * 8
        return WRITTEN_BASE + at

    # ---- registers ----

    def set_registers(self, words: dict[int, int]) -> None:
        """Set the registers whose values differ from `words`, in any order. Some are first set to another value."""
        changed = {at: value for at, value in words.items() if self.register_values.get(at) != value}
        runs = self.register_runs(changed)
        self.rng.shuffle(runs)
        if runs and self.rng.randrange(3) == 0:
            at, values = self.rng.choice(runs)
            self.set_register_run(at, [value ^ 1 for value in values])
        for at, values in runs:
            self.set_register_run(at, values)
        self.register_values |= changed

    def register_runs(self, changed: dict[int, int]) -> list[tuple[int, list[int]]]:
        """Return runs of consecutive registers of limited length."""
        runs: list[tuple[int, list[int]]] = []
        for at in sorted(changed):
            if runs and at == runs[-1][0] + 4 * len(runs[-1][1]) and len(runs[-1][1]) < self.max_registers:
                runs[-1][1].append(changed[at])
            else:
                runs.append((at, [changed[at]]))
        return runs

    @property
    def max_registers(self) -> int:
        """The maximum number of registers that one packet sets."""
        return 4 if self.requests("SET_SH_REG.values", "SET_SH_REG_INDEX.values", "LOAD_SH_REG_INDEX.count",
                                  "COPY_DATA.count_sel", "WRITE_DATA.dst_sel", *PAIR_PACKETS) else 1

    def register_packets(self, count: int) -> list[str]:
        """Return the packets that may set `count` registers."""
        names = [name for name in ("LOAD_SH_REG_INDEX", "SET_SH_REG_INDEX", *PAIR_PACKETS) if self.requests(name)]
        names += ["COPY_DATA"] if self.requests("COPY_DATA.dst_sel") and count in (1, 2) else []
        names += ["WRITE_DATA"] if self.requests("WRITE_DATA.dst_sel") else []
        return names * 3 + ["SET_SH_REG"]

    def set_register_run(self, at: int, values: list[int]) -> None:
        """Set consecutive registers with one packet."""
        packet, number = self.rng.choice(self.register_packets(len(values))), at - SH_SPACE >> 2
        if packet == "LOAD_SH_REG_INDEX":
            address = self.store_words(*values)
            self.add_packet(packet, address, address >> 32, number, len(values))
        elif packet == "COPY_DATA":
            self.add_copy(values, REGISTER, at >> 2)
        elif packet == "WRITE_DATA":
            self.add_packet(packet, REGISTER << 8, at >> 2, 0, *values)
        elif packet in PAIR_PACKETS:
            self.set_register_pairs(packet, [(number + n, value) for n, value in enumerate(values)])
        else:
            index = self.rng.choice((1, 2, 3)) if self.requests("SET_SH_REG_INDEX.index") else 0
            self.add_packet(packet, number | (index << 28 if packet == "SET_SH_REG_INDEX" else 0), *values)

    def set_register_pairs(self, packet: str, registers: list[tuple[int, int]]) -> None:
        """Set registers as pairs, in any order. An odd number of packed pairs repeats the first one."""
        self.rng.shuffle(registers)
        if packet == "SET_SH_REG_PAIRS":
            self.add_packet(packet, *(word for pair in registers for word in pair))
            return
        registers += registers[:len(registers) % 2]
        words = [word for (low, first), (high, second) in zip(registers[::2], registers[1::2])
                 for word in (low | high << 16, first, second)]
        self.add_packet(packet, len(registers), *words)

    # ---- memory ----

    def add_copy(self, values: list[int], target: int, to: int) -> None:
        """Append a COPY_DATA packet that writes one or two immediate dwords."""
        wide = len(values) == 2
        if self.requests("COPY_DATA.src_sel") and self.rng.randrange(2):
            words = (*values, 0)[:2]
            self.add_packet("COPY_DATA", IMMEDIATE | target << 8 | wide << 16, *words, to, to >> 32)
            return
        address = self.store_words(*values)
        source = self.rng.choice((MEMORY, L2)) if self.requests("COPY_DATA.src_sel") else MEMORY
        self.add_packet("COPY_DATA", source | target << 8 | wide << 16, address, address >> 32, to, to >> 32)

    def random_target(self) -> int:
        """Return a DST_SEL of memory."""
        return self.rng.choice((1, L2, MEMORY_ASYNC))

    def add_copies(self) -> None:
        """Append COPY_DATA packets that write memory. Their sources are immediate values, memory that packets and
        programs have written, or registers."""
        count = self.rng.choice((1, 2)) if self.requests("COPY_DATA.count_sel") else 1
        offsets_set = [at for at in self.register_values if count < 2 or at + 4 in self.register_values]
        to = self.reserve_output(8)
        if self.requests("COPY_DATA.src_sel") and offsets_set and self.rng.randrange(2):
            at = self.rng.choice(offsets_set) >> 2
            self.add_packet("COPY_DATA", REGISTER | self.random_target() << 8 | count - 1 << 16, at, 0, to, to >> 32)
        elif self.copy_sources and self.rng.randrange(2):
            at = self.rng.choice(self.copy_sources)
            self.add_packet(
                "COPY_DATA", MEMORY | self.random_target() << 8 | count - 1 << 16, at, at >> 32, to, to >> 32
            )
        else:
            self.add_copy(self.random_words(count), self.random_target(), to)
        self.copy_sources.append(to)

    def add_write_data(self) -> None:
        """Append WRITE_DATA."""
        values = self.random_words(self.rng.choice((1, 2, 5)))
        to = self.reserve_output(4 * len(values) + 4)
        self.add_packet("WRITE_DATA", self.random_target() << 8, to, to >> 32, *values)
        self.copy_sources.append(to)

    def add_dma_data(self) -> None:
        """Append DMA_DATA: a copy, a fill, or a cache prefetch, which writes nothing."""
        fill, writes_nothing = (
            self.requests(f"DMA_DATA.{field}") and self.rng.randrange(2) for field in ("src_sel", "dst_sel")
        )
        values = self.random_words(self.rng.choice((1, 3, 6) if self.requests("DMA_DATA.byte_count") else (3,)))
        size, to = 4 * len(values), self.reserve_output(4 * len(values) + 8)
        at = self.random_words()[0] if fill else self.store_words(*values, *self.random_words(2))
        source, target = 2 if fill else self.rng.choice((0, 3)), 2 if writes_nothing else self.rng.choice((0, 3))
        self.add_packet("DMA_DATA", source << 29 | target << 20, at, 0 if fill else at >> 32, to, to >> 32, size)

    def add_release_mem(self) -> None:
        """Append RELEASE_MEM, with or without a value."""
        select = self.rng.choice((0, 1, 2)) if self.requests("RELEASE_MEM.data_sel") else 1
        event = self.rng.getrandbits(6) if self.requests("RELEASE_MEM.event") else 0x14
        to = self.reserve_output(8)
        trailing_words = self.random_words(self.rng.randrange(2))
        self.add_packet("RELEASE_MEM", event | 5 << 8, select << 29, to, to >> 32, *self.random_words(2),
                        *trailing_words)

    def add_satisfied_wait(self) -> None:
        """Append WAIT_REG_MEM whose condition already holds."""
        value, mask = (word >> 1 for word in self.random_words(2))
        masked, at = value & mask, self.store_words(value)
        function, reference = self.rng.choice(((0, value), (1, masked + 1), (2, masked), (3, masked), (4, masked ^ 1),
                                               (5, masked)))
        self.add_packet("WAIT_REG_MEM", function | 1 << 4 | self.rng.randrange(2) << 8, at, at >> 32, reference, mask,
                        self.rng.choice((4, 10)))

    def add_other_packets(self) -> None:
        """Append the requested packets that neither set registers nor start dispatches."""
        if self.requests("WAIT_REG_MEM"):
            self.add_satisfied_wait()
        for name, add in (
            ("COPY_DATA", self.add_copies),
            ("WRITE_DATA", self.add_write_data),
            ("DMA_DATA", self.add_dma_data),
            ("RELEASE_MEM", self.add_release_mem),
        ):
            for _ in range(self.rng.choice((1, 2, 3)) if self.requests(name) else 0):
                add()
        for name, count in INEFFECTIVE_PACKETS.items():
            if self.requests(name) and self.rng.randrange(4):
                words = self.random_words(self.rng.randint(1, count) if name == "NOP" else count)
                words = [words[0] & 0xF3F] if name == "EVENT_WRITE" else words
                self.add_packet(name, *words)
        if self.requests("NOP"):
            self.data += all_packets().packet("NOP")
        if self.requests("TYPE_2"):
            self.data += struct.pack("<I", TYPE_2 << 30 | self.rng.getrandbits(30))

    # ---- dispatches ----

    def add_dispatch(self, sizes: list[int], initiator: int) -> None:
        """Append a dispatch of one of the requested kinds."""
        names = *(f"COMPUTE_DIM_{axis}" for axis in "XYZ"), "COMPUTE_DISPATCH_INITIATOR"
        self.register_values |= {self.register_offsets[name]: value for name, value in zip(names, (*sizes, initiator))}
        kinds = ["offset"] if self.requests("SET_BASE", "DISPATCH_INDIRECT.offset") else []
        kinds += ["address"] if self.requests("DISPATCH_INDIRECT.address") else []
        kinds += ["offset", "address"] if self.requests("DISPATCH_INDIRECT.initiator") else []
        kinds += ["direct"] if self.requests("DISPATCH_DIRECT") or not kinds else []
        kind = self.rng.choice(kinds)
        if kind == "direct":
            self.add_packet("DISPATCH_DIRECT", *sizes, initiator)
            return
        address = self.store_words(*sizes)
        if self.requests("WRITE_DATA") and self.rng.randrange(2):  # sizes that a packet writes just before
            address = self.store_words(7, 7, 7)
            self.add_packet("WRITE_DATA", self.random_target() << 8, address, address >> 32, *sizes)
        if kind == "address":
            self.add_packet("DISPATCH_INDIRECT", address, address >> 32, initiator)
            return
        offset = self.rng.randrange(0, address - TABLE_BASE + 4, 4)
        self.add_packet("SET_BASE", 1, address - offset, address - offset >> 32)
        self.add_packet("DISPATCH_INDIRECT", offset, initiator)


# ---- the case ----

def mark_packet_field_used(dispatch: Dispatch, packet_field: str) -> None:
    """Make the stream use a field of packets: set its entry of `dispatch.values` to 1."""
    dispatch.values[packet_field] = 1


def draw_first_part(dispatch: Dispatch, rng, values: dict[str, int], mode: tuple[int, int]) -> Dispatch:
    """Draw the first dispatch of the stream, with the values that the tested field needs."""
    name = dispatch.tested_field.removeprefix(PREFIX).partition(".")[2]
    field = f"COMPUTE_DIM_{name[-1].upper()}.size" if name.startswith("dim_") else rng.choice(SIZE_FIELDS)
    if name == "initiator":
        bit = rng.choice(("shader_en", "force_start_at_000", "partial_tg_en", "use_thread_dimensions"))
        field = f"{INITIATOR}.{bit}"
    part = Dispatch(dispatch.arch, field, dispatch.wave, dispatch.plain, dispatch.observed, dict(values))
    random_dispatches.set_field(part, rng, field)
    complete_values(part, rng, mode)
    return part


def draw_next_part(previous: Dispatch, rng, values: dict[str, int], mode: tuple[int, int]) -> Dispatch:
    """Draw a dispatch whose size differs from the previous one, and that omits some registers not in `values`."""
    field = rng.choice(SIZE_FIELDS)
    removed = {name.partition(".")[0] for name in previous.values if name not in values and rng.randrange(4) == 0}
    remaining = {name: value for name, value in previous.values.items() if name.partition(".")[0] not in removed}
    part = Dispatch(previous.arch, field, previous.wave, previous.plain, previous.observed, remaining)
    random_dispatches.set_field(part, rng, field)
    complete_values(part, rng, mode)
    return part


def build_stream_case(dispatch: Dispatch, rng) -> None:
    """Build the case: all dispatches in one stream, their programs one after another."""
    base = HIGH_CODE_BASE if any(part.get("COMPUTE_PGM_HI.address_40") for part in dispatch.parts) else CODE_BASE
    stream, code, memory, registers_set = CommandStream(dispatch.arch, rng, set(dispatch.values)), b"", {}, set()
    for number, part in enumerate(dispatch.parts):
        words, program, regions = random_dispatches.make_parts(part, rng, OUTPUT_BASE + number * OUTPUT_STRIDE)
        regions[0]["name"] = f"out{number}"
        for region in regions:
            size = max(region["size"], memory.get(region["name"], region)["size"])
            memory[region["name"]] = region | {"size": size}
        code += encode_end(dispatch.arch) * (-len(code) % PROGRAM_ALIGNMENT // 4)
        at = part.code_address = base + len(code)
        code += program
        words |= {"COMPUTE_PGM_LO": at >> 8 & 0xFFFFFFFF, "COMPUTE_PGM_HI": at >> 40 & 0xFF}
        words = {name: int("NUM_THREAD" in name) for name in sorted(registers_set - words.keys())} | words
        registers_set |= {name for name in words if not name.startswith(f"{random_dispatches.USER_DATA}_")}
        sizes = [words.pop(f"COMPUTE_DIM_{axis}") for axis in "XYZ"]
        initiator = words.pop("COMPUTE_DISPATCH_INITIATOR")
        registers_set -= {"COMPUTE_DISPATCH_INITIATOR", *(f"COMPUTE_DIM_{axis}" for axis in "XYZ")}
        stream.add_other_packets()
        stream.set_registers({stream.register_offsets[name]: value for name, value in words.items()})
        stream.add_dispatch(sizes, initiator)
        stream.copy_sources.append(OUTPUT_BASE + number * OUTPUT_STRIDE)
    stream.add_other_packets()
    packet_regions = [
        {"name": "table", "address": hex(TABLE_BASE), "bytes": bytes(stream.table).hex()},
        {"name": "written", "address": hex(WRITTEN_BASE), "size": stream.written_size},
    ]
    dispatch.case = {
        "assay": 1,
        "name": f"dispatch {dispatch.tested_field}",
        "arch": dispatch.arch,
        "wave": dispatch.wave,
        "base": hex(base),
        "code": code.hex(),
        "packets": stream.data.hex(),
        "memory": [*memory.values(), *packet_regions],
        "observe": {"registers": [], "memory": [*(f"out{n}" for n in range(len(dispatch.parts))), "written"]},
    }
    if any(part.get(f"{RSRC3}.trap_on_start") for part in dispatch.parts):
        dispatch.case["trap_handler"] = {"code": trap_handler_code(dispatch.arch).hex()}


def draw_dispatch(
    arch: str, tested_field: str, seed: int, number: int, plain: bool, excluded=frozenset(),
    waves: tuple[int, ...] = (), mode: tuple[int, int] = (0, 0),
) -> Dispatch:
    """Draw a command stream. The arguments are those of random_dispatches.draw_dispatch()."""
    rng = random.Random(f"{seed} packets {arch} {tested_field} {number} {plain}")
    waves = waves or TARGETS[arch].waves
    observed = (
        frozenset()
        if plain
        else frozenset(observation for observation, fields in OBSERVED_FIELDS.items() if not fields & excluded)
    )
    dispatch = Dispatch(arch, tested_field, waves[number % len(waves)], plain, observed)
    shared = replace(dispatch, values={})
    for field in () if plain else random_dispatches.settable_fields(arch):
        if field not in excluded and rng.random() < OTHER_FIELD_SHARE / 2:
            random_dispatches.set_field(shared, rng, field)
    for field in () if plain else settable_fields(arch):
        if field not in excluded and rng.random() < OTHER_FIELD_SHARE:
            mark_packet_field_used(dispatch, field)
    mark_packet_field_used(dispatch, tested_field)
    dispatch.parts.append(draw_first_part(dispatch, rng, shared.values, mode))
    for _ in range(rng.randrange(1 if plain and "dim_" not in tested_field else 2, MAX_DISPATCHES + 1) - 1):
        dispatch.parts.append(draw_next_part(dispatch.parts[-1], rng, shared.values, mode))
    build_stream_case(dispatch, rng)
    return dispatch
