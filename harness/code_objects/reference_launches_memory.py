"""Launches of the kernels for memory, lane operations and calls: sizes, seeded arguments, and the expected bytes of
each buffer.

Expected bytes are computed with integers, zlib and exact fractions."""
import random
import zlib
from fractions import Fraction

from ...spec import load
from .kernel_launch import BUFFERS_ADDRESS, PAGE_BYTES, REGION_GAP_BYTES
from .reference_launches import (
    F64, ReferenceLaunch, add_floats, fused_multiply_add, round_to_float, signed64, pack_words,
)


def cas_sums(n: int = 128) -> ReferenceLaunch:
    """Sums by compare-and-swap. All sums fit f32's 24 bits; the minimum occurs twice, so its index decides."""
    rng = random.Random(12)
    values = [rng.randrange(-1000, 1000) for _ in range(n)]
    values[5] = values[77] = -1000
    counts = [min(255, sum(v & 7 for v in values[at:at + 64])) for at in range(0, n, 64)]
    floats = pack_words("I", (round_to_float(Fraction(v)) for v in values))
    start = pack_words("Q", [(1 << 64) - 1])
    total, first = pack_words("I", [round_to_float(Fraction(sum(values)))]), pack_words("Q", [(-1000 + 4096) << 32 | 5])
    return ReferenceLaunch((n,), (64,), [floats, bytes(4), start, f"buffer:{4 * len(counts)}"],
                           {1: total, 2: first, 3: pack_words("I", counts)})


