"""Initial registers from the kernel descriptor and COMPUTE_* registers.
The expectations are RDNA3 ISA 3.5 and Table 11, Vega 7nm ISA 3 and 4, and the kernel descriptor and initial state of
LLVM's AMDGPU guide."""
import struct

import pytest

from ...harness.case.assembler import assemble_lines
from .. import Machine

MACHINE = Machine(waves=32, findings=8, code_bytes=4096)
EVERYWHERE = pytest.mark.parametrize("arch, wave", [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)])

PRIVATE_BUFFER, DISPATCH_PTR, QUEUE_PTR, KERNARG_PTR, DISPATCH_ID, FLAT_SCRATCH_INIT, PRIVATE_SIZE = (
    1 << n for n in range(7)
)
RSRC1, RSRC2, INITIATOR, TMPRING, PGM_LO, USER_DATA = 0xB848, 0xB84C, 0xB800, 0xB860, 0xB830, 0xB900


def descriptor(wave=64, properties=0, rsrc1=0, rsrc2=0, lds=0, private=0):
    return struct.pack("<3I", lds, private, 0).ljust(48, b"\0") + struct.pack(
        "<IIH", rsrc1, rsrc2, properties | (wave == 32) << 10
    ).ljust(16, b"\0")


def rsrc2(users=0, x=0, y=0, z=0, info=0, tidig=0, scratch=0, excp=0):
    return scratch | users << 1 | x << 7 | y << 8 | z << 9 | info << 10 | tidig << 11 | excp << 24


def run_dispatch(arch, wave, **more):
    code = assemble_lines(arch, wave, ["s_nop 0"])[0] * 4
    return MACHINE.run(arch=arch, wave=wave, code=code, **more)


def undefined_sgprs(w, n):
    return bool(w.s_open[n >> 5] >> (n & 31) & 1)


@EVERYWHERE
def test_user_sgprs_have_the_order_of_the_guide(arch, wave):
    properties = DISPATCH_PTR | QUEUE_PTR | KERNARG_PTR | DISPATCH_ID | PRIVATE_SIZE
    out = run_dispatch(
        arch, wave, descriptor=descriptor(wave, properties, rsrc2=rsrc2(users=9, x=1), private=40),
        kernarg=0x1_2345_6780, queue=0x2_0000_0040, dispatch_packet=0x3_0000_0080,
    )
    w = MACHINE.wave(0)
    assert (out.status, out.text) == ("ok", "")
    assert list(w.s[:10]) == [0x80, 3, 0x40, 2, 0x23456780, 1, 0, 0, 40, 0]
    assert [undefined_sgprs(w, n) for n in range(11)] == [False] * 6 + [True, True, False, False, True]


def test_gfx906_sets_private_buffer_and_flat_scratch():
    memory = bytearray(2 * 1024 * 16)
    out = run_dispatch(
        "gfx906", 64,
        descriptor=descriptor(64, PRIVATE_BUFFER | FLAT_SCRATCH_INIT, rsrc2=rsrc2(users=6, x=1, scratch=1), private=16),
        scratch_base=0x5_0000_0000, regions=[(0x5_0000_0000, memory)], group=(128, 1, 1), grid=(128, 1, 1),
    )
    first, second = MACHINE.wave(0).s, MACHINE.wave(1).s[:8].copy()
    assert out.status == "ok"
    assert (first[0], first[1] & 0xFFFF, first[4], first[5]) == (0, 5, 0, 5)
    assert (first[7], second[7]) == (0, 1024)  # scratch wave offset: 16 bytes x 64 lanes, in units of 1 KB


