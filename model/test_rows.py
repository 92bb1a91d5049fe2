"""Rows of lanes agree with lanes one by one.
Every vector form gives the same registers, undefined bits and tolerances by the fast host operations and by the exact
operations, which `watch_flags` selects, in several MODEs."""
import os
import random

import numpy as np
import pytest

from ..generators.instructions.encodings import random_encoding
from ..spec import CERTIFIED, load
from . import EVERY_WAVE, MODE, SCC, V0, Machine

ENCODINGS_PER_FORM = max(2, int(os.environ.get("ASSAY_LANES", 20_000)) // 10_000)  # random encodings of each form
VECTOR = ("vop1", "vop2", "vopc", "vop3", "vop3c", "vop3sd", "vop3p", "vopd", "vinterp")
EDGES = np.array(
    [
        0, 1, 0x007FFFFF, 0x00800000, 0x00800001, 0x3F800000, 0x3F7FFFFF, 0x4B000000, 0x4F000000, 0x477FE000,
        0x477FF000, 0x38800000, 0x387FFFFF, 0x33000000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000, 0x3C003C00,
        0x7C007BFF, 0x03FF0400, 0x00017E01, 0x80003801, 0x7FFFFFFF, 0xFFFFFFFF, 0x000000FF,
    ],
    np.uint32,
)
MODES = (0x3f0, 0x1f0, 0x3f0, 0x300, 0x0, 0xf0, 0x30, 0xc0, 0x5, 0x8003f0)


def random_rows(rng):
    """Return 256 rows of floats near 1 (f32 or two f16), arbitrary bits, and edge values of all formats."""
    shape = (256, 64)
    near = rng.integers(0x3E000000, 0x41800000, shape, dtype=np.uint32) ^ rng.integers(
        0, 2, shape, dtype=np.uint32
    ) << np.uint32(31)
    halves = rng.uniform(-8, 8, (256, 128)).astype(np.float16).view(np.uint32)
    kind = rng.integers(0, 3, (256, 1))
    plain = np.where(kind == 0, near, np.where(kind == 1, halves, rng.integers(0, 1 << 32, shape, dtype=np.uint32)))
    words = np.where(rng.integers(0, 8, shape) == 0, rng.choice(EDGES, shape) ^ (near & np.uint32(0x80000000)), plain)
    return [(EVERY_WAVE, V0 + n, row) for n, row in enumerate(words)]


def random_state(rng, filled):
    """Return `filled` with random scalar registers, MODE and EXEC."""
    words = np.where(
        rng.integers(0, 3, 106) == 0, rng.choice(EDGES, 106), rng.integers(0, 1 << 32, 106, dtype=np.uint32)
    ).tolist()
    masks = rng.integers(0, 1 << 32, 4).tolist()
    if masks[0] & 1:
        masks[2:] = [0xffffffff] * 2
    sets = [(EVERY_WAVE, n, word) for n, word in enumerate(words)] + [
        (EVERY_WAVE, n, mask) for n, mask in zip((106, 107, 126, 127), masks)
    ]
    return filled + sets + [(EVERY_WAVE, MODE, int(rng.choice(MODES))), (EVERY_WAVE, SCC, masks[1] & 1)]


def state_after(machine, arch, wave, code, sets, exact):
    """Return the state after the instruction, or the status if it did not run."""
    out = machine.run(arch=arch, wave=wave, code=code, sets=sets, watch_flags=exact)
    if out.status != "ok":
        return out.status
    w = machine.wave(0)
    written = np.unpackbits(w.v_written.view(np.uint8), bitorder="little").nonzero()[0]
    lanes = {(f"v{n}", l): hex(w.v[n][l]) for n in written for l in range(wave)}
    return (lanes | {f"s{n}": hex(word) for n, word in enumerate(w.s)}
            | {f"v{n} open, tolerant": (hex(w.v_open[n]), hex(w.v_tolerant[n])) for n in written}
            | {"open": w.s_open.tolist()})


def random_half_rows(rng):
    """Return 256 rows of f16 that the host can widen: near 1, all exponents, near overflow, subnormal; few NaNs."""
    shape = (256, 128)
    numbers = [rng.uniform(-8, 8, shape), 2.0 ** rng.uniform(-24, 15.9, shape), rng.uniform(-65504, 65504, shape),
               rng.integers(0, 2048, shape) * 2.0 ** -24]
    words = rng.choice(numbers).astype(np.float16).view(np.uint16) ^ (rng.integers(0, 2, shape) << 15).astype(np.uint16)
    words[rng.integers(0, 4096, shape) == 0] = 0x7d01
    return [(EVERY_WAVE, V0 + n, row) for n, row in enumerate(words.view(np.uint32))]


def random_number_rows(rng):
    """Return 256 rows of f32 that are mostly zero or normal.
    They are near 1, of all exponents, about 2^-63, where a product becomes subnormal, and at the ends of the range."""
    shape = (256, 64)
    kinds = [rng.uniform(1, 2, shape) * 2.0 ** rng.integers(low, high, shape)
             for low, high in ((-3, 4), (-126, 128), (-64, -62), (-126, -124), (125, 128))]
    signs = rng.integers(0, 2, shape, np.uint32) << np.uint32(31)
    words = rng.choice(kinds).astype(np.float32).view(np.uint32) ^ signs
    words[rng.integers(0, 16, shape) == 0] &= np.uint32(0x80000000)
    words = np.where(rng.integers(0, 512, shape) == 0, rng.choice(EDGES, shape), words)
    words[rng.integers(0, 256, shape) == 0] = 0x007FFFFF
    return [(EVERY_WAVE, V0 + n, row) for n, row in enumerate(words)]


def differences(machine, arch, wave, code, sets):
    """Return (state by rows, differences of the state by lanes)."""
    fast, exact = (state_after(machine, arch, wave, code, sets, exact) for exact in (False, True))
    if not isinstance(fast, dict):
        return fast, [] if fast == exact else [fast, exact]
    return fast, [f"{k}: {v}, exactly {exact[k]}" for k, v in fast.items() if v != exact[k]]


@pytest.mark.parametrize("arch", CERTIFIED)
def test_half_rows_agree_with_lanes(arch):
    """These operations run in host floats if a row allows it, which all these rows do."""
    rng, machine, values = random.Random(5), Machine(), np.random.default_rng(5)
    filled = [random_half_rows(values) for _ in range(28)]
    ops = load().ops
    forms = [f for f in load().forms(arch) if f.layout in VECTOR and (f.op.note("wide") or ops[f.op.body].note("wide"))]
    assert len(forms) > 25
    for form in forms * (5 * ENCODINGS_PER_FORM):
        wave, code = 64, random_encoding(form, rng, 64)
        sets = random_state(values, rng.choice(filled))
        sets += [(EVERY_WAVE, n, 0xffffffff) for n in (126, 127)] + [(EVERY_WAVE, MODE, rng.choice(MODES[:4]))]
        differ = differences(machine, arch, wave, code, sets)[1]
        assert not differ, f"{form.mnemonic} {code.hex()}: {differ[:4]}"


@pytest.mark.parametrize("arch", CERTIFIED)
def test_number_rows_agree_with_lanes(arch):
    """These f32 operations skip special values if a row has none."""
    rng, machine, values = random.Random(6), Machine(), np.random.default_rng(6)
    filled = [random_number_rows(values) for _ in range(28)]
    forms = [f for f in load().forms(arch) if f.layout in VECTOR and not f.op.note("ulp")
             and all(v.width == 32 and v.kind in "fdk" for v in f.op.values)]
    assert len(forms) > 40
    for form in forms * (5 * ENCODINGS_PER_FORM):
        wave = 64 if arch == "gfx906" else rng.choice((32, 64))
        code = random_encoding(form, rng, wave)
        sets = random_state(values, rng.choice(filled))
        sets += [(EVERY_WAVE, n, 0xffffffff) for n in (126, 127)] + [(EVERY_WAVE, MODE, rng.choice((0x3f0, 0x300)))]
        differ = differences(machine, arch, wave, code, sets)[1]
        assert not differ, f"{form.mnemonic} {code.hex()} wave{wave}: {differ[:4]}"


@pytest.mark.parametrize("arch", CERTIFIED)
def test_rows_agree_with_lanes(arch):
    rng, machine, ran = random.Random(7), Machine(), set()
    values = np.random.default_rng(7)
    filled = [random_rows(values) for _ in range(32)]
    for form in load().forms(arch):
        if form.layout not in VECTOR or form.op.shape == "matrix":
            continue
        for n in range(ENCODINGS_PER_FORM):
            wave = 64 if arch == "gfx906" or (n & 1 and form.layout != "vopd") else 32
            code = random_encoding(form, rng, wave)
            sets = random_state(values, rng.choice(filled))
            fast, differ = differences(machine, arch, wave, code, sets)
            assert not differ, f"{form.mnemonic} {code.hex()} wave{wave}: {differ[:4]}"
            ran |= {form.op.name} if isinstance(fast, dict) else set()
    assert len(ran) > 300
