"""Second witnesses of operations whose published text is wrong, vague or missing.
They are written from the manual's prose in integers, fractions and mpmath, and run over at least 2,000 lanes each
(RDNA3 ISA, 16.8, 16.10, 16.12; Vega ISA, VOP1 and VOP3). Division is in test_division.py."""
from fractions import Fraction

import mpmath
import pytest

from .testing_witness import (
    BF16, F16, F32, FLUSH_ALL, KEEP_ALL, ROUNDINGS, exponent_of, first_difference, floats, integer, run_lanes, rng,
    same_nan, signed_integer, words,
)

SIZE = 2048
ARCHS = pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
MODES = pytest.mark.parametrize("rounding", [0, 1, 2, 3])


def check_lanes(arch, text, columns, result, want, mode=KEEP_ALL, nan=None):
    """Check that every lane equals `want` and is defined.
    `nan`: any NaN of this format is accepted."""
    got, unsure = run_lanes(arch, text, columns, [result], mode)
    pair = same_nan(nan, got[result], want) if nan else (got[result], want)
    assert first_difference(*pair, unsure[result], *columns.values()) is None
    assert not any(unsure[result]), "open lanes"


# ---- conversions ----

def normalized_integer(f, x, low, high, rounding):
    if f.is_nan(x):
        return 0
    value = (-high if x & f.sign else high) if f.is_infinite(x) else f.value(x) * high
    return min(max(signed_integer(Fraction(value), rounding), low), high) & 0xffff


@ARCHS
@MODES
@pytest.mark.parametrize("kind, low, high", [("i16", -32767, 32767), ("u16", 0, 65535)])
def test_normalized_conversions_match_the_manual(arch, rounding, kind, low, high):
    random, name, mode = rng(f"norm {kind}"), ROUNDINGS[rounding], KEEP_ALL | rounding * 5
    a, b = (floats(random, SIZE, F32, near=20) for _ in range(2))
    spelling = f"v_cvt_pk_norm_{kind}_f32" if arch == "gfx1100" else f"v_cvt_pknorm_{kind}_f32"
    want = [normalized_integer(F32, x, low, high, name) | normalized_integer(F32, y, low, high, name) << 16
            for x, y in zip(a, b)]
    check_lanes(arch, f"{spelling} v0, v1, v2", {"v1": a, "v2": b}, "v0", want, mode)
    if rounding:
        return
    a, b = list(range(0, 1 << 16, 5)), [x * 40503 & 0xffff for x in range(0, 1 << 16, 5)]
    want = [normalized_integer(F16, x, low, high, name) | normalized_integer(F16, y, low, high, name) << 16
            for x, y in zip(a, b)]
    spelling = f"v_cvt_pk_norm_{kind}_f16" if arch == "gfx1100" else f"v_cvt_pknorm_{kind}_f16"
    check_lanes(arch, f"{spelling} v0, v1, v2", {"v1": a, "v2": b}, "v0", want, mode)


@ARCHS
@MODES
@pytest.mark.parametrize("kind, low, high", [("i16", -32767, 32767), ("u16", 0, 65535)])
def test_normalized_conversions_of_every_half(arch, rounding, kind, low, high):
    a = list(range(1 << 16)) if (arch, rounding) == ("gfx1100", 0) else list(range(0, 1 << 16, 7))
    # The other half is kept.
    want = [0xabcd0000 | normalized_integer(F16, x, low, high, ROUNDINGS[rounding]) for x in a]
    check_lanes(
        arch, f"v_mov_b32 v0, 0xabcd1234; v_cvt_norm_{kind}_f16 v0, v1", {"v1": a}, "v0", want, KEEP_ALL | rounding * 5
    )


def truncate(x, low, high):
    if F32.is_nan(x):
        return 0
    value = (low if x & F32.sign else high) if F32.is_infinite(x) else F32.value(x)
    return min(max(signed_integer(Fraction(value), "zero"), low), high) & 0xffff


@pytest.mark.parametrize("kind, low, high", [("i16", -32768, 32767), ("u16", 0, 65535)])
def test_packed_conversions_saturate(kind, low, high):
    random = rng(f"pairs {kind}")
    a, b = (floats(random, SIZE, F32, near=20) for _ in range(2))
    want = [truncate(x, low, high) | truncate(y, low, high) << 16 for x, y in zip(a, b)]
    check_lanes("gfx1100", f"v_cvt_pk_{kind}_f32 v0, v1, v2", {"v1": a, "v2": b}, "v0", want, KEEP_ALL | 5)


def byte_of_float(x, rounding):
    if F32.is_nan(x) or x & F32.sign:
        return 0
    return 255 if F32.is_infinite(x) else min(integer(F32.value(x), rounding), 255)