@pytest.mark.parametrize("wave", [32, 64])
def test_gfx1100_presets_flat_scratch(wave):
    memory, code = (
        bytearray(64 * 64 * 4),
        "s_getreg_b32 s20, hwreg(HW_REG_FLAT_SCR_LO); s_getreg_b32 s21, hwreg(HW_REG_FLAT_SCR_HI)",
    )
    code = b"".join(assemble_lines("gfx1100", wave, code.split("; ")))
    out = MACHINE.run(
        arch="gfx1100", wave=wave, code=code, descriptor=descriptor(wave, rsrc2=rsrc2(x=1, scratch=1), private=20),
        scratch_base=0x5_0000_0000, regions=[(0x5_0000_0000, memory)], group=(2 * wave, 1, 1), grid=(2 * wave, 1, 1),
    )
    stride = -(-20 * wave // 256) * 256  # a wave's part, in units of 256 bytes
    assert out.status == "ok" and [(int(MACHINE.wave(n).s[20]), int(MACHINE.wave(n).s[21])) for n in (0, 1)] == [
        (0, 5),
        (stride, 5),
    ]


@pytest.mark.parametrize("properties", [PRIVATE_BUFFER, FLAT_SCRATCH_INIT])
def test_gfx1100_has_no_scratch_user_sgprs(properties):
    assert run_dispatch("gfx1100", 32, descriptor=descriptor(32, properties, rsrc2=rsrc2(users=8))).text.startswith(
        "descriptor: "
    )
    assert run_dispatch("gfx906", 64, descriptor=descriptor(64, properties, rsrc2=rsrc2(users=8))).status == "ok"


@EVERYWHERE
def test_system_sgprs_follow_the_user_ones(arch, wave):
    out = run_dispatch(
        arch, wave, descriptor=descriptor(wave, KERNARG_PTR, rsrc2=rsrc2(users=5, x=1, y=1, z=1, info=1)),
        group=(wave, 2, 1), grid=(2 * wave, 4, 2),
    )
    w = [MACHINE.wave(n).s[:10].copy() for n in range(out.wave_count)]
    assert (out.status, out.wave_count) == ("ok", 16)
    groups = [(int(s[5]), int(s[6]), int(s[7])) for s in w[::2]]
    assert groups == [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1)]
    # The wave's number: where Mesa reads it, and where RDNA3 Table 11 has it too.
    in_group = 1 << 6 | (1 << 20 if arch == "gfx1100" else 0)
    assert [int(s[8]) for s in w[:2]] == [1 << 31 | 2, in_group | 2]
    assert undefined_sgprs(MACHINE.wave(0), 2) and undefined_sgprs(MACHINE.wave(0), 9)


@EVERYWHERE
def test_disabled_system_sgprs_use_no_register(arch, wave):
    run_dispatch(arch, wave, descriptor=descriptor(wave, rsrc2=rsrc2(users=1, z=1)), group=(1, 1, 1), grid=(1, 1, 3))
    assert [int(MACHINE.wave(n).s[1]) for n in range(3)] == [0, 1, 2]


