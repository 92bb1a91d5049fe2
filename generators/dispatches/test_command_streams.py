"""Generated command streams: memory is what the packets say, read here word by word: Linux's soc15d.h and nvd.h, Mesa's
sid.h and its register lists; of each dispatch what test_random_dispatches.py states of its registers."""
import json
import os
import struct
import subprocess
import sys

import pytest

from ...harness.case.case_types import parse_case
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from ...spec import CERTIFIED
from . import random_dispatches, command_streams
from .test_random_dispatches import Stated, memory

PLAIN, MIXED = 3, 4                                  # streams of a field
FIELDS = [(arch, about) for arch in CERTIFIED for about in command_streams.settable_fields(arch)]
# COMPUTE_… by the dword of the register file where each lies.
FILE = {0x2E00: "DISPATCH_INITIATOR", 0x2E01: "DIM_X", 0x2E02: "DIM_Y", 0x2E03: "DIM_Z", 0x2E04: "START_X",
        0x2E05: "START_Y", 0x2E06: "START_Z", 0x2E07: "NUM_THREAD_X", 0x2E08: "NUM_THREAD_Y", 0x2E09: "NUM_THREAD_Z",
        0x2E0C: "PGM_LO", 0x2E0D: "PGM_HI", 0x2E10: "DISPATCH_SCRATCH_BASE_LO", 0x2E11: "DISPATCH_SCRATCH_BASE_HI",
        0x2E12: "PGM_RSRC1", 0x2E13: "PGM_RSRC2", 0x2E18: "TMPRING_SIZE", 0x2E1F: "MISC_RESERVED",
        0x2E28: "PGM_RSRC3", **{0x2E40 + n: f"USER_DATA_{n}" for n in range(16)}}


class StatedStream:
    """What a stream leaves in memory.  `programs`: {address of code: (address of its region, its layout)}"""

    def __init__(self, arch, wave, regions, programs):
        self.arch, self.wave, self.programs = arch, wave, programs
        self.file, self.bytes, self.base, self.waves = {}, {}, None, 0
        for address, data in regions:
            self.bytes |= {address + n: one for n, one in enumerate(data)}

    def word(self, address):
        return int.from_bytes(bytes(self.bytes[address + n] for n in range(4)), "little")

    def put(self, address, words):
        for n, one in enumerate(struct.pack(f"<{len(words)}I", *words)):
            assert address + n in self.bytes
            self.bytes[address + n] = one

    def deliver(self, control, low, high, words):
        """DST_SEL of COPY_DATA and WRITE_DATA is in bits 11:8: 0 is a register, by its dword."""
        if control >> 8 & 15:
            self.put(low | high << 32, words)
        else:
            self.file |= {low + n: one for n, one in enumerate(words)}

    def run(self, stream):
        words = list(struct.unpack(f"<{len(stream) // 4}I", stream))
        while words:
            header = words.pop(0)
            if header >> 30 == 2:
                continue
            assert header >> 30 == 3 and not header & 1
            opcode, count = header >> 8 & 0xFF, (header >> 16 & 0x3FFF) + 1
            count = 0 if (opcode, count) == (0x10, 0x4000) else count
            body, words = words[:count], words[count:]
            self.packet(opcode, *body)

    def packet(self, opcode, *w):
        if opcode in (0x76, 0x9B):                   # SET_SH_REG, SET_SH_REG_INDEX
            self.file |= {0x2C00 + (w[0] & 0xFFFF) + n: one for n, one in enumerate(w[1:])}
        elif opcode == 0xBA:                         # SET_SH_REG_PAIRS
            self.file |= {0x2C00 + at: one for at, one in zip(w[::2], w[1::2])}
        elif opcode in (0xBB, 0xBD):                 # SET_SH_REG_PAIRS_PACKED, _N: how many, then groups of three
            assert w[0] == len(w[1:]) // 3 * 2 and (opcode == 0xBB or w[0] <= 14)
            for n in range(1, len(w), 3):
                self.file |= {0x2C00 + (w[n] & 0xFFFF): w[n + 1], 0x2C00 + (w[n] >> 16): w[n + 2]}
        elif opcode == 0x3C:                         # WAIT_REG_MEM: <, <=, ==, != or >= that holds, of memory
            held, there = self.word(w[2] << 32 | w[1]) & w[4], w[0] & 7
            assert w[0] & ~0x107 == 0x10
            assert (True, held < w[3], held <= w[3], held == w[3], held != w[3], held >= w[3])[there]
        elif opcode == 0x63:                         # LOAD_SH_REG_INDEX
            at = w[1] << 32 | w[0]
            self.file |= {0x2C00 + (w[2] & 0xFFFF) + n: self.word(at + 4 * n) for n in range(w[3])}
        elif opcode == 0x11:                         # SET_BASE
            assert w[0] == 1
            self.base = w[2] << 32 | w[1]
        elif opcode == 0x40:                         # COPY_DATA: SRC_SEL in bits 3:0, two dwords with bit 16
            places = range(2 if w[0] & 0x10000 else 1)
            source = {0: lambda n: self.file[w[1] + n], 5: lambda n: w[1 + n]}.get(
                w[0] & 15, lambda n: self.word((w[2] << 32 | w[1]) + 4 * n))
            self.deliver(w[0], w[3], w[4], [source(n) for n in places])
        elif opcode == 0x37:                         # WRITE_DATA
            self.deliver(w[0], w[1], w[2], w[3:])
        elif opcode == 0x50:                         # DMA_DATA: SRC_SEL in bits 30:29, DST_SEL 21:20; 2: a value; none
            if w[0] >> 20 & 3 != 2:
                many = (w[5] & 0x3FFFFFF) // 4
                self.put(w[4] << 32 | w[3], [w[1] if w[0] >> 29 & 3 == 2 else self.word((w[2] << 32 | w[1]) + 4 * n)
                                             for n in range(many)])
        elif opcode == 0x49:                         # RELEASE_MEM: DATA_SEL in bits 31:29, 0 to 2 dwords
            self.put(w[3] << 32 | w[2], w[4:4 + (w[1] >> 29)])
        elif opcode == 0x15:                         # DISPATCH_DIRECT
            self.dispatch(w[:3], w[3])
        elif opcode == 0x16:                         # DISPATCH_INDIRECT
            at = w[1] << 32 | w[0] if len(w) == 3 else self.base + w[0]
            self.dispatch([self.word(at + 4 * n) for n in range(3)], w[-1])
        else:                                        # NOP, CLEAR_STATE, CONTEXT_CONTROL, PFP_SYNC_ME, SURFACE_SYNC,
            assert opcode in (0x10, 0x12, 0x28, 0x42, 0x43, 0x46, 0x58)  # EVENT_WRITE, ACQUIRE_MEM

    def dispatch(self, sizes, initiator):
        self.file |= dict(zip((0x2E00, 0x2E01, 0x2E02, 0x2E03), (initiator, *sizes)))
        words = {f"COMPUTE_{FILE[at]}": one for at, one in self.file.items() if at in FILE}
        out, layout = self.programs[words["COMPUTE_PGM_LO"] << 8 | words["COMPUTE_PGM_HI"] << 40]
        stated = Stated(self.arch, self.wave, words)
        left = memory(stated, layout)
        self.waves += stated.waves
        if any(left):                                # one that runs nothing leaves what was there
            self.put(out, left)


