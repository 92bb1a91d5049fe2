"""Every operation with a sampler, by its name: the meaning of each address word.
Words are in consecutive or separate registers, in 32 or 16 bits. The expectations are RDNA3 ISA, 10.3 (bodies), 10.4
(offset, bias, reference, derivatives, body), 10.1.5 and errata E-205, E-269. test_sample.py tests the sampler."""
import math
import random
import struct
from functools import cache
from itertools import product

import pytest

from ...harness.case.assembler import assemble_lines
from ...spec import load
from .. import EVERY_WAVE
from ..testing import BASE, CONFIGURATIONS, MACHINE, WAIT, code, vgpr_setting, completed_wave
from .test_sample import (
    BORDER, SHORT, Sampler, axis_weights, result_rows, f32_bits, border_color, byte_image, level_weights,
    expected_sample, nearest_f32, slice_number,
)
from .image_reference import MEMORY

KINDS = ("1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY")
GATHERED = ("2D", "CUBE", "2D_ARRAY")
AXES = {"1D": 1, "1D_ARRAY": 1, "3D": 3}
APART = (20, 23, 17, 29)                             # registers of the first four words where they are apart
FIRST, REST, DATA = 16, 40, 64
LANES = 8                                            # two quads


@cache
def required_inputs(arch):
    """Return {operation: the inputs that its name requires}."""
    every = {f.op.name for f in load().forms(arch) if f.op.memory and f.op.memory.verb == "sample"}
    return {name: set(name.split("_")[2:]) for name in every - {"image_get_lod", "image_gather4h"}}


CASES = [(arch, wave, name) for arch, wave in CONFIGURATIONS for name in sorted(required_inputs(arch))]


def f16_bits(x):
    return struct.unpack("<H", struct.pack("<e", x))[0]


def pack_halves(values, junk):
    """Return halves packed into dwords; `junk` fills an unused upper half."""
    halves = [f16_bits(x) for x in values] + [junk] * (len(values) % 2)
    return [low | high << 16 for low, high in zip(halves[::2], halves[1::2])]


class Lane:
    """The inputs of one lane of an operation, and their address words."""

    def __init__(self, rng, image, asks, lane):
        axes, self.kind = AXES.get(image.kind, 2), image.kind
        size = image.extent(0)[:axes]
        quad = random.Random(f"{image.kind}{sorted(asks)}{lane >> 2}")
        step = 2.0 ** -quad.randint(1, 4)
        self.place = [quad.randrange(16) / 16 + (image.kind == "CUBE") for _ in range(axes)]
        if image.kind == "CUBE":
            self.place = [1.25, 1.5]
        for k, moved in zip(range(axes), (lane & 1, lane >> 1 & 1)):
            self.place[k] += step * moved if "d" not in asks and "l" not in asks else 0
        self.layer = [float(quad.randrange(6))] if image.is_array else []
        self.offset = [rng.randrange(-9, 9) for _ in range(3)]
        self.bias, self.least = rng.randrange(-4, 5) / 4, rng.randrange(0, 13) / 4
        self.reference = float(rng.randrange(256))
        self.steps = [[0.0] * axes, [0.0] * axes]
        for derivative in self.steps:
            derivative[rng.randrange(axes)] = 2.0 ** -rng.randint(0, 5)
        if "lz" in asks:
            self.lod = 0.0
        elif "l" in asks:
            self.lod = rng.randrange(-4, 17) / 4
        elif asks & {"d", "cd"}:
            self.lod = math.log2(max(x * n for derivative in self.steps for x, n in zip(derivative, size)))
        else:
            self.lod = math.log2(max(size[:2]) * step)
        self.given = self.lod
        if "b" in asks:
            self.lod += self.bias
        if "cl" in asks:
            self.lod = max(self.lod, self.least)

    def words(self, asks, halves, short, junk):
        """Return the address words.
        `halves`: A16; `short`: derivatives in 16 bits."""
        address_words = [sum((x & 63) << 8 * n for n, x in enumerate(self.offset))] if "o" in asks else []
        if "b" in asks:
            address_words += pack_halves([self.bias], junk) if halves else [f32_bits(self.bias)]
        address_words += [f32_bits(self.reference)] if "c" in asks else []
        for derivative in self.steps if asks & {"d", "cd"} else ():
            address_words += pack_halves(derivative, junk) if short else [f32_bits(x) for x in derivative]
        body = self.place + self.layer + [self.given] * ("l" in asks) + [self.least] * ("cl" in asks)
        return address_words + (pack_halves(body, junk) if halves else [f32_bits(x) for x in body])


def address_registers(columns, apart):
    """Return (address text, {register: row})."""
    count = len(columns)
    if apart:
        places = [*APART, *range(REST, REST + count)][:count]
        tail = f"v[{REST}:{REST + count - 5}]" if count > 5 else f"v{REST}"
        return f"[{', '.join([*(f'v{n}' for n in places[:4]), *[tail] * (count > 4)])}]", dict(zip(places, columns))
    text = f"v[{FIRST}:{FIRST + count - 1}]" if count > 1 else f"v{FIRST}"
    return text, {FIRST + n: column for n, column in enumerate(columns)}


