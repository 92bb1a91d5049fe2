"""Helpers of the second witnesses: run instructions over columns of lanes, and floats as exact fractions.
A witness follows the manual's prose in Python's integers and fractions, independent of the model's arithmetic."""
import functools
import random
import re
from dataclasses import dataclass
from fractions import Fraction

from ...harness.case.assembler import assemble_lines
from .. import EVERY_WAVE, MODE, V0, Machine

KEEP_ALL, FLUSH_ALL, FLUSH_SINGLE = (
    0x3F0,
    0x300,
    0x3C0,
)  # MODE: IEEE, DX10_CLAMP, round to even; denormals kept, flushed, flushed in f32
MACHINE = Machine(waves=1, findings=8, code_bytes=4096)
LANES, VCC = 64, 106


# ---- running ----

@functools.cache
def code(arch, text):
    lines = [line.strip() for line in text.replace(";", "\n").splitlines() if line.strip()]
    return b"".join(assemble_lines(arch, LANES, lines))


def register_range(name):
    """Return (first, count) of 'v3' or 'v[4:5]'."""
    first, last = re.fullmatch(r"v\[?(\d+)(?::(\d+))?\]?", name).groups()
    return int(first), int(last or first) - int(first) + 1


def run_lanes(arch, text, columns, results, mode=KEEP_ALL, vcc=None):
    """Run `text` on columns {register: [integer of each lane]} of any length.
    Return {result: [integer of each lane]} and the same with the undefined lanes (0 or 1). The result 'vcc' is one bit
    of each lane, and so is the argument `vcc`."""
    size = len(next(iter(columns.values())))
    out, unsure = {r: [] for r in results}, {r: [] for r in results}
    for at in range(0, size, LANES):
        part = {name: (column[at:at + LANES] + [0] * LANES)[:LANES] for name, column in columns.items()}
        outcome = MACHINE.run(
            arch=arch, wave=LANES, code=code(arch, text),
            sets=[*register_settings(part, vcc and vcc[at : at + LANES]), (EVERY_WAVE, MODE, mode)],
        )
        assert outcome.status == "ok", outcome.text
        for name in results:
            values, bits = values_and_undefined(name)
            out[name] += values[:size - at]
            unsure[name] += bits[:size - at]
    return out, unsure


def register_settings(part, vcc):
    for name, column in part.items():
        first, count = register_range(name)
        for k in range(count):
            yield EVERY_WAVE, V0 + first + k, b"".join((x >> 32 * k & 0xffffffff).to_bytes(4, "little") for x in column)
    if vcc is not None:
        mask = sum(bool(bit) << n for n, bit in enumerate(vcc))
        yield EVERY_WAVE, VCC, mask & 0xffffffff
        yield EVERY_WAVE, VCC + 1, mask >> 32