@EVERYWHERE
@pytest.mark.parametrize("tidig", [0, 1, 2])
def test_work_item_ids_are_in_the_enabled_vgprs(arch, wave, tidig):
    size = (8, 4, 4)
    run_dispatch(arch, wave, descriptor=descriptor(wave, rsrc2=rsrc2(tidig=tidig)), group=size, grid=size)
    for n in range(128 // wave):
        w = MACHINE.wave(n)
        for lane in range(wave):
            item = n * wave + lane
            ids = [item % 8, item // 8 % 4, item // 32]
            shown = [x if k <= tidig else 0 for k, x in enumerate(ids)]
            want = [shown[0] | shown[1] << 10 | shown[2] << 20, 0, 0] if arch == "gfx1100" else shown
            assert [int(w.v[k, lane]) for k in range(3)] == want
    assert [bool(w.v_open[k]) for k in range(3)] == [False] + [arch == "gfx1100" or k > tidig for k in (1, 2)]


@EVERYWHERE
def test_partial_groups_number_their_work_items(arch, wave):
    """10 x 3 items in groups of 8 x 2 have sizes 8x2, 2x2, 8x1, 2x1; a wave's lanes are those of its group."""
    out = run_dispatch(arch, wave, descriptor=descriptor(wave, rsrc2=rsrc2(tidig=1)), group=(8, 2, 1), grid=(10, 3, 1))
    assert [bin(MACHINE.wave(n).exec).count("1") for n in range(out.wave_count)] == [16, 4, 8, 2]
    v = MACHINE.wave(1).v
    y = [int(v[0, lane]) >> 10 if arch == "gfx1100" else int(v[1, lane]) for lane in range(4)]
    assert y == [0, 0, 1, 1]


@EVERYWHERE
def test_rsrc1_sets_mode(arch, wave):
    rsrc1 = 0xA5 << 12 | 1 << 21 | 1 << 26
    run_dispatch(arch, wave, descriptor=descriptor(wave, rsrc1=rsrc1, rsrc2=rsrc2(excp=0x41)))
    assert MACHINE.wave(0).mode == 0xA5 | 1 << 8 | 0x41 << 12 | 1 << 23
    run_dispatch(arch, wave, descriptor=descriptor(wave, rsrc1=1 << 23))
    assert MACHINE.wave(0).mode == 1 << 9


@pytest.mark.parametrize(
    "arch, wave, field, top",
    [("gfx906", 64, 2, 11), ("gfx1100", 32, 2, 23), ("gfx1100", 64, 2, 11), ("gfx1100", 32, 3, 47),
     ("gfx900", 64, 2, 11), ("gfx1101", 32, 2, 23), ("gfx1102", 32, 2, 31), ("gfx1103", 64, 2, 15)],
)
def test_vgprs_beyond_the_allocation_are_not_written(arch, wave, field, top):
    """The last VGPR of the allocation is written. The next is out of range: the instruction writes nothing (RDNA3
    3.3.2.2)."""
    code = b"".join(assemble_lines(arch, wave, [f"v_mov_b32 v{top}, 1", f"v_mov_b32 v{top + 1}, 1"]))
    MACHINE.run(arch=arch, wave=wave, code=code, descriptor=descriptor(wave, rsrc1=field))
    assert (int(MACHINE.wave(0).v[top, 0]), int(MACHINE.wave(0).v[top + 1, 0])) == (1, 0)


@EVERYWHERE
def test_descriptor_and_run_must_agree(arch, wave):
    other = descriptor(96 - wave if arch == "gfx1100" else 32)
    assert run_dispatch(arch, wave, descriptor=other).text.startswith("wave_size: ")
    assert run_dispatch(arch, wave, descriptor=descriptor(wave, lds=64), lds_bytes=32).text.startswith("lds_bytes: ")
    assert run_dispatch(
        arch, wave, descriptor=descriptor(wave, private=64, rsrc2=rsrc2(scratch=1)), scratch_bytes=32
    ).text.startswith("scratch_bytes: ")
    assert run_dispatch(arch, wave, descriptor=descriptor(wave, KERNARG_PTR, rsrc2=rsrc2(users=1))).text.startswith(
        "descriptor: "
    )
    assert run_dispatch(arch, wave, descriptor=descriptor(wave, rsrc2=rsrc2(users=17))).text.startswith("descriptor: ")


# ---- COMPUTE registers ----

@EVERYWHERE
def test_user_data_sets_sgprs(arch, wave):
    out = run_dispatch(arch, wave, compute={RSRC2: rsrc2(users=3, x=1), USER_DATA: 5, USER_DATA + 8: 6, 0xB81C: wave,
                                            0xB804: 2})
    w = MACHINE.wave(1)
    assert (out.status, out.wave_count, list(w.s[:4])) == ("ok", 2, [5, 0, 6, 1])
    assert [undefined_sgprs(w, n) for n in range(5)] == [False, True, False, False, True]


@EVERYWHERE
def test_walk_starts_at_start_and_ends_at_dim(arch, wave):
    w32 = 1 | (wave == 32) << 15
    walk = {RSRC2: rsrc2(x=1), 0xB81C: wave, 0xB804: 5, 0xB810: 3, INITIATOR: w32}
    run_dispatch(arch, wave, compute=walk)
    assert [int(MACHINE.wave(n).s[0]) for n in range(2)] == [3, 4]
    out = run_dispatch(arch, wave, compute=walk | {INITIATOR: w32 | 1 << 2})                    # FORCE_START_AT_000
    assert (out.wave_count, int(MACHINE.wave(0).s[0])) == (5, 0)


@EVERYWHERE
def test_partial_sizes_of_num_thread_apply(arch, wave):
    w32 = 1 | (wave == 32) << 15
    walk = {0xB81C: wave | 5 << 16, 0xB804: 2, INITIATOR: w32}
    run_dispatch(arch, wave, compute=walk)
    assert bin(MACHINE.wave(1).exec).count("1") == wave
    run_dispatch(arch, wave, compute=walk | {INITIATOR: w32 | 1 << 1})                          # PARTIAL_TG_EN
    assert bin(MACHINE.wave(1).exec).count("1") == 5
    out = run_dispatch(
        arch, wave, compute={0xB81C: wave, 0xB804: 2 * wave + 7, INITIATOR: w32 | 1 << 5}
    )  # USE_THREAD_DIMENSIONS
    assert (out.wave_count, bin(MACHINE.wave(2).exec).count("1")) == (3, 7)


def test_compute_wave_size_must_agree():
    assert run_dispatch("gfx1100", 32, compute={INITIATOR: 0}).text.startswith("wave_size: ")
    assert run_dispatch("gfx1100", 32, compute={INITIATOR: 1 << 15}).status == "ok"


@EVERYWHERE
def test_program_address_selects_the_code(arch, wave):
    code = b"".join(assemble_lines(arch, wave, ["s_nop 0"] * 64 + ["s_mov_b32 s1, 4"]))
    out = MACHINE.run(arch=arch, wave=wave, code=code, base=0x10000, compute={PGM_LO: 0x101})
    assert (out.status, out.instructions, int(MACHINE.wave(0).s[1])) == ("ok", 1, 4)
    assert MACHINE.run(arch=arch, wave=wave, code=code, compute={PGM_LO: 0x200}).text.startswith("COMPUTE_PGM_LO: ")


THREADS, DIM = 0xB81C, 0xB804


@EVERYWHERE
@pytest.mark.parametrize(
    "compute, words",
    [
        ({THREADS: 3000 << 16 | 64, INITIATOR: 3}, "COMPUTE_NUM_THREAD_X: a partial group of 3000 work items"),
        ({THREADS: 64, THREADS + 4: 2 << 16 | 1, INITIATOR: 3},
         "COMPUTE_NUM_THREAD_Y: a partial group of 2 work items"),
        ({THREADS: 64, THREADS + 8: 65535 << 16 | 1, INITIATOR: 3}, "COMPUTE_NUM_THREAD_Z: a partial group of 65535"),
        ({THREADS: 65535}, "COMPUTE_NUM_THREAD_X: 65535x1x1 work items, and a group holds 1 to 1024"),
        ({THREADS: 64, THREADS + 4: 17}, "COMPUTE_NUM_THREAD_X: 64x17x1 work items"),
        ({THREADS: 1, DIM: 1 << 31, DIM + 4: 1 << 28}, "COMPUTE_DIM_X: too many groups"),
        ({THREADS: 1, DIM: 0xFFFFFFFF, DIM + 4: 0xFFFFFFFF, DIM + 8: 0xFFFFFFFF}, "COMPUTE_DIM_X: too many groups"),
    ],
)
def test_impossible_sizes_are_refused(arch, wave, compute, words):
    if INITIATOR in compute and wave == 32:
        compute = {**compute, INITIATOR: compute[INITIATOR] | 1 << 15}
    out = run_dispatch(arch, wave, compute=compute)
    assert out.status == "invalid" and out.text.startswith(words) and out.wave_count == 0


RSRC1, WGP_MODE = 0xB848, 1 << 29


@pytest.mark.parametrize(
    "arch, wave, field, mode, possible",
    # Sixteen waves of 64 on four SIMDs of 256 registers a lane; on two SIMDs of 768, by 12; thirty-two of 32 on two
    # SIMDs of 1536, by 24; of a WGP, on four.
    [("gfx906", 64, 15, 0, 64), ("gfx1100", 64, 23, 0, 96), ("gfx1100", 64, 47, WGP_MODE, 192),
     ("gfx1100", 32, 11, 0, 96), ("gfx1100", 32, 23, WGP_MODE, 192)],
)
def test_registers_of_a_group_fit_its_compute_unit(arch, wave, field, mode, possible):
    """All waves of a group are resident at once (RDNA3 ISA, 2.3, 3.3.2; Vega ISA, 2.1, 3.6)."""
    compute = lambda field: {THREADS: 1024, RSRC1: 0xF0000 | mode | field}
    assert run_dispatch(arch, wave, compute=compute(field)).status == "ok"
    out = run_dispatch(arch, wave, compute=compute(field + 1))
    assert out.status == "invalid" and out.text.startswith("COMPUTE_PGM_RSRC1: ")
    assert f"{possible} are possible" in out.text


@EVERYWHERE
def test_partial_groups_need_their_enable_bit(arch, wave):
    narrow = (wave == 32) << 15
    for initiator, last in ((1, 64), (3, 40)):               # bit 1: PARTIAL_TG_EN
        out = run_dispatch(arch, wave, compute={THREADS: 40 << 16 | 64, DIM: 3, INITIATOR: initiator | narrow})
        waves = [MACHINE.wave(n) for n in range(out.wave_count)]
        lanes = [sum(w.exec.bit_count() for w in waves if w.group == g) for g in range(3)]
        assert out.status == "ok" and lanes == [64, 64, last]
    out = run_dispatch(arch, wave, compute={THREADS: 3000 << 16 | 64, INITIATOR: 1 | narrow})       # nobody looks at it
    assert out.status == "ok"


@EVERYWHERE
def test_count_waves_gives_the_waves_of_a_run(arch, wave):
    code = assemble_lines(arch, wave, ["s_nop 0"])[0]
    count = lambda **more: MACHINE.count_waves(arch=arch, wave=wave, code=code, **more)
    assert count() == 1 and count(grid=(640, 2, 1), group=(128, 1, 1)) == 10 * (128 // wave)
    assert count(compute={THREADS: 64, DIM: 6}) == 6 * (64 // wave)
    assert count(compute={THREADS: 65535}) == 0 and count(base=2) == 0


def test_a_run_without_groups_executes_nothing():
    assert run_dispatch("gfx906", 64, compute={THREADS: 64, DIM: 1}).instructions == MACHINE.progress() + 4 == 4
    round_ = b"".join(assemble_lines("gfx906", 64, ["s_nop 0", "s_branch 65534"]))
    MACHINE.run(arch="gfx906", wave=64, code=round_, limit=100000)
    assert MACHINE.progress() > 0
    assert run_dispatch("gfx906", 64, compute={THREADS: 64, DIM: 0}).status == "ok" and MACHINE.progress() == 0


@EVERYWHERE
@pytest.mark.parametrize("schedule", ["round-robin", "seeded"])
def test_unmapped_private_memory_starts_no_group(arch, wave, schedule):
    """The run does not see the LDS of the previous one: it has neither LDS nor waves."""
    for lds in (None, b"before"):
        assert run_dispatch(arch, wave, lds_bytes=64, lds=lds).status == "ok"
        assert len(MACHINE.lds_and_undefined()[0]) == 64
        out = run_dispatch(arch, wave, lds_bytes=64, scratch_bytes=16, scratch_base=0x500000000, schedule=schedule,
                           group=(wave, 1, 1), grid=(3 * wave, 1, 1), regions=[(0x500000000, bytearray(16 * wave - 4))])
        assert (out.status, out.wave_count, MACHINE.lds_and_undefined()) == ("invalid", 0, (b"", b""))
        assert out.text == f"scratch_base: no region holds {16 * wave} bytes of private memory at 0x500000000"