def expected_gather(image, s, lane, asks):
    """Return four dwords from the lower left, counterclockwise: component 1, or results of comparisons."""
    level = level_weights(image, s, int(256 * lane.lod))[0][0][0]
    size, offset = image.extent(level), lane.offset if "o" in asks else (0, 0, 0)
    cube = image.kind == "CUBE"
    axis = [
        [n for n, _ in axis_weights(2 if cube else s.clamp[k], lane.place[k] - cube, size[k], True, 0, True, offset[k])]
        for k in (0, 1)
    ]
    layer = slice_number(image, lane.layer[0]) if lane.layer else 0
    texels = []
    for spot in ((axis[0][x], axis[1][y]) for x, y in ((0, 1), (1, 1), (1, 0), (0, 0))):
        texel = border_color(s) if BORDER in spot else image.texel(*spot, layer, 0, level)
        texels.append(int(lane.reference < texel[0]) if "c" in asks else texel[1])
    return [nearest_f32(x) for x in texels]


def expected_result(image, s, lane, name, asks):
    if "gather4" in name:
        return expected_gather(image, s, lane, asks)
    offset, reference = lane.offset if "o" in asks else (0, 0, 0), lane.reference if "c" in asks else None
    return result_rows(expected_sample(image, s, lane.place + lane.layer, int(256 * lane.lod), offset, reference))


def image_kinds(name, asks):
    """Return the image kinds of an operation; cubes have no offsets (errata E-264), and their quads are on one face."""
    every = GATHERED if "gather4" in name else KINDS
    return [kind for kind in every if kind != "CUBE" or "o" not in asks and asks & {"l", "lz", "d", "cd"}]


class Form:
    """An operation on a kind of image, with separate registers (`apart`) or 16-bit addresses (`halves`)."""

    def __init__(self, arch, name, kind, apart, halves):
        rng, gathers, cube = random.Random(f"{name}{kind}"), "gather4" in name, kind == "CUBE"
        self.asks = required_inputs(arch)[name]
        deep = {"first": 1, "last": 12 if cube else 5} if "ARRAY" in kind or cube else {}
        self.one = byte_image(arch, kind, width=16, height=16 if cube else 1 if kind[0] == "1" else 8,
                         depth=4 if kind == "3D" else 1, levels=4, last_level=3, **deep)
        self.sampler = Sampler(clamp=(0, 1, 2), magnify=not cube, minify=not cube, levels=1 if gathers or cube else 2,
                               compare=1, apart=cube)
        self.lanes = [Lane(rng, self.one, self.asks, l) for l in range(LANES)]
        short = "g16" in self.asks or halves and arch == "gfx906"
        rows = [lane.words(self.asks, halves, short, rng.getrandbits(16)) for lane in self.lanes]
        address, self.held = address_registers([list(column) for column in zip(*rows)], apart)
        dim = "da" * self.one.is_array if arch == "gfx906" else f"dim:SQ_RSRC_IMG_{SHORT[kind]}"
        dmask, marks = (1 if "c" in self.asks else 2) if gathers else 15, ["a16" * halves, dim]
        self.text = f"{name} v[{DATA}:{DATA + 3}], {address}, s[8:15], s[16:19] dmask:{dmask:#x} " + \
            " ".join(marks if arch == "gfx906" else marks[::-1])

    def sets(self):
        return [*((EVERY_WAVE, 8 + n, x) for n, x in enumerate(self.one.words() + self.sampler.words())),
                *(vgpr_setting(n, row) for n, row in self.held.items()),
                (EVERY_WAVE, 126, (1 << LANES) - 1), (EVERY_WAVE, 127, 0)]


@cache
def forms_by_operation(arch):
    """Return {operation: its forms}; only RDNA3 allows separate registers, if there are several."""
    forms = {}
    for name, asks in required_inputs(arch).items():
        every = [
            Form(arch, name, *settings) for settings in product(image_kinds(name, asks), (False, True), (False, True))
        ]
        forms[name] = [form for form in every if "[v" not in form.text or arch == "gfx1100" and len(form.held) > 1]
    return forms


@cache
def code_by_text(arch, wave):
    """Return {text: code} of every form, assembled together."""
    texts = sorted({form.text for every in forms_by_operation(arch).values() for form in every})
    return dict(zip(texts, assemble_lines(arch, wave, texts)))


@pytest.mark.parametrize("arch, wave, name", CASES)
def test_each_address_word_has_its_meaning(arch, wave, name):
    wait = code(arch, wave, WAIT[arch])
    for form in forms_by_operation(arch)[name]:
        out = MACHINE.run(arch=arch, wave=wave, code=code_by_text(arch, wave)[form.text] + wait, sets=form.sets(),
                          regions=[(BASE, bytearray(MEMORY))])
        w = completed_wave(out)
        assert not out.findings
        for l, lane in enumerate(form.lanes):
            got = [int(w.v[DATA + k][l]) for k in range(4)]
            assert got == expected_result(form.one, form.sampler, lane, name, form.asks), (
                form.text,
                l,
                lane.lod,
                lane.place,
            )


def test_every_suffix_is_covered():
    assert {suffix for arch in ("gfx906", "gfx1100") for asks in required_inputs(arch).values() for suffix in asks} == {
        "b", "c", "cd", "cl", "d", "g16", "l", "lz", "o"}
