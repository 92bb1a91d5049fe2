"""Memory by every way: widths, halves, signs, addresses, bounds, atomics, colliding lanes.  Expectations: bytes taken apart by `struct` and
integers in Python, as the manuals say (RDNA3 ISA, chapters 8, 11, 12; Vega ISA, chapters 7, 9, 11)."""
import functools
import random
import struct
from fractions import Fraction

import pytest

from . import EVERY_WAVE, HWREG, MODE, V0, Machine
from ..harness import mc

CONFIGURATIONS = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]
EVERYWHERE = pytest.mark.parametrize("arch, wave", CONFIGURATIONS)
POLICIES = ("early", "late", "random", "adversarial")
MACHINE = Machine(waves=8, findings=64, code_bytes=4096)
BASE, SIZE = 0x200000, 4096
GFX9 = {
    "_b8": "_byte",
    "_b16": "_short",
    "_b32": "_dword",
    "_b64": "_dwordx2",
    "_b96": "_dwordx3",
    "_b128": "_dwordx4",
    "_u8": "_ubyte",
    "_i8": "_sbyte",
    "_u16": "_ushort",
    "_i16": "_sshort",
    "_d16_u8": "_ubyte_d16",
    "_d16_i8": "_sbyte_d16",
    "_d16_b16": "_short_d16",
    "_d16_hi_u8": "_ubyte_d16_hi",
    "_d16_hi_i8": "_sbyte_d16_hi",
    "_d16_hi_b16": "_short_d16_hi",
    "_d16_hi_b8": "_byte_d16_hi",
    "_b256": "_dwordx8",
    "_b512": "_dwordx16",
}
WAIT = {
    "gfx906": "s_waitcnt vmcnt(0) lgkmcnt(0)",
    "gfx1100": "s_waitcnt vmcnt(0) lgkmcnt(0); s_waitcnt_vscnt null, 0x0",
}


@functools.cache
def code(arch, wave, text):
    """One instruction a line or after a ';' -> machine code."""
    lines = [line.strip() for line in text.replace(";", "\n").splitlines() if line.strip()]
    parts = mc.assemble(arch, lines, wave)
    assert None not in parts, [line for line, part in zip(lines, parts) if part is None]
    return b"".join(parts)


def run(arch, wave, text, machine=MACHINE, **more):
    """Runs assembly; `WAIT` in it waits for everything."""
    more.setdefault("group", (wave, 1, 1))
    more.setdefault("grid", more["group"])
    return machine.run(arch=arch, wave=wave, code=code(arch, wave, text.replace("WAIT", WAIT[arch])), **more)


def name(arch, prefix, suffix):
    return prefix + (GFX9.get(suffix, suffix) if arch == "gfx906" else suffix)


def row(values):
    return struct.pack(f"<{len(values)}I", *(v & 0xffffffff for v in values))


def pointer(reg=2, address=BASE):
    """s[reg:reg+1] points to the buffer."""
    return [(EVERY_WAVE, reg, address & 0xffffffff), (EVERY_WAVE, reg + 1, address >> 32)]


def vector(reg, values):
    return (EVERY_WAVE, V0 + reg, row(values))


def pattern(size=SIZE, seed=1):
    return bytearray(random.Random(seed).randbytes(size))


def wave_of(outcome, number=0):
    assert (outcome.status, outcome.text) == ("ok", "")
    return MACHINE.wave(number)


def rules(outcome, *kinds):
    return [rule for rule, kind, *_ in outcome.findings if not kinds or kind in kinds]


def words(wave, reg, lanes, count=1):
    """Per lane the dwords of v[reg : reg+count-1] as bytes."""
    return [b"".join(int(wave.v[reg + k][l]).to_bytes(4, "little") for k in range(count)) for l in lanes]


def extended(data, signed, bits=32):
    return int.from_bytes(data, "little", signed=signed) & ((1 << bits) - 1)


# ---- global loads and stores (RDNA3 ISA, 11.2, 11.4) ----

LOADS = [
    ("_u8", 1, False),
    ("_i8", 1, True),
    ("_u16", 2, False),
    ("_i16", 2, True),
    ("_b32", 4, False),
    ("_b64", 8, False),
    ("_b96", 12, False),
    ("_b128", 16, False),
]