@ARCHS
@MODES
def test_conversions_to_bytes_match_the_manual(arch, rounding):
    random, mode = rng("bytes"), KEEP_ALL | rounding
    a, n, c = floats(random, SIZE, F32, near=9), words(random, SIZE), words(random, SIZE)
    want = [
        w & ~(255 << 8 * (k & 3)) | byte_of_float(x, ROUNDINGS[rounding]) << 8 * (k & 3) for x, k, w in zip(a, n, c)
    ]
    check_lanes(arch, "v_cvt_pk_u8_f32 v0, v1, v2, v3", {"v1": a, "v2": n, "v3": c}, "v0", want, mode)
    if arch == "gfx906":
        check_lanes(arch, "v_cvt_pkaccum_u8_f32 v3, v1, v2", {"v1": a, "v2": n, "v3": c}, "v3", want, mode)


# ---- cube maps, lighting, large arguments ----

def cube_coordinates(x, y, z):
    """Return (face, s, t, twice the axis); components are bits, the last is a value."""
    flip = F32.sign
    a, b, c = (
        None if F32.is_nan(v) else Fraction(2) ** 200 if F32.is_infinite(v) else abs(F32.value(v)) for v in (x, y, z)
    )
    def longer(p, q): return p is not None and q is not None and p >= q
    def negative(v): return bool(v & flip) and not F32.is_nan(v) and F32.magnitude_bits(v) != 0
    if longer(c, a) and longer(c, b):
        return 4 + negative(z), x ^ flip * negative(z), y ^ flip, z
    if longer(b, a):
        return 2 + negative(y), x, z ^ flip * negative(y), y
    return negative(x), z ^ flip * (not negative(x)), y ^ flip, x