def packed_records(n: int = 128) -> ReferenceLaunch:
    """Sums of record members that wrap at 8, 32, 16 and 64 bits."""
    rng = random.Random(24)
    seeds = [rng.getrandbits(31) - (1 << 30) for _ in range(n)]

    def wrapped(x, bits): return (x + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
    sums = [sum(wrapped(x + k, 8) + wrapped(x * 1000003 + (k + x & 3), 32) + 3 * wrapped(x * 77 - k, 16)
                + wrapped(x * 0x123456789 + ((k ^ x) & 3), 64) for k in range(4)) % (1 << 64) for x in seeds]
    return ReferenceLaunch((n,), (64,), [pack_words("i", seeds), f"buffer:{8 * n}"], {1: pack_words("Q", sums)})


def dpp_scan(n: int = 128) -> ReferenceLaunch:
    """Prefix sums, quad sums and mirrored maxima across lanes."""
    rng = random.Random(13)
    values = [rng.getrandbits(32) for _ in range(n)]
    sums = [sum(values[i & ~31:i + 1]) % (1 << 32) for i in range(n)]
    quads = [sum(values[i & ~3:(i & ~3) + 4]) % (1 << 32) for i in range(n)]
    mirrored = [max(values[i], values[i ^ 15]) for i in range(n)]
    return ReferenceLaunch((n,), (64,), [pack_words("I", values), *[f"buffer:{4 * n}"] * 3],
                           {1: pack_words("I", sums), 2: pack_words("I", quads), 3: pack_words("I", mirrored)})


def calls(n: int = 64) -> ReferenceLaunch:
    """Results of function calls with loops and shared memory."""
    rng = random.Random(14)
    seeds = [rng.getrandbits(32) for _ in range(n)]
    draws = []
    for i, seed in enumerate(seeds):
        numbers = []
        for _ in range(3 + i % 10):
            seed = (seed * 1664525 + 1013904223) % (1 << 32)
            numbers.append(seed >> 8)
        draws.append((min(numbers), max(numbers), sum(numbers)))
    maxima = [draw[1] for draw in draws]
    results = []
    for i, (minimum, _, total) in enumerate(draws):
        shared = sum(maxima[i % 32 + 4 * k] for k in range(8))
        results += [minimum, total, shared, sum(seeds[2 * k] for k in range(3 + i % 4)) % (1 << 32)]
    return ReferenceLaunch((n,), (64,), [pack_words("I", seeds), f"buffer:{16 * n}"], {1: pack_words("I", results)})


def sieve(n: int = 64) -> ReferenceLaunch:
    """Counts of the primes below bounds, and the largest of them, found in arrays on a stack of 16 KiB.

    On gfx906 the stack pointer counts bytes of a wave, but clang 22 uses it as a work item's address. The array's
    offset is therefore 64 times too large."""
    bounds = [2 + (i * 37) % 97 for i in range(n)]
    prime = [k for k in range(2, 100) if all(k % d for d in range(2, k))]
    below = [[p for p in prime if p < bound] for bound in bounds]
    results = pack_words("I", (len(primes) << 16 | (primes[-1] if primes else 0) for primes in below))
    return ReferenceLaunch((n,), (64,), [pack_words("I", bounds), f"buffer:{4 * n}"], {1: results}, 1 << 14)


def byte_text(n: int = 128) -> ReferenceLaunch:
    """Text slices reversed and hashed. The second half of the slices have at most three bytes, so some waves have no
    complete word."""
    rng = random.Random(15)
    ends = [0]
    for i in range(n):
        ends.append(ends[-1] + rng.randrange(10 if i < 64 else 4))
    text = bytes(rng.choice(b"abcdefghijklmnopqrstuvwxyzABC {|`@[\x80\xff\0") for _ in range(ends[-1]))
    turned, results = b"", []
    for start, end in zip(ends, ends[1:]):
        part = text[start:end]
        turned += part[::-1].translate(bytes(c - 32 if ord("a") <= c <= ord("z") else c for c in range(256)))
        total = int.from_bytes(part[:2], "little") * (len(part) >= 2)
        total += int.from_bytes(part[-4:], "little") * (len(part) >= 4)
        results += [zlib.crc32(part), total % (1 << 32)]
    return ReferenceLaunch((n,), (64,), [text, pack_words("H", ends), f"buffer:{len(text)}", f"buffer:{8 * n}"],
                           {2: turned, 3: pack_words("I", results)})


def interpreter(n: int = 64, length: int = 24, steps: int = 24) -> ReferenceLaunch:
    """Results of random programs of interpreter.cl's machine."""
    rng = random.Random(16)
    draw = lambda: rng.choice((*range(11), *range(11), 0, 0, 10, 11, 13, 200))
    programs = [[draw() for _ in range(length)] for _ in range(n)]
    results = [word for i, program in enumerate(programs) for word in run_interpreter(i, program, steps)]
    return ReferenceLaunch((n,), (64,), [bytes(sum(programs, [])), f"u32:{length}", f"u32:{steps}", f"buffer:{8 * n}"],
                           {3: pack_words("I", results)})


def run_interpreter(item: int, code: list[int], steps: int) -> tuple[int, int]:
    """The stored value and the top of the stack of interpreter.cl's machine, a ring of eight words."""
    stack, top, at, stored = [item, item + 1] + [0] * 6, 1, 0, 0
    two = {1: lambda a, b: a + b, 2: lambda a, b: a - b, 3: lambda a, b: a * b, 4: lambda a, b: a ^ b,
           5: lambda a, b: a << b % 32 | a >> 1, 9: lambda a, b: a // b if b else 77}
    for _ in range(steps):
        op, b, a = code[at], stack[top % 8], stack[(top - 1) % 8]
        at = (at + 1) % len(code)
        if op == 11:
            break
        if op in two:
            top -= 1
            stack[top % 8] = two[op](a, b) % (1 << 32)
        elif op == 0:
            top += 1
            stack[top % 8], at = code[at], (at + 1) % len(code)
        elif op == 6:
            stack[top % 8], stack[(top - 1) % 8] = a, b
        elif op == 7:
            top += 1
            stack[top % 8] = a
        elif op == 8:
            top -= 1
            at = (at + a % 8) % len(code) if b & 1 else at
        else:
            stored = (stored * 31 + b) % (1 << 32) if op == 10 else stored ^ op % 256 << 24
    return stored, stack[top % 8]


def dot64(rows: int = 3) -> ReferenceLaunch:
    """Dot products whose exponents differ so much that every sum rounds; the result depends on the order of the sums.
    """
    rng = random.Random(17)
    number = lambda: rng.getrandbits(1) << 63 | F64.bias + rng.randrange(-20, 20) << 52 | rng.getrandbits(52)
    left, right = ([number() for _ in range(256 * rows)] for _ in "ab")
    results = []
    for row in range(0, 256 * rows, 256):
        sums = []
        for item in range(64):
            total = 0
            for k in range(row + item, row + 256, 64):
                total = fused_multiply_add(left[k], right[k], total, F64)
            sums.append(total)
        while len(sums) > 1:
            half = len(sums) // 2
            sums = [add_floats(a, b, F64) for a, b in zip(sums[:half], sums[half:])]
        results += sums
    return ReferenceLaunch((64 * rows,), (64,), [pack_words("Q", left), pack_words("Q", right), f"buffer:{8 * rows}"],
                           {2: pack_words("Q", results)})


def compact(groups: int = 2) -> ReferenceLaunch:
    """Odd values compacted to the front. The first waves of the second group have no odd values."""
    rng = random.Random(18)
    values = [rng.getrandbits(32) for _ in range(128 * groups)]
    values[128:192] = [2 * rng.getrandbits(31) for _ in range(64)]
    selected, counts = [], []
    for at in range(0, len(values), 128):
        odd = [v for v in values[at:at + 128] if v & 1]
        selected += odd + [0] * (128 - len(odd))
        counts.append(len(odd))
    return ReferenceLaunch((128 * groups,), (128,),
                           [pack_words("I", values), f"buffer:{4 * len(values)}", f"buffer:{4 * groups}"],
                           {1: pack_words("I", selected), 2: pack_words("I", counts)})


def life(width: int = 32, height: int = 16) -> ReferenceLaunch:
    """One generation of the game of life on a torus."""
    rng = random.Random(19)
    cells = [[rng.getrandbits(1) for _ in range(width)] for _ in range(height)]
    after = bytearray()
    for y in range(height):
        for x in range(width):
            neighbours = sum(cells[(y + dy) % height][(x + dx) % width] for dy in (-1, 0, 1) for dx in (-1, 0, 1))
            after.append(neighbours == 3 or neighbours == 4 and cells[y][x])
    args = [bytes(sum(cells, [])), f"buffer:{width * height}", f"u32:{width}", f"u32:{height}"]
    return ReferenceLaunch((width, height), (16, 8), args, {1: bytes(after)})


def dot4(n: int = 64) -> ReferenceLaunch:
    """Dot products of bytes. Some biases are near the ends of the integer range, so that CLAMP limits the last sum.
    Earlier sums do not overflow."""
    rng = random.Random(20)
    weights = [[rng.randrange(-128, 128) for _ in range(32)] for _ in range(n)]
    inputs = [rng.randrange(-128, 128) for _ in range(32)]
    weights[1], weights[2] = ([127 if (x > 0) == up else -128 for x in inputs] for up in (True, False))
    sums = [sum(a * b for a, b in zip(row[:28], inputs)) for row in weights]
    biases = [rng.randrange(-200000, 200000) for _ in range(n)]
    biases[1], biases[2] = (1 << 31) - 1 - sums[1], -(1 << 31) - sums[2]
    totals = [max(-(1 << 31), min((1 << 31) - 1, bias + partial + sum(a * b for a, b in zip(row[28:], inputs[28:]))))
              for bias, partial, row in zip(biases, sums, weights)]
    scaled = [max(-128, min(127, signed32(total + 512) >> 10)) for total in totals]
    args = [pack_words("b", sum(weights, [])), pack_words("b", inputs), pack_words("i", biases), f"buffer:{n}",
            f"buffer:{4 * n}"]
    return ReferenceLaunch((n,), (64,), args, {3: pack_words("b", scaled), 4: pack_words("i", totals)})


def signed32(number: int) -> int:
    """The number as a signed 32-bit integer."""
    return signed64((number % (1 << 32)) << 32) >> 32


def images(width: int = 64, height: int = 8) -> ReferenceLaunch:
    """Images with rows of 256 bytes, which have the linear layout in both families."""
    rng = random.Random(21)
    texels = [[rng.getrandbits(32) for _ in range(width)] for _ in range(height)]
    turned = [[(t << 8 | t >> 24) % (1 << 32) for t in row[::-1]] for row in texels[::-1]]
    sampled = []
    for y in range(height):
        for x in range(width):
            row = (3 * y - 9) % (2 * height)
            texel = texels[min(row, 2 * height - 1 - row)][3 * x % width]
            sampled += [round_to_float(Fraction(texel >> shift & 0xFF, 255)) for shift in (0, 8, 16, 24)]
    source = BUFFERS_ADDRESS
    target = source + -(-4 * width * height // PAGE_BYTES) * PAGE_BYTES + REGION_GAP_BYTES
    tables = b"".join(image_tables(family, source, target, width, height) for family in ("gfx9", "gfx11"))
    flat = pack_words("I", sum(texels, []))
    return ReferenceLaunch((width, height), (width, 1),
                           [flat, f"buffer:{len(flat)}", tables, f"buffer:{4 * len(flat)}"],
                           {0: flat, 1: pack_words("I", sum(turned, [])), 3: pack_words("I", sampled)})


# DATA_FORMAT, NUM_FORMAT (Vega 8.2.5) and FORMAT (RDNA3 10.5): 8_8_8_8 uint, 32 uint, 8_8_8_8 unorm
TEXEL_FORMAT, WORD_FORMAT, NORMALIZED_FORMAT = (10, 4, 46), (4, 4, 20), (10, 0, 42)
WRAP, MIRROR, IMAGE_2D = 0, 1, 9


def image_tables(family: str, source: int, target: int, width: int, height: int) -> bytes:
    """Three T# and an S# in the layout that images.cl expects."""
    resource, sampler = (load().registers[name] for name in ("IMAGE_RESOURCE", "IMAGE_SAMPLER"))
    tables = b""
    for address, (data, number, code) in ((source, TEXEL_FORMAT), (target, WORD_FORMAT), (source, NORMALIZED_FORMAT)):
        form = {"data_format": data, "num_format": number, "pitch": width - 1} if family == "gfx9" else {"format": code}
        tables += resource.pack(family, 256, {"base": address >> 8, "width": width - 1, "height": height - 1,
                                              "type": IMAGE_2D, "dst_sel_x": 4, "dst_sel_y": 5, "dst_sel_z": 6,
                                              "dst_sel_w": 7, **form})
    return tables + sampler.pack(family, 128, {"clamp_x": WRAP, "clamp_y": MIRROR})
