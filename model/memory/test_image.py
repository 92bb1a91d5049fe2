"""Images without a sampler: the position of a texel and its transferred components, over random T#s.
The expectations are the tables of RDNA3 ISA, 10.1 to 10.5 and Vega ISA, 8.2, and the linear layout of errata E-200, in
the Python integers of image_reference.py."""
import random

import pytest

from .. import EVERY_WAVE
from ..testing import BASE, EVERYWHERE, MACHINE, finding_rules, run_listing, vgpr_setting, completed_wave
from .image_reference import IDENTITY, KINDS, MEMORY, UINTS, Image, round_up


def address_axes(kind, mip):
    """Return the meaning of the address words."""
    names = "x" if kind.startswith("1D") else "xy"
    names += "z" if "ARRAY" in kind or kind in ("3D", "CUBE") else ""
    return names + ("f" if "MSAA" in kind else "") + ("l" if mip else "")


def random_image(arch, rng, kind):
    msaa, deep, bits = "MSAA" in kind, "ARRAY" in kind or kind == "CUBE", rng.choice(list(UINTS))
    image = Image(arch, kind, bits, rng.randint(1, 90), rng.randint(1, 9) if not kind.startswith("1D") else 1)
    if msaa:
        image.samples = rng.choice((2, 4, 8))
    else:
        image.levels = rng.choice((1, 1, 2, 4))
        image.base_level = rng.randrange(image.levels)
        image.last_level = rng.randrange(image.base_level, image.levels)
    if deep:
        image.first = rng.randrange(3)
        image.last = image.first + rng.randrange(4)
    if kind == "3D":
        image.depth = rng.randint(1, 6)
    if image.levels == 1 and rng.randrange(2) and (arch == "gfx906" or kind in ("1D", "2D", "2D_MSAA")):
        image.pitch = round_up(image.width, 256 // image.bytes) + rng.randrange(3) * 256 // image.bytes
    image.select = sum(rng.choice((0, 1, 4, 5, 6, 7, 4 + n)) << 3 * n for n in range(4))
    return image


def random_positions(image, rng, wave, mip):
    """Return positions in and slightly beyond the image."""
    spots = []
    for _ in range(wave):
        level = rng.randrange(image.last_level - image.base_level + 2) if mip else 0
        sizes = image.extent(level)
        spots.append(tuple(rng.randrange(size + (rng.random() < 0.3)) for size in sizes)
                     + (rng.randrange(image.samples + 1) if "MSAA" in image.kind else 0, level))
    names = address_axes(image.kind, mip)
    return [tuple(v if a in names else 0 for a, v in zip("xyzfl", spot)) for spot in spots]


def address_operands(image, spots, mip, rng, a16=False, separate=False):
    """Return (address text, modifiers, registers {number: row}); registers start at v20, or are anywhere with NSA."""
    names = address_axes(image.kind, mip)
    separate = separate and image.arch == "gfx1100"
    values = [[spot["xyzfl".index(a)] for spot in spots] for a in names]
    if a16:
        values += [[0xdead] * len(spots)] * (len(values) % 2)
        values = [[a & 0xffff | b << 16 for a, b in zip(low, high)] for low, high in zip(values[::2], values[1::2])]
    count = len(values)
    numbers = rng.sample(range(20, 60), count) if separate and count > 1 else list(range(20, 20 + count))
    text = data_text(count, 20) if not separate or count < 2 else "[" + ", ".join(f"v{n}" for n in numbers) + "]"
    if image.arch == "gfx906":
        text = "v20"                   # assemblers accept any number of registers: the T# says how many
        marks = "da" if "ARRAY" in image.kind or image.kind == "CUBE" else ""
    else:
        marks = f"dim:SQ_RSRC_IMG_{image.kind}"
    return text, "a16 " * a16 + marks if image.arch == "gfx906" else marks + " a16" * a16, dict(zip(numbers, values))


def descriptor_sets(image, at=4):
    return [(EVERY_WAVE, at + n, x) for n, x in enumerate(image.words())]


def data_text(count, at=8):
    return f"v{at}" if count == 1 else f"v[{at}:{at + count - 1}]"


def run_image(image, wave, text, vgprs, memory=None, descriptor_sgpr=4):
    """Run the text with {VGPR number: values by lane} and the T# from s[descriptor_sgpr] on; return (outcome,
    memory afterwards)."""
    memory = bytearray(MEMORY) if memory is None else memory
    out = run_listing(image.arch, wave, text + "; WAIT", regions=[(BASE, memory)],
                      sets=[*descriptor_sets(image, descriptor_sgpr), *(vgpr_setting(r, v) for r, v in vgprs.items())])
    return out, memory


def lane_dwords(wave, count, lane, at=8):
    return [int(wave.v[at + k][lane]) for k in range(count)]


@EVERYWHERE
@pytest.mark.parametrize("kind", KINDS)
def test_loads_match_the_reference(arch, wave, kind):
    """All kinds, levels, slices, pitches, selections and masks; address words are consecutive, separate or 16 bits
    wide."""
    rng = random.Random(f"{arch}{wave}{kind}")
    for n in range(20):
        image, mip = random_image(arch, rng, kind), "MSAA" not in kind and rng.randrange(2)
        spots, mask = random_positions(image, rng, wave, mip), rng.randrange(1, 16)
        text, marks, rows = address_operands(image, spots, mip, rng, rng.randrange(2), rng.randrange(2))
        count, tfe = mask.bit_count(), rng.randrange(2)
        out, _ = run_image(image, wave, f"image_load{'_mip' * mip} {data_text(count + tfe)}, {text}, s[4:11] "
                       f"dmask:0x{mask:x} {with_tfe(arch, marks, tfe)}", rows)
        w = completed_wave(out)
        for lane, spot in enumerate(spots):
            want = [v for k, v in enumerate(image.texel(*spot)) if mask >> k & 1] + [0] * tfe
            assert lane_dwords(w, count + tfe, lane) == want, (n, lane, spot, image)
        assert not out.findings, (out.findings, image)


def with_tfe(arch, marks, tfe):
    """Return the modifiers with tfe in the order that LLVM expects."""
    if not tfe:
        return marks
    a16, rest = ("a16 ", marks.replace("a16", "").strip()) if "a16" in marks else ("", marks)
    return f"{a16}tfe {rest}" if arch == "gfx906" else f"{rest} {a16}tfe"


@EVERYWHERE
@pytest.mark.parametrize("kind", KINDS)
def test_stores_match_the_reference(arch, wave, kind):
    """A store writes a whole texel, with 0 for components that DMASK omits, and nothing else."""
    rng = random.Random(f"store {arch}{wave}{kind}")
    for n in range(12):
        image, mip = random_image(arch, rng, kind), "MSAA" not in kind and rng.randrange(2)
        image.select, mask = IDENTITY, rng.randrange(1, 16)
        spots = random_positions(image, rng, wave, mip)
        text, marks, rows = address_operands(image, spots, mip, rng, rng.randrange(2), rng.randrange(2))
        count, before = mask.bit_count(), bytearray(MEMORY)
        given = [[rng.randrange(1 << min(image.bits)) for _ in range(wave)] for _ in range(count)]
        for lane in range(wave):                         # lanes that meet bring the same
            twin = spots.index(spots[lane])
            for line in given:
                line[lane] = line[twin]
        out, memory = run_image(image, wave, f"image_store{'_mip' * mip} {data_text(count)}, {text}, s[4:11] "
                            f"dmask:0x{mask:x} {with_unorm(arch, marks)}",
                            rows | {8 + k: line for k, line in enumerate(given)})
        completed_wave(out)
        for lane, spot in enumerate(spots):
            registers, whole, low = iter([line[lane] for line in given]), 0, 0
            parts = [next(registers) if mask >> k & 1 else 0 for k in range(4)]
            for part, width in zip(parts, image.bits):
                whole |= part << low
                low += width
            if (at := image.at(*spot)) is not None:
                before[at:at + image.bytes] = whole.to_bytes(image.bytes, "little")
        assert memory == before, (n, image)
        assert not out.findings, (out.findings, image)


def with_unorm(arch, marks):
    return f"unorm {marks}" if arch == "gfx906" else marks.replace(" a16", " unorm a16") if "a16" in marks \
        else f"{marks} unorm"


def level_text(arch, kind="2D"):
    return "" if arch == "gfx906" else f"dim:SQ_RSRC_IMG_{kind}"


@EVERYWHERE
def test_resinfo_returns_the_size_of_a_level(arch, wave):
    """IMAGE_GET_RESINFO returns a level's width, height, depth or slices, and the levels of the view; 0 for a missing
    level."""
    rng = random.Random(f"info {arch}")
    for kind in KINDS:
        for _ in range(4):
            image = random_image(arch, rng, kind)
            levels = [rng.randrange(image.levels + 1) for _ in range(wave)]
            count = image.last_level - image.base_level + 1
            out, _ = run_image(
                image, wave, f"image_get_resinfo v[8:11], v20, s[4:11] dmask:0xf {level_text(arch, kind)}", {20: levels}
            )
            w = completed_wave(out)
            for lane, level in enumerate(levels):
                size = image.extent(level) if level < count else (0, 0, 0)
                assert lane_dwords(w, 4, lane) == [*size, count], (level, image)
            assert not out.findings


@EVERYWHERE
@pytest.mark.parametrize("bits", UINTS)
def test_pck_moves_dwords_unchanged(arch, wave, bits):
    """PCK moves dwords unchanged; short texels are extended by zeros, or with SGN by their sign."""
    image, n = Image(arch, bits=bits, width=64, height=2, select=0), -(-sum(bits) // 32)
    spots = {20: [l % 64 for l in range(wave)], 21: [1] * wave}
    for sign in (False, True):
        out, _ = run_image(image, wave, f"image_load_pck{'_sgn' * sign} v[8:11], v[20:21], s[4:11] dmask:0xf "
                       + level_text(arch), spots)
        w = completed_wave(out)
        for lane in range(wave):
            at = image.at(lane % 64, 1, 0, 0, 0)
            data = MEMORY[at:at + image.bytes]
            short = data if n > 1 else int.from_bytes(data, "little", signed=sign).to_bytes(4, "little", signed=sign)
            want = [int.from_bytes(short[4 * k:4 * k + 4], "little") for k in range(4)]
            assert lane_dwords(w, 4, lane) == want
    data = [[random.Random(k).getrandbits(32)] * wave for k in range(4)]
    out, memory = run_image(image, wave, "image_store_pck v[8:11], v[20:21], s[4:11] dmask:0xf "
                        + with_unorm(arch, level_text(arch)), spots | {8 + k: line for k, line in enumerate(data)})
    whole = b"".join(line[0].to_bytes(4, "little") for line in data)[:image.bytes]
    at = image.at(0, 1, 0, 0, 0)
    assert memory[at:at + 64 * image.bytes] == whole * 64 if wave == 64 else memory[at:at + image.bytes] == whole
    assert not out.findings


ATOMICS = {"swap": lambda m, d: d, "add": lambda m, d: m + d, "sub": lambda m, d: m - d, "and": lambda m, d: m & d,
           "or": lambda m, d: m | d, "xor": lambda m, d: m ^ d, "umin": min, "umax": max,
           "inc": lambda m, d: 0 if m >= d else m + 1, "dec": lambda m, d: d if m == 0 or m > d else m - 1,
           "smin": "signed", "smax": "signed"}


@EVERYWHERE
@pytest.mark.parametrize("name", [*ATOMICS, "cmpswap"])
@pytest.mark.parametrize("bits", [(32,), (32, 32)])
def test_atomics_change_the_texel(arch, wave, name, bits):
    """DMASK gives the size of 32 or 64 bits; with GLC the old value is returned; outside of the image it is 0."""
    width = sum(bits)
    image, dwords, full = Image(arch, bits=bits, width=33, height=2), width // 32, (1 << width) - 1
    rng, pair = random.Random(f"{name}{bits}"), name == "cmpswap"
    places = [image.at(l % 33, l // 33, 0, 0, 0) for l in range(wave)]
    old = [int.from_bytes(MEMORY[at:at + image.bytes], "little") for at in places]
    data = [rng.choice((rng.getrandbits(width), o, o + 1 & full, o - 1 & full)) for o in old]
    other = [rng.choice((o, o ^ 1)) for o in old]
    rows = {20: [l % 33 for l in range(wave)], 21: [l // 33 + 2 * (l % 5 == 0) for l in range(wave)]}
    lines = [[x >> 32 * k & 0xffffffff for x in data] for k in range(dwords)]
    lines += [[x >> 32 * k & 0xffffffff for x in other] for k in range(dwords)] * pair
    mask, before = (1 << len(lines)) - 1, bytearray(MEMORY)
    out, memory = run_image(
        image,
        wave,
        f"image_atomic_{name} {data_text(len(lines))}, v[20:21], s[4:11] dmask:0x{mask:x} "
        + (f"unorm glc {level_text(arch)}" if arch == "gfx906" else f"{level_text(arch)} unorm glc"),
        rows | {8 + k: line for k, line in enumerate(lines)},
    )
    w = completed_wave(out)
    signed = lambda x: x - (x >> width - 1 << width)
    for lane in range(wave):
        m, d, off = old[lane], data[lane], lane % 5 == 0
        got = sum(x << 32 * k for k, x in enumerate(lane_dwords(w, dwords, lane)))
        assert got == (0 if off else m)
        if off:
            continue
        new = (d if m == other[lane] else m) if pair else ({"smin": min, "smax": max}[name](m, d, key=signed)
                                                           if ATOMICS[name] == "signed" else ATOMICS[name](m, d))
        at = places[lane]
        before[at:at + image.bytes] = (new & full).to_bytes(image.bytes, "little")
    assert memory == before and not out.findings


@pytest.mark.parametrize("wave", (32, 64))
@pytest.mark.parametrize("kind", ("2D_MSAA", "2D_MSAA_ARRAY"))
def test_msaa_load_returns_four_fragments(wave, kind):
    """IMAGE_MSAA_LOAD loads one component of four fragments, starting at a multiple of four."""
    rng = random.Random(kind)
    for bits, component in (((8, 8, 8, 8), 2), ((32, 32), 1), ((16,), 0), ((32, 32, 32, 32), 3)):
        image = random_image("gfx1100", rng, kind)
        image.bits, image.pitch, image.select, image.samples = bits, 0, IDENTITY, rng.choice((2, 8))
        spots = random_positions(image, rng, wave, False)
        text, marks, rows = address_operands(image, spots, False, rng, False, True)
        out, _ = run_image(
            image, wave, f"image_msaa_load v[8:11], {text}, s[4:11] dmask:0x{1 << component:x} {marks}", rows
        )
        w = completed_wave(out)
        for lane, (x, y, z, fragment, _) in enumerate(spots):
            first = fragment & ~3
            inside = image.at(x, y, z, first, 0) is not None
            want = [image.texel(x, y, z, first + k, 0)[component] if inside else 0 for k in range(4)]
            assert lane_dwords(w, 4, lane) == want, (lane, image)


@pytest.mark.parametrize("wave", (32, 64))
def test_d16_msaa_load_packs_two_fragments(wave):
    """With D16 a register has two fragments; four fill two registers."""
    image, spots = (
        Image("gfx1100", "2D_MSAA", (16,), 32, 2, samples=4),
        [(l % 32, l // 32, 0, 0, 0) for l in range(wave)],
    )
    rows = {20: [s[0] for s in spots], 21: [s[1] for s in spots], 22: [0] * wave}
    out, _ = run_image(image, wave, "image_msaa_load v[8:9], v[20:22], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA d16",
                   rows | {8: [0xffffffff] * wave, 9: [0xffffffff] * wave})
    w = completed_wave(out)
    for lane, (x, y, *_) in enumerate(spots):
        parts = [image.texel(x, y, 0, f, 0)[0] for f in range(4)]
        assert lane_dwords(w, 2, lane) == [parts[0] | parts[1] << 16, parts[2] | parts[3] << 16]
    assert not out.findings


@EVERYWHERE
def test_d16_packs_two_components(arch, wave):
    """With D16 a register has two components, the low half first, also in stores. The bits of DMASK select the stored
    ones, on Vega only their number (Vega ISA, 8.2)."""
    image = Image(arch, bits=(8, 8, 8, 8), width=64, height=1)
    rows, dim = {20: list(range(wave)), 21: [0] * wave}, level_text(arch)
    loaded, stored = f"d16 {dim}" if arch == "gfx906" else f"{dim} d16", with_unorm(arch, dim) + " d16"
    for mask in (1, 3, 6, 7, 15):
        chosen = [k for k in range(4) if mask >> k & 1]
        count = -(-len(chosen) // 2)
        out, _ = run_image(
            image, wave, f"image_load {data_text(count)}, v[20:21], s[4:11] dmask:0x{mask:x} {loaded}", rows
        )
        w = completed_wave(out)
        for lane in range(wave):
            parts = [image.texel(lane, 0, 0, 0, 0)[k] for k in chosen] + [0]
            assert lane_dwords(w, count, lane) == [parts[2 * k] | parts[2 * k + 1] << 16 for k in range(count)]
        values = [[(16 * k + l) & 255 for k in range(len(chosen))] + [0] for l in range(wave)]
        lines = {8 + k: [v[2 * k] | v[2 * k + 1] << 16 for v in values] for k in range(count)}
        stored_text = f"image_store {data_text(count)}, v[20:21], s[4:11] dmask:0x{mask:x} {stored}"
        out, memory = run_image(image, wave, stored_text, rows | lines)
        for lane in range(wave):
            parts, written = iter(values[lane]), range(len(chosen)) if arch == "gfx906" else chosen
            assert list(memory[4 * lane:4 * lane + 4]) == [next(parts) if k in written else 0 for k in range(4)]
        assert not out.findings


@EVERYWHERE
def test_dmask_zero_loads_one_register(arch, wave):
    """DMASK 0 loads zeros into one register without a status; a store does nothing."""
    image, rows = Image(arch), {8: [7] * wave, 9: [5] * wave, 20: list(range(wave)), 21: [0] * wave}
    out, _ = run_image(
        image, wave, f"image_load v[8:9], v[20:21], s[4:11] {with_tfe(arch, level_text(arch), True)}", rows
    )
    w = completed_wave(out)
    assert [lane_dwords(w, 2, lane) for lane in range(wave)] == [[0, 5]] * wave and not out.findings
    assert not (int(w.v_open[8]) | int(w.v_open[9])) & (1 << wave) - 1
    out, memory = run_image(
        image, wave, f"image_store v8, v[20:21], s[4:11] {with_unorm(arch, level_text(arch))}", rows
    )
    assert memory == MEMORY and not out.findings


@EVERYWHERE
def test_an_unbound_image_reads_zero(arch, wave):
    """A T# of zeros reads zeros without an access. So does one without a format, even where DST_SEL selects 1."""
    rows = {8: [7] * wave, 20: [0] * wave, 21: [0] * wave}
    text = f"image_load v[8:9], v[20:21], s[4:11] dmask:0x9 {level_text(arch)}; WAIT"
    sets = [vgpr_setting(r, v) for r, v in rows.items()]
    out = run_listing(arch, wave, text, sets=[*((EVERY_WAVE, 4 + n, 0) for n in range(8)), *sets])
    assert lane_dwords(completed_wave(out), 2, 3) == [0, 0] and not out.findings
    none = {"data": 0, "number": 0} if arch == "gfx906" else {"format": 0}
    out, _ = run_image(Image(arch, select=1 << 9, more=none), wave, text.removesuffix("; WAIT"), rows)
    assert lane_dwords(completed_wave(out), 2, 3) == [0, 0x3f800000] and not out.findings


@EVERYWHERE
@pytest.mark.parametrize("change", [{"type": 5}, {"base_level": 1}, {"last_level": 2}, {"compression": 1}, "format",
                                    "pitch"], ids=str)
def test_an_invalid_descriptor_is_reported(arch, wave, change):
    """An invalid T# is a finding, and the result is undefined."""
    reserved = {"data": 15} if arch == "gfx906" else {"format": 100}
    narrow = {"pitch": 70} if arch == "gfx906" else {"depth": 70}
    more = {"format": reserved, "pitch": narrow}[change] if isinstance(change, str) else change
    out, _ = run_image(Image(arch, more=more), wave, f"image_load v8, v[20:21], s[4:11] dmask:0x1 {level_text(arch)}",
                   {20: [0] * wave, 21: [0] * wave})
    assert finding_rules(out) == ["image.resource"] and MACHINE.wave(0).v_open[8] & 1


@EVERYWHERE
def test_a_tiled_image_is_refused_by_name(arch, wave):
    for more, said in (({"sw_mode": 9}, "64KB_S"), ({"sw_mode": 9, "compression": 1}, "64KB_S")):
        out, _ = run_image(
            Image(arch, more=more),
            wave,
            f"image_load v8, v[20:21], s[4:11] dmask:0x1 {level_text(arch)}",
            {20: [0] * wave, 21: [0] * wave},
        )
        assert out.status == "unsupported" and said in out.text


@EVERYWHERE
def test_block_formats_are_undefined(arch, wave):
    """The bits of a block or pair are undocumented (errata E-268): loads are undefined, nothing is written."""
    for image in ({"data": code} if arch == "gfx906" else {"format": code} for code in
                ((32, 33, 35, 41, 44, 59) if arch == "gfx906" else (73, 74, 82, 89, 109, 122, 205))):
        rows, dim = {8: [7] * wave, 20: [0] * wave, 21: [0] * wave}, level_text(arch)
        out, _ = run_image(Image(arch, more=image), wave, f"image_load v8, v[20:21], s[4:11] dmask:0x1 {dim}", rows)
        assert out.status == "ok" and not out.findings and int(completed_wave(out).v_open[8]) & 1
        out, memory = run_image(Image(arch, more=image), wave,
                            f"image_store v8, v[20:21], s[4:11] dmask:0x1 {with_unorm(arch, dim)}", rows)
        assert finding_rules(out) == ["image.resource"] and memory == MEMORY


@EVERYWHERE
def test_invalid_image_instructions_are_reported(arch, wave):
    """Invalid are a store without UNORM, an atomic with a DMASK of another size, and on gfx1100 another dimension than
    the T#'s."""
    rows, dim = {8: [7] * wave, 20: list(range(wave)), 21: [0] * wave}, level_text(arch)
    out, memory = run_image(Image(arch, width=64), wave, f"image_store v8, v[20:21], s[4:11] dmask:0x1 {dim}", rows)
    assert finding_rules(out) == ["image.unorm"] and memory[:4] == bytes((7, 0, 0, 0))
    out, memory = run_image(Image(arch, bits=(16,)), wave,
                        f"image_atomic_add v8, v[20:21], s[4:11] dmask:0x1 {with_unorm(arch, dim)}", rows)
    assert finding_rules(out) == ["image.atomic"] and memory == MEMORY
    if arch == "gfx1100":
        out, _ = run_image(Image(arch, kind="3D"), wave, f"image_load v8, v[20:21], s[4:11] dmask:0x1 {dim}", rows)
        assert finding_rules(out) == ["image.dimension"]


@pytest.mark.parametrize("wave", (32, 64))
def test_r128_has_four_dwords(wave):
    """R128 reads four dwords and ignores the rest; a kind that needs more is a finding."""
    image, rows = Image("gfx1100", width=64, height=2), {20: [l % 64 for l in range(wave)], 21: [1] * wave}
    rest = [(EVERY_WAVE, n, 0xffffffff) for n in range(8, 12)]
    text = "image_load v8, v[20:21], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D r128; WAIT"
    sets = [*descriptor_sets(image)[:4], *rest, *(vgpr_setting(r, v) for r, v in rows.items())]
    out = run_listing("gfx1100", wave, text, regions=[(BASE, bytearray(MEMORY))], sets=sets)
    assert lane_dwords(completed_wave(out), 1, 5) == image.texel(5, 1, 0, 0, 0)[:1] and not out.findings
    sets[:4] = descriptor_sets(Image("gfx1100", kind="2D_ARRAY"))[:4]
    out = run_listing("gfx1100", wave, text, regions=[(BASE, bytearray(MEMORY))], sets=sets)
    assert finding_rules(out) == ["image.resource"]


@pytest.mark.parametrize("wave", (32, 64))
def test_3d_views_select_slices(wave):
    """A 3D view with ARRAY_PITCH[0] begins at BASE_ARRAY and ends with DEPTH (RDNA3 ISA, Table 50)."""
    image = Image("gfx1100", kind="3D", width=8, height=2, depth=5, more={"array_pitch": 1, "base_array": 2})
    rows = {20: [l % 8 for l in range(wave)], 21: [l % 2 for l in range(wave)], 22: [l % 4 for l in range(wave)]}
    out, _ = run_image(image, wave, "image_load v8, v[20:22], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_3D", rows)
    for l in range(wave):
        want = image.texel(l % 8, l % 2, l % 4 + 2, 0, 0)[0] if l % 4 < 3 else 0
        assert lane_dwords(completed_wave(out), 1, l) == [want]


def test_distant_fragments_are_a_fault(wave=32):
    """Fragments more than 4 GB apart are in no region."""
    image = Image("gfx1100", kind="2D_MSAA", width=1 << 14, height=1 << 14, samples=8)
    out, _ = run_image(image, wave, "image_msaa_load v[8:11], v[20:22], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA",
                   {20 + n: [0] * wave for n in range(3)})
    assert out.status == "fault" and "not mapped" in out.text