@ARCHS
@pytest.mark.parametrize("mode", [KEEP_ALL, FLUSH_ALL])
def test_cube_operations_match_the_manual(arch, mode):
    random = rng("cube")
    x, y, z = (floats(random, SIZE, F32, near=2) for _ in range(3))
    for column in (y, z):                                  # equal lengths
        for k in random.sample(range(SIZE), SIZE // 6):
            column[k] = x[k] ^ F32.sign * random.getrandbits(1)
    inputs = [tuple(F32.flushed(v) if mode == FLUSH_ALL else v for v in lane) for lane in zip(x, y, z)]
    want = [cube_coordinates(*lane) for lane in inputs]
    columns = {"v1": x, "v2": y, "v3": z}
    check_lanes(arch, "v_cubeid_f32 v0, v1, v2, v3", columns, "v0", [F32.rounded(Fraction(w[0])) for w in want], mode)
    check_lanes(arch, "v_cubesc_f32 v0, v1, v2, v3", columns, "v0", [w[1] for w in want], mode, nan=F32)
    check_lanes(arch, "v_cubetc_f32 v0, v1, v2, v3", columns, "v0", [w[2] for w in want], mode, nan=F32)
    twice = [
        w[3] if F32.field(w[3]) == 255 else F32.rounded(2 * F32.value(w[3]), negative=bool(w[3] & F32.sign))
        for w in want
    ]
    check_lanes(arch, "v_cubema_f32 v0, v1, v2, v3", columns, "v0", twice, mode, nan=F32)


def test_mullit_matches_the_manual():
    random = rng("mullit")
    a, b, c = (floats(random, SIZE, F32, near=3) for _ in range(3))
    for k in range(0, SIZE, 9):
        a[k], b[k + 1 if k + 1 < SIZE else k], c[k] = (
            random.choice((0, F32.sign)),
            random.choice((0xFF7FFFFF, 0xFF800000)),
            0x3F800000,
        )
    def witness(x, y, z):
        if F32.is_nan(y) or F32.is_nan(z) or y in (0xff7fffff, 0xff800000) or z & F32.sign or z == 0:
            return 0xff7fffff
        if F32.magnitude_bits(x) == 0 or F32.magnitude_bits(y) == 0:
            return 0
        if F32.is_nan(x):
            return x
        sign = (x ^ y) & F32.sign
        if F32.is_infinite(x) or F32.is_infinite(y):
            return F32.infinity | sign
        return F32.rounded(F32.value(x) * F32.value(y), negative=bool(sign))

    check_lanes(
        "gfx1100", "v_mullit_f32 v0, v1, v2, v3", {"v1": a, "v2": b, "v3": c}, "v0",
        [witness(*x) for x in zip(a, b, c)], nan=F32,
    )


@ARCHS
@pytest.mark.parametrize("mode", [KEEP_ALL, KEEP_ALL | 4, FLUSH_ALL])
def test_trig_preop_returns_bits_of_two_over_pi(arch, mode):
    """The result is 53 bits of 2 / pi from bit 53 * segment on, later for exponents above 1077; always truncated."""
    with mpmath.workprec(2000):
        digits = int(mpmath.floor(mpmath.ldexp(2 / mpmath.pi, 1201)))
    random = rng("two by pi")
    exponents = [
        random.choice((0, 1, 1023, 1077, 1078, 1200, 1967, 1968, 1969, 2046, 2047, random.randrange(2048)))
        for _ in range(SIZE)
    ]
    a = [e << 52 | random.getrandbits(52) | random.getrandbits(1) << 63 for e in exponents]
    n = [random.choice((0, 1, 2, 3, random.getrandbits(5))) | random.getrandbits(27) << 5 for _ in a]
    def witness(exponent, segment):
        first = 53 * (segment & 31) + max(exponent - 1077, 0)
        part = (digits << first) % (1 << 1201) >> 1201 - 53
        value = part * Fraction(2) ** (-53 - first + 128 * (exponent >= 1968))
        if value == 0 or (mode == FLUSH_ALL and value < Fraction(2) ** -1022):
            return 0
        power = max(exponent_of(value), -1022) - 52
        return (value // Fraction(2) ** power) + (max(power + 52 + 1023, 1) - 1 << 52)
    want = [int(witness(e, k)) for e, k in zip(exponents, n)]
    check_lanes(arch, "v_trig_preop_f64 v[0:1], v[2:3], v4", {"v[2:3]": a, "v4": n}, "v[0:1]", want, mode)


# ---- sums of absolute differences ----

def shifted_sum(a, b, at, masked):
    pairs = [(a >> 8 * (at + k) & 255, b >> 8 * k & 255) for k in range(4)]
    return sum(abs(x - y) for x, y in pairs if y or not masked)


@ARCHS
@pytest.mark.parametrize("clamp", [False, True])
def test_sums_of_absolute_differences_match_the_manual(arch, clamp):
    random = rng("sad")
    a, b = (
        words(random, SIZE, 64),
        [random.getrandbits(32) & random.choice((0xFFFFFFFF, 0xFF00FF, 0xFF00, 0xFFFF0000)) for _ in range(SIZE)],
    )
    c, wide = words(random, SIZE, 64), words(random, SIZE, 128)
    word = " clamp" * clamp
    def fit(x, bits): return min(x, (1 << bits) - 1) if clamp else x & (1 << bits) - 1
    for name, masked in (("v_qsad_pk_u16_u8", False), ("v_mqsad_pk_u16_u8", True)):
        want = [
            sum(fit(shifted_sum(x, y, k, masked) + (z >> 16 * k & 0xFFFF), 16) << 16 * k for k in range(4))
            for x, y, z in zip(a, b, c)
        ]
        check_lanes(
            arch, f"{name} v[10:11], v[2:3], v4, v[6:7]{word}", {"v[2:3]": a, "v4": b, "v[6:7]": c}, "v[10:11]", want
        )
    want = [
        sum(fit(shifted_sum(x, y, k, True) + (z >> 32 * k & 0xFFFFFFFF), 32) << 32 * k for k in range(4))
        for x, y, z in zip(a, b, wide)
    ]
    check_lanes(
        arch, f"v_mqsad_u32_u8 v[12:15], v[2:3], v4, v[6:9]{word}", {"v[2:3]": a, "v4": b, "v[6:9]": wide}, "v[12:15]",
        want,
    )


# ---- dot products ----

@pytest.mark.parametrize("neg", range(4))
@pytest.mark.parametrize("clamp", [False, True])
def test_dot_products_of_mixed_signs(neg, clamp):
    random = rng("dot iu")
    a, b, c = words(random, SIZE), words(random, SIZE), words(random, SIZE)
    modifiers = f" neg_lo:[{neg & 1},{neg >> 1},0]" + " clamp" * clamp
    def element(x, at, bits, signed):
        part = x >> at & (1 << bits) - 1
        return part - (part >> bits - 1 << bits) * signed
    for name, bits in (("v_dot4_i32_iu8", 8), ("v_dot8_i32_iu4", 4)):
        want = []
        for x, y, z in zip(a, b, c):
            exact = (
                sum(element(x, at, bits, neg & 1) * element(y, at, bits, neg >> 1) for at in range(0, 32, bits))
                + z
                - (z >> 31 << 32)
            )
            want.append((min(max(exact, -2**31), 2**31 - 1) if clamp else exact) & 0xffffffff)
        check_lanes("gfx1100", f"{name} v0, v1, v2, v3{modifiers}", {"v1": a, "v2": b, "v3": c}, "v0", want)


def rounded_steps(f, terms, flush):
    """Return ((c + a0 * b0) + a1 * b1), each step rounded to nearest; None if a step is not finite."""
    def rounded(x, negative):
        r = f.rounded(x, negative=negative)
        return f.flushed(r) if flush else r
    (a0, b0), (a1, b1), c = terms
    sum_bits = c
    for x, y in ((a0, b0), (a1, b1)):
        if any(f.field(v) == (1 << f.exponent) - 1 for v in (x, y, sum_bits)):
            return None
        product = rounded(f.value(x) * f.value(y), bool((x ^ y) & f.sign))
        if f.is_infinite(product):
            return None
        exact = f.value(product) + f.value(sum_bits)
        sum_bits = rounded(exact, bool(product & sum_bits & f.sign))
    return None if f.is_infinite(sum_bits) else sum_bits


@pytest.mark.parametrize("name, f, flush", [("v_dot2_f16_f16", F16, False), ("v_dot2_bf16_bf16", BF16, True)])
@pytest.mark.parametrize("mode", [KEEP_ALL, FLUSH_ALL | 15])
def test_half_dot_products_are_within_the_tolerance(name, f, flush, mode):
    """MODE has no effect: rounding is to nearest, denormals are kept in f16 and flushed in bf16 (RDNA3 ISA, 7.2.4).
    Defined lanes are within one unit of the sum rounded once."""
    random, size = rng(name), 3000
    parts = [[f.flushed(x) if flush else x for x in floats(random, size, f, near=4)] for _ in range(5)]
    a = [x | y << 16 for x, y in zip(parts[0], parts[1])]
    b = [x | y << 16 for x, y in zip(parts[2], parts[3])]
    got, unsure = run_lanes(
        "gfx1100", f"v_mov_b32 v0, 0xabcd1234; {name} v0, v1, v2, v3", {"v1": a, "v2": b, "v3": parts[4]}, ["v0"], mode
    )
    compared = 0
    for n in range(size):
        assert got["v0"][n] >> 16 == 0xabcd
        terms = ((parts[0][n], parts[2][n]), (parts[1][n], parts[3][n]), parts[4][n])
        want = rounded_steps(f, terms, flush)
        if want is None or unsure["v0"][n]:
            continue
        compared += 1
        assert got["v0"][n] & 0xffff == want, (n, [hex(p[n]) for p in parts])
        products = [f.value(x) * f.value(y) for x, y in terms[:2]]
        if flush and any(0 < abs(x) < f.least for x in (*products, sum(products), sum(products) + f.value(terms[2]))):
            continue                                       # what is disabled on the way is missing at the end
        once = f.rounded(sum(products) + f.value(terms[2]))
        ordered = [-f.magnitude_bits(x) if x & f.sign else x for x in (want, once)]
        assert abs(ordered[0] - ordered[1]) <= 1, (n, [hex(p[n]) for p in parts])
    assert compared > size // 4


def test_bf16_dot_products_accumulate_in_f32():
    random, size = rng("dot2 f32 bf16"), 3000
    parts = [floats(random, size, BF16, near=4) for _ in range(4)]
    c = floats(random, size, F32, near=4)
    a = [x | y << 16 for x, y in zip(parts[0], parts[1])]
    b = [x | y << 16 for x, y in zip(parts[2], parts[3])]
    got, unsure = run_lanes("gfx1100", "v_dot2_f32_bf16 v0, v1, v2, v3", {"v1": a, "v2": b, "v3": c}, ["v0"])
    want = [rounded_steps(F32, ((x << 16, z << 16), (y << 16, w << 16), v), False) for x, y, z, w, v in zip(*parts, c)]
    assert first_difference(got["v0"], want, unsure["v0"], a, b, c) is None
    assert sum(w is not None and not u for w, u in zip(want, unsure["v0"])) > size // 4


# ---- screen partition ----

# The manual's table: the engines of a rectangle from tile S0[7:4] (rows) to tile S0[3:0] (columns), one hexadecimal
# digit each.
PARTITION = """137f5fff7fffffff f26efafffbffffff df4cff5fffdfffff 9bf8fffafffeffff
ffff4cdf6fffefff fffff89bf99ffdff ffff7f13ff9fffbf ffff6ef26ff6fff7
bfffffff23bfafff f7fffffff19df5ff ffefffffef8cffaf fffdffff67f4fff5
9fffdfffffff8cef f66ffefffffff467 ff6fff7fffffbf23 9ff9fffbffff9df1"""


def test_screen_partition_matches_the_manual():
    table = [int(digit, 16) for digit in PARTITION if digit.strip()]
    assert len(table) == 256
    a = [n | k for n in range(256) for k in (0, 0x100, 0xffffff00, 0x12345600, 0x80000000, 0x5500, 0xaa00, 0x10000)]
    check_lanes("gfx906", "v_screen_partition_4se_b32 v0, v1", {"v1": a}, "v0", [table[x & 255] for x in a])