def stated_of(d):
    """The statement of a generated stream, and what it observes: {region: (address, size)}."""
    regions, given = {}, []
    for one in d.case["memory"]:
        data = bytes.fromhex(one.get("bytes", ""))
        place = regions[one["name"]] = int(one["address"], 16), one.get("size") or len(data)
        given.append((place[0], data.ljust(place[1], b"\0")))
    programs = {part.at & (1 << 48) - 1: (regions[f"out{n}"][0], part.layout) for n, part in enumerate(d.parts)}
    stated = StatedStream(d.arch, d.wave, given, programs)
    stated.run(bytes.fromhex(d.case["packets"]))
    return stated, {name: regions[name] for name in d.case["observe"]["memory"]}


@pytest.mark.parametrize("arch,about", FIELDS, ids=lambda one: one)
def test_memory_is_what_the_packets_say(arch, about):
    model = Model()
    for number in range(PLAIN + MIXED):
        d = command_streams.draw_dispatch(arch, about, 3, number, number < PLAIN)
        outcome = model.run(resolve(parse_case(d.case)))
        assert outcome.status == "ok", (outcome.text, d.values)
        assert [f["rule"] for f in outcome.findings if f["kind"] in ("error", "race")] == []
        stated, observed = stated_of(d)
        assert outcome.wave_count == stated.waves
        for held in outcome.memory:
            address, size = observed.pop(held.name)
            assert not any(held.undefined) and held.address == address
            assert held.data == bytes(stated.bytes[address + n] for n in range(size)), (held.name, number, d.values)
        assert not observed


@pytest.mark.parametrize("arch", CERTIFIED)
def test_streams_are_of_all_kinds(arch):
    """Several dispatches, some of which launch nothing, before and behind some that do; every packet is there."""
    every = [command_streams.draw_dispatch(arch, about, 1, number, number < 3)
             for about in command_streams.settable_fields(arch) for number in range(6)]
    names, counts, gaps = set(), set(), 0
    for d in every:
        plan = resolve(parse_case(d.case))
        names |= {one.name for one in plan.packets}
        counts.add(len(d.parts))
        ran = [bool(list(Stated(arch, d.wave, random_dispatches.register_words(part)).walk())) for part in d.parts]
        gaps += True in ran and False in ran
        assert {d.about} <= command_streams.changed_fields(d)
    there = {
        one.partition(".")[0].removeprefix(command_streams.PREFIX) for one in command_streams.settable_fields(arch)
    }
    assert names == there - {"TYPE_2"} and counts == {1, 2, 3} and gaps > len(every) // 20


def test_the_same_arguments_give_the_same_stream():
    one, again, other = (
        command_streams.draw_dispatch("gfx906", "PM4_COPY_DATA.source", seed, 3, False) for seed in (1, 1, 2)
    )
    assert one == again and one.case != other.case


def test_what_is_left_out_is_not_there():
    without = {"PM4_COPY_DATA.source", "PM4_NOP.body", "COMPUTE_PGM_RSRC1.priority", "COMPUTE_VMID.vmid"}
    for number in range(20):
        d = command_streams.draw_dispatch("gfx906", "PM4_WRITE_DATA.data", 1, number, False, frozenset(without))
        assert not command_streams.changed_fields(
            d
        ) & without and "PM4_WRITE_DATA.data" in command_streams.changed_fields(d)


def told() -> str:
    """Some cases of every field that a stream can be about."""
    return json.dumps([command_streams.draw_dispatch(arch, about, 1, number, False).case for arch, about in FIELDS
                       for number in range(2)])


def test_cases_do_not_depend_on_the_order_of_sets():
    code = f"from {__name__} import told; print(told())"
    found = [subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed},
                            capture_output=True, text=True, check=True).stdout for seed in ("1", "2")]
    assert found[0] == found[1] and len(found[0]) > 1000
