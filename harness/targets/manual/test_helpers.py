# What the text leaves to helpers, against fractions and mpmath in every rounding and denormal mode.
import os
import random
from fractions import Fraction
from math import floor

import mpmath
import pytest

from . import exact, lane_runtime, transcend
from .exact import BF16, F16, F32, F64, Env

# Every f16 when asked for thoroughness, else every seventh.
HALVES = range(0, 1 << 16, 1 if int(os.environ.get("ASSAY_LANES", 0)) >= 1_000_000 else 7)
FORMATS = {"f16": F16, "f32": F32, "f64": F64}


def fraction(f, x):
    s, m, e = exact.split(f, x)
    return Fraction(-m if s else m) * Fraction(2) ** e


def rounded_to_integer(q, mode):
    """Round a fraction to an integer by a mode: 0 nearest even, 1 up, 2 down, 3 to zero."""
    low = floor(q)
    rest = q - low
    if mode == 0:
        return low + (rest > Fraction(1, 2) or rest == Fraction(1, 2) and low % 2 == 1)
    return low + (rest > 0 and (mode == 1 or mode == 3 and q < 0))


def rounded_bits(f, q, mode, flush):
    """Return the bits of a rounded nonzero fraction. It is 0 if `flush` is set and the value is tiny even after
    rounding with an unbounded exponent."""
    sign, top = (f.sign if q < 0 else 0), abs(q)
    e = top.numerator.bit_length() - top.denominator.bit_length()
    e -= Fraction(2) ** e > top
    free = e - f.fraction                               # the unit with no least exponent
    unit = max(free, f.minimum)
    scaled = abs(rounded_to_integer(q / Fraction(2) ** unit, mode))
    least = Fraction(2) ** (1 - f.bias)
    if flush and abs(rounded_to_integer(q / Fraction(2) ** free, mode)) * Fraction(2) ** free < least:
        return sign
    value = scaled * Fraction(2) ** unit
    if value >= Fraction(2) ** (f.bias + 1):
        away = mode == 0 or mode == 1 and q > 0 or mode == 2 and q < 0
        return sign | (f.inf if away else f.inf - 1)
    return sign | (unit - f.minimum << f.fraction) + scaled


def random_operand(f, r):
    kind = r.random()
    if kind < .15:
        return r.choice([0, 1, f.low, f.low + 1, f.inf - 1]) | r.getrandbits(1) * f.sign
    if kind < .3:
        return r.getrandbits(f.fraction) | r.getrandbits(1) * f.sign
    middle = f.bias + r.randrange(-12, 12) if kind < .8 else r.randrange(f.inf >> f.fraction)
    m = r.getrandbits(f.fraction)
    return max(0, middle) << f.fraction | (m if r.random() < .6 else m & m << 3 & f.low) | r.getrandbits(1) * f.sign


def random_setting(r):
    mode = r.getrandbits(8)
    return Env(mode), mode


def rounding_mode(f, mode): return mode & 3 if f is F32 else mode >> 2 & 3
def denormal_mode(f, mode): return mode >> (4 if f is F32 else 6) & 3     # bit 0: in, bit 1: out


def operand_as_used(f, x, mode):
    """Return an operand as arithmetic uses it."""
    return x if denormal_mode(f, mode) & 1 or x & f.inf else x & f.sign


def expected_bits(f, q, mode): return rounded_bits(f, q, rounding_mode(f, mode), not denormal_mode(f, mode) & 2)


OPERATIONS = {"add": (2, lambda a, b: a + b), "sub": (2, lambda a, b: a - b), "mul": (2, lambda a, b: a * b),
              "fma": (3, lambda a, b, c: a * b + c), "div": (2, lambda a, b: a / b if b else None)}


