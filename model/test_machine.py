"""The machine from outside: the arguments of a run, how it ends, its initial state.
The expectations are from the ISA manuals, with the section at each test; machine code is from llvm-mc."""
import struct

import pytest

from . import EVERY_WAVE, MODE, V0, Machine, decode_text, disassemble
from .testing import EVERYWHERE, code, finding_rules

MACHINE = Machine(waves=16, findings=8, code_bytes=4096)
VCC, EXEC = 106, 126


def run_listing(arch, wave, text, machine=MACHINE, **options):
    return machine.run(
        arch=arch, wave=wave, code=text if isinstance(text, bytes) else code(arch, wave, text), **options
    )


# ---- ends ----

@EVERYWHERE
def test_a_wave_ends_at_the_end_of_the_code(arch, wave):
    out = run_listing(arch, wave, "s_nop 0; s_mov_b32 s3, 7")
    assert (out.status, out.instructions, MACHINE.wave(0).s[3], MACHINE.wave(0).pc) == ("ok", 2, 7, 0x10008)


@EVERYWHERE
def test_endpgm_ends_the_wave(arch, wave):
    out = run_listing(arch, wave, "s_mov_b32 s3, 7; s_endpgm; s_mov_b32 s3, 8")
    assert (out.status, out.instructions, MACHINE.wave(0).s[3]) == ("ok", 2, 7)


@EVERYWHERE
def test_limit_is_exact(arch, wave):
    assert run_listing(arch, wave, "s_nop 0; s_nop 0; s_nop 0", limit=3).status == "ok"
    out = run_listing(arch, wave, "s_nop 0; s_nop 0; s_nop 0", limit=2)
    assert (out.status, out.instructions, out.stopped_pc) == ("limit", 2, 0x10008)
    assert run_listing(arch, wave, "s_branch 65535", limit=1000).instructions == 1000


def test_limit_counts_all_waves():
    out = run_listing("gfx906", 64, "s_branch 65535", group=(256, 1, 1), grid=(512, 1, 1), limit=999)
    assert (out.status, out.instructions) == ("limit", 999)


def test_code_end_is_illegal():                              # RDNA3 5.1, Table 14
    out = run_listing("gfx1100", 32, "s_nop 0; s_code_end")
    assert (out.status, out.stopped_pc, out.instructions) == ("illegal", 0x10004, 1)


@EVERYWHERE
def test_a_truncated_instruction_is_illegal(arch, wave):
    out = run_listing(arch, wave, code(arch, wave, "s_mov_b32 s0, 0x12345678")[:4])
    assert (out.status, out.stopped_pc) == ("illegal", 0x10000)


@EVERYWHERE
def test_rfe_outside_a_trap_handler_is_illegal(arch, wave):
    out = run_listing(arch, wave, "s_nop 0; s_rfe_b64 s[2:3]", sets=[(EVERY_WAVE, 2, 0), (EVERY_WAVE, 3, 0)])
    assert (out.status, out.text, out.stopped_pc) == ("illegal", "s_rfe_b64 outside a trap handler", 0x10004)


@EVERYWHERE
def test_setkill_ends_the_wave_on_gfx11(arch, wave):  # Vega: KILL := SIMM16[0]; RDNA3 5.1: ends at once
    out = run_listing(arch, wave, "s_setkill 0; s_nop 0; s_setkill 1; s_nop 0")
    assert out.instructions == (3 if arch == "gfx906" else 1)


# ---- initial state ----

@EVERYWHERE
def test_unset_registers_are_zero_and_undefined(arch, wave):
    run_listing(arch, wave, "s_nop 0")
    w, full = MACHINE.wave(0), (1 << wave) - 1
    assert not w.v.any() and int(w.v_open[0]) & full == full and w.s_open[0] == 0xFFFFFFFF and w.scc_open
    assert (w.mode, w.exec, w.s[EXEC], w.lanes) == (0x3F0, full, 0xFFFFFFFF, wave)
    assert not w.s_open[3] >> (EXEC - 96) & 1 and not w.v_written.any() and not w.s_written.any()


@EVERYWHERE
def test_sets_initialize_registers(arch, wave):
    words = struct.pack("<3I", 10, 11, 12)
    run_listing(
        arch, wave, "s_nop 0",
        sets=[
            (EVERY_WAVE, 5, 77),
            (0, 5, 78),
            (EVERY_WAVE, V0 + 2, words),
            (EVERY_WAVE, V0 + 3, 9),
            (EVERY_WAVE, MODE, 0x2F0),
        ],
    )
    w = MACHINE.wave(0)
    assert w.s[5] == 78 and not w.s_open[0] >> 5 & 1 and w.mode == 0x2F0
    assert (
        list(w.v[2, :5]) == [10, 11, 12, 0, 0] and set(w.v[3, :wave]) == {9} and w.v_open[2] == 0 and w.v_open[3] == 0
    )


