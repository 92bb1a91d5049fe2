"""Command streams: packets as Linux's soc15d.h lays them out, run over cases. Expected results are computed by hand
from the packets."""
import json
import struct

import pytest

from ...cli import main
from ...spec import SpecError, all_packets, read_table
from ...spec.packets import read
from ..comparison.case_run import run_outcome
from . import command_processor as packets
from .assembler import assemble_lines

BUFFER, SIZES, TABLE = 0xFFFF800100000000, 0x200000, 0x300000
DIM, START, THREADS, PGM, RSRC1, USER = 0xB804, 0xB810, 0xB81C, 0xB830, 0xB848, 0xB900


def packet(opcode, *words):
    """A type-3 packet for the compute pipe: bit 1 of the header."""
    return struct.pack(f"<{len(words) + 1}I", 3 << 30 | len(words) - 1 << 16 | opcode << 8 | 2, *words)


def set_sh(offset, *values):
    return packet(0x76, (offset - 0xB000) // 4, *values)


def halves(address):
    return address & 0xFFFFFFFF, address >> 32


def direct(x, y=1, z=1, initiator=1):
    return packet(0x15, x, y, z, initiator)


def stream(*packets, threads=64):
    """Return a stream: packets that bind a program with four VGPRs, one group index and an address in s[0:1], then
    these packets."""
    return b"".join((set_sh(PGM, 0x100, 0), set_sh(RSRC1, 0xF0001, 2 << 1 | 1 << 7), set_sh(THREADS, threads, 1, 1),
                     set_sh(USER, *halves(BUFFER)), *packets))


# Adds 1 to the dword of the group: memory[s2] += 1.
COUNT = ["s_mov_b64 exec, 1", "v_lshlrev_b32 v1, 2, s2", "v_mov_b32 v2, 1", "global_atomic_add v1, v2, s[0:1]"]


def case(packets, **keys):
    code = b"".join(assemble_lines("gfx906", 64, COUNT)).hex()
    memory = [{"name": "out", "size": 64, "address": hex(BUFFER)},
              {"name": "sizes", "size": 64, "address": hex(SIZES), "bytes": struct.pack("<6I", 9, 2, 1, 1, 0, 3).hex()}]
    return {"assay": 1, "arch": "gfx906", "code": code, "memory": memory, "packets": packets.hex()} | keys


def run_counting_case(packets, **keys):
    """Return (status, how often each of 16 groups ran)."""
    outcome = run_outcome(case(packets, **keys))
    return outcome.status, list(struct.unpack("<16I", outcome.memory[0].data)) if outcome.memory else outcome.text


def group_counts(*groups):
    return "ok", [groups.count(n) for n in range(16)]


def test_dispatches_run_in_sequence_with_the_current_registers():
    packets = stream(direct(3), set_sh(START, 1), direct(3), packet(0x46, 0x407), set_sh(START, 0), direct(1))
    assert run_counting_case(packets) == group_counts(0, 1, 2, 1, 2, 0)


def test_waves_and_instructions_of_all_dispatches_count():
    outcome = run_outcome(case(stream(direct(3), direct(2))))
    assert (outcome.wave_count, len(outcome.waves), outcome.instructions) == (5, 5, 20)
    left = run_outcome(case(stream(direct(3), direct(2)), limits={"instructions": 14}))
    assert (left.status, left.instructions) == ("limit", 14)


@pytest.mark.parametrize("sizes", [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_a_dimension_of_0_launches_nothing(sizes):
    assert run_counting_case(stream(direct(*sizes), direct(1))) == group_counts(0)


def test_an_indirect_dispatch_reads_three_dwords():
    by_base = (packet(0x11, 1, *halves(SIZES)), packet(0x16, 4, 1))
    assert run_counting_case(stream(*by_base)) == group_counts(0, 1)                               # 2, 1, 1 at offset 4
    assert run_counting_case(stream(packet(0x16, *halves(SIZES + 4), 1))) == group_counts(0, 1)
    assert run_counting_case(stream(packet(0x16, *halves(SIZES + 12), 1))) == group_counts()       # 1, 0, 3


def test_an_indirect_dispatch_sees_earlier_writes():
    """The second dispatch reads its sizes where the first has counted group 0 three times."""
    sizes = packet(0x37, 5 << 8, *halves(BUFFER), 0, 1, 1)
    three = (direct(1), direct(1), direct(1), packet(0x16, *halves(BUFFER), 1))
    status, counts = run_counting_case(stream(sizes, *three))
    assert (status, counts[:4]) == ("ok", [4, 2, 2, 0])


def test_data_is_copied_between_memory_and_registers():
    """The grid's size to user data, an immediate to memory, memory to memory in 64 bits, a register to memory."""
    size_to_user = packet(0x40, 2 | 0 << 8, *halves(SIZES + 4), USER // 4 + 2, 0)
    immediate = packet(0x40, 5 | 5 << 8 | 1 << 16, 7, 8, *halves(BUFFER + 16))
    wide = packet(0x40, 1 | 2 << 8 | 1 << 16, *halves(SIZES), *halves(BUFFER + 24))
    back = packet(0x40, 0 | 5 << 8, USER // 4 + 2, 0, *halves(BUFFER + 32))
    fence = packet(0x49, 0, 2 << 29, *halves(BUFFER + 40), 11, 12, 0)
    status, result = run_counting_case(stream(size_to_user, immediate, wide, back, fence))
    assert (status, result[:12]) == ("ok", [0, 0, 0, 0, 7, 8, 9, 2, 2, 0, 11, 12])


def test_some_packets_have_no_effect():
    quiet = (packet(0x10, 1, 2, 3), struct.pack("<I", 0x80000000), struct.pack("<I", 0xFFFF1000),
             packet(0x58, *[0] * 6), packet(0x43, *[0] * 4), packet(0x28, 0, 0), packet(0x42, 0), packet(0x46, 0x407))
    assert run_counting_case(stream(*quiet, direct(1))) == group_counts(0)


def test_an_event_with_an_address_is_accepted():
    """Mesa sends ZPASS_DONE, event 0x15 with index 1, before RELEASE_MEM on gfx9."""
    assert run_counting_case(stream(packet(0x46, 0x115, *halves(SIZES)), direct(1))) == group_counts(0)


@pytest.mark.parametrize("packets, words", [
    (packet(0x2D, 3, 0), "packet 4 (DRAW_INDEX_AUTO): is not carried out"),
    (packet(0xEE, 3, 0), "packet 4 (opcode 0xee): is not carried out"),
    (packet(0x22, *[0] * 4), "packet 4 (COND_EXEC): is not carried out"),
    (packet(0xBB, 2, 0x0205_0204, 1, 1), "packet 4 (SET_SH_REG_PAIRS_PACKED): is a packet of gfx11, not of gfx906"),
    (packet(0x3C, 3 | 1 << 4, *halves(SIZES), 1, 0xF, 4), "packet 4 (WAIT_REG_MEM): waits for ever: FUNCTION 3 of 0x9"),
    (packet(0x3C, 7 | 1 << 4, *halves(SIZES), 1, 0xF, 4), "packet 4 (WAIT_REG_MEM): FUNCTION 7"),
    (packet(0x3C, 3, *halves(SIZES), 9, 0xF, 4), "packet 4 (WAIT_REG_MEM): only to wait for memory"),
    (packet(0x3C, 3 | 5 << 4, *halves(SIZES), 9, 0xF, 4), "packet 4 (WAIT_REG_MEM): only to wait for memory"),
    (packet(0x3C, 3 | 1 << 4, *halves(TABLE), 9, 0xF, 4), "packet 4 (WAIT_REG_MEM): no region holds 4 bytes"),
    (packet(0x15, 1, 1, 1), "packet 4 (DISPATCH_DIRECT): 3 dwords follow its header; 4 must"),
    (packet(0x15, 1, 1, 1, 1)[:-4], "packet 4 (DISPATCH_DIRECT): 4 dwords follow its header, and the stream has 3"),
    (struct.pack("<I", 0xC0031503) + bytes(16), "packet 4 (DISPATCH_DIRECT): it is predicated"),
    (struct.pack("<I", 0x40000000), "packet 4: 0x40000000 has type 1"),
    (set_sh(0xB020, 1), "packet 4 (SET_SH_REG): 0xb020 is not a register of the compute pipe of gfx906"),
    (packet(0x11, 2, 0, 0), "packet 4 (SET_BASE): base 2"),
    (packet(0x16, 0, 1), "packet 4 (DISPATCH_INDIRECT): an offset without a base"),
    (packet(0x16, *halves(TABLE), 1), "packet 4 (DISPATCH_INDIRECT): no region holds 12 bytes at 0x300000"),
    (packet(0x40, 9, 0, 0, 0, 0), "packet 4 (COPY_DATA): SRC_SEL 9"),
    (packet(0x40, 5 | 3 << 8, 0, 0, 0, 0), "packet 4 (COPY_DATA): DST_SEL 3"),
    (packet(0x40, 0, START // 4, 0, 0, 0), "packet 4 (COPY_DATA): register 0xb810 has no value yet"),
    (packet(0x37, 5 << 8, *halves(TABLE), 1), "packet 4 (WRITE_DATA): no region holds 4 bytes"),
    (packet(0x46, 0x115, *halves(SIZES + 4)), "packet 4 (EVENT_WRITE): address 0x200004 is not a multiple of 8"),
    (packet(0x46, 0x115, 0), "packet 4 (EVENT_WRITE): 2 dwords follow its header; 1 or 3 must"),
    (packet(0x11, 1, *halves(SIZES + 2)), "packet 4 (SET_BASE): address 0x200002 is not a multiple of 4"),
    (packet(0x16, *halves(SIZES + 1), 1), "packet 4 (DISPATCH_INDIRECT): address 0x200001 is not a multiple of 4"),
    (packet(0x11, 1, *halves(SIZES)) + packet(0x16, 1, 1), "packet 5 (DISPATCH_INDIRECT): address 0x200001 is not"),
    (packet(0x40, 1 | 5 << 8, *halves(SIZES + 2), *halves(BUFFER)), "packet 4 (COPY_DATA): address 0x200002 is not"),
    (packet(0x40, 5 | 5 << 8 | 1 << 16, 0, 0, *halves(BUFFER + 4)), "is not a multiple of 8"),
    (packet(0x49, 0, 3 << 29, 0, 0, 0, 0), "packet 4 (RELEASE_MEM): DATA_SEL 3"),
    (direct(1, initiator=1 << 14 | 1), "COMPUTE_DISPATCH_INITIATOR.RESTORE: 0x1"),
    (b"\0\0", "bytes; packets are whole dwords"),
])
def test_unsupported_packets_are_refused_by_name(packets, words):
    outcome = run_outcome(case(stream(packets)))
    assert (outcome.status, outcome.field) == ("invalid", "packets") and words in outcome.text


@pytest.mark.parametrize("keys, field", [({"grid": [64, 1, 1]}, "grid"), ({"group": [64, 1, 1]}, "group"),
                                         ({"state": {"s0": 1}}, "state"), ({"descriptor": "00" * 64}, "descriptor")])
def test_packets_exclude_keys_that_they_set(keys, field):
    outcome = run_outcome(case(stream(direct(1)), **keys))
    assert (outcome.status, outcome.field) == ("invalid", field)


def test_launch_runs_a_dumped_stream(tmp_path, capsys):
    """A stream over a case can be binary or text. A file that is neither gives an error."""
    plain = {key: value for key, value in case(b"").items() if key != "packets"}
    (tmp_path / "case.json").write_text(json.dumps(plain))
    dump = stream(direct(2))
    (tmp_path / "binary").write_bytes(dump)
    (tmp_path / "text").write_text("\n".join(f"{word:#010x}" for (word,) in struct.iter_unpack("<I", dump)))
    (tmp_path / "none").write_text("dispatch two groups")
    for name, status in (("binary", 0), ("text", 0), ("none", 2)):
        assert main(["launch", str(tmp_path / "case.json"), "--pm4", str(tmp_path / name)]) == status
        result = capsys.readouterr()
        if status:
            assert "not hex dwords" in result.err
        else:
            assert json.loads(result.out)["memory"][0]["bytes"].startswith("0100000001000000000000")


def test_registers_are_loaded_from_memory():
    """LOAD_SH_REG_INDEX: START_X and _Y from the second and third dword of `sizes`, 2 and 1."""
    packets = stream(packet(0x63, *halves(SIZES + 4), (START - 0xB000) // 4, 2), set_sh(START + 4, 0), direct(4))
    assert run_counting_case(packets) == group_counts(2, 3)


# ---- pairs of gfx11 ----

def register_index(offset):
    return (offset - 0xB000) // 4


# TGID_X in s2, where s[0:1] is USER_DATA; four VGPRs.
BINDING = [(PGM, 0x100), (PGM + 4, 0), (RSRC1, 0xF0000), (RSRC1 + 4, 2 << 1 | 1 << 7), (THREADS, 32), (THREADS + 4, 1),
           (THREADS + 8, 1), (USER, halves(BUFFER)[0]), (USER + 4, halves(BUFFER)[1])]
COUNT_11 = ["s_mov_b32 exec_lo, 1", "v_lshlrev_b32 v1, 2, s2", "v_mov_b32 v2, 1",
            "global_atomic_add_u32 v1, v2, s[0:1]"]


def pairs(*registers):
    return packet(0xBA, *(word for offset, value in registers for word in (register_index(offset), value)))


def packed_pairs(opcode, *registers):
    """Return groups of two register indices and their two values. For an odd count, the last group repeats the first
    register."""
    every = [*registers, registers[0]][:(len(registers) + 1) // 2 * 2]
    words = [len(every)]
    for (low, first), (high, second) in zip(every[::2], every[1::2]):
        words += [register_index(low) | register_index(high) << 16, first, second]
    return packet(opcode, *words)


@pytest.mark.parametrize("binding", [pairs(*BINDING), packed_pairs(0xBB, *BINDING), packed_pairs(0xBD, *BINDING),
                                     packed_pairs(0xBD, *BINDING[:5]) + packed_pairs(0xBB, *BINDING[:4:-1])])
def test_registers_are_set_in_pairs(binding):
    """Radeonsi sets compute registers with these packets on gfx11."""
    code = b"".join(assemble_lines("gfx1100", 32, COUNT_11)).hex()
    assert run_counting_case(binding + direct(3, initiator=0x8001), arch="gfx1100", wave=32,
                             code=code) == group_counts(0, 1, 2)


@pytest.mark.parametrize("packets, words", [
    (packet(0xBA, 1, 2, 3), "(SET_SH_REG_PAIRS): 3 dwords follow"),
    (packet(0xBB, 2, 0, 1), "(SET_SH_REG_PAIRS_PACKED): 2 dwords follow its count, 2"),
    (packet(0xBB, 1, 0, 1, 1), "(SET_SH_REG_PAIRS_PACKED): 3 dwords follow its count, 1"),
    (packet(0xBD, 0), "(SET_SH_REG_PAIRS_PACKED_N): 0 dwords follow its count, 0"),
    (packed_pairs(0xBB, (0xB020, 1), (THREADS, 1)), "0xb020 is not a register of the compute pipe of gfx1100"),
])
def test_incomplete_pairs_are_refused(packets, words):
    outcome = run_outcome(case(packets, arch="gfx1100"))
    assert (outcome.status, outcome.field) == ("invalid", "packets") and words in outcome.text


@pytest.mark.parametrize("function, held", [(0, (0, 8, 9, 10, 99)), (1, (10, 99)), (2, (9, 10, 99)), (3, (9,)),
                                            (4, (0, 8, 10, 99)), (5, (0, 8, 9)), (6, (0, 8))])
def test_waits_for_memory_check_their_condition(function, held):
    """FUNCTION compares the masked memory word with the reference: always, <, <=, ==, !=, >=, >. Here the word is 0x39
    and the masked value 9."""
    for reference in (0, 8, 9, 10, 99):
        for engine in (0, 1):
            word = packet(0x37, 5 << 8, *halves(SIZES), 0x39)
            wait = packet(0x3C, function | 1 << 4 | engine << 8, *halves(SIZES), reference, 0xF, 4)
            status, _ = run_counting_case(stream(word, wait, direct(1)))
            assert status == ("ok" if reference in held else "invalid"), reference


def test_dma_copies_fills_or_only_warms_caches():
    """SRC_SEL in bits 30:29, DST_SEL in 21:20; DISABLE_WR_CONFIRM, bit 31 of the last dword, has no effect."""
    copy = packet(0x50, 3 << 29 | 3 << 20, *halves(SIZES + 4), *halves(BUFFER), 1 << 31 | 12)
    fill = packet(0x50, 2 << 29, 7, 0, *halves(BUFFER + 16), 8)
    warm = packet(0x50, 3 << 29 | 2 << 20, 0, 0, 0, 0, 256)
    assert run_counting_case(stream(copy, fill, warm, direct(1))) == ("ok", [3, 1, 1, 0, 7, 7] + [0] * 10)


@pytest.mark.parametrize("words, message", [
    ((0, *halves(SIZES), *halves(BUFFER), 1 << 27 | 4), "registers and addresses that stay"),
    ((1 << 29, *halves(SIZES), *halves(BUFFER), 4), "SRC_SEL 1, DST_SEL 0, 4 bytes"),
    ((1 << 20, *halves(SIZES), *halves(BUFFER), 4), "SRC_SEL 0, DST_SEL 1, 4 bytes"),
    ((0, *halves(SIZES), *halves(BUFFER), 3), "3 bytes"), ((0, 64, 0, *halves(BUFFER), 4), "no region holds 4 bytes"),
])
def test_unsupported_dma_is_refused(words, message):
    status, text = run_counting_case(stream(packet(0x50, *words), direct(1)))
    assert status == "invalid" and "DMA_DATA" in text and message in text


# What the handler does: 16 to the dword of the group, and on behind S_TRAP.  TMA: 0x300000.
HANDLER = ["v_mov_b32 v3, 16", "global_atomic_add v1, v3, s[0:1]", "s_getreg_b32 s4, hwreg(HW_REG_TMA_LO)",
           "s_add_u32 ttmp0, ttmp0, 4", "s_addc_u32 ttmp1, ttmp1, 0", "s_rfe_b64 ttmp[0:1]"]


def run_with_trap(packets, **keys):
    """Return a case that runs COUNT with an S_TRAP before its last instruction."""
    code, handler = (b"".join(assemble_lines("gfx906", 64, lines)).hex()
                     for lines in ([*COUNT[:3], "s_trap 7", COUNT[3]], HANDLER))
    return run_outcome(case(packets, code=code, trap_handler={"code": handler, "tma": hex(TABLE)}, **keys))


def test_the_dispatch_register_enables_the_trap_handler():
    """TRAP_PRESENT is bit 6 of RSRC2. The first dispatch skips S_TRAP; the second enters the handler. TMA is in units
    of 256 bytes."""
    present = set_sh(RSRC1 + 4, 2 << 1 | 1 << 7 | 1 << 6)
    outcome = run_with_trap(stream(direct(2), present, direct(1)))
    assert (outcome.status, outcome.wave_count) == ("ok", 3), outcome.text
    assert struct.unpack("<2I", outcome.memory[0].data[:8]) == (1 + 16 + 1, 1)
    assert outcome.waves[2].scalars["s4"] == TABLE >> 8
    assert [f["rule"] for f in outcome.findings if f["kind"] in ("error", "race")] == []


@pytest.mark.parametrize("packets, words", [
    (packet(0x79, 0x2B, 0x100, 0), "(SET_UCONFIG_REG): is not carried out"),
    (packet(0x68, 0x2B, 0x100, 0), "(SET_CONFIG_REG): is not carried out"),
    (packet(0xA2, *[0] * 8), "(MAP_PROCESS): is not carried out"),
])
def test_packets_do_not_set_the_handler(packets, words):
    """On gfx9 and later, TBA and TMA are outside the registers of the compute pipe, which packets cannot write."""
    outcome = run_with_trap(stream(packets))
    assert (outcome.status, outcome.field) == ("invalid", "packets") and words in outcome.text


def test_register_names_of_older_families_are_refused():
    plain = {key: value for key, value in case(b"").items() if key != "packets"}
    outcome = run_outcome(plain | {"registers": {"COMPUTE_TMA_LO": 1}})
    assert (outcome.status, outcome.field) == ("invalid", "registers.COMPUTE_TMA_LO")
    assert "gfx6 to gfx8" in outcome.text


def test_the_table_lists_the_packets_that_run():
    methods = {name.removeprefix("do_").upper() for name in dir(packets.CommandProcessor) if name.startswith("do_")}
    assert methods == {name for name, does in all_packets().does.items() if does == "runs"}


@pytest.mark.parametrize("line, said", [
    ("0x100  NOP  all  nothing", "opcode is a byte"),
    ("ten  NOP  all  nothing", "opcode is a byte"),
    ("0x10  NOP  all  waits", "does is one of runs, nothing, refused"),
    ("0x12  NOP  all  runs\n0x12  OTHER  all  runs", "is defined above"),
    ("0x12  NOP  all  runs\n0x13  NOP  gfx9  runs", "is defined above"),
])
def test_invalid_table_lines_are_refused(tmp_path, line, said):
    (tmp_path / "packets.txt").write_text(f"# columns: opcode name family does\n{line}\n")
    with pytest.raises(SpecError, match=f"packets.txt:[23]: .*{said}"):
        read(read_table(tmp_path, "packets.txt"))
