"""Launches of the arithmetic and sorting kernels: sizes, seeded arguments, and the expected bytes of each buffer.

Expected bytes are computed with integers, hashlib and exact fractions instead of host floats.

A float result is the exact sum or product of fractions, rounded once, to nearest even. Subnormals are kept, as the
kernels' descriptors set. Inputs avoid NaNs, whose payloads the suites test."""
import hashlib
import random
import struct
from dataclasses import dataclass
from fractions import Fraction

SIGN, INFINITY = 1 << 31, 0x7F800000                 # of f32


@dataclass(frozen=True, slots=True)
class ReferenceLaunch:
    """One launch: work items, arguments for launch_case(), the expected bytes of each buffer argument. `stack`: bytes
    of a dynamic stack."""
    grid: tuple[int, ...]
    group: tuple[int, ...]
    args: list
    expected: dict[int, bytes]
    stack: int | None = None


@dataclass(frozen=True, slots=True)
class FloatFormat:
    """A binary format of IEEE 754-2019, 3.4: total bits, and bits of precision including the leading one."""
    width: int
    precision: int

    @property
    def sign(self) -> int:
        """The sign bit."""
        return 1 << self.width - 1

    @property
    def infinity(self) -> int:
        """The bits of infinity."""
        return self.sign - (1 << self.precision - 1)

    @property
    def bias(self) -> int:
        """The bias of the exponent."""
        return (1 << self.width - self.precision - 1) - 1

    @property
    def min_exponent(self) -> int:
        """The exponent of the unit in the last place of subnormals."""
        return 2 - self.bias - self.precision


F16, F32, F64 = FloatFormat(16, 11), FloatFormat(32, 24), FloatFormat(64, 53)


def float_value(bits: int, form: FloatFormat = F32) -> Fraction:
    """The value of a finite float as a fraction (IEEE 754-2019, 3.4)."""
    hidden = 1 << form.precision - 1
    exponent, fraction = (bits & form.infinity) // hidden, bits % hidden
    significand = fraction | hidden if exponent else fraction
    signed = -significand if bits & form.sign else significand
    return times_power_of_two(signed, max(exponent, 1) - 1 + form.min_exponent)


def times_power_of_two(value: int | Fraction, power: int) -> Fraction:
    """Return value * 2^power."""
    return value * Fraction(1 << power) if power >= 0 else value * Fraction(1, 1 << -power)


def round_to_float(value: Fraction, sign_of_zero: int = 0, form: FloatFormat = F32) -> int:
    """The float nearest to an exact value, ties to even. If the value is 0, the result has the given sign. If the
    result underflows to 0, it has the sign of the value."""
    if value == 0:
        return sign_of_zero
    sign, value = (form.sign, -value) if value < 0 else (0, value)
    exponent = max(value.numerator.bit_length() - value.denominator.bit_length() - form.precision, form.min_exponent)
    if times_power_of_two(value, -exponent) >= 1 << form.precision:
        exponent += 1
    significand = round(times_power_of_two(value, -exponent))  # Python rounds halves to even
    # The hidden bit and a carry of rounding add to the exponent field.
    bits = significand + (exponent - form.min_exponent << form.precision - 1)
    return sign | min(bits, form.infinity)


def is_infinite(bits: int, form: FloatFormat = F32) -> bool:
    """True for an infinity of either sign."""
    return bits & ~form.sign == form.infinity


def add_floats(a: int, b: int, form: FloatFormat = F32) -> int:
    """Return a + b. The inputs must not be infinities of opposite sign."""
    if is_infinite(a, form) or is_infinite(b, form):
        return a if is_infinite(a, form) else b
    return round_to_float(float_value(a, form) + float_value(b, form), a & b & form.sign, form)


def multiply_floats(a: int, b: int, form: FloatFormat = F32) -> int:
    """Return a * b for finite numbers."""
    return round_to_float(float_value(a, form) * float_value(b, form), (a ^ b) & form.sign, form)