@EVERYWHERE
def test_a_run_does_not_see_the_state_of_the_previous_run(arch, wave):
    run_listing(
        arch, wave, "v_mov_b32 v7, 5; s_mov_b32 s7, 5; s_cmp_eq_u32 0, 0", sets=[(EVERY_WAVE, V0 + 9, 3)], lds_bytes=8,
        lds=b"12345678",
    )
    run_listing(arch, wave, "s_nop 0", lds_bytes=8)
    w = MACHINE.wave(0)
    assert not w.v[7].any() and not w.v[9].any() and w.s[7] == 0 and w.scc == 0 and w.scc_open and w.v_open[7] != 0
    assert MACHINE.lds_and_undefined(8) == (bytes(8), b"\xff" * 8)


@EVERYWHERE
def test_a_refused_run_clears_the_flags_of_the_previous_run(arch, wave):
    machine = Machine(waves=1, findings=1, code_bytes=4096)
    before = run_listing(arch, wave, "ds_add_rtn_u32 v3, v1, v2 gds; v_mov_b32 v4, v3; v_mov_b32 v5, v3", machine)
    refused = run_listing(arch, wave, "s_nop 0", machine, sgprs=999)
    assert (before.in_order, before.mixed, refused.status) == (True, True, "invalid")
    assert not (refused.in_order or refused.mixed or machine.forgot())