@pytest.mark.parametrize("f", FORMATS.values(), ids=FORMATS)
@pytest.mark.parametrize("name", OPERATIONS)
def test_arithmetic(name, f):
    r = random.Random(name + str(f.width))
    count, function = OPERATIONS[name]
    tried = 0
    for _ in range(3000):
        env, mode = random_setting(r)
        xs = [random_operand(f, r) for _ in range(count)]
        q = function(*(fraction(f, operand_as_used(f, x, mode)) for x in xs))
        if q:
            got = getattr(exact, name)(f, *xs, env)
            assert got == expected_bits(f, q, mode), (name, [hex(x) for x in xs], hex(mode))
            tried += 1
    assert tried > 1500


@pytest.mark.parametrize("f", FORMATS.values(), ids=FORMATS)
def test_scaled_fma_rounds_once(f):
    r = random.Random(5 + f.width)
    for _ in range(2000):
        env, mode = random_setting(r)
        a, b, c = (random_operand(f, r) for _ in range(3))
        n = r.choice([-f.bias, -64, -1, 1, 64])
        factor, other_factor, addend = (fraction(f, operand_as_used(f, x, mode)) for x in (a, b, c))
        q = (factor * other_factor + addend) * Fraction(2) ** n
        if q:
            assert exact.fma(f, a, b, c, env, n) == expected_bits(f, q, mode), (hex(a), hex(b), hex(c), n, hex(mode))


@pytest.mark.parametrize("f", FORMATS.values(), ids=FORMATS)
def test_roots(f):
    """The neighbours of the result enclose the root. The test compares squares, so it computes no root itself."""
    r = random.Random(7 + f.width)
    for _ in range(1500):
        x = random_operand(f, r) & f.sign - 1
        q = fraction(f, x)
        if not q:
            continue
        for function, power in ((exact.sqrt, 1), (exact.rsqrt, -1)):
            y = function(f, x, exact.NEAREST)
            low, mid, high = (
                (fraction(f, y + d) if y + d < f.inf else Fraction(2) ** (f.bias + 1) for d in (-1, 0, 1))
                if y
                else (0, 0, 0)
            )
            assert ((low + mid) / 2) ** 2 <= q ** power <= ((mid + high) / 2) ** 2, hex(x)


@pytest.mark.parametrize("source,to", [(F16, F32), (F32, F16), (F32, F64), (F64, F32), (F32, BF16)],
                         ids=lambda f: f"{f.width}.{f.fraction}")
def test_conversions_of_floats(source, to):
    r = random.Random(source.width * to.width)
    for _ in range(4000):
        env, mode = random_setting(r)
        x = random_operand(source, r)
        if to.fraction < source.fraction and r.random() < .5:       # near a tie of the narrower format
            x = x & ~((1 << source.fraction - to.fraction) - 1) | 1 << source.fraction - to.fraction - 1
            x += r.choice([-1, 0, 1])
        q = fraction(source, operand_as_used(source, x, mode))
        if q and x & source.inf != source.inf:
            assert exact.convert(source, to, x, env) == expected_bits(to, q, mode), (hex(x), hex(mode))


@pytest.mark.parametrize("f", FORMATS.values(), ids=FORMATS)
def test_integers_and_scaling(f):
    r = random.Random(11 + f.width)
    for _ in range(3000):
        env, mode = random_setting(r)
        x, n = random_operand(f, r), r.getrandbits(r.randrange(1, 33)) * r.choice([-1, 1])
        q = fraction(f, operand_as_used(f, x, mode))
        if n:
            assert exact.from_int(f, n, env) == expected_bits(f, Fraction(n), mode)
        for width, signed in ((32, True), (32, False), (16, True), (16, False)):
            low, high = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
            want = min(max(rounded_to_integer(q, 3), low), high) & (1 << width) - 1
            assert exact.to_int(f, x, width, signed, env) == want, (hex(x), width, signed)
        assert exact.to_int_by_mode(f, x, 8, env) == min(max(rounded_to_integer(q, rounding_mode(f, mode)), 0), 255)
        power = r.randrange(-2 * f.bias, 2 * f.bias)
        if q:
            assert exact.ldexp(f, x, power, env) == expected_bits(f, q * Fraction(2) ** power, mode), (
                hex(x),
                power,
                hex(mode),
            )
            m, e = fraction(f, exact.mantissa(f, x, env)), exact.frexp_exponent(f, x, env)
            assert Fraction(1, 2) <= abs(m) < 1 and m * Fraction(2) ** (e - (e >> 31 << 32)) == q


