"""Tests of generated command streams: memory equals that computed here from the words of the packets.

Sources of the computation: Linux's soc15d.h and nvd.h, Mesa's sid.h and its register lists. The output of each
dispatch is computed as in test_random_dispatches.py."""
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
from .test_random_dispatches import ExpectedState, expected_words

PLAIN, MIXED = 3, 4                                  # number of streams a field
FIELDS = [(arch, field) for arch in CERTIFIED for field in command_streams.settable_fields(arch)]
# {dword of the register file: name without COMPUTE_}
REGISTER_NAMES = {
    0x2E00: "DISPATCH_INITIATOR", 0x2E01: "DIM_X", 0x2E02: "DIM_Y", 0x2E03: "DIM_Z", 0x2E04: "START_X",
    0x2E05: "START_Y", 0x2E06: "START_Z", 0x2E07: "NUM_THREAD_X", 0x2E08: "NUM_THREAD_Y", 0x2E09: "NUM_THREAD_Z",
    0x2E0C: "PGM_LO", 0x2E0D: "PGM_HI", 0x2E10: "DISPATCH_SCRATCH_BASE_LO", 0x2E11: "DISPATCH_SCRATCH_BASE_HI",
    0x2E12: "PGM_RSRC1", 0x2E13: "PGM_RSRC2", 0x2E18: "TMPRING_SIZE", 0x2E1F: "MISC_RESERVED",
    0x2E28: "PGM_RSRC3", **{0x2E40 + n: f"USER_DATA_{n}" for n in range(16)},
}


