"""What each shader of this folder is run with: buffers, images, work groups. Inputs are seeded."""
from __future__ import annotations

import random
import struct
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent / "shaders"


@dataclass(frozen=True, slots=True)
class Buffer:
    """A buffer object; a shader sees `size` bytes of it from `offset` on, all of it where they are not given."""
    data: bytes
    kind: str = "storage"                    # or uniform
    offset: int = 0
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """An image with one level; `kind` is image (loads, stores, atomics) or texture (sampled, nearest texel)."""
    data: bytes
    format: str                              # r32ui, rgba8, rgba32f
    extent: tuple[int, ...]
    kind: str = "image"


@dataclass(frozen=True, slots=True)
class Job:
    """One dispatch. `bands`: units in the last place that floats of a binding may differ by; the shader says why."""
    shader: str
    resources: dict[int, Buffer | Image]
    groups: tuple[int, int, int] = (1, 1, 1)
    indirect: tuple[int, int] | None = None  # binding and offset of the buffer that holds the groups
    name: str = ""
    bands: dict[int, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.name or self.shader

    @property
    def source(self) -> Path:
        return HERE / f"{self.shader}.comp"

    @property
    def images(self) -> bool:
        return any(isinstance(one, Image) for one in self.resources.values())


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *(value & 0xFFFFFFFF for value in values))


def drawn(seed: int, count: int, bits: int = 32) -> bytes:
    rng = random.Random(seed)
    return words(*(rng.getrandbits(bits) for _ in range(count)))


def floats(seed: int, count: int, low: int, high: int, signs: bool = True) -> bytes:
    """Normal floats with exponents from low up to high."""
    rng = random.Random(seed)
    sign = lambda: rng.getrandbits(1) << 31 if signs else 0
    return words(*(sign() | rng.randrange(127 + low, 127 + high) << 23 | rng.getrandbits(23) for _ in range(count)))


def doubles(seed: int, count: int) -> bytes:
    rng = random.Random(seed)
    draw = lambda: rng.getrandbits(1) << 63 | rng.randrange(1003, 1043) << 52 | rng.getrandbits(52)
    return struct.pack(f"<{count}Q", *(draw() for _ in range(count)))


def result(size: int) -> Buffer:
    """A buffer to be written: what is not written shows."""
    return Buffer(b"\xa5" * size)


JOBS = (
    Job("builtins", {0: result(16 * 4 * 480)}, (2, 2, 2)),
    Job("index", {0: result(4 * 320)}, (2, 1, 1)),
    Job("line", {0: Buffer(drawn(1, 288)), 1: result(4 * 288)}, (3, 1, 1)),
    Job("transpose", {0: Buffer(drawn(2, 32 * 48)), 1: result(4 * 32 * 48)}, (2, 3, 1)),
    Job("reduce", {0: Buffer(drawn(3, 1024)), 1: result(4 * 12)}, (4, 1, 1)),
    Job("scan", {0: Buffer(drawn(4, 384)), 1: result(4 * 384)}, (3, 1, 1)),
    Job("fences", {0: Buffer(drawn(5, 384)), 1: result(4 * 384), 2: result(4 * 384)}, (2, 1, 1)),
    Job("atomics", {0: Buffer(drawn(6, 512)), 1: Buffer(words(0, -1, 0, -1, 0, 0, 0x7FFFFFFF, 1 << 31)),
                    2: Buffer(words(*[0] * 16))}, (4, 1, 1)),
    Job("histogram", {0: Buffer(drawn(7, 1000)), 1: Buffer(words(*[0] * 64))}, (4, 1, 1)),
    Job("exchange", {0: Buffer(drawn(8, 256, 10)), 1: Buffer(words(0, 0, 0, 1))}, (2, 1, 1)),
    Job("bounds", {0: Buffer(drawn(9, 192), offset=256, size=256), 1: Buffer(b"\xa5" * 768, offset=256, size=256),
                   2: result(4 * 129)}, (1, 1, 1)),
    Job("uniforms", {0: Buffer(drawn(10, 96), "uniform"), 1: Buffer(drawn(11, 128), "uniform", 256, 64),
                     2: result(4 * 64 * 4)}, (1, 1, 1)),
    Job("indirect", {0: Buffer(words(9, 9, 3, 1, 2, 9)), 1: result(4 * 6 * 64)}, indirect=(0, 8)),
    Job("indirect", {0: Buffer(words(3, 0, 2)), 1: result(4 * 6 * 64)}, indirect=(0, 0), name="indirect-none"),
    Job("clear", {0: Buffer(words(0x3F800000, 2, 3, 0xDEADBEEF), "uniform"), 1: Buffer(drawn(12, 720))}, (3, 1, 1)),
    Job("copy", {0: Buffer(drawn(13, 600)), 1: result(4 * 600)}, (2, 1, 1)),
    Job("early", {0: Buffer(drawn(14, 192, 8)), 1: result(4 * 192)}, (3, 1, 1)),
    Job("divergence", {0: Buffer(drawn(15, 128, 14)), 1: result(4 * 128)}, (2, 1, 1)),
    Job("bits", {0: Buffer(drawn(16, 128)), 1: result(4 * 64 * 12)}, (1, 1, 1)),
    Job("matrix", {0: Buffer(drawn(17, 256)), 1: Buffer(drawn(18, 256)), 2: result(4 * 256)}, (2, 2, 1)),
    Job("sums32", {0: Buffer(floats(19, 192, -12, 13)), 1: result(4 * 64 * 8)}, (1, 1, 1)),
    Job("sums64", {0: Buffer(doubles(20, 192)), 1: result(8 * 64 * 4)}, (1, 1, 1)),
    Job("roots", {0: Buffer(floats(21, 128, -20, 20, False)), 1: result(4 * 64 * 4)}, (1, 1, 1), bands={1: 4}),
    Job("image", {0: Image(drawn(22, 24 * 10), "r32ui", (24, 10)), 1: Image(drawn(23, 24 * 10), "r32ui", (24, 10))},
        (3, 2, 1)),
    Job("image-atomics", {0: Image(words(*[0] * 32), "r32ui", (8, 4)), 1: Buffer(drawn(24, 256))}, (4, 1, 1)),
    Job("texture", {0: Image(drawn(25, 64), "rgba8", (8, 8), "texture"), 1: result(4 * 4 * 256)}, (2, 2, 1),
        bands={1: 1}),
)