def fused_multiply_add(a: int, b: int, c: int, form: FloatFormat = F32) -> int:
    """Return a * b + c for finite numbers, rounded once."""
    return round_to_float(float_value(a, form) * float_value(b, form) + float_value(c, form), (a ^ b) & c & form.sign,
                          form)


def pack_words(form: str, values) -> bytes:
    """The values as little-endian words of a struct format."""
    values = list(values)
    return struct.pack(f"<{len(values)}{form}", *values)


def vector_add() -> ReferenceLaunch:
    """300 work items in groups of 128; the last 5 are past the end of the vectors."""
    rng, n = random.Random(1), 295
    corners = [
        0, SIGN, 1, SIGN | 1, 0x007FFFFF, 0x00800000, 0x3F800000, 0xBF800000, 0x7F7FFFFF, 0x33800000, 0x33800001,
        0x34000000,
    ]
    a = [rng.choice(corners) if rng.random() < 0.5 else random_finite(rng) for _ in range(n)]
    b = [rng.choice(corners) if rng.random() < 0.5 else random_near(rng, x) for x in a]
    a[7], a[100], b[200] = INFINITY, SIGN | INFINITY, INFINITY
    untouched = b"\xaa" * 20
    return ReferenceLaunch((300,), (128,),
                           [pack_words("I", a), pack_words("I", b), bytes(4 * n) + untouched, f"u32:{n}"],
                           {2: pack_words("I", map(add_floats, a, b)) + untouched})


def random_finite(rng: random.Random) -> int:
    """A random finite f32."""
    return rng.getrandbits(1) << 31 | rng.randrange(0, 255) << 23 | rng.getrandbits(23)


def random_near(rng: random.Random, bits: int) -> int:
    """An f32 within a few binades of another, so that sums round and cancel."""
    exponent = min(254, max(0, (bits >> 23 & 0xFF) + rng.randrange(-26, 4)))
    return rng.getrandbits(1) << 31 | exponent << 23 | rng.getrandbits(23)


def matrix_multiply(n: int = 32) -> ReferenceLaunch:
    """The product of two matrices, summed with fused multiply-add."""
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
                total = fused_multiply_add(a[row * n + k], b[k * n + column], total)
            c.append(total)
    return ReferenceLaunch(
        (n, n // 2), (16, 8), [pack_words("I", a), pack_words("I", b), f"buffer:{4 * n * n}", f"u32:{n}"],
        {2: pack_words("I", c)}
    )


def sha256(items: int = 128, stride: int = 160) -> ReferenceLaunch:
    """Digests of messages. Lengths include those near block ends, where padding needs another block."""
    rng = random.Random(3)
    lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 127, 128, 150] + [rng.randrange(stride) for _ in range(items - 12)]
    messages = [rng.randbytes(stride) for _ in range(items)]
    digests = b"".join(hashlib.sha256(m[:n]).digest() for m, n in zip(messages, lengths))
    expected = pack_words("I", struct.unpack(f">{8 * items}I", digests))
    return ReferenceLaunch(
        (items,), (64,), [b"".join(messages), pack_words("I", lengths), f"buffer:{32 * items}", f"u32:{stride}"],
        {2: expected},
    )


def bitonic_sort(groups: int = 2) -> ReferenceLaunch:
    """Sorted keys, 256 per group: random keys, repeated keys, and the extreme values."""
    rng = random.Random(4)
    parts = [
        [
            rng.choice([0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]) if rng.random() < 0.2 else rng.getrandbits(32)
            for _ in range(256)
        ]
        for _ in range(groups)
    ]
    keys = b"".join(pack_words("I", p) for p in parts)
    return ReferenceLaunch((128 * groups,), (128,), [keys], {0: b"".join(pack_words("I", sorted(p)) for p in parts)})