class ExpectedStream:
    """A reader of streams that computes registers and memory.

    `programs`: {address of code: (address of its output region, OutputLayout)}"""

    def __init__(self, arch, wave, regions, programs):
        self.arch, self.wave, self.programs = arch, wave, programs
        self.registers, self.bytes, self.indirect_base, self.waves = {}, {}, None, 0
        for address, data in regions:
            self.bytes |= {address + n: byte for n, byte in enumerate(data)}

    def read_word(self, address):
        """The dword at an address."""
        return int.from_bytes(bytes(self.bytes[address + n] for n in range(4)), "little")

    def write_words(self, address, words):
        """Write dwords to memory that exists."""
        for n, byte in enumerate(struct.pack(f"<{len(words)}I", *words)):
            assert address + n in self.bytes
            self.bytes[address + n] = byte

    def write_destination(self, control, low, high, words):
        """Write dwords to the destination of COPY_DATA or WRITE_DATA: DST_SEL, bits 11:8, is 0 for registers."""
        if control >> 8 & 15:
            self.write_words(low | high << 32, words)
        else:
            self.registers |= {low + n: word for n, word in enumerate(words)}

    def run(self, stream):
        """Execute all packets of a stream."""
        words = list(struct.unpack(f"<{len(stream) // 4}I", stream))
        while words:
            header = words.pop(0)
            if header >> 30 == 2:
                continue
            assert header >> 30 == 3 and not header & 1
            opcode, count = header >> 8 & 0xFF, (header >> 16 & 0x3FFF) + 1
            count = 0 if (opcode, count) == (0x10, 0x4000) else count
            body, words = words[:count], words[count:]
            self.run_packet(opcode, *body)

    def run_packet(self, opcode, *w):
        """Execute a packet with body words `w`."""
        if opcode in (0x76, 0x9B):                   # SET_SH_REG, SET_SH_REG_INDEX
            self.registers |= {0x2C00 + (w[0] & 0xFFFF) + n: word for n, word in enumerate(w[1:])}
        elif opcode == 0xBA:                         # SET_SH_REG_PAIRS
            self.registers |= {0x2C00 + number: word for number, word in zip(w[::2], w[1::2])}
        elif opcode in (0xBB, 0xBD):                 # SET_SH_REG_PAIRS_PACKED, _N: count, then groups of three
            assert w[0] == len(w[1:]) // 3 * 2 and (opcode == 0xBB or w[0] <= 14)
            for n in range(1, len(w), 3):
                self.registers |= {0x2C00 + (w[n] & 0xFFFF): w[n + 1], 0x2C00 + (w[n] >> 16): w[n + 2]}
        elif opcode == 0x3C:                         # WAIT_REG_MEM: <, <=, ==, != or >=, true for memory
            value, function = self.read_word(w[2] << 32 | w[1]) & w[4], w[0] & 7
            assert w[0] & ~0x107 == 0x10
            assert (True, value < w[3], value <= w[3], value == w[3], value != w[3], value >= w[3])[function]
        elif opcode == 0x63:                         # LOAD_SH_REG_INDEX
            at = w[1] << 32 | w[0]
            self.registers |= {0x2C00 + (w[2] & 0xFFFF) + n: self.read_word(at + 4 * n) for n in range(w[3])}
        elif opcode == 0x11:                         # SET_BASE
            assert w[0] == 1
            self.indirect_base = w[2] << 32 | w[1]
        elif opcode == 0x40:                         # COPY_DATA: SRC_SEL in bits 3:0, two dwords with bit 16
            count = 2 if w[0] & 0x10000 else 1
            source = {0: lambda n: self.registers[w[1] + n], 5: lambda n: w[1 + n]}.get(
                w[0] & 15, lambda n: self.read_word((w[2] << 32 | w[1]) + 4 * n))
            self.write_destination(w[0], w[3], w[4], [source(n) for n in range(count)])
        elif opcode == 0x37:                         # WRITE_DATA
            self.write_destination(w[0], w[1], w[2], w[3:])
        elif opcode == 0x50:                         # DMA_DATA: SRC_SEL, bits 30:29, 2: value; DST_SEL, 21:20, 2: none
            if w[0] >> 20 & 3 != 2:
                count = (w[5] & 0x3FFFFFF) // 4
                self.write_words(w[4] << 32 | w[3], [
                    w[1] if w[0] >> 29 & 3 == 2 else self.read_word((w[2] << 32 | w[1]) + 4 * n)
                    for n in range(count)])
        elif opcode == 0x49:                         # RELEASE_MEM: DATA_SEL in bits 31:29, 0 to 2 dwords
            self.write_words(w[3] << 32 | w[2], w[4:4 + (w[1] >> 29)])
        elif opcode == 0x15:                         # DISPATCH_DIRECT
            self.dispatch(w[:3], w[3])
        elif opcode == 0x16:                         # DISPATCH_INDIRECT
            at = w[1] << 32 | w[0] if len(w) == 3 else self.indirect_base + w[0]
            self.dispatch([self.read_word(at + 4 * n) for n in range(3)], w[-1])
        else:                                        # NOP, CLEAR_STATE, CONTEXT_CONTROL, PFP_SYNC_ME, SURFACE_SYNC,
            assert opcode in (0x10, 0x12, 0x28, 0x42, 0x43, 0x46, 0x58)  # EVENT_WRITE, ACQUIRE_MEM

    def dispatch(self, sizes, initiator):
        """Compute the output of a dispatch with the current registers."""
        self.registers |= dict(zip((0x2E00, 0x2E01, 0x2E02, 0x2E03), (initiator, *sizes)))
        words = {f"COMPUTE_{REGISTER_NAMES[number]}": word
                 for number, word in self.registers.items() if number in REGISTER_NAMES}
        out, layout = self.programs[words["COMPUTE_PGM_LO"] << 8 | words["COMPUTE_PGM_HI"] << 40]
        state = ExpectedState(self.arch, self.wave, words)
        output = expected_words(state, layout)
        self.waves += state.waves
        if any(output):                              # a dispatch without groups writes nothing
            self.write_words(out, output)


