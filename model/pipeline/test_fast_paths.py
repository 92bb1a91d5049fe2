"""The fast paths (straight.c) agree with an operation's `run`, which a callback after each instruction forces.
The registers, undefined bits, tolerances and findings are equal, whatever is undefined, outstanding or beyond the
allocation."""
import random
from functools import cache

import numpy as np
import pytest

from ...generators.instructions.encodings import random_encoding
from ...harness.case.assembler import assemble_lines
from ...spec import CERTIFIED, load, architecture_traits
from .. import EVERY_WAVE, MODE, SCC, V0, Machine

WAYS = ("vop1", "vop2", "vopc", "vop3", "vop3c", "vop3sd", "vop3p", "sop1", "sop2", "sopc", "sopk")
PROGRAMS, LENGTH = 200, 24
LOADS = {"gfx906": ("s_waitcnt lgkmcnt(1)", "ds_read_b32 v{}, v255", "ds_read_b64 v[{}:{}], v255"),
         "gfx1100": ("s_waitcnt lgkmcnt(1)", "ds_load_b32 v{}, v255", "ds_load_b64 v[{}:{}], v255")}


@cache
def load_texts(arch, wave):
    return assemble_lines(arch, wave, [line.format(v, v + 1) for v in range(0, 200, 4) for line in LOADS[arch]])


def random_program(arch, wave, forms, rng):
    """Return instructions of every vector and scalar form, and loads from LDS with random waits."""
    return b"".join(
        random_encoding(rng.choice(forms), rng, wave) if rng.randrange(6) else rng.choice(load_texts(arch, wave))
        for _ in range(LENGTH)
    )


def random_state(arch, rng, values):
    """Return initial values: some registers are undefined, EXEC is full or random, and M0 is often in range."""
    rows = values.integers(0, 1 << 32, (256, 64), dtype=np.uint32)
    rows[::3] = values.uniform(-8, 8, (86, 64)).astype(np.float32).view(np.uint32)
    rows[255] = 4 * np.arange(64, dtype=np.uint32)
    sets = [(EVERY_WAVE, V0 + n, row) for n, row in enumerate(rows) if n == 255 or rng.randrange(16)]
    sets += [(EVERY_WAVE, n, rng.getrandbits(32)) for n in [*range(100), 106, 107] if rng.randrange(16)]
    full, m0 = rng.randrange(2), rng.choice((None, 0, 1, 3 << 16 | 2, 90 << 16 | 200, 0xfffffff0, rng.getrandbits(32)))
    sets += [(EVERY_WAVE, architecture_traits(arch)["m0"], m0)] if m0 is not None else []
    sets += [(EVERY_WAVE, n, 0xffffffff if full else rng.getrandbits(32)) for n in (126, 127)]
    return [*sets, (EVERY_WAVE, MODE, rng.choice((0x3f0, 0x3f0, 0x300, 0x0, 0xf5))), (EVERY_WAVE, SCC, 1)]


def state_after(machine, wave, **case):
    """Return the state after a run."""
    out = machine.run(wave=wave, **case)
    w = machine.wave(0)
    arrays = (w.v, w.s, w.v_open, w.v_tolerant, w.s_open, w.v_written, w.s_written)
    return (out.status, out.text, out.instructions, out.findings, out.compared_end, w.raw.scc, w.raw.scc_open,
            w.raw.mode, w.raw.pc, w.raw.scc_written, [array.tobytes() for array in arrays])


def check_programs(arch, policy, forms, programs):
    rng, values, machine, finding_count = random.Random(f"{arch} {policy}"), np.random.default_rng(3), Machine(), 0
    for _ in range(programs):
        wave = 64 if arch == "gfx906" else rng.choice((32, 64))
        case = {"arch": arch, "code": random_program(arch, wave, forms, rng), "sets": random_state(arch, rng, values),
                "policy": policy, "lds_bytes": 4096, "lds": values.bytes(4096), "vgprs": rng.choice((0, 0, 200)),
                "sgprs": rng.choice((0, 0, 96)), "limit": rng.choice((0, 0, rng.randrange(1, 2 * LENGTH))),
                "group": (2 * wave, 1, 1), "grid": (2 * wave, 1, 1)}               # by turns of 16 instructions
        machine.trace(None)
        straight = state_after(machine, wave, **case)
        machine.trace(lambda one: None)
        assert state_after(machine, wave, **case) == straight, case["code"].hex()
        finding_count += straight[2]
    assert finding_count > programs * LENGTH / 4  # most programs run on, whatever their findings