def integral_value(how, q):
    return rounded_to_integer(q, {"trunc": 3, "floor": 2, "ceil": 1, "even": 0}[how])


@pytest.mark.parametrize("mode", [0xf0, 0x30, 0xc3])
def test_every_f16_made_integral(mode):
    env = Env(mode)
    for x in HALVES:
        if x & 0x7fff >= F16.inf:
            continue
        q = fraction(F16, operand_as_used(F16, x, mode))
        for how in ("trunc", "floor", "ceil", "even"):
            y = exact.integral(F16, x, how, env)
            assert fraction(F16, y) == integral_value(how, q) and y >> 15 == x >> 15, (how, hex(x))
        y = lane_runtime.f_fract(F16, x, env)
        part = q - floor(q)
        want = min(expected_bits(F16, part, mode), 0x3bff) if part else 0
        assert y & 0x7fff == want or not denormal_mode(F16, mode) & 2, hex(x)


TURNS = {
    "exp2": lambda x: mpmath.power(2, x),
    "log2": lambda x: mpmath.log(x, 2),
    "sin_turns": lambda x: mpmath.sinpi(2 * (x - mpmath.nint(x))),
    "cos_turns": lambda x: mpmath.cospi(2 * (x - mpmath.nint(x))),
}


@pytest.mark.parametrize("name", TURNS)
def test_every_f16_transcendental(name):
    """The result is within half an ULP of the true value, plus a small tolerance for the rounding of that value."""
    with mpmath.workprec(90):
        for x in HALVES:
            if x & 0x7fff >= F16.inf or not x & 0x7fff or name == "log2" and x >> 15:
                continue
            got = getattr(transcend, name)(F16, x, exact.NEAREST)
            s, m, e = exact.split(F16, x)
            true = TURNS[name](mpmath.ldexp(-m if s else m, e))
            if abs(true) >= 65520:
                assert got == F16.inf
                continue
            unit = mpmath.ldexp(1, max(int(mpmath.frexp(true)[1]) - 11, -24) if true else -24)
            q = fraction(F16, got)
            assert abs(mpmath.mpf(q.numerator) / q.denominator - true) <= unit * mpmath.mpf("0.50001"), (name, hex(x))


def test_norms_round_by_mode():
    r = random.Random(3)
    for _ in range(4000):
        env, mode = random_setting(r)
        for f in (F16, F32):
            x = random_operand(f, r)
            q = fraction(f, operand_as_used(f, x, mode))
            for signed, top in ((True, 0x7fff), (False, 0xffff)):
                low = -top if signed else 0
                want = min(max(rounded_to_integer(q * top, rounding_mode(f, mode)), low), top) & 0xffff
                assert lane_runtime.f_norm(f, x, signed, env) == want, (hex(x), signed, hex(mode))


def test_half_overflow_is_held_when_asked():
    env = Env(0x8000f0)
    assert exact.mul(F16, 0x7bff, 0x4000, env) == 0x7bff and exact.mul(F16, 0xfbff, 0x4000, env) == 0xfbff
    assert exact.mul(F16, 0x7c00, 0x4000, env) == 0x7c00 and exact.mul(F32, 0x7f7fffff, 0x40000000, env) == 0x7f800000
    assert transcend.exp2(F16, 0x7bff, env) == 0x7bff and transcend.exp2(F16, 0x7bff, Env(0xf0)) == 0x7c00