def expected_stream(d):
    """Run a generated stream; return (ExpectedStream, {observed region: (address, size)})."""
    regions, contents = {}, []
    for region in d.case["memory"]:
        data = bytes.fromhex(region.get("bytes", ""))
        address, size = regions[region["name"]] = int(region["address"], 16), region.get("size") or len(data)
        contents.append((address, data.ljust(size, b"\0")))
    programs = {part.code_address & (1 << 48) - 1: (regions[f"out{n}"][0], part.layout)
                for n, part in enumerate(d.parts)}
    stream = ExpectedStream(d.arch, d.wave, contents, programs)
    stream.run(bytes.fromhex(d.case["packets"]))
    return stream, {name: regions[name] for name in d.case["observe"]["memory"]}


@pytest.mark.parametrize("arch,field", FIELDS, ids=lambda name: name)
def test_memory_matches_the_packets(arch, field):
    model = Model()
    for number in range(PLAIN + MIXED):
        d = command_streams.draw_dispatch(arch, field, 3, number, number < PLAIN)
        outcome = model.run(resolve(parse_case(d.case)))
        assert outcome.status == "ok", (outcome.text, d.values)
        assert [finding["rule"] for finding in outcome.findings if finding["kind"] in ("error", "race")] == []
        expected, observed = expected_stream(d)
        assert outcome.wave_count == expected.waves
        for region in outcome.memory:
            address, size = observed.pop(region.name)
            assert not any(region.undefined) and region.address == address
            right = bytes(expected.bytes[address + n] for n in range(size))
            assert region.data == right, (region.name, number, d.values)
        assert not observed


@pytest.mark.parametrize("arch", CERTIFIED)
def test_streams_cover_all_packets_and_dispatch_counts(arch):
    """Streams contain every packet and one to three dispatches; in some, only a part of the dispatches has groups."""
    streams = [command_streams.draw_dispatch(arch, field, 1, number, number < 3)
               for field in command_streams.settable_fields(arch) for number in range(6)]
    names, counts, partly_empty = set(), set(), 0
    for d in streams:
        plan = resolve(parse_case(d.case))
        names |= {packet.name for packet in plan.packets}
        counts.add(len(d.parts))
        states = [ExpectedState(arch, d.wave, random_dispatches.register_words(part)) for part in d.parts]
        launching = [bool(list(state.groups_launched())) for state in states]
        partly_empty += True in launching and False in launching
        assert {d.tested_field} <= command_streams.changed_fields(d)
    all_names = {field.partition(".")[0].removeprefix(command_streams.PREFIX)
                 for field in command_streams.settable_fields(arch)}
    assert names == all_names - {"TYPE_2"} and counts == {1, 2, 3} and partly_empty > len(streams) // 20


def test_same_arguments_give_the_same_stream():
    first, again, other = (
        command_streams.draw_dispatch("gfx906", "PM4_COPY_DATA.source", seed, 3, False) for seed in (1, 1, 2))
    assert first == again and first.case != other.case


def test_excluded_fields_are_not_used():
    excluded = {"PM4_COPY_DATA.source", "PM4_NOP.body", "COMPUTE_PGM_RSRC1.priority", "COMPUTE_VMID.vmid"}
    for number in range(20):
        d = command_streams.draw_dispatch("gfx906", "PM4_WRITE_DATA.data", 1, number, False, frozenset(excluded))
        fields = command_streams.changed_fields(d)
        assert not fields & excluded and "PM4_WRITE_DATA.data" in fields


def drawn_cases_json() -> str:
    """Two cases of every field of streams, as JSON."""
    return json.dumps([command_streams.draw_dispatch(arch, field, 1, number, False).case for arch, field in FIELDS
                       for number in range(2)])


def test_cases_do_not_depend_on_the_order_of_sets():
    code = f"from {__name__} import drawn_cases_json; print(drawn_cases_json())"
    outputs = [subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed},
                            capture_output=True, text=True, check=True).stdout for seed in ("1", "2")]
    assert outputs[0] == outputs[1] and len(outputs[0]) > 1000
