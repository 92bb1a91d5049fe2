"""Compare WMMA with Python integers and fractions: positions of elements, signs, halves, and the tolerance of sums.
The order of a sum is unspecified, so that the tolerance covers all orders. The layout is RDNA3 ISA, 7.9 and its
figures; the arithmetic is exact, or rounded at every step in a random order."""
import functools
import random
import struct
from fractions import Fraction

import numpy as np
import pytest

from ...spec.encode import Operand, encode, form
from .. import EVERY_WAVE, V0, Machine
from ..float.float_reference import BF16, F16, F32, add, convert, is_nan, mul

MACHINE = Machine(waves=1, findings=8, code_bytes=256)
A, B, C, D = 8, 24, 40, 56
RNE = 0xF0                                                               # MODE: nearest even, all denormals kept
SIDE = range(16)
FLOATS = {"v_wmma_f32_16x16x16_f16": (F16, F32), "v_wmma_f32_16x16x16_bf16": (BF16, F32),
          "v_wmma_f16_16x16x16_f16": (F16, F16), "v_wmma_bf16_16x16x16_bf16": (BF16, BF16)}
INTEGERS = {"v_wmma_i32_16x16x16_iu8": 8, "v_wmma_i32_16x16x16_iu4": 4}
WAVES = pytest.mark.parametrize("wave", [32, 64])


def pack(elements, width):
    """Return 16 elements of `width` bits as dwords, low ones first."""
    each = 32 // width
    return [
        sum((x & (1 << width) - 1) << width * n for n, x in enumerate(elements[k : k + each]))
        for k in range(0, 16, each)
    ]


def factor_sets(first, rows, width, wave):
    """Set the dwords of row (or column) l in lane l, l + 16, …"""
    packed = [pack(row, width) for row in rows]
    return [
        (EVERY_WAVE, V0 + first + k, struct.pack(f"<{wave}I", *(packed[l % 16][k] for l in range(wave))))
        for k in range(len(packed[0]))
    ]


def element_position(m, n, wave):
    """Return (register, lane) of element (m, n) of C and D."""
    each = wave // 16
    return m // each, m % each * 16 + n


