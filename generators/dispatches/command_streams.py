"""Random command streams: PM4 packets that set registers in all the ways there are, copy and fill memory, and start
dispatches one after the other, each with a program of its own (dispatch_code.py).  What packets hold: Linux's soc15d.h
and nvd.h, Mesa's sid.h; which are carried out: packets.txt."""
from __future__ import annotations

import random
import struct
from dataclasses import replace

from ...spec import ARCHS, TARGETS, all_packets, all_registers
from ...spec.packets import TYPE_2, SH_SPACE
from ...spec.registers import offsets
from . import random_dispatches
from .dispatch_code import ending, handler
from .random_dispatches import BASE, HIGH, INITIATOR, LOOKS, OTHERS, OUT, RSRC3, STEP, Dispatch, settle

PREFIX = "PM4_"
# What packets have, by name: fields that a result depends on.
HEEDED = {
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
# And those that change none, with how many dwords of them there are.
QUIET = {"NOP": 3, "EVENT_WRITE": 1, "ACQUIRE_MEM": 6, "CONTEXT_CONTROL": 2, "CLEAR_STATE": 1, "PFP_SYNC_ME": 1,
         "SURFACE_SYNC": 4}
WITHOUT_EFFECT = {**dict.fromkeys((*QUIET, "TYPE_2"), ("body",)), "SET_SH_REG_INDEX": ("index",),
                  "RELEASE_MEM": ("event",), "WAIT_REG_MEM": ("condition",)}
PAIRS = ("SET_SH_REG_PAIRS", "SET_SH_REG_PAIRS_PACKED", "SET_SH_REG_PAIRS_PACKED_N")
TABLE, WRITTEN = 0x1250_3000_0000, 0x1251_4000_0000  # what packets read; what they write
PLACES = 0x10_0000                                   # between the regions of two dispatches
MEMORY, REGISTER, L2, IMMEDIATE, MEMORY_ASYNC = 1, 0, 2, 5, 5          # SRC_SEL and DST_SEL
MOST = 3                                             # dispatches of a stream
# Registers that a later dispatch of a stream may have otherwise, and those of what it walks over.
SIZES = tuple(f"COMPUTE_{what}" for axis in "XYZ" for what in (f"DIM_{axis}.size", f"NUM_THREAD_{axis}.full"))


def fields_of(arch: str) -> dict[str, bool]:
    """{field: whether a result depends on it} of the packets that the architecture has."""
    return {f"{PREFIX}{name}.{one}": table is HEEDED for table in (HEEDED, WITHOUT_EFFECT)
            for name, fields in table.items() if name == "TYPE_2" or all_packets().supports(name, ARCHS[arch])
            for one in fields}


def fields_in(packets: list) -> set[str]:
    """Those that a stream has."""
    there = {one.name for one in packets}
    return {f"{PREFIX}{name}.{one}" for table in (HEEDED, WITHOUT_EFFECT) for name in there
            for one in table.get(name, ())}


def used(d: Dispatch) -> set[str]:
    """The fields of a stream and of its dispatches that have another value than usually."""
    return d.fields.union(*(one.fields for one in d.parts))


class Stream:
    """Packets one behind the other, and the memory they need.  `flags`: fields that it is to use, `named`: they and
    their packets; `current`: what registers hold, by byte offset."""

    def __init__(self, arch: str, rng, flags: set[str]):
        bare = {flag.removeprefix(PREFIX) for flag in flags}
        self.arch, self.rng, self.named = arch, rng, bare | {flag.partition(".")[0] for flag in bare}
        self.at = offsets(all_registers(), ARCHS[arch])
        self.data, self.table, self.written = b"", bytearray(rng.randbytes(8)), 8
        self.current: dict[int, int] = {}
        self.sources: list[int] = []                 # addresses of 8 bytes that copies may read

    def has(self, *fields: str) -> bool:
        """Is one of these fields, or packets, to be there?"""
        return not self.named.isdisjoint(fields)

    def packet(self, name: str, *words: int) -> None:
        kind = self.rng.choice((0, 2))               # bit 1: of graphics or compute, where it matters
        self.data += all_packets().packet(name, *words, bits=kind)

    def some(self, count: int = 1) -> list[int]:
        return [self.rng.getrandbits(32) for _ in range(count)]

    def stored(self, *words: int) -> int:
        """Puts words where packets read -> their address."""
        self.table += bytes(-len(self.table) % 8)
        self.table += struct.pack(f"<{len(words)}I", *words)
        return TABLE + len(self.table) - 4 * len(words)

    def room(self, size: int) -> int:
        """The address of so many bytes that packets may write."""
        at = self.written
        self.written += -(-size // 8) * 8
        return WRITTEN + at

    # ---- registers ----

    def registers(self, words: dict[int, int]) -> None:
        """Sets those that are not as they must be, in any order; some have been something else before."""
        changed = {at: value for at, value in words.items() if self.current.get(at) != value}
        runs = self.runs(changed)
        self.rng.shuffle(runs)
        if runs and self.rng.randrange(3) == 0:
            at, values = self.rng.choice(runs)
            self.set(at, [value ^ 1 for value in values])
        for at, values in runs:
            self.set(at, values)
        self.current |= changed

    def runs(self, changed: dict[int, int]) -> list[tuple[int, list[int]]]:
        """Registers that lie one behind the other, up to a few at once."""
        found: list[tuple[int, list[int]]] = []
        for at in sorted(changed):
            if found and at == found[-1][0] + 4 * len(found[-1][1]) and len(found[-1][1]) < self.most:
                found[-1][1].append(changed[at])
            else:
                found.append((at, [changed[at]]))
        return found

    @property
    def most(self) -> int:
        """How many registers a packet sets at most."""
        return 4 if self.has("SET_SH_REG.values", "SET_SH_REG_INDEX.values", "LOAD_SH_REG_INDEX.count",
                             "COPY_DATA.count_sel", "WRITE_DATA.dst_sel", *PAIRS) else 1

    def ways(self, count: int) -> list[str]:
        """Packets that may set so many registers."""
        found = [name for name in ("LOAD_SH_REG_INDEX", "SET_SH_REG_INDEX", *PAIRS) if self.has(name)]
        found += ["COPY_DATA"] if self.has("COPY_DATA.dst_sel") and count in (1, 2) else []
        found += ["WRITE_DATA"] if self.has("WRITE_DATA.dst_sel") else []
        return found * 3 + ["SET_SH_REG"]

    def set(self, at: int, values: list[int]) -> None:
        way, number = self.rng.choice(self.ways(len(values))), at - SH_SPACE >> 2
        if way == "LOAD_SH_REG_INDEX":
            address = self.stored(*values)
            self.packet(way, address, address >> 32, number, len(values))
        elif way == "COPY_DATA":
            self.copy(values, REGISTER, at >> 2)
        elif way == "WRITE_DATA":
            self.packet(way, REGISTER << 8, at >> 2, 0, *values)
        elif way in PAIRS:
            self.pairs(way, [(number + n, value) for n, value in enumerate(values)])
        else:
            index = self.rng.choice((1, 2, 3)) if self.has("SET_SH_REG_INDEX.index") else 0
            self.packet(way, number | (index << 28 if way == "SET_SH_REG_INDEX" else 0), *values)

    def pairs(self, way: str, registers: list[tuple[int, int]]) -> None:
        """In any order; packed, beside the last of an odd number stands the first once more."""
        self.rng.shuffle(registers)
        if way == "SET_SH_REG_PAIRS":
            self.packet(way, *(word for one in registers for word in one))
            return
        registers += registers[:len(registers) % 2]
        words = [word for (low, first), (high, second) in zip(registers[::2], registers[1::2])
                 for word in (low | high << 16, first, second)]
        self.packet(way, len(registers), *words)

    # ---- memory ----

    def copy(self, values: list[int], target: int, to: int) -> None:
        """COPY_DATA of one or two dwords that are given."""
        wide = len(values) == 2
        if self.has("COPY_DATA.src_sel") and self.rng.randrange(2):
            given = (*values, 0)[:2]
            self.packet("COPY_DATA", IMMEDIATE | target << 8 | wide << 16, *given, to, to >> 32)
            return
        at = self.stored(*values)
        source = self.rng.choice((MEMORY, L2)) if self.has("COPY_DATA.src_sel") else MEMORY
        self.packet("COPY_DATA", source | target << 8 | wide << 16, at, at >> 32, to, to >> 32)

    def target(self) -> int:
        return self.rng.choice((1, L2, MEMORY_ASYNC))

    def copy_data(self) -> None:
        """To memory: values, memory that packets and programs have written, registers."""
        count = self.rng.choice((1, 2)) if self.has("COPY_DATA.count_sel") else 1
        known = [at for at in self.current if count < 2 or at + 4 in self.current]
        to = self.room(8)
        if self.has("COPY_DATA.src_sel") and known and self.rng.randrange(2):
            at = self.rng.choice(known) >> 2
            self.packet("COPY_DATA", REGISTER | self.target() << 8 | count - 1 << 16, at, 0, to, to >> 32)
        elif self.sources and self.rng.randrange(2):
            at = self.rng.choice(self.sources)
            self.packet("COPY_DATA", MEMORY | self.target() << 8 | count - 1 << 16, at, at >> 32, to, to >> 32)
        else:
            self.copy(self.some(count), self.target(), to)
        self.sources.append(to)

    def write_data(self) -> None:
        values = self.some(self.rng.choice((1, 2, 5)))
        to = self.room(4 * len(values) + 4)
        self.packet("WRITE_DATA", self.target() << 8, to, to >> 32, *values)
        self.sources.append(to)

    def dma_data(self) -> None:
        """A copy, a fill, or a cache made warm, which writes nothing."""
        fill, dry = (self.has(f"DMA_DATA.{what}") and self.rng.randrange(2) for what in ("src_sel", "dst_sel"))
        values = self.some(self.rng.choice((1, 3, 6) if self.has("DMA_DATA.byte_count") else (3,)))
        size, to = 4 * len(values), self.room(4 * len(values) + 8)
        at = self.some()[0] if fill else self.stored(*values, *self.some(2))
        source, target = 2 if fill else self.rng.choice((0, 3)), 2 if dry else self.rng.choice((0, 3))
        self.packet("DMA_DATA", source << 29 | target << 20, at, 0 if fill else at >> 32, to, to >> 32, size)

    def release_mem(self) -> None:
        """Behind what came before; with or without a value."""
        select = self.rng.choice((0, 1, 2)) if self.has("RELEASE_MEM.data_sel") else 1
        event = self.rng.getrandbits(6) if self.has("RELEASE_MEM.event") else 0x14
        to = self.room(8)
        more = self.some(self.rng.randrange(2))
        self.packet("RELEASE_MEM", event | 5 << 8, select << 29, to, to >> 32, *self.some(2), *more)

    def wait(self) -> None:
        """For what is so: nothing comes of it."""
        value, mask = (one >> 1 for one in self.some(2))
        held, at = value & mask, self.stored(value)
        function, reference = self.rng.choice(((0, value), (1, held + 1), (2, held), (3, held), (4, held ^ 1),
                                               (5, held)))
        self.packet("WAIT_REG_MEM", function | 1 << 4 | self.rng.randrange(2) << 8, at, at >> 32, reference, mask,
                    self.rng.choice((4, 10)))

    def effects(self) -> None:
        """Packets besides registers and dispatches."""
        if self.has("WAIT_REG_MEM"):
            self.wait()
        for name, act in (("COPY_DATA", self.copy_data), ("WRITE_DATA", self.write_data), ("DMA_DATA", self.dma_data),
                          ("RELEASE_MEM", self.release_mem)):
            for _ in range(self.rng.choice((1, 2, 3)) if self.has(name) else 0):
                act()
        for name, count in QUIET.items():
            if self.has(name) and self.rng.randrange(4):
                words = self.some(self.rng.randint(1, count) if name == "NOP" else count)
                words = [words[0] & 0xF3F] if name == "EVENT_WRITE" else words
                self.packet(name, *words)
        if self.has("NOP"):
            self.data += all_packets().packet("NOP")
        if self.has("TYPE_2"):
            self.data += struct.pack("<I", TYPE_2 << 30 | self.rng.getrandbits(30))

    # ---- dispatches ----

    def launch(self, sizes: list[int], initiator: int) -> None:
        """A dispatch in one of the ways that are to be there."""
        names = *(f"COMPUTE_DIM_{axis}" for axis in "XYZ"), "COMPUTE_DISPATCH_INITIATOR"
        self.current |= {self.at[name]: value for name, value in zip(names, (*sizes, initiator))}
        ways = ["offset"] if self.has("SET_BASE", "DISPATCH_INDIRECT.offset") else []
        ways += ["address"] if self.has("DISPATCH_INDIRECT.address") else []
        ways += ["offset", "address"] if self.has("DISPATCH_INDIRECT.initiator") else []
        ways += ["direct"] if self.has("DISPATCH_DIRECT") or not ways else []
        way = self.rng.choice(ways)
        if way == "direct":
            self.packet("DISPATCH_DIRECT", *sizes, initiator)
            return
        at = self.stored(*sizes)
        if self.has("WRITE_DATA") and self.rng.randrange(2):             # sizes that are there in time only
            at = self.stored(7, 7, 7)
            self.packet("WRITE_DATA", self.target() << 8, at, at >> 32, *sizes)
        if way == "address":
            self.packet("DISPATCH_INDIRECT", at, at >> 32, initiator)
            return
        before = self.rng.randrange(0, at - TABLE + 4, 4)
        self.packet("SET_BASE", 1, at - before, at - before >> 32)
        self.packet("DISPATCH_INDIRECT", before, initiator)


# ---- the case ----

def set_field(d: Dispatch, rng, about: str) -> None:
    """Notes that a stream is to use a field of packets."""
    d.values[about] = 1


def first_part(d: Dispatch, rng, values: dict[str, int], mode: tuple[int, int]) -> Dispatch:
    """The stream's first dispatch: what its field needs of one."""
    name = d.about.removeprefix(PREFIX).partition(".")[2]
    about = f"COMPUTE_DIM_{name[-1].upper()}.size" if name.startswith("dim_") else rng.choice(SIZES)
    if name == "initiator":
        one = rng.choice(("shader_en", "force_start_at_000", "partial_tg_en", "use_thread_dimensions"))
        about = f"{INITIATOR}.{one}"
    part = Dispatch(d.arch, about, d.wave, d.plain, d.looks, dict(values))
    random_dispatches.set_field(part, rng, about)
    settle(part, rng, mode)
    return part


def next_part(part: Dispatch, rng, values: dict[str, int], mode: tuple[int, int]) -> Dispatch:
    """One that has something else than the one before."""
    about = rng.choice(SIZES)
    lost = {name.partition(".")[0] for name in part.values if name not in values and rng.randrange(4) == 0}
    kept = {name: value for name, value in part.values.items() if name.partition(".")[0] not in lost}
    made = Dispatch(part.arch, about, part.wave, part.plain, part.looks, kept)
    random_dispatches.set_field(made, rng, about)
    settle(made, rng, mode)
    return made


def as_stream(d: Dispatch, rng) -> None:
    """The case: all dispatches in one stream, their programs one behind the other."""
    base = HIGH if any(part.get("COMPUTE_PGM_HI.address_40") for part in d.parts) else BASE
    stream, code, memory, known = Stream(d.arch, rng, set(d.values)), b"", {}, set()
    for number, part in enumerate(d.parts):
        words, program, regions = random_dispatches.pieces(part, rng, OUT + number * PLACES)
        regions[0]["name"] = f"out{number}"
        for one in regions:
            size = max(one["size"], memory.get(one["name"], one)["size"])
            memory[one["name"]] = one | {"size": size}
        code += ending(d.arch) * (-len(code) % STEP // 4)
        at = part.at = base + len(code)
        code += program
        words |= {"COMPUTE_PGM_LO": at >> 8 & 0xFFFFFFFF, "COMPUTE_PGM_HI": at >> 40 & 0xFF}
        words = {name: int("NUM_THREAD" in name) for name in sorted(known - words.keys())} | words
        known |= {name for name in words if not name.startswith(f"{random_dispatches.USER}_")}
        sizes = [words.pop(f"COMPUTE_DIM_{axis}") for axis in "XYZ"]
        initiator = words.pop("COMPUTE_DISPATCH_INITIATOR")
        known -= {"COMPUTE_DISPATCH_INITIATOR", *(f"COMPUTE_DIM_{axis}" for axis in "XYZ")}
        stream.effects()
        stream.registers({stream.at[name]: value for name, value in words.items()})
        stream.launch(sizes, initiator)
        stream.sources.append(OUT + number * PLACES)
    stream.effects()
    out = [{"name": "table", "address": hex(TABLE), "bytes": bytes(stream.table).hex()},
           {"name": "written", "address": hex(WRITTEN), "size": stream.written}]
    d.case = {
        "assay": 1, "name": f"dispatch {d.about}", "arch": d.arch, "wave": d.wave, "base": hex(base),
        "code": code.hex(), "packets": stream.data.hex(), "memory": [*memory.values(), *out],
        "observe": {"registers": [], "memory": [*(f"out{n}" for n in range(len(d.parts))), "written"]},
    }
    if any(part.get(f"{RSRC3}.trap_on_start") for part in d.parts):
        d.case["trap_handler"] = {"code": handler(d.arch).hex()}


def draw(
    arch: str, about: str, seed: int, number: int, plain: bool, without=frozenset(), waves: tuple[int, ...] = (),
    mode: tuple[int, int] = (0, 0),
) -> Dispatch:
    """As dispatches.draw()."""
    rng = random.Random(f"{seed} packets {arch} {about} {number} {plain}")
    waves = waves or TARGETS[arch].waves
    looks = frozenset() if plain else frozenset(what for what, by in LOOKS.items() if not by & without)
    d = Dispatch(arch, about, waves[number % len(waves)], plain, looks)
    shared = replace(d, values={})
    for one in () if plain else random_dispatches.fields_of(arch):
        if one not in without and rng.random() < OTHERS / 2:
            random_dispatches.set_field(shared, rng, one)
    for one in () if plain else fields_of(arch):
        if one not in without and rng.random() < OTHERS:
            set_field(d, rng, one)
    set_field(d, rng, about)
    d.parts.append(first_part(d, rng, shared.values, mode))
    for _ in range(rng.randrange(1 if plain and "dim_" not in about else 2, MOST + 1) - 1):
        d.parts.append(next_part(d.parts[-1], rng, shared.values, mode))
    as_stream(d, rng)
    return d
