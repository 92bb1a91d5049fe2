"""Expected memory of the kernels on memory, lanes and calls, byte by byte, as in kernel_references.py: computed with
integers, zlib and exact fractions. Inputs are seeded."""
import random
import zlib
from fractions import Fraction

from ...spec import load
from .kernel_launch import BUFFERS, GAP, PAGE
from .kernel_references import F64, Launch, add, fused, rounded, value, words


def cas_sums(n: int = 128) -> Launch:
    """Whole numbers whose sums all fit f32's 24 bits; the least one comes twice, so that its place decides."""
    rng = random.Random(12)
    values = [rng.randrange(-1000, 1000) for _ in range(n)]
    values[5] = values[77] = -1000
    counts = [min(255, sum(v & 7 for v in values[at:at + 64])) for at in range(0, n, 64)]
    floats = words("I", (rounded(Fraction(v)) for v in values))
    start = words("Q", [(1 << 64) - 1])
    total, first = words("I", [rounded(Fraction(sum(values)))]), words("Q", [(-1000 + 4096) << 32 | 5])
    return Launch((n,), (64,), [floats, bytes(4), start, f"buffer:{4 * len(counts)}"],
                  {1: total, 2: first, 3: words("I", counts)})


def packed_records(n: int = 128) -> Launch:
    """Members wrap at 8, 32, 16 and 64 bits."""
    rng = random.Random(24)
    seeds = [rng.getrandbits(31) - (1 << 30) for _ in range(n)]

    def wrapped(x, bits): return (x + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
    sums = [sum(wrapped(x + k, 8) + wrapped(x * 1000003 + (k + x & 3), 32) + 3 * wrapped(x * 77 - k, 16)
                + wrapped(x * 0x123456789 + ((k ^ x) & 3), 64) for k in range(4)) % (1 << 64) for x in seeds]
    return Launch((n,), (64,), [words("i", seeds), f"buffer:{8 * n}"], {1: words("Q", sums)})


def dpp_scan(n: int = 128) -> Launch:
    rng = random.Random(13)
    values = [rng.getrandbits(32) for _ in range(n)]
    sums = [sum(values[i & ~31:i + 1]) % (1 << 32) for i in range(n)]
    quads = [sum(values[i & ~3:(i & ~3) + 4]) % (1 << 32) for i in range(n)]
    mirrored = [max(values[i], values[i ^ 15]) for i in range(n)]
    return Launch((n,), (64,), [words("I", values), *[f"buffer:{4 * n}"] * 3],
                  {1: words("I", sums), 2: words("I", quads), 3: words("I", mirrored)})


def calls(n: int = 64) -> Launch:
    rng = random.Random(14)
    seeds = [rng.getrandbits(32) for _ in range(n)]
    found = []
    for i, seed in enumerate(seeds):
        drawn = []
        for _ in range(3 + i % 10):
            seed = (seed * 1664525 + 1013904223) % (1 << 32)
            drawn.append(seed >> 8)
        found.append((min(drawn), max(drawn), sum(drawn)))
    most = [one[1] for one in found]
    results = []
    for i, (least, _, total) in enumerate(found):
        shared = sum(most[i % 32 + 4 * k] for k in range(8))
        results += [least, total, shared, sum(seeds[2 * k] for k in range(3 + i % 4)) % (1 << 32)]
    return Launch((n,), (64,), [words("I", seeds), f"buffer:{16 * n}"], {1: words("I", results)})


def sieve(n: int = 64) -> Launch:
    """A stack of 16 KiB: for gfx906 clang 22 takes the stack pointer, which counts bytes of a wave there, for a work
    item's address, so that the array lies 64 times as far away as it should."""
    bounds = [2 + (i * 37) % 97 for i in range(n)]
    prime = [k for k in range(2, 100) if all(k % d for d in range(2, k))]
    below = [[p for p in prime if p < bound] for bound in bounds]
    results = words("I", (len(one) << 16 | (one[-1] if one else 0) for one in below))
    return Launch((n,), (64,), [words("I", bounds), f"buffer:{4 * n}"], {1: results}, 1 << 14)


def byte_text(n: int = 128) -> Launch:
    """The second half has slices of three bytes at most, so that waves without a whole word are there."""
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
    return Launch((n,), (64,), [text, words("H", ends), f"buffer:{len(text)}", f"buffer:{8 * n}"],
                  {2: turned, 3: words("I", results)})


def interpreter(n: int = 64, length: int = 24, steps: int = 24) -> Launch:
    rng = random.Random(16)
    draw = lambda: rng.choice((*range(11), *range(11), 0, 0, 10, 11, 13, 200))
    programs = [[draw() for _ in range(length)] for _ in range(n)]
    results = [one for i, program in enumerate(programs) for one in interpreted(i, program, steps)]
    return Launch((n,), (64,), [bytes(sum(programs, [])), f"u32:{length}", f"u32:{steps}", f"buffer:{8 * n}"],
                  {3: words("I", results)})


def interpreted(item: int, code: list[int], steps: int) -> tuple[int, int]:
    """(what was stored, the top) of interpreter.cl's machine: a ring of eight words."""
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


def dot64(rows: int = 3) -> Launch:
    """Exponents far enough apart that every sum rounds, and so tells the order it was made in."""
    rng = random.Random(17)
    number = lambda: rng.getrandbits(1) << 63 | F64.bias + rng.randrange(-20, 20) << 52 | rng.getrandbits(52)
    left, right = ([number() for _ in range(256 * rows)] for _ in "ab")
    results = []
    for row in range(0, 256 * rows, 256):
        sums = []
        for item in range(64):
            total = 0
            for k in range(row + item, row + 256, 64):
                total = fused(left[k], right[k], total, F64)
            sums.append(total)
        while len(sums) > 1:
            half = len(sums) // 2
            sums = [add(a, b, F64) for a, b in zip(sums[:half], sums[half:])]
        results += sums
    return Launch((64 * rows,), (64,), [words("Q", left), words("Q", right), f"buffer:{8 * rows}"],
                  {2: words("Q", results)})


def compact(groups: int = 2) -> Launch:
    """The first waves of the second group keep nothing."""
    rng = random.Random(18)
    values = [rng.getrandbits(32) for _ in range(128 * groups)]
    values[128:192] = [2 * rng.getrandbits(31) for _ in range(64)]
    kept, counts = [], []
    for at in range(0, len(values), 128):
        odd = [v for v in values[at:at + 128] if v & 1]
        kept += odd + [0] * (128 - len(odd))
        counts.append(len(odd))
    return Launch((128 * groups,), (128,), [words("I", values), f"buffer:{4 * len(values)}", f"buffer:{4 * groups}"],
                  {1: words("I", kept), 2: words("I", counts)})


def life(width: int = 32, height: int = 16) -> Launch:
    rng = random.Random(19)
    cells = [[rng.getrandbits(1) for _ in range(width)] for _ in range(height)]
    after = bytearray()
    for y in range(height):
        for x in range(width):
            around = sum(cells[(y + dy) % height][(x + dx) % width] for dy in (-1, 0, 1) for dx in (-1, 0, 1))
            after.append(around == 3 or around == 4 and cells[y][x])
    args = [bytes(sum(cells, [])), f"buffer:{width * height}", f"u32:{width}", f"u32:{height}"]
    return Launch((width, height), (16, 8), args, {1: bytes(after)})


def dot4(n: int = 64) -> Launch:
    """Biases near both ends, so that the last sum of some is held by CLAMP; sums before it do not overflow."""
    rng = random.Random(20)
    weights = [[rng.randrange(-128, 128) for _ in range(32)] for _ in range(n)]
    inputs = [rng.randrange(-128, 128) for _ in range(32)]
    weights[1], weights[2] = ([127 if (x > 0) == up else -128 for x in inputs] for up in (True, False))
    sums = [sum(a * b for a, b in zip(row[:28], inputs)) for row in weights]
    biases = [rng.randrange(-200000, 200000) for _ in range(n)]
    biases[1], biases[2] = (1 << 31) - 1 - sums[1], -(1 << 31) - sums[2]
    totals = [max(-(1 << 31), min((1 << 31) - 1, bias + some + sum(a * b for a, b in zip(row[28:], inputs[28:]))))
              for bias, some, row in zip(biases, sums, weights)]
    scaled = [max(-128, min(127, wrapped(total + 512) >> 10)) for total in totals]
    args = [words("b", sum(weights, [])), words("b", inputs), words("i", biases), f"buffer:{n}", f"buffer:{4 * n}"]
    return Launch((n,), (64,), args, {3: words("b", scaled), 4: words("i", totals)})


def wrapped(number: int) -> int:
    """As an int of 32 bits."""
    return value((number % (1 << 32)) << 32) >> 32


def images(width: int = 64, height: int = 8) -> Launch:
    """Rows of 256 bytes, which both families call linear without a word about it."""
    rng = random.Random(21)
    texels = [[rng.getrandbits(32) for _ in range(width)] for _ in range(height)]
    turned = [[(t << 8 | t >> 24) % (1 << 32) for t in row[::-1]] for row in texels[::-1]]
    sampled = []
    for y in range(height):
        for x in range(width):
            row = (3 * y - 9) % (2 * height)
            texel = texels[min(row, 2 * height - 1 - row)][3 * x % width]
            sampled += [rounded(Fraction(texel >> shift & 0xFF, 255)) for shift in (0, 8, 16, 24)]
    given, made = BUFFERS, BUFFERS + -(-4 * width * height // PAGE) * PAGE + GAP
    tables = b"".join(tables_of(family, given, made, width, height) for family in ("gfx9", "gfx11"))
    flat = words("I", sum(texels, []))
    return Launch((width, height), (width, 1), [flat, f"buffer:{len(flat)}", tables, f"buffer:{4 * len(flat)}"],
                  {0: flat, 1: words("I", sum(turned, [])), 3: words("I", sampled)})


# DATA_FORMAT and NUM_FORMAT, FORMAT (Vega 8.2.5, RDNA3 10.5): 8_8_8_8 as integers, 32 as one, 8_8_8_8 as parts of 1
TEXELS, WORDS, PARTS = (10, 4, 46), (4, 4, 20), (10, 0, 42)
WRAP, MIRROR, IMAGE_2D = 0, 1, 9


def tables_of(family: str, given: int, made: int, width: int, height: int) -> bytes:
    """Three T# and an S# as images.cl finds them."""
    resource, sampler = (load().registers[name] for name in ("IMAGE_RESOURCE", "IMAGE_SAMPLER"))
    found = b""
    for address, (data, number, code) in ((given, TEXELS), (made, WORDS), (given, PARTS)):
        form = {"data_format": data, "num_format": number, "pitch": width - 1} if family == "gfx9" else {"format": code}
        found += resource.pack(family, 256, {"base": address >> 8, "width": width - 1, "height": height - 1,
                                             "type": IMAGE_2D, "dst_sel_x": 4, "dst_sel_y": 5, "dst_sel_z": 6,
                                             "dst_sel_w": 7, **form})
    return found + sampler.pack(family, 128, {"clamp_x": WRAP, "clamp_y": MIRROR})