def mandelbrot(width: int = 40, height: int = 10, limit: int = 30) -> ReferenceLaunch:
    """40 x 10 points in groups of 16 x 4: groups at both edges are partial. The rectangle has points inside and outside
    the set."""
    left, top, step = round_to_float(Fraction(-2)), round_to_float(Fraction(9, 8)), round_to_float(Fraction(7, 100))
    times = []
    for y in range(height):
        for x in range(width):
            cr = add_floats(left, multiply_floats(step, round_to_float(Fraction(x))))
            ci = add_floats(top, multiply_floats(step, round_to_float(Fraction(3 * y))) ^ SIGN)
            times.append(escape_steps(cr, ci, limit))
    args = [
        f"buffer:{2 * width * height}",
        *(f"bytes:{pack_words('I', [v]).hex()}" for v in (left, top, step)),
        f"u32:{limit}",
    ]
    return ReferenceLaunch((width, height), (16, 4), args, {0: pack_words("H", times)})


def escape_steps(cr: int, ci: int, limit: int) -> int:
    """The number of steps before a point escapes."""
    zr = zi = n = 0
    two, four = round_to_float(Fraction(2)), Fraction(4)
    while n < limit and float_value(add_floats(multiply_floats(zr, zr), multiply_floats(zi, zi))) <= four:
        zr, zi = (add_floats(add_floats(multiply_floats(zr, zr), multiply_floats(zi, zi) ^ SIGN), cr),
                  add_floats(multiply_floats(multiply_floats(two, zr), zi), ci))
        n += 1
    return n


def private_array(turn: int = 5) -> ReferenceLaunch:
    """Reversals and rotations through private and local arrays."""
    mirrored = [group * 128 + 127 - item for group in range(2) for item in range(128)]
    return ReferenceLaunch(
        (256,), (128,), ["buffer:1024", f"u32:{turn}", "local:512"],
        {0: pack_words("I", (m * 1000 + (m + turn) % 24 for m in mirrored))},
    )