@pytest.mark.parametrize("arch", CERTIFIED)
@pytest.mark.parametrize("policy", ["early", "late", "adversarial"])
def test_fast_paths_agree_with_the_general_path(arch, policy):
    forms = [f for f in load().forms(arch) if f.layout in WAYS and f.op.shape != "control"]
    check_programs(arch, policy, forms, PROGRAMS)


@pytest.mark.parametrize("policy", ["early", "late", "adversarial"])
def test_fast_paths_of_interpolation_agree(policy):
    """The test runs six forms that are rare in programs of all forms."""
    check_programs("gfx1100", policy, [f for f in load().forms("gfx1100") if f.layout == "vinterp"], PROGRAMS)


@pytest.mark.parametrize("policy", ["early", "late", "adversarial"])
def test_fast_paths_of_permutes_and_moves_agree(policy):
    """The operations are V_PERMLANE, V_MOVREL, V_SWAPREL, and moves that overwrite their sources."""
    forms = [f for f in load().forms("gfx1100") if f.layout in WAYS and f.op.name in ("v_mov_b32", "s_mov_b32")
             or f.op.shape == "gather" and f.layout != "ds" or any("m0" in v.place for v in f.op.values)]
    assert len({f.op.name for f in forms}) > 12
    check_programs("gfx1100", policy, forms, 2 * PROGRAMS)


@pytest.mark.parametrize("watched", [False, True])
def test_dpp_from_an_inactive_undefined_lane_is_undefined(watched):
    """v1 is defined in lanes 0 and 2 of each quad, and lane 1 is the source."""
    machine, live = Machine(), 0x5555555555555555
    code = assemble_lines("gfx1100", 64, ["s_mov_b32 exec_lo, 0x55555555", "s_mov_b32 exec_hi, 0x55555555",
                                          "v_mov_b32 v1, 1.0", "v_interp_p10_f32 v4, v1, v2, v3"])
    machine.trace((lambda one: None) if watched else None)
    out = machine.run(arch="gfx1100", wave=64, code=b"".join(code), sets=[(EVERY_WAVE, V0 + n, 0) for n in (2, 3, 4)])
    assert out.status == "ok" and int(machine.wave(0).v_open[4]) == live


@pytest.mark.parametrize("watched", [False, True])
def test_row_permute_from_an_inactive_undefined_lane_is_undefined(watched):
    """v1 is defined in lanes 0 to 3; with fetch-invalid lanes 0 to 3 read lane 5."""
    machine = Machine()
    code = assemble_lines("gfx1100", 64, ["s_mov_b64 exec, 15", "v_mov_b32 v1, 1.0",
                                          "v_permlane16_b32 v4, v1, s0, s0 op_sel:[1,0]"])
    machine.trace((lambda one: None) if watched else None)
    sets = [(EVERY_WAVE, 0, 0x5555), (EVERY_WAVE, V0 + 4, 0)]
    out = machine.run(arch="gfx1100", wave=64, code=b"".join(code), sets=sets)
    assert out.status == "ok" and int(machine.wave(0).v_open[4]) == 15


def test_a_clause_ends_after_its_last_instruction():
    """A turn has 16 instructions, or more only if it would end within a clause."""
    machine = Machine()
    code = b"".join(assemble_lines("gfx1100", 32, ["s_clause 0x2", *["v_mov_b32 v1, v1"] * 40]))
    out = machine.run(arch="gfx1100", wave=32, code=code, sets=[(EVERY_WAVE, V0 + 1, 0)], group=(64, 1, 1),
                      grid=(64, 1, 1), limit=20)
    assert out.status == "limit" and [machine.wave(n).raw.instructions for n in range(2)] == [16, 4]
