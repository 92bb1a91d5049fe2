"""What each kernel must compute, byte by byte: integers, hashlib and exact fractions, no host floats. Inputs are seeded.

f32 results are exact sums and products of fractions, rounded once to nearest even; subnormals are kept, as the
kernels' descriptors ask. NaNs are kept out: their payloads are a matter of the suites.
"""
import hashlib
import random
import struct
from dataclasses import dataclass
from fractions import Fraction

INFINITY = 0x7F800000
SIGN = 1 << 31


@dataclass(frozen=True, slots=True)
class Launch:
    """One launch: work items, arguments for prepare(), and the bytes each buffer argument must hold afterwards."""
    grid: tuple[int, ...]
    group: tuple[int, ...]
    args: list
    expected: dict[int, bytes]


def exact(bits: int) -> Fraction:
    """The number a finite f32 stands for (IEEE 754-2019, 3.4)."""
    exponent, fraction = bits >> 23 & 0xFF, bits & 0x7FFFFF
    significand = fraction | 1 << 23 if exponent else fraction
    return scaled(-significand if bits & SIGN else significand, max(exponent, 1) - 150)


def scaled(value: int | Fraction, power: int) -> Fraction:
    """value 2^power."""
    return value * Fraction(1 << power) if power >= 0 else value * Fraction(1, 1 << -power)


def rounded(value: Fraction, sign_of_zero: int = 0) -> int:
    """The f32 nearest to an exact value, ties to even; a value of 0 takes the sign given, a result of 0 the value's."""
    if value == 0:
        return sign_of_zero
    sign, value = (SIGN, -value) if value < 0 else (0, value)
    exponent = max(value.numerator.bit_length() - value.denominator.bit_length() - 24, -149)
    if scaled(value, -exponent) >= 1 << 24:
        exponent += 1
    significand = round(scaled(value, -exponent))                     # Python rounds halves to even
    if significand >> 24:
        significand, exponent = significand >> 1, exponent + 1
    if significand >> 23 == 0:
        return sign | significand                                     # subnormal: the exponent is -149
    biased = exponent + 150
    return sign | (INFINITY if biased > 254 else biased << 23 | significand & 0x7FFFFF)


def infinite(bits: int) -> bool:
    return bits & ~SIGN == INFINITY


def add(a: int, b: int) -> int:
    """a + b in f32; infinities of opposite sign are kept out by the inputs."""
    if infinite(a) or infinite(b):
        return a if infinite(a) else b
    return rounded(exact(a) + exact(b), a & b & SIGN)


def multiply(a: int, b: int) -> int:
    """a b in f32 of finite numbers."""
    return rounded(exact(a) * exact(b), (a ^ b) & SIGN)


def fused(a: int, b: int, c: int) -> int:
    """a b + c in f32 of finite numbers, rounded once."""
    return rounded(exact(a) * exact(b) + exact(c), (a ^ b) & c & SIGN)


def words(form: str, values) -> bytes:
    values = list(values)
    return struct.pack(f"<{len(values)}{form}", *values)


def vector_add() -> Launch:
    """300 work items in groups of 128, of which the last 5 lie past the end."""
    rng, n = random.Random(1), 295
    corners = [
        0,
        SIGN,
        1,
        SIGN | 1,
        0x007FFFFF,
        0x00800000,
        0x3F800000,
        0xBF800000,
        0x7F7FFFFF,
        0x33800000,
        0x33800001,
        0x34000000,
    ]
    a = [rng.choice(corners) if rng.random() < 0.5 else finite(rng) for _ in range(n)]
    b = [rng.choice(corners) if rng.random() < 0.5 else near(rng, x) for x in a]
    a[7], a[100], b[200] = INFINITY, SIGN | INFINITY, INFINITY
    untouched = b"\xaa" * 20
    return Launch((300,), (128,), [words("I", a), words("I", b), bytes(4 * n) + untouched, f"u32:{n}"],
                  {2: words("I", map(add, a, b)) + untouched})


def finite(rng: random.Random) -> int:
    return rng.getrandbits(1) << 31 | rng.randrange(0, 255) << 23 | rng.getrandbits(23)


def near(rng: random.Random, bits: int) -> int:
    """A number within a few binades of another, so that sums round and cancel."""
    exponent = min(254, max(0, (bits >> 23 & 0xFF) + rng.randrange(-26, 4)))
    return rng.getrandbits(1) << 31 | exponent << 23 | rng.getrandbits(23)