@EVERYWHERE
def test_partial_groups_have_partial_waves(arch, wave):
    """A grid of 2.5 waves in groups of two has three waves, and the last one is half full."""
    out = run_listing(arch, wave, "s_nop 0", group=(2 * wave, 1, 1), grid=(2 * wave + wave // 2, 1, 1))
    lanes = [MACHINE.wave(n).exec for n in range(3)]
    assert (out.status, out.wave_count, lanes) == ("ok", 3, [(1 << wave) - 1] * 2 + [(1 << wave // 2) - 1])
    assert [MACHINE.wave(n).group for n in range(3)] == [0, 0, 1]


def test_an_incomplete_dword_does_not_shift_later_values():
    run_listing("gfx906", 64, "s_nop 0", sets=[(EVERY_WAVE, 4, bytes([1, 0, 0, 0, 7])), (EVERY_WAVE, 5, 9)])
    assert list(MACHINE.wave(0).s[4:6]) == [1, 9]


def test_sets_of_a_wave_apply_to_the_first_group():
    run_listing("gfx906", 64, "s_nop 0", group=(128, 1, 1), grid=(256, 1, 1), sets=[(EVERY_WAVE, 4, 1), (1, 4, 2)])
    assert [MACHINE.wave(n).s[4] for n in range(4)] == [1, 2, 1, 1]


def test_only_the_first_waves_are_retained():
    small = Machine(waves=2, findings=4, code_bytes=64)
    out = run_listing("gfx906", 64, "s_mov_b32 s1, 3", small, group=(256, 1, 1), grid=(1024, 1, 1))
    assert (out.status, out.wave_count, out.kept, out.instructions, small.wave(1).s[1]) == ("ok", 16, 2, 16, 3)
    with pytest.raises(IndexError):
        small.wave(2)


def test_waves_of_skipped_groups_are_not_available():
    """Only the second of two groups runs, so that waves 0 and 1 never start."""
    machine = Machine(waves=4, findings=4, code_bytes=64)
    out = run_listing("gfx906", 64, "s_mov_b32 s1, 3", machine, group=(128, 1, 1), grid=(256, 1, 1), groups=(1, 0))
    assert (out.status, out.wave_count, out.instructions, machine.wave(2).s[1]) == ("ok", 4, 2, 3)
    for number in (0, 1):
        with pytest.raises(IndexError):
            machine.wave(number)


# ---- invalid arguments ----

MISUSE = [
    (dict(wave=16), "wave_size"),
    (dict(base=2), "base"),
    (dict(entry=4), "entry"),
    (dict(entry=2), "entry"),
    (dict(base=1 << 48), "base"),
    (dict(vgprs=257), "vgprs"),
    (dict(sgprs=107), "sgprs"),
    (dict(lds_bytes=65537), "lds_bytes"),
    (dict(code=b""), "code"),
    (dict(code=bytes(4100)), "code_bytes"),
    (dict(group=(1025, 1, 1)), "group"),
    (dict(group=(0, 1, 1)), "group"),
    (dict(grid=(0, 1, 1)), "grid"),
    (dict(grid=(0xFFFFFFFF, 0xFFFFFFFF, 1)), "grid"),
    (dict(group=(65536, 65536, 65536)), "group"),
    (dict(regions=[(0x10000, bytearray(4))]), "regions"),
    (dict(regions=[(1 << 48, bytearray(4))]), "regions"),
    (dict(regions=[(0x20000, bytearray(8)), (0x20004, bytearray(8))]), "regions"),
    (dict(regions=[(0, bytearray(65540), None, "gds")]), "regions"),
    (dict(regions=[(0, bytearray(64), None, "gs")]), "regions"),
    (dict(regions=[(0, bytearray(4), None, "gds"), (4, bytearray(4), None, "gds")]), "regions"),
    (dict(regions=[(0x20000 + 16 * n, bytearray(4)) for n in range(1024)]), "region_count"),
    (dict(sets=[(EVERY_WAVE, V0 + 256, 0)]), "sets"),
    (dict(sets=[(EVERY_WAVE, 200, 0)]), "sets"),
    (dict(sets=[(1, 0, 0)]), "sets"),
    (dict(sets=[(EVERY_WAVE, 5, bytes(8))]), "sets"),
    (dict(sets=[(EVERY_WAVE, V0, bytes(65 * 4))]), "sets"),
    (dict(sets=[(EVERY_WAVE, V0, b"")]), "sets"),
    (dict(compute={0xB7FC: 0}), "compute"),
    (dict(compute={0xB802: 0}), "compute"),
    (dict(scratch_bytes=64), "scratch_base"),
    (dict(descriptor=bytes(64), sets=[(EVERY_WAVE, 5, 1)]), "sets"),
]


@pytest.mark.parametrize("change, name", MISUSE, ids=[f"{name}-{n}" for n, (_, name) in enumerate(MISUSE)])
def test_an_invalid_argument_is_named(change, name):
    arguments = dict(arch="gfx1100", wave=64, code=code("gfx1100", 64, "s_nop 0")) | change
    out = MACHINE.run(**arguments)
    assert (out.status, out.text.partition(":")[0], out.instructions) == ("invalid", name, 0)


def test_gfx906_refuses_wave32():
    assert run_listing("gfx906", 64, "s_nop 0").status == "ok"
    assert MACHINE.run(arch="gfx906", wave=32, code=code("gfx906", 64, "s_nop 0")).text.startswith("wave_size: 32")


@pytest.mark.parametrize(
    "change",
    [
        dict(arch="gfx90"),
        dict(policy="soon"),
        dict(schedule="x"),
        dict(lds=b"1"),
        dict(descriptor=b"1"),
        dict(regions=[(0, bytearray(2), bytearray(3))]),
    ],
)
def test_invalid_python_arguments_raise_value_error(change):
    with pytest.raises(ValueError):
        MACHINE.run(**(dict(arch="gfx906", code=bytes(4)) | change))


# ---- findings ----

def test_a_full_list_of_findings_retains_errors():
    """The list has eight entries; an error after nine notes replaces a note."""
    out = run_listing("gfx1100", 32, "s_trap 1;" * 9 + "s_clause 0x0; s_nop 0")
    assert (len(out.findings), out.findings_dropped, out.errors, finding_rules(out).count("control.clause.length")) == (
        8, 2, 1, 1,
    )
    rule, kind, wave, pc, text = next(f for f in out.findings if f[1] == "error")
    assert (wave, pc, text.startswith("s_clause: ")) == (0, 0x10000 + 36, True)


# ---- tracing and text ----

@EVERYWHERE
def test_trace_has_pc_text_writes_and_exec(arch, wave):
    steps = []
    MACHINE.trace(steps.append)
    run_listing(arch, wave, "s_mov_b32 s3, 7; v_mov_b32 v2, s3",
                sets=[(EVERY_WAVE, EXEC, 6), (EVERY_WAVE, EXEC + 1, 0)])
    MACHINE.trace(None)
    run_listing(arch, wave, "s_nop 0")
    assert [(t["pc"], t["text"].split()[0].replace("_e32", "")) for t in steps] == [
        (0x10000, "s_mov_b32"),
        (0x10004, "v_mov_b32"),
    ]
    assert [t["writes"] for t in steps] == [[(3, 1)], [(V0 + 2, 6)]] and steps[0]["exec"] == 6


@EVERYWHERE
def test_disassembly_of_code_and_of_lines(arch, wave):
    assert disassemble(arch, wave, code(arch, wave, "s_mov_b32 s3, 7")) == (4, "s_mov_b32 s3, 7")
    lines = b"".join(code(arch, wave, f"s_mov_b32 s{n}, 7").hex().encode() + b"\n" for n in range(100))
    assert decode_text(arch, wave, lines).splitlines()[99] == b"s_mov_b32 s99, 7"
    assert decode_text(arch, wave, b"00\n") == b"<illegal>\n"