def values_and_undefined(name):
    wave = MACHINE.wave(0)
    if name == "vcc":
        mask = int(wave.s[VCC]) | int(wave.s[VCC + 1]) << 32
        return [mask >> n & 1 for n in range(LANES)], [int(wave.s_open[VCC // 32]) >> VCC % 32 & 1] * LANES
    first, count = register_range(name)
    values = [sum(int(wave.v[first + k][n]) << 32 * k for k in range(count)) for n in range(LANES)]
    mask = functools.reduce(int.__or__, (int(wave.v_open[first + k]) for k in range(count)))
    return values, [mask >> n & 1 for n in range(LANES)]


# ---- floats ----

@dataclass(frozen=True)
class Format:
    fraction: int
    exponent: int

    @property
    def bits(self): return 1 + self.exponent + self.fraction
    @property
    def sign(self): return 1 << self.bits - 1
    @property
    def infinity(self): return (1 << self.exponent) - 1 << self.fraction
    @property
    def quiet(self): return 1 << self.fraction - 1
    @property
    def bias(self): return (1 << self.exponent - 1) - 1
    @property
    def least(self): return Fraction(2) ** (1 - self.bias)                       # the smallest normal number

    def field(self, x): return x >> self.fraction & (1 << self.exponent) - 1
    def magnitude_bits(self, bits): return bits & self.sign - 1
    def is_nan(self, x): return self.magnitude_bits(x) > self.infinity
    def is_infinite(self, x): return self.magnitude_bits(x) == self.infinity
    def is_subnormal(self, x): return self.field(x) == 0 and self.magnitude_bits(x) != 0
    def flushed(self, x): return x & self.sign if self.is_subnormal(x) else x

    def value(self, x):
        """Return the value of a finite number."""
        field, fraction_bits = self.field(x), x & (1 << self.fraction) - 1
        significand = fraction_bits if field == 0 else fraction_bits | 1 << self.fraction
        magnitude = Fraction(significand) * Fraction(2) ** (max(field, 1) - self.bias - self.fraction)
        return -magnitude if x & self.sign else magnitude

    def rounded(self, x, rounding="even", negative=False):
        """Return the bits nearest to the fraction x; an exact 0 gets the sign `negative`."""
        if x == 0:
            return self.sign * negative
        sign, magnitude = self.sign * (x < 0), abs(x)
        power = max(exponent_of(magnitude), 1 - self.bias) - self.fraction         # of the last place
        whole = integer(magnitude * Fraction(2) ** -power, rounding, x < 0)
        bits = whole + (max(power + self.fraction + self.bias, 1) - 1 << self.fraction)
        if bits >= self.infinity:
            away = rounding == "even" or rounding == ("down" if x < 0 else "up")
            return sign | self.infinity - (not away)
        return sign | bits


F16, F32, F64, BF16 = Format(10, 5), Format(23, 8), Format(52, 11), Format(7, 8)
ROUNDINGS = ("even", "up", "down", "zero")                                        # codes 0 to 3 of MODE.FP_ROUND


def exponent_of(x):
    """Return floor(log2(x)) of a positive fraction."""
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if x >= Fraction(2) ** e else e - 1


def integer(x, rounding, negative=False):
    """Round a fraction not below 0 to an integer; `negative`: it represents -x."""
    whole, fraction_bits = divmod(x, 1)
    up = {"even": fraction_bits > Fraction(1, 2) or (fraction_bits == Fraction(1, 2) and whole % 2 == 1), "zero": False,
          "up": fraction_bits > 0 and not negative, "down": fraction_bits > 0 and negative}[rounding]
    return int(whole) + up


def signed_integer(x, rounding):
    return -integer(-x, rounding, True) if x < 0 else integer(x, rounding)


# ---- operands ----

def words(rng, size, bits=32):
    return [
        rng.choice(
            (0, (1 << bits) - 1, 1 << bits - 1, rng.getrandbits(bits), rng.getrandbits(bits), rng.getrandbits(bits))
        )
        for _ in range(size)
    ]


def floats(rng, size, f, near=0):
    """Return bits of every class; `near`: half of the exponents are this close to 1.0."""
    edges = [
        0, 1, 2, (1 << f.fraction) - 1, 1 << f.fraction, (1 << f.fraction) + 1, f.bias << f.fraction,
        (f.bias << f.fraction) - 1, f.infinity - 1, f.infinity, f.infinity | f.quiet, f.infinity | 1,
        f.infinity | f.quiet | 5,
    ]
    def one():
        kind = rng.random()
        if kind < 0.2:
            return rng.choice(edges) | f.sign * rng.getrandbits(1)
        if near and kind < 0.7:
            return (rng.getrandbits(1) * f.sign | rng.randrange(f.bias - near, f.bias + near) << f.fraction
                    | rng.getrandbits(f.fraction))
        return rng.getrandbits(f.bits)
    return [one() for _ in range(size)]


def first_difference(got, want, unsure, *columns):
    """Return the first defined lane that differs, with its operands, for a test's message."""
    for n, (a, b) in enumerate(zip(got, want)):
        if b is not None and not unsure[n] and a != b:
            return f"lane {n}: {a:#x}, not {b:#x}, of " + ", ".join(hex(c[n]) for c in columns)
    return None


def same_nan(f, got, want):
    """Return whether both are NaN; the choice of a NaN is free (errata E-101, E-102)."""
    return [f.infinity | f.quiet if f.is_nan(x) else x for x in got], [
        w if w is None else f.infinity | f.quiet if f.is_nan(w) else w for w in want
    ]


def rng(name):
    return random.Random(f"second witness: {name}")