def matrix_multiply(n: int = 32) -> Launch:
    rng = random.Random(2)
    a, b = (
        [rng.getrandbits(1) << 31 | rng.randrange(120, 134) << 23 | rng.getrandbits(23) for _ in range(n * n)]
        for _ in "ab"
    )
    c = []
    for row in range(n):
        for column in range(n):
            total = 0
            for k in range(n):
                total = fused(a[row * n + k], b[k * n + column], total)
            c.append(total)
    return Launch(
        (n, n // 2), (16, 8), [words("I", a), words("I", b), f"buffer:{4 * n * n}", f"u32:{n}"], {2: words("I", c)}
    )


def sha256(items: int = 128, stride: int = 160) -> Launch:
    """Lengths around the ends of blocks, where padding takes another block, and others."""
    rng = random.Random(3)
    lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 127, 128, 150] + [rng.randrange(stride) for _ in range(items - 12)]
    messages = [rng.randbytes(stride) for _ in range(items)]
    digests = b"".join(hashlib.sha256(m[:n]).digest() for m, n in zip(messages, lengths))
    expected = words("I", struct.unpack(f">{8 * items}I", digests))
    return Launch(
        (items,),
        (64,),
        [b"".join(messages), words("I", lengths), f"buffer:{32 * items}", f"u32:{stride}"],
        {2: expected},
    )


def bitonic_sort(groups: int = 2) -> Launch:
    """256 keys a group: random, some alike, and the bounds."""
    rng = random.Random(4)
    parts = [
        [
            rng.choice([0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]) if rng.random() < 0.2 else rng.getrandbits(32)
            for _ in range(256)
        ]
        for _ in range(groups)
    ]
    keys = b"".join(words("I", p) for p in parts)
    return Launch((128 * groups,), (128,), [keys], {0: b"".join(words("I", sorted(p)) for p in parts)})


def mandelbrot(width: int = 40, height: int = 10, limit: int = 30) -> Launch:
    """40 x 10 points in groups of 16 x 4: groups at both edges are short. The rectangle holds points in and out of the set."""
    left, top, step = rounded(Fraction(-2)), rounded(Fraction(9, 8)), rounded(Fraction(7, 100))
    times = []
    for y in range(height):
        for x in range(width):
            cr = add(left, multiply(step, rounded(Fraction(x))))
            ci = add(top, multiply(step, rounded(Fraction(3 * y))) ^ SIGN)
            times.append(escape(cr, ci, limit))
    args = [
        f"buffer:{2 * width * height}",
        *(f"bytes:{words('I', [v]).hex()}" for v in (left, top, step)),
        f"u32:{limit}",
    ]
    return Launch((width, height), (16, 4), args, {0: words("H", times)})


def escape(cr: int, ci: int, limit: int) -> int:
    zr = zi = n = 0
    two, four = rounded(Fraction(2)), Fraction(4)
    while n < limit and exact(add(multiply(zr, zr), multiply(zi, zi))) <= four:
        zr, zi = (add(add(multiply(zr, zr), multiply(zi, zi) ^ SIGN), cr), add(multiply(multiply(two, zr), zi), ci))
        n += 1
    return n


def private_array(turn: int = 5) -> Launch:
    mirrored = [group * 128 + 127 - item for group in range(2) for item in range(128)]
    return Launch(
        (256,),
        (128,),
        ["buffer:1024", f"u32:{turn}", "local:512"],
        {0: words("I", (m * 1000 + (m + turn) % 24 for m in mirrored))},
    )


def divide64() -> Launch:
    """Quotients and remainders toward zero; no division by 0, and no overflow of the signed ones (both undefined in OpenCL C)."""
    rng = random.Random(6)
    corners = [
        1,
        2,
        3,
        (1 << 31) - 1,
        1 << 31,
        (1 << 32) - 1,
        1 << 32,
        (1 << 32) + 1,
        (1 << 63) - 1,
        1 << 63,
        (1 << 64) - 1,
    ]
    pick = lambda: rng.choice(corners) if rng.random() < 0.4 else rng.getrandbits(rng.randrange(1, 65)) or 1
    pairs = [(pick(), pick()) for _ in range(128)]
    pairs = [(a, 7 if (a, b) == (1 << 63, (1 << 64) - 1) else b) for a, b in pairs]
    pairs[0] = (0, 5)
    rows = [[a // b for a, b in pairs], [a % b for a, b in pairs]]
    signed = [(value(a), value(b)) for a, b in pairs]
    quotients = [abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) for a, b in signed]
    rows += [[q % (1 << 64) for q in quotients], [(a - q * b) % (1 << 64) for q, (a, b) in zip(quotients, signed)]]
    numerators, denominators = (words("Q", p) for p in zip(*pairs))
    return Launch(
        (128,), (64,), [numerators, denominators, f"buffer:{4 * 8 * 128}"], {2: b"".join(words("Q", r) for r in rows)}
    )


def value(bits: int) -> int:
    """A 64-bit word as a two's complement number."""
    return bits - (1 << 64) if bits >> 63 else bits