def divide64() -> ReferenceLaunch:
    """Quotients and remainders toward zero. Inputs avoid division by 0 and signed overflow, both undefined in OpenCL C.
    """
    rng = random.Random(6)
    corners = [
        1, 2, 3, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1,
    ]
    pick = lambda: rng.choice(corners) if rng.random() < 0.4 else rng.getrandbits(rng.randrange(1, 65)) or 1
    pairs = [(pick(), pick()) for _ in range(128)]
    pairs = [(a, 7 if (a, b) == (1 << 63, (1 << 64) - 1) else b) for a, b in pairs]
    pairs[0] = (0, 5)
    results = [[a // b for a, b in pairs], [a % b for a, b in pairs]]
    signed = [(signed64(a), signed64(b)) for a, b in pairs]
    quotients = [abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) for a, b in signed]
    results += [[q % (1 << 64) for q in quotients], [(a - q * b) % (1 << 64) for q, (a, b) in zip(quotients, signed)]]
    numerators, denominators = (pack_words("Q", p) for p in zip(*pairs))
    return ReferenceLaunch(
        (128,), (64,), [numerators, denominators, f"buffer:{4 * 8 * 128}"],
        {2: b"".join(pack_words("Q", r) for r in results)}
    )


def signed64(bits: int) -> int:
    """A 64-bit word as a two's complement number."""
    return bits - (1 << 64) if bits >> 63 else bits


def histogram(n: int = 1000) -> ReferenceLaunch:
    """Four groups for 1000 values: the last round of the loop is partial."""
    rng = random.Random(7)
    values = [rng.getrandbits(rng.choice((6, 12, 32))) for _ in range(n)]
    counts, combined = [0] * 64, 0
    for v in values:
        counts[v % 64] += 1
        combined ^= v
    start, end = [0] * 64 + [0xFFFFFFFF, 0, 0], counts + [min(values), max(values), combined]
    return ReferenceLaunch((512,), (128,), [pack_words("I", values), pack_words("I", start), f"u32:{n}"],
                           {1: pack_words("I", end)})


def power64(n: int = 128) -> ReferenceLaunch:
    """Modular powers of 64-bit numbers."""
    rng = random.Random(8)
    moduli = [rng.getrandbits(rng.choice((8, 33, 64))) | 1 for _ in range(n)]
    moduli[:4] = [3, (1 << 64) - 1, (1 << 63) + 1, (1 << 64) - 59]
    bases = [rng.getrandbits(64) for _ in range(n)]
    exponents = [rng.getrandbits(rng.choice((1, 8, 12))) for _ in range(n)]
    exponents[3] = 0x8000_0000_0000_0001
    moduli = [max(m, 3) for m in moduli]
    powers = [pow(b, e, m) for b, e, m in zip(bases, exponents, moduli)]
    return ReferenceLaunch((n,), (64,), [pack_words("Q", bases), pack_words("Q", exponents), pack_words("Q", moduli),
                                         f"buffer:{8 * n}"],
                           {3: pack_words("Q", powers)})


def polynomial64(n: int = 128, degree: int = 7) -> ReferenceLaunch:
    """Polynomials whose terms cancel, whose values overflow f32 or are subnormal as f32."""
    rng = random.Random(9)

    def number(low, high):
        return rng.getrandbits(1) << 63 | F64.bias + rng.randrange(low, high) << 52 | rng.getrandbits(52)

    factors = [number(-4, 5) for _ in range(degree)] + [number(0, 1)]
    factors[0] = 0
    points = [number(*rng.choice(((-3, 3), (4, 19), (-140, -120)))) for _ in range(n)]
    points[:2] = [0, F64.sign]
    sums = []
    for x in points:
        total = factors[degree]
        for k in reversed(range(degree)):
            total = fused_multiply_add(total, x, factors[k], F64)
        sums.append(total)
    values = [float_value(v, F64) for v in sums]
    singles = [round_to_float(v, bits >> 63 << 31) for v, bits in zip(values, sums)]
    integers = [int(v) % (1 << 32) if abs(v) < 1 << 31 else 0 for v in values]
    args = [pack_words("Q", points), pack_words("Q", factors), f"u32:{degree}", f"buffer:{8 * n}", f"buffer:{4 * n}",
            f"buffer:{4 * n}"]
    return ReferenceLaunch((n,), (64,), args,
                           {3: pack_words("Q", sums), 4: pack_words("I", singles), 5: pack_words("I", integers)})


def lane_scan(n: int = 192) -> ReferenceLaunch:
    """Prefix sums and counts over 32 lanes."""
    rng = random.Random(10)
    values = [rng.getrandbits(32) for _ in range(n)]
    sums, odd = [], []
    for start in range(0, n, 32):
        part = values[start:start + 32]
        sums += [sum(part[:k + 1]) % (1 << 32) for k in range(32)]
        odd += [sum(v & 1 for v in part)] * 32
    return ReferenceLaunch((n,), (64,), [pack_words("I", values), f"buffer:{4 * n}", f"buffer:{4 * n}"],
                           {1: pack_words("I", sums), 2: pack_words("I", odd)})


def half_blend(n: int = 256) -> ReferenceLaunch:
    """Pairs of finite f16 with finite sums and products, including subnormal operands and results."""
    rng = random.Random(11)
    a, b = ([rng.getrandbits(1) << 15 | rng.randrange(0, 21) << 10 | rng.getrandbits(10) for _ in range(n)]
            for _ in "ab")
    sums = [add_floats(x, y, F16) for x, y in zip(a, b)]
    products = [multiply_floats(x, y, F16) for x, y in zip(a, b)]
    blends = [fused_multiply_add(x, y, s, F16) for x, y, s in zip(a, b, sums)]
    last = []
    for k in range(0, n, 2):
        last += [multiply_floats(a[k], b[k + 1], F16), min(a[k + 1], b[k], key=lambda v: float_value(v, F16))]
    rows = sums + products + [blends[k ^ 1] for k in range(n)] + last
    return ReferenceLaunch((n // 2,), (64,), [pack_words("H", a), pack_words("H", b), f"buffer:{8 * n}", f"u32:{n}"],
                           {2: pack_words("H", rows)})