@EVERYWHERE
@pytest.mark.parametrize("suffix, size, signed", LOADS)
def test_global_load(arch, wave, suffix, size, signed):
    """Any byte address; the offset is signed; bytes and shorts are extended to 32 bits."""
    data, offsets = pattern(), [(l * 37) % 3000 + 100 for l in range(wave)]
    count = max(1, size // 4)
    dst = "v8" if count == 1 else f"v[8:{7 + count}]"
    out = run(
        arch,
        wave,
        f"{name(arch, 'global_load', suffix)} {dst}, v1, s[2:3] offset:-17; WAIT",
        regions=[(BASE, data)],
        sets=[*pointer(), vector(1, offsets)],
    )
    expected = [bytes(data[o - 17:o - 17 + size]) for o in offsets]
    if size < 4:
        expected = [extended(e, signed).to_bytes(4, "little") for e in expected]
    w = wave_of(out)
    assert words(w, 8, range(wave), count) == expected
    assert not out.findings and not any(int(w.v_open[8 + k]) & ((1 << wave) - 1) for k in range(count))


@EVERYWHERE
def test_global_address_of_64_bits(arch, wave):
    data, offsets = pattern(), [(l * 8) for l in range(wave)]
    sets = [vector(4, [(BASE + 0x10 + o) & 0xffffffff for o in offsets]), vector(5, [0] * wave)]
    out = run(
        arch,
        wave,
        f"{name(arch, 'global_load', '_b32')} v8, v[4:5], off offset:-4; WAIT",
        regions=[(BASE, data)],
        sets=sets,
    )
    assert words(wave_of(out), 8, range(wave)) == [bytes(data[o + 12:o + 16]) for o in offsets]


@EVERYWHERE
@pytest.mark.parametrize(
    "suffix, size, signed, high",
    [
        ("_d16_u8", 1, False, 0),
        ("_d16_i8", 1, True, 0),
        ("_d16_b16", 2, False, 0),
        ("_d16_hi_u8", 1, False, 1),
        ("_d16_hi_i8", 1, True, 1),
        ("_d16_hi_b16", 2, False, 1),
    ],
)
def test_half_loads_keep_the_other_half(arch, wave, suffix, size, signed, high):
    data = pattern()
    out = run(arch, wave, f"{name(arch, 'global_load', suffix)} v8, v1, s[2:3]; WAIT", regions=[(BASE, data)],
              sets=[*pointer(), vector(1, [5 * l for l in range(wave)]), vector(8, [0x11112222] * wave)])
    half = [extended(data[5 * l:5 * l + size], signed, 16) for l in range(wave)]
    expected = [(h << 16 | 0x2222) if high else (0x11110000 | h) for h in half]
    assert [int(x) for x in wave_of(out).v[8][:wave]] == expected


STORES = [
    ("_b8", 1, 0),
    ("_b16", 2, 0),
    ("_b32", 4, 0),
    ("_b64", 8, 0),
    ("_b96", 12, 0),
    ("_b128", 16, 0),
    ("_d16_hi_b8", 1, 2),
    ("_d16_hi_b16", 2, 2),
]


@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("suffix, size, skip", STORES)
def test_global_store(arch, wave, suffix, size, skip, policy):
    """Live lanes write their low bytes (or those of the high half), nothing else changes."""
    data, before, rng = pattern(), bytes(pattern()), random.Random(3)
    value = [rng.randbytes(16) for _ in range(wave)]
    count, live = max(1, size // 4), 0x5a5a5a5af00f0ff1 & ((1 << wave) - 1)
    src = "v8" if count == 1 else f"v[8:{7 + count}]"
    sets = [*pointer(), vector(1, [17 * l + 3 for l in range(wave)])]
    sets += [vector(8 + k, [int.from_bytes(v[4 * k:4 * k + 4], "little") for v in value]) for k in range(4)]
    sets += [(EVERY_WAVE, 126, live & 0xffffffff), (EVERY_WAVE, 127, live >> 32)]
    out = run(
        arch,
        wave,
        f"{name(arch, 'global_store', suffix)} v1, {src}, s[2:3] offset:1; WAIT",
        regions=[(BASE, data)],
        sets=sets,
        policy=policy,
    )
    expected = bytearray(before)
    for l in range(wave):
        if live >> l & 1:
            expected[17 * l + 4:17 * l + 4 + size] = value[l][skip:skip + size]
    assert out.status == "ok" and not out.findings
    assert data == expected


@EVERYWHERE
def test_unmapped_address_is_a_fault(arch, wave):
    """All lanes are judged before anything happens."""
    data, before = pattern(), bytes(pattern())
    lanes = [4 * l for l in range(wave - 1)] + [SIZE - 2]
    out = run(
        arch,
        wave,
        f"{name(arch, 'global_store', '_b32')} v1, v8, s[2:3]",
        regions=[(BASE, data)],
        sets=[*pointer(), vector(1, lanes)],
    )
    assert out.status == "fault" and f"lane {wave - 1}" in out.text and "0x200ffe" in out.text
    assert out.stopped_pc == 0x10000 and bytes(data) == before


@EVERYWHERE
def test_lanes_that_are_off_have_no_address(arch, wave):
    out = run(arch, wave, f"{name(arch, 'global_load', '_b32')} v8, v1, s[2:3]; WAIT", regions=[(BASE, pattern())],
              sets=[*pointer(), vector(1, [0x7fffffff] * wave), (EVERY_WAVE, 126, 0), (EVERY_WAVE, 127, 0)])
    assert out.status == "ok"


@EVERYWHERE
def test_code_is_readable_but_not_writable(arch, wave):
    text = f"{name(arch, 'global_load', '_b32')} v8, v1, s[2:3]; WAIT"
    out = run(arch, wave, text, sets=[*pointer(address=0x10000), vector(1, [0] * wave)])
    assert words(wave_of(out), 8, [0]) == [code(arch, wave, text.replace("WAIT", WAIT[arch]))[:4]]
    out = run(
        arch,
        wave,
        f"{name(arch, 'global_store', '_b32')} v1, v8, s[2:3]",
        sets=[*pointer(address=0x10000), vector(1, [0] * wave)],
    )
    assert out.status == "fault"


@EVERYWHERE
def test_open_bytes_travel(arch, wave):
    """Law 9: a load of open bytes is open in that lane only; a store takes openness to memory."""
    data, marks = pattern(), bytearray(SIZE)
    marks[4 * 3 + 1] = 1
    out = run(
        arch,
        wave,
        f"{name(arch, 'global_load', '_b32')} v8, v1, s[2:3]; WAIT; {name(arch, 'global_store', '_b32')} v1, v8, s[2:3] offset:1024; WAIT",
        regions=[(BASE, data, marks)],
        sets=[*pointer(), vector(1, [4 * l for l in range(wave)])],
    )
    assert int(wave_of(out).v_open[8]) & ((1 << wave) - 1) == 1 << 3
    assert [n for n, m in enumerate(marks) if m] == [13, 1036, 1037, 1038, 1039]


@EVERYWHERE
def test_open_address_ends_comparison(arch, wave):
    out = run(
        arch,
        wave,
        f"{name(arch, 'global_load', '_b32')} v8, v1, s[2:3]; WAIT",
        regions=[(BASE, pattern())],
        sets=pointer(),
    )
    assert out.compared_end == 1 and rules(out) == ["open.address"]


@EVERYWHERE
def test_colliding_lanes(arch, wave):
    """Which of two lanes that store different data to one address wins is not said; the same data is no race."""
    data, marks = pattern(), bytearray(SIZE)
    lanes = [4 * l for l in range(wave)]
    lanes[9] = lanes[2]
    text = f"{name(arch, 'global_store', '_b32')} v1, v8, s[2:3]; WAIT"
    out = run(
        arch, wave, text, regions=[(BASE, data, marks)], sets=[*pointer(), vector(1, lanes), vector(8, range(wave))]
    )
    assert rules(out) == ["race.lanes"] and [n for n, m in enumerate(marks) if m] == [8, 9, 10, 11]
    marks = bytearray(SIZE)
    out = run(
        arch, wave, text, regions=[(BASE, data, marks)], sets=[*pointer(), vector(1, lanes), vector(8, [7] * wave)]
    )
    assert not out.findings and not any(marks)


# ---- scratch and flat (RDNA3 ISA, 11.1.1, 11.2) ----

def scratch_sets(arch, address):
    low, high = (102, 103) if arch == "gfx906" else (HWREG + 20, HWREG + 21)
    return [(EVERY_WAVE, low, address & 0xffffffff), (EVERY_WAVE, high, address >> 32)]


@EVERYWHERE
def test_private_memory_is_swizzled(arch, wave):
    """Dword n of a lane lies at base + n * 4 * lanes + 4 * lane."""
    data = pattern(64 * 64)
    dst, text = "v[8:9]", name(arch, "scratch_load", "_b64")
    out = run(
        arch,
        wave,
        f"{text} {dst}, off, s5 offset:8; WAIT",
        regions=[(BASE, data)],
        sets=[(EVERY_WAVE, 5, 4), *scratch_sets(arch, BASE)],
    )
    at = [[(3 + k) * 4 * wave + 4 * l for k in range(2)] for l in range(wave)]
    assert words(wave_of(out), 8, range(wave), 2) == [bytes(data[a:a + 4] + data[b:b + 4]) for a, b in at]


@EVERYWHERE
def test_flat_goes_by_aperture(arch, wave):
    """A third of the lanes each to memory, LDS (aperture at 1 << 48) and private memory (at 2 << 48)."""
    data, private, lds = pattern(), pattern(64 * 64, 5), bytes(pattern(1024, 7))
    kind = [l % 3 for l in range(wave)]
    low = [BASE + 4 * l if k == 0 else 4 * l if k == 1 else 8 for l, k in enumerate(kind)]
    high = [(0, 0x10000, 0x20000)[k] for k in kind]
    out = run(
        arch,
        wave,
        f"{name(arch, 'flat_load', '_b32')} v8, v[4:5] offset:4; WAIT",
        regions=[(BASE, data), (0x300000, private)],
        lds_bytes=1024,
        lds=lds,
        sets=[vector(4, low), vector(5, high), *scratch_sets(arch, 0x300000)],
    )
    expected = []
    for l, k in enumerate(kind):
        source, at = ((data, 4 * l + 4), (lds, 4 * l + 4), (private, 3 * 4 * wave + 4 * l))[k]
        expected.append(bytes(source[at:at + 4]))
    assert words(wave_of(out), 8, range(wave)) == expected
    assert not out.findings


# ---- scalar loads (RDNA3 ISA, 8.1) ----

@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("suffix, count", [("_b32", 1), ("_b64", 2), ("_b128", 4), ("_b256", 8), ("_b512", 16)])
def test_scalar_load(arch, wave, suffix, count, policy):
    """Base + offset, the two low bits ignored."""
    data = pattern()
    dst = "s8" if count == 1 else f"s[8:{7 + count}]"
    out = run(
        arch,
        wave,
        f"{name(arch, 's_load', suffix)} {dst}, s[2:3], 0x26; WAIT",
        regions=[(BASE, data)],
        sets=pointer(),
        policy=policy,
    )
    w = wave_of(out)
    assert row([int(x) for x in w.s[8:8 + count]]) == bytes(data[0x24:0x24 + 4 * count])
    assert not out.findings and not int(w.s_open[0]) >> 8 & ((1 << count) - 1)


def test_scalar_load_with_register_offset():
    data = pattern()
    for arch, text in (
        ("gfx1100", "s_load_b32 s8, s[2:3], s6 offset:-0x10"),
        ("gfx906", "s_load_dword s8, s[2:3], s6"),
    ):
        out = run(arch, 64, f"{text}; WAIT", regions=[(BASE, data)], sets=[*pointer(), (EVERY_WAVE, 6, 0x40)])
        at = 0x30 if arch == "gfx1100" else 0x40
        assert int(wave_of(out).s[8]) == int.from_bytes(data[at:at + 4], "little")


@EVERYWHERE
@pytest.mark.parametrize("stride, records, size", [(0, 40, 40), (16, 2, 32), (12, 3, 36)])
def test_scalar_buffer_load_bounds(arch, wave, stride, records, size):
    """A dword whose offset is not below (stride or 1) * records reads 0, the others as usual (RDNA3 ISA, 8.4.1)."""
    data = pattern()
    sets = [(EVERY_WAVE, 4, BASE + 2), (EVERY_WAVE, 5, stride << 16), (EVERY_WAVE, 6, records), (EVERY_WAVE, 7, 0)]
    out = run(
        arch,
        wave,
        f"{name(arch, 's_buffer_load', '_b512')} s[16:31], s[4:7], 0x4; WAIT",
        regions=[(BASE, data)],
        sets=sets,
    )
    expected = [int.from_bytes(data[4 + 4 * k:8 + 4 * k], "little") if 4 + 4 * k < size else 0 for k in range(16)]
    assert [int(x) for x in wave_of(out).s[16:32]] == expected


def test_negative_scalar_offset_is_an_error():
    out = run(
        "gfx1100", 32, "s_load_b32 s8, s[2:3], -0x4; WAIT", regions=[(BASE, pattern())], sets=pointer(address=BASE + 8)
    )
    assert rules(out, "error") == ["smem.offset.negative"] and int(wave_of(out).s_open[0]) >> 8 & 1


# ---- LDS (RDNA3 ISA, 12.5, 12.7) ----

DS9 = {"ds_load_": "ds_read_", "ds_store_": "ds_write_", "2addr_stride64": "2st64", "2addr": "2"}


def ds(arch, text):
    if arch == "gfx906":
        for new, old in DS9.items():
            text = text.replace(new, old)
        text = text.replace("ds_read_2", "ds_read2").replace("ds_write_2", "ds_write2")
    return text


@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "suffix, size, signed",
    [
        ("u8", 1, False),
        ("i8", 1, True),
        ("u16", 2, False),
        ("i16", 2, True),
        ("b32", 4, False),
        ("b64", 8, False),
        ("b96", 12, False),
        ("b128", 16, False),
    ],
)
def test_ds_load(arch, wave, suffix, size, signed, policy):
    lds, at = bytes(pattern(2048)), [(l * 23) % 1000 for l in range(wave)]
    count = max(1, size // 4)
    dst = "v8" if count == 1 else f"v[8:{7 + count}]"
    out = run(
        arch,
        wave,
        ds(arch, f"ds_load_{suffix} {dst}, v1 offset:771; WAIT"),
        lds_bytes=2048,
        lds=lds,
        sets=[vector(1, at)],
        policy=policy,
    )
    expected = [lds[a + 771:a + 771 + size] for a in at]
    if size < 4:
        expected = [extended(e, signed).to_bytes(4, "little") for e in expected]
    assert words(wave_of(out), 8, range(wave), count) == expected and not out.findings


@EVERYWHERE
@pytest.mark.parametrize(
    "suffix, size, skip",
    [
        ("b8", 1, 0),
        ("b16", 2, 0),
        ("b32", 4, 0),
        ("b64", 8, 0),
        ("b96", 12, 0),
        ("b128", 16, 0),
        ("b8_d16_hi", 1, 2),
        ("b16_d16_hi", 2, 2),
    ],
)
def test_ds_store(arch, wave, suffix, size, skip):
    lds, rng = pattern(2048), random.Random(4)
    value = [rng.randbytes(16) for _ in range(wave)]
    count = max(1, size // 4)
    src = "v8" if count == 1 else f"v[8:{7 + count}]"
    sets = [vector(1, [17 * (wave - 1 - l) for l in range(wave)])]
    sets += [vector(8 + k, [int.from_bytes(v[4 * k:4 * k + 4], "little") for v in value]) for k in range(4)]
    out = run(
        arch, wave, ds(arch, f"ds_store_{suffix} v1, {src} offset:256; WAIT"), lds_bytes=2048, lds=bytes(lds), sets=sets
    )
    for l in range(wave):
        lds[256 + 17 * (wave - 1 - l):256 + 17 * (wave - 1 - l) + size] = value[l][skip:skip + size]
    assert out.status == "ok" and not out.findings
    assert MACHINE.lds()[0][:2048] == bytes(lds)


@EVERYWHERE
@pytest.mark.parametrize("stride", (False, True))
@pytest.mark.parametrize("size", (4, 8))
def test_ds_two_addresses(arch, wave, size, stride):
    """Each offset counts elements, or 64 of them."""
    lds, unit = bytes(pattern(32768)), size * (64 if stride else 1)
    kind = f"2addr{'_stride64' * stride}_b{8 * size}"
    regs = f"v[8:{7 + size // 2}]"
    out = run(
        arch,
        wave,
        ds(arch, f"ds_load_{kind} {regs}, v1 offset0:3 offset1:17; WAIT"),
        lds_bytes=32768,
        lds=lds,
        sets=[vector(1, [size * l for l in range(wave)])],
    )
    expected = [b"".join(lds[size * l + n * unit:size * l + n * unit + size] for n in (3, 17)) for l in range(wave)]
    assert words(wave_of(out), 8, range(wave), size // 2) == expected
    one, two = (("v8", "v9") if size == 4 else ("v[8:9]", "v[10:11]"))
    value = [[random.Random(l * 2 + n).randbytes(size) for n in range(2)] for l in range(wave)]
    flat = [b"".join(v) for v in value]
    sets = [vector(1, [size * l for l in range(wave)])] + [
        vector(8 + k, [int.from_bytes(f[4 * k : 4 * k + 4], "little") for f in flat]) for k in range(size // 2)
    ]
    out = run(
        arch,
        wave,
        ds(arch, f"ds_store_{kind} v1, {one}, {two} offset0:1 offset1:130; WAIT"),
        lds_bytes=65536,
        sets=sets,
    )
    after = MACHINE.lds()[0]
    for l in range(wave):
        for n, offset in enumerate((1, 130)):
            at = size * l + offset * unit
            if at + size <= 65536:
                assert after[at:at + size] == value[l][n]


@EVERYWHERE
def test_ds_half_loads(arch, wave):
    lds = bytes(pattern(1024))
    text = "ds_load_u8_d16 v8, v1; ds_load_i8_d16_hi v9, v1 offset:3; ds_load_u16_d16_hi v10, v1 offset:4; WAIT"
    out = run(
        arch,
        wave,
        ds(arch, text),
        lds_bytes=1024,
        lds=lds,
        sets=[vector(1, [9 * l for l in range(wave)]), *(vector(r, [0x11112222] * wave) for r in (8, 9, 10))],
    )
    w = wave_of(out)
    for l in range(wave):
        at = 9 * l
        assert int(w.v[8][l]) == 0x11110000 | lds[at]
        assert int(w.v[9][l]) == extended(lds[at + 3:at + 4], True, 16) << 16 | 0x2222
        assert int(w.v[10][l]) == extended(lds[at + 4:at + 6], False, 16) << 16 | 0x2222


@EVERYWHERE
def test_ds_outside_reads_zero_and_drops_writes(arch, wave):
    at = [4 * l for l in range(wave)]
    at[1], at[2] = 1024, 1021
    out = run(
        arch,
        wave,
        ds(arch, "ds_load_b32 v8, v1; ds_store_b32 v1, v9; WAIT"),
        lds_bytes=1024,
        lds=bytes([255]) * 1024,
        sets=[vector(1, at), vector(9, [0] * wave)],
    )
    w = wave_of(out)
    assert [int(x) for x in w.v[8][:4]] == [0xffffffff, 0, 0, 0xffffffff]
    assert MACHINE.lds()[0][1020:1024] == b"\xff" * 4 and rules(out) == ["lds.range", "lds.range"]
    at[2] = 1024
    out = run(
        arch,
        wave,
        "ds_add_rtn_u32 v8, v1, v9; WAIT",
        lds_bytes=1024,
        lds=bytes([255]) * 1024,
        sets=[vector(1, at), vector(9, [5] * wave)],
    )
    assert [int(x) for x in wave_of(out).v[8][:4]] == [0xffffffff, 0, 0, 0xffffffff]


@EVERYWHERE
def test_ds_address_wraps_at_32_bits(arch, wave):
    lds = bytes(pattern(1024))
    out = run(
        arch,
        wave,
        ds(arch, "ds_load_b32 v8, v1 offset:16; WAIT"),
        lds_bytes=1024,
        lds=lds,
        sets=[vector(1, [-16 + 4 * l for l in range(wave)])],
    )
    assert words(wave_of(out), 8, range(wave)) == [lds[4 * l:4 * l + 4] for l in range(wave)]


# ---- atomics (RDNA3 ISA, 11, 12.5.1) ----

def signed(x, bits):
    return x - (1 << bits) if x >> (bits - 1) else x


ATOMICS = {
    "add_u": lambda m, d, n: m + d,
    "sub_u": lambda m, d, n: m - d,
    "rsub_u": lambda m, d, n: d - m,
    "inc_u": lambda m, d, n: 0 if m >= d else m + 1,
    "dec_u": lambda m, d, n: d if m == 0 or m > d else m - 1,
    "min_u": lambda m, d, n: min(m, d),
    "max_u": lambda m, d, n: max(m, d),
    "min_i": lambda m, d, n: min(m, d, key=lambda x: signed(x, n)),
    "max_i": lambda m, d, n: max(m, d, key=lambda x: signed(x, n)),
    "and_b": lambda m, d, n: m & d,
    "or_b": lambda m, d, n: m | d,
    "xor_b": lambda m, d, n: m ^ d,
}
INTERESTING = [
    0,
    1,
    2,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    0x7FFFFFFFFFFFFFFF,
    0x8000000000000000,
    0xFFFFFFFFFFFFFFFF,
    0x123456789ABCDEF0,
]


def atomic_values(wave, bits):
    rng, mask = random.Random(bits), (1 << bits) - 1
    values = [
        (rng.choice(INTERESTING) if rng.random() < 0.7 else rng.getrandbits(bits)) & mask for _ in range(2 * wave)
    ]
    return values[:wave], values[wave:]


def atomic_sets(memory, data, bits):
    old = b"".join(m.to_bytes(bits // 8, "little") for m in memory)
    sets = [vector(10, [d & 0xffffffff for d in data]), vector(11, [d >> 32 for d in data])]
    return old, sets


@EVERYWHERE
@pytest.mark.parametrize("policy", ("early", "late"))
@pytest.mark.parametrize("bits", (32, 64))
@pytest.mark.parametrize("operation", ATOMICS)
def test_ds_atomic(arch, wave, operation, bits, policy):
    """The old value comes back, the new one stays."""
    memory, data = atomic_values(wave, bits)
    old, sets = atomic_sets(memory, data, bits)
    verb, kind = operation.split("_")
    dst, src = ("v8", "v10") if bits == 32 else ("v[8:9]", "v[10:11]")
    out = run(
        arch,
        wave,
        f"ds_{verb}_rtn_{kind}{bits} {dst}, v1, {src}; WAIT",
        lds_bytes=512,
        lds=old,
        sets=[vector(1, [bits // 8 * l for l in range(wave)]), *sets],
        policy=policy,
    )
    w = wave_of(out)
    assert b"".join(words(w, 8, range(wave), bits // 32)) == old
    expected = [
        (ATOMICS[operation](m, d, bits) & ((1 << bits) - 1)).to_bytes(bits // 8, "little") for m, d in zip(memory, data)
    ]
    assert MACHINE.lds()[0][:len(old)] == b"".join(expected) and not out.findings
    run(
        arch,
        wave,
        f"ds_{verb}_{kind}{bits} v1, {src}; WAIT",
        lds_bytes=512,
        lds=old,
        sets=[vector(1, [bits // 8 * l for l in range(wave)]), *sets],
        policy=policy,
    )
    assert MACHINE.lds()[0][:len(old)] == b"".join(expected)


GLOBAL9 = {"min_i": "smin", "max_i": "smax", "min_u": "umin", "max_u": "umax"}


@EVERYWHERE
@pytest.mark.parametrize("bits", (32, 64))
@pytest.mark.parametrize("operation", [o for o in ATOMICS if o != "rsub_u"])
def test_global_atomic(arch, wave, operation, bits):
    memory, data = atomic_values(wave, bits)
    old, sets = atomic_sets(memory, data, bits)
    verb, kind = operation.split("_")
    dst, src = ("v8", "v10") if bits == 32 else ("v[8:9]", "v[10:11]")
    text = (
        f"global_atomic_{verb}_{kind}{bits}"
        if arch == "gfx1100"
        else f"global_atomic_{GLOBAL9.get(operation, verb)}{'_x2' * (bits == 64)}"
    )
    buffer = bytearray(old)
    out = run(
        arch,
        wave,
        f"{text} {dst}, v1, {src}, s[2:3] glc; WAIT",
        regions=[(BASE, buffer)],
        sets=[*pointer(), vector(1, [bits // 8 * l for l in range(wave)]), *sets],
    )
    assert b"".join(words(wave_of(out), 8, range(wave), bits // 32)) == old
    assert buffer == b"".join(
        (ATOMICS[operation](m, d, bits) & ((1 << bits) - 1)).to_bytes(bits // 8, "little") for m, d in zip(memory, data)
    )
    assert not out.findings


@EVERYWHERE
def test_compare_and_swap(arch, wave):
    """Global: the new value stands first, the expected one behind it.  LDS: gfx9 takes the expected value from DATA0, gfx11 from DATA1."""
    memory, new = [l % 5 for l in range(wave)], [100 + l for l in range(wave)]
    expected = [2] * wave
    buffer = bytearray(row(memory))
    text = "global_atomic_cmpswap" + ("_b32" if arch == "gfx1100" else "")
    out = run(arch, wave, f"{text} v8, v1, v[10:11], s[2:3] glc; WAIT", regions=[(BASE, buffer)],
              sets=[*pointer(), vector(1, [4 * l for l in range(wave)]), vector(10, new), vector(11, expected)])
    after = row([n if m == 2 else m for m, n in zip(memory, new)])
    assert buffer == after and [int(x) for x in wave_of(out).v[8][:wave]] == memory
    text = "ds_cmpstore_rtn_b32 v8, v1, v10, v11" if arch == "gfx1100" else "ds_cmpst_rtn_b32 v8, v1, v11, v10"
    run(
        arch,
        wave,
        f"{text}; WAIT",
        lds_bytes=256,
        lds=row(memory),
        sets=[vector(1, [4 * l for l in range(wave)]), vector(10, new), vector(11, expected)],
    )
    assert MACHINE.lds()[0][:4 * wave] == after


@EVERYWHERE
def test_mask_or_and_exchange(arch, wave):
    memory, mask, bits = ([random.Random(s * 100 + l).getrandbits(32) for l in range(wave)] for s in range(3))
    sets = [vector(1, [4 * l for l in range(wave)]), vector(10, mask), vector(11, bits)]
    run(arch, wave, "ds_mskor_b32 v1, v10, v11; WAIT", lds_bytes=256, lds=row(memory), sets=sets)
    assert MACHINE.lds()[0][:4 * wave] == row([m & ~a | b for m, a, b in zip(memory, mask, bits)])
    swap = "ds_storexchg_rtn_b32" if arch == "gfx1100" else "ds_wrxchg_rtn_b32"
    out = run(arch, wave, f"{swap} v8, v1, v10; WAIT", lds_bytes=256, lds=row(memory), sets=sets)
    assert MACHINE.lds()[0][:4 * wave] == row(mask) and row([int(x) for x in wave_of(out).v[8][:wave]]) == row(memory)


@EVERYWHERE
def test_atomics_on_one_address(arch, wave):
    """The order of lanes is not said: returned values are open, the sum is not; the memory after an exchange of different values is."""
    swap = "ds_storexchg_rtn_b32" if arch == "gfx1100" else "ds_wrxchg_rtn_b32"
    sets = [vector(1, [0] * wave), vector(10, range(1, wave + 1))]
    full = (1 << wave) - 1
    out = run(arch, wave, "ds_add_rtn_u32 v8, v1, v10; WAIT", lds_bytes=64, lds=bytes(64), sets=sets)
    memory, marks = MACHINE.lds()
    assert int(wave_of(out).v_open[8]) & full == full
    assert int.from_bytes(memory[:4], "little") == wave * (wave + 1) // 2 and not any(marks[:64]) and not out.findings
    out = run(arch, wave, f"{swap} v8, v1, v10; WAIT", lds_bytes=64, lds=bytes(64), sets=sets)
    assert all(MACHINE.lds()[1][:4]) and not any(MACHINE.lds()[1][4:64])
    out = run(arch, wave, "ds_or_rtn_b32 v8, v1, v10; WAIT", lds_bytes=64, lds=b"\xff" * 64, sets=sets)
    assert not int(wave_of(out).v_open[8]) & full, "no lane changed anything, so every order returns the same"


# Float atomics (RDNA3 ISA, chapter 13): a value is (kind, Fraction), rounded to nearest even by integers.

NAN, SNAN, INF = 0x7fc01234, 0x7f801234, 0x7f800000
FLOATS = [
    0,
    0x80000000,
    1,
    0x80000001,
    0x007FFFFF,
    0x00800000,
    0x3F800000,
    0xBF800000,
    0x3F800001,
    0x33800000,
    0x4B800000,
    0x7F7FFFFF,
    0xFF7FFFFF,
    INF,
    INF | 1 << 31,
    NAN,
    SNAN,
]


def fraction(x):
    exponent, mantissa = x >> 23 & 255, x & 0x7fffff
    value = Fraction(mantissa if not exponent else mantissa | 1 << 23) * Fraction(2) ** (max(exponent, 1) - 150)
    return -value if x >> 31 else value


def rounded(value, zero_sign):
    """Fraction -> f32 bits, to nearest even."""
    if not value:
        return zero_sign << 31
    sign, value = int(value < 0) << 31, abs(value)
    exponent = max(value.numerator.bit_length() - value.denominator.bit_length() - 24, -149)
    exponent += value / Fraction(2) ** exponent >= 1 << 24
    units = round(value / Fraction(2) ** exponent)
    if units == 1 << 24:
        units, exponent = 1 << 23, exponent + 1
    bits = units if units < 1 << 23 else (exponent + 150 << 23) + units - (1 << 23)
    return sign | min(bits, INF)


def is_nan(x):
    return x & 0x7fffffff > INF


def flushed(x, flush):
    return x & 0x80000000 if flush and not x >> 23 & 255 else x


def float_sum(m, d, flush_in, flush_out):
    """Expected sum, or None where the manual leaves the NaN open."""
    for x in (m, d):
        if is_nan(x):
            return x | 1 << 22
    if m & 0x7fffffff == INF or d & 0x7fffffff == INF:
        return None if m ^ d == 1 << 31 else m if m & 0x7fffffff == INF else d
    m, d = flushed(m, flush_in), flushed(d, flush_in)
    return flushed(rounded(fraction(m) + fraction(d), m >> 31 & d >> 31), flush_out)


def float_choice(m, d, flush_in, greatest):
    for x in (m, d):
        if is_nan(x) and not x >> 22 & 1:
            return x | 1 << 22
    if is_nan(m) or is_nan(d):
        return d if is_nan(m) else m
    key = [
        (
            Fraction(2) ** 200 * (-1 if x >> 31 else 1) if x & 0x7FFFFFFF == INF else fraction(flushed(x, flush_in)),
            -(x >> 31),
        )
        for x in (m, d)
    ]
    return (d if key[1] > key[0] else m) if greatest else (d if key[1] < key[0] else m)


@EVERYWHERE
@pytest.mark.parametrize("mode", (0x3f0, 0x3c0, 0x3d0, 0x3e0))
def test_ds_float_atomics(arch, wave, mode):
    """MODE bit 4 keeps subnormal inputs, bit 5 subnormal results; rounding is always to nearest."""
    flush_in, flush_out = not mode & 0x10, not mode & 0x20
    pairs = [(m, d) for m in FLOATS for d in FLOATS]
    for start in range(0, len(pairs), wave):
        part = (pairs[start:start + wave] + [(0, 0)] * wave)[:wave]
        sets = [vector(1, [4 * l for l in range(wave)]), vector(10, [d for _, d in part]), (EVERY_WAVE, MODE, mode | 3)]
        for verb in ("add", "min", "max"):
            run(
                arch,
                wave,
                f"ds_{verb}_rtn_f32 v8, v1, v10; WAIT",
                lds_bytes=256,
                lds=row([m for m, _ in part]),
                sets=sets,
            )
            after = struct.unpack(f"<{wave}I", MACHINE.lds()[0][:4 * wave])
            for (m, d), got in zip(part, after):
                expected = (
                    float_sum(m, d, flush_in, flush_out)
                    if verb == "add"
                    else float_choice(m, d, flush_in, verb == "max")
                )
                assert is_nan(got) if expected is None else got == expected, (verb, hex(m), hex(d), hex(got))


def test_compare_and_swap_of_floats():
    """A NaN equals nothing; zeros of both signs are equal."""
    memory, old, new = (
        [0, 0x80000000, NAN, 0x3F800000, 1, 0x3F800000],
        [0x80000000, 0, NAN, 0x3F800000, 0, 0x3F800001],
        [5 << 23] * 6,
    )
    sets = [vector(1, [4 * l for l in range(32)]), vector(10, new + [0] * 26), vector(11, old + [1 << 30] * 26)]
    run(
        "gfx1100",
        32,
        "ds_cmpstore_rtn_f32 v8, v1, v10, v11; WAIT",
        lds_bytes=256,
        lds=row(memory + [0] * 26),
        sets=sets,
    )
    assert list(struct.unpack("<6I", MACHINE.lds()[0][:24])) == [5 << 23, 5 << 23, NAN, 5 << 23, 1, 0x3f800000]


@EVERYWHERE
def test_exchange_at_two_addresses(arch, wave):
    """Each element is exchanged; where one lane's second address is another's first, values and memory are open."""
    text = "ds_storexchg_2addr_rtn_b32" if arch == "gfx1100" else "ds_wrxchg2_rtn_b32"
    old = bytes(pattern(1024, 6))
    sets = [vector(1, [8 * l for l in range(wave)]), vector(10, range(wave)), vector(11, range(100, 100 + wave))]
    out = run(arch, wave, f"{text} v[8:9], v1, v10, v11 offset0:0 offset1:1; WAIT", lds_bytes=1024, lds=old, sets=sets)
    assert words(wave_of(out), 8, range(wave), 2) == [old[8 * l:8 * l + 8] for l in range(wave)] and not out.findings
    assert MACHINE.lds()[0][: 8 * wave] == row([x for l in range(wave) for x in (l, 100 + l)]) and not any(
        MACHINE.lds()[1][:1024]
    )
    out = run(arch, wave, f"{text} v[8:9], v1, v10, v11 offset0:0 offset1:2; WAIT", lds_bytes=1024, lds=old, sets=sets)
    w, full = wave_of(out), (1 << wave) - 1
    assert int(w.v_open[8]) & full == full & ~1 and int(w.v_open[9]) & full == full >> 1
    assert [n // 8 for n, m in enumerate(MACHINE.lds()[1][:1024]) if m][::4] == list(range(1, wave))


@EVERYWHERE
def test_misaligned_atomic_is_a_memory_violation(arch, wave):
    """RDNA3 ISA, 12.7: atomics must be aligned; TRAPSTS.EXCP bit 8."""
    at = [4 * l for l in range(wave)]
    at[5] += 2
    out = run(
        arch,
        wave,
        "ds_add_rtn_u32 v8, v1, v10; WAIT",
        lds_bytes=512,
        lds=bytes(512),
        sets=[vector(1, at), vector(10, [1] * wave)],
    )
    w = wave_of(out)
    assert (
        rules(out, "error") == ["lds.align"]
        and w.trapsts & 0x100
        and int(w.v_open[8]) >> 5 & 1
        and not int(w.v_open[8]) >> 4 & 1
    )