def third_sets(first, matrix, wave, shift=0, other=0):
    rows = np.full((16 * 16 // wave, wave), other, np.uint32)
    for m in SIDE:
        for n in SIDE:
            v, l = element_position(m, n, wave)
            rows[v, l] = matrix[m][n] << shift | other
    return [(EVERY_WAVE, V0 + first + v, row.tobytes()) for v, row in enumerate(rows)]


def run_matrix(name, wave, sets, c=None, exec_=None, **fields):
    code = encode(form("gfx1100", name), {"vdst": Operand(256 + D), "src0": Operand(256 + A), "src1": Operand(256 + B),
                                          "src2": c if c is not None else Operand(256 + C), **fields})
    sets = [
        *((EVERY_WAVE, V0 + D + v, 0) for v in range(8)),
        *sets,
        *([(EVERY_WAVE, 126, exec_ & 0xFFFFFFFF), (EVERY_WAVE, 127, exec_ >> 32)] if exec_ is not None else []),
    ]
    out = MACHINE.run(arch="gfx1100", wave=wave, code=code, sets=sets)
    assert out.status == "ok", out.text
    w = MACHINE.wave(0)
    written, lanes = slice(D, D + 256 // wave), np.uint64((1 << wave) - 1)
    return (
        out, w.v[written, :wave].copy(), w.v_open[written] & lanes, w.v_tolerant[written] & lanes,
        w.v_ulp[written].copy(),
    )


@functools.cache
def finite_value(f, x):
    """Return a finite bit pattern as a Fraction."""
    biased, m = x >> f.fraction & (1 << f.exponent) - 1, x & (1 << f.fraction) - 1
    if biased:
        m |= 1 << f.fraction
    return Fraction(m) * Fraction(2) ** ((biased or 1) - f.bias - f.fraction) * (-1 if x >> f.bits - 1 else 1)


def nearest_bits(f, x):
    """Return the bit pattern nearest to a Fraction, ties to even, by search of its neighbours; infinity beyond."""
    size = abs(x)
    low, high = 0, f.inf
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if finite_value(f, middle) <= size else (low, middle)
    top = finite_value(f, f.inf - 1) * 2 - finite_value(f, f.inf - 1 - 1) if high == f.inf else finite_value(f, high)
    below, above = size - finite_value(f, low), top - size
    pick = low if below < above or (below == above and not low & 1) else high
    return pick | (f.sign if x < 0 else 0)


# ---- integers: every element exactly ----

@WAVES
@pytest.mark.parametrize("name", INTEGERS)
@pytest.mark.parametrize("signs", range(4))
def test_integer_products_are_exact(name, wave, signs):
    rng, width = random.Random(f"{name} {wave} {signs}"), INTEGERS[name]
    for _ in range(3):
        a, b = ([[rng.randrange(1 << width) for _ in SIDE] for _ in SIDE] for _ in range(2))
        c = [[rng.randrange(-1 << 30, 1 << 30) for _ in SIDE] for _ in SIDE]
        _, got, opened, *_ = run_matrix(name, wave, factor_sets(A, a, width, wave) + factor_sets(B, b, width, wave)
                                        + third_sets(C, [[x & 0xffffffff for x in row] for row in c], wave), neg=signs)
        signed = lambda x, on: x - (1 << width) if on and x >> width - 1 else x
        for m in SIDE:
            for n in SIDE:
                right = c[m][n] + sum(signed(a[m][k], signs & 1) * signed(b[n][k], signs & 2) for k in SIDE)
                assert int(got[element_position(m, n, wave)]) == right & 0xffffffff, (m, n)
        assert not opened.any()


@WAVES
def test_an_integer_overflow_is_undefined(wave):
    """RDNA3 ISA, 7.2.3.1 ignores CLAMP, but compilers saturate (errata E-142): the result is undefined where that
    matters."""
    ones, c = [[1] * 16 for _ in SIDE], [[0x7fffffff if (m, n) == (5, 9) else 0x7fffffef for n in SIDE] for m in SIDE]
    _, got, opened, *_ = run_matrix(
        "v_wmma_i32_16x16x16_iu8", wave,
        factor_sets(A, ones, 8, wave) + factor_sets(B, ones, 8, wave) + third_sets(C, c, wave), clamp=1,
    )
    v, l = element_position(5, 9, wave)
    assert [int(x) for x in opened] == [1 << l if n == v else 0 for n in range(256 // wave)]
    assert int(got[element_position(5, 8, wave)]) == 0x7fffffff


# ---- floats ----

def random_numbers(rng, f, spread):
    """Return random finite normal numbers of both signs around 1, over 2**spread."""
    return lambda: (rng.getrandbits(1) << f.bits - 1 | (f.bias + rng.randint(-spread, spread)) << f.fraction
                    | rng.getrandbits(f.fraction))


def small_integers(rng, f):
    """Return integers from -8 to 8, whose sums are exact in any order."""
    return lambda: nearest_bits(f, Fraction(rng.randint(-8, 8)))


def matrix(draw):
    return [[draw() for _ in SIDE] for _ in SIDE]


@WAVES
@pytest.mark.parametrize("name", FLOATS)
def test_small_integers_are_exact(name, wave):
    term, total = FLOATS[name]
    rng = random.Random(f"{name} {wave}")
    a, b, c = matrix(small_integers(rng, term)), matrix(small_integers(rng, term)), matrix(small_integers(rng, total))
    if total is BF16:                                                    # eight bits of significand: smaller ones
        a, b = ([[x if finite_value(term, x) in (0, 1, -1) else 0 for x in row] for row in matrix] for matrix in (a, b))
    _, got, opened, tolerant, _ = run_matrix(
        name, wave, factor_sets(A, a, 16, wave) + factor_sets(B, b, 16, wave) + third_sets(C, c, wave)
    )
    for m in SIDE:
        for n in SIDE:
            right = finite_value(total, c[m][n]) + sum(
                finite_value(term, a[m][k]) * finite_value(term, b[n][k]) for k in SIDE
            )
            assert int(got[element_position(m, n, wave)]) & (1 << total.bits) - 1 == nearest_bits(total, right), (m, n)
    assert not opened.any() and not tolerant.any()


def sort_key(f, x):
    return -(x & f.sign - 1) if x & f.sign else x


def sum_in_random_order(rng, term, total, a, b, c):
    """Return the sum in a random order, with every product and partial sum rounded to `total`."""
    parts = [
        mul(total, convert(term, total, x, RNE)[0], convert(term, total, y, RNE)[0], RNE)[0] for x, y in zip(a, b)
    ] + [c]
    rng.shuffle(parts)
    while len(parts) > 1:
        at = rng.randrange(len(parts) - 1) if rng.getrandbits(1) else 0
        parts[at:at + 2] = [add(total, parts[at], parts[at + 1], RNE)[0]]
    return parts[0]


@WAVES
@pytest.mark.parametrize("name", FLOATS)
def test_every_order_of_a_sum_is_within_the_tolerance(name, wave):
    term, total = FLOATS[name]
    rng = random.Random(f"{name} {wave}")
    a, b, c = (
        matrix(random_numbers(rng, term, 2)),
        matrix(random_numbers(rng, term, 2)),
        matrix(random_numbers(rng, total, 3)),
    )
    # few bits: sums that cancel are open, so no signs here
    if total is BF16:
        a, b, c = ([[x & ~BF16.sign for x in row] for row in matrix] for matrix in (a, b, c))
    _, got, opened, tolerant, ulp = run_matrix(
        name, wave, factor_sets(A, a, 16, wave) + factor_sets(B, b, 16, wave) + third_sets(C, c, wave)
    )
    closed = 0
    for m in SIDE:
        for n in SIDE:
            v, l = element_position(m, n, wave)
            bits = int(got[v, l]) & (1 << total.bits) - 1
            if int(opened[v]) >> l & 1:
                continue
            closed += 1
            exact = finite_value(total, c[m][n]) + sum(
                finite_value(term, a[m][k]) * finite_value(term, b[n][k]) for k in SIDE
            )
            assert bits == nearest_bits(total, exact)
            allowed = int(ulp[v]) if int(tolerant[v]) >> l & 1 else 0
            for _ in range(3):
                other = sum_in_random_order(rng, term, total, a[m], b[n], c[m][n])
                assert abs(sort_key(total, other) - sort_key(total, bits)) <= allowed, (m, n, hex(other), hex(bits))
    assert closed > 128


@WAVES
def test_cancelling_sums_are_undefined_in_bf16(wave):
    """16 products of 1/3 with itself and -16/9 nearly cancel, and any order rounds."""
    third = nearest_bits(BF16, Fraction(1, 3))
    same, c = [[third] * 16 for _ in SIDE], [[nearest_bits(BF16, Fraction(-16, 9))] * 16 for _ in SIDE]
    _, _, opened, *_ = run_matrix(
        "v_wmma_bf16_16x16x16_bf16",
        wave,
        factor_sets(A, same, 16, wave) + factor_sets(B, same, 16, wave) + third_sets(C, c, wave),
    )
    assert all(int(x) == (1 << wave) - 1 for x in opened)


@WAVES
@pytest.mark.parametrize("half", [0, 1])
def test_16_bit_sums_write_one_half(wave, half):
    rng = random.Random(wave + half)
    a, b, c = (matrix(small_integers(rng, F16)) for _ in range(3))
    sets = (factor_sets(A, a, 16, wave) + factor_sets(B, b, 16, wave)
            + third_sets(C, c, wave, 16 * half, 0x7E00 << 16 * (1 - half)))
    sets += [(EVERY_WAVE, V0 + D + v, 0xabcdabcd) for v in range(8)]
    _, got, opened, *_ = run_matrix("v_wmma_f16_16x16x16_f16", wave, sets, op_sel=4 * half)
    for m in SIDE:
        for n in SIDE:
            x = int(got[element_position(m, n, wave)])
            right = finite_value(F16, c[m][n]) + sum(
                finite_value(F16, a[m][k]) * finite_value(F16, b[n][k]) for k in SIDE
            )
            assert (x >> 16 * half & 0xffff, x >> 16 * (1 - half) & 0xffff) == (nearest_bits(F16, right), 0xabcd)
    assert not opened.any()


@WAVES
@pytest.mark.parametrize("neg, neg_hi", [(n, h) for n in range(8) for h in (0, 5)] + [(0, 6), (6, 3)])
def test_neg_applies_to_even_and_odd_elements(wave, neg, neg_hi):
    """NEG applies to even elements, NEG_HI to odd ones; on C they are NEG and ABS, ABS first."""
    rng = random.Random(neg * 8 + neg_hi)
    a, b, c = matrix(small_integers(rng, F16)), matrix(small_integers(rng, F16)), matrix(small_integers(rng, F32))
    _, got, *_ = run_matrix(
        "v_wmma_f32_16x16x16_f16", wave,
        factor_sets(A, a, 16, wave) + factor_sets(B, b, 16, wave) + third_sets(C, c, wave), neg=neg, neg_hi=neg_hi,
    )
    sign = lambda which, k: -1 if (neg_hi if k & 1 else neg) >> which & 1 else 1
    for m in SIDE:
        for n in SIDE:
            third = finite_value(F32, c[m][n])
            third = (abs(third) if neg_hi & 4 else third) * (-1 if neg & 4 else 1)
            right = third + sum(
                sign(0, k) * finite_value(F16, a[m][k]) * sign(1, k) * finite_value(F16, b[n][k]) for k in SIDE
            )
            assert finite_value(F32, int(got[element_position(m, n, wave)])) == right


@pytest.mark.parametrize("name, total", [(n, f[1]) for n, f in FLOATS.items()] + [(n, None) for n in INTEGERS])
def test_an_inline_constant_is_every_element_of_c(name, total):
    zero = [[0] * 16 for _ in SIDE]
    width = INTEGERS.get(name, 16)
    _, got, *_ = run_matrix(
        name, 32, factor_sets(A, zero, width, 32) + factor_sets(B, zero, width, 32), Operand(244 if total else 128 + 17)
    )  # 2.0; 17
    right = nearest_bits(total, Fraction(2)) if total else 17
    assert {int(x) for x in got.reshape(-1)} == {right}


def test_infinities_and_nans_follow_ieee():
    """Infinity wins. Infinities of both signs, infinity times zero, and NaN give a NaN with a tolerance, so that any
    NaN is accepted."""
    one, inf, nan = nearest_bits(F16, Fraction(1)), F16.inf, 0x7e00
    a = [[one] * 16 for _ in SIDE]
    a[1][3], a[2][3], a[2][4], a[3][0], a[4][0] = inf, inf, inf | F16.sign, nan, inf
    b = [[one] * 16 for _ in SIDE]
    b[0][0] = 0
    c = [[nearest_bits(F32, Fraction(1))] * 16 for _ in SIDE]
    _, got, opened, tolerant, _ = run_matrix(
        "v_wmma_f32_16x16x16_f16", 32, factor_sets(A, a, 16, 32) + factor_sets(B, b, 16, 32) + third_sets(C, c, 32)
    )
    at = lambda m, n: int(got[element_position(m, n, 32)])
    assert (at(1, 5) == F32.inf and is_nan(F32, at(2, 5)) and is_nan(F32, at(3, 5)) and is_nan(F32, at(4, 0))
            and at(4, 1) == F32.inf)
    assert not opened.any() and [int(x) for x in tolerant] == [0, 0xffffffff, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("name", FLOATS)
def test_overflowing_products_are_undefined(name):
    """16 products of the largest numbers exceed every format, and the overflow is undocumented. Products of the least
    normal numbers vanish next to 1."""
    term, total = FLOATS[name]
    most, least, one = term.inf - 1, 1 << term.fraction, nearest_bits(total, Fraction(1))
    a, b, c = [[most] * 16 for _ in SIDE], [[most if n < 8 else least] * 16 for n in SIDE], [[one] * 16 for _ in SIDE]
    sets = factor_sets(A, a, 16, 32) + factor_sets(B, b, 16, 32) + third_sets(C, c, 32)
    _, got, opened, *_ = run_matrix(name, 32, sets)
    exact = 1 + 16 * finite_value(term, most) ** 2
    fits = exact < finite_value(total, total.inf - 1) / 2
    v, l = element_position(3, 2, 32)
    assert bool(int(opened[v]) >> l & 1) == (not fits)
    assert not fits or int(got[v, l]) == nearest_bits(total, exact)
    tiny = [[least] * 16 for _ in SIDE]
    sets = factor_sets(A, tiny, 16, 32) + factor_sets(B, tiny, 16, 32) + third_sets(C, c, 32)
    _, got, *_ = run_matrix(name, 32, sets)
    assert int(got[0, 0]) & (1 << total.bits) - 1 == nearest_bits(total, 1 + 16 * finite_value(term, least) ** 2)


def test_products_of_subnormals_are_undefined():
    """It is undocumented whether WMMA flushes them."""
    one = nearest_bits(F16, Fraction(1))
    a, b = [[one] * 16 for _ in SIDE], [[one] * 16 for _ in SIDE]
    a[2][7], b[3][7] = 1, 0
    c = [[0] * 16 for _ in SIDE]
    _, _, opened, *_ = run_matrix(
        "v_wmma_f32_16x16x16_f16", 32, factor_sets(A, a, 16, 32) + factor_sets(B, b, 16, 32) + third_sets(C, c, 32)
    )
    assert [int(x) for x in opened] == [0, 0xffff & ~8, 0, 0, 0, 0, 0, 0]


# ---- rules ----

def zero_sets(wave):
    zero = [[0] * 16 for _ in SIDE]
    return factor_sets(A, zero, 16, wave) + factor_sets(B, zero, 16, wave) + third_sets(C, zero, wave)


def finding_rules(out):
    return [rule for rule, *_ in out.findings]


@WAVES
@pytest.mark.parametrize("lane", [0, 15, 16, 31])
def test_factors_that_are_not_replicated_are_reported(wave, lane):
    sets = zero_sets(wave) + [
        (EVERY_WAVE, V0 + B + 3, struct.pack(f"<{wave}I", *(int(l == lane) for l in range(wave))))
    ]
    out, _, opened, *_ = run_matrix("v_wmma_f32_16x16x16_f16", wave, sets)
    assert finding_rules(out) == ["matrix.replicated"] and int(opened[0]) == (1 << wave) - 1


@pytest.mark.parametrize(
    "src0, src1, src2, bad",
    [
        (D + 7, B, C, True),
        (A, D - 7, C, True),
        (A, D - 8, C, False),
        (A, B, D, False),
        (A, B, D + 4, True),
        (C, B, C, False),
    ],
)
def test_overlapping_operands_are_reported(src0, src1, src2, bad):
    zero = [(EVERY_WAVE, V0 + n, 0) for n in range(96)]
    out, *_ = run_matrix(
        "v_wmma_f32_16x16x16_f16", 32, zero, Operand(256 + src2), src0=Operand(256 + src0), src1=Operand(256 + src1)
    )
    assert finding_rules(out) == ["matrix.overlap"] * bad


def test_inactive_lanes_are_undefined():
    out, _, opened, *_ = run_matrix("v_wmma_f32_16x16x16_f16", 32, zero_sets(32), exec_=0xfffffff7)
    assert finding_rules(out) == ["matrix.exec"] and [int(x) for x in opened] == [8] * 8


def test_d_beyond_the_allocation_is_ignored():
    """RDNA3 ISA, 3.3.2.2: nothing is written, not even registers that exist."""
    code = encode(
        form("gfx1100", "v_wmma_f32_16x16x16_f16"),
        {"vdst": Operand(256 + 24), "src0": Operand(256), "src1": Operand(256 + 8), "src2": Operand(128)},
    )
    sets = [(EVERY_WAVE, V0 + n, 7 if n >= 24 else 0) for n in range(32)]
    for vgprs, left in ((28, 7), (32, 0)):
        out = MACHINE.run(arch="gfx1100", wave=32, code=code, sets=sets[:vgprs], vgprs=vgprs)
        assert out.status == "ok" and [r for r, *_ in out.findings] == ["register.vgpr.range"] * bool(left)
        assert {int(x) for x in MACHINE.wave(0).v[24:28, :32].reshape(-1)} == {left}


def test_neg_of_integers_needs_both_bits():
    zero = [[0] * 16 for _ in SIDE]
    sets = factor_sets(A, zero, 8, 32) + factor_sets(B, zero, 8, 32) + third_sets(C, zero, 32)
    assert [
        finding_rules(run_matrix("v_wmma_i32_16x16x16_iu8", 32, sets, **more)[0])
        for more in ({"neg": 3}, {"neg": 4}, {"neg_hi": 1})
    ] == [[], ["matrix.signs"], ["matrix.signs"]]
