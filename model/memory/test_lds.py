"""LDS: widths, halves, signs, two addresses and bounds (RDNA3 ISA, 12.5, 12.7; Vega ISA, 10.3)."""
import random

import pytest

from .. import EVERY_WAVE
from ..testing import (
    EVERYWHERE, MACHINE, POLICIES, family_ds_text, extended_integer, pattern, dword_bytes, finding_rules, run_listing,
    vgpr_setting, completed_wave, lane_bytes,
)


# ---- LDS (RDNA3 ISA, 12.5, 12.7) ----

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
def test_ds_load_extends_bytes_and_shorts(arch, wave, suffix, size, signed, policy):
    lds, at = bytes(pattern(2048)), [(l * 23) % 1000 for l in range(wave)]
    count = max(1, size // 4)
    dst = "v8" if count == 1 else f"v[8:{7 + count}]"
    out = run_listing(
        arch, wave, family_ds_text(arch, f"ds_load_{suffix} {dst}, v1 offset:771; WAIT"), lds_bytes=2048, lds=lds,
        sets=[vgpr_setting(1, at)], policy=policy,
    )
    expected = [lds[a + 771:a + 771 + size] for a in at]
    if size < 4:
        expected = [extended_integer(e, signed).to_bytes(4, "little") for e in expected]
    assert lane_bytes(completed_wave(out), 8, range(wave), count) == expected and not out.findings


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
def test_ds_store_writes_low_bytes(arch, wave, suffix, size, skip):
    lds, rng = pattern(2048), random.Random(4)
    value = [rng.randbytes(16) for _ in range(wave)]
    count = max(1, size // 4)
    src = "v8" if count == 1 else f"v[8:{7 + count}]"
    sets = [vgpr_setting(1, [17 * (wave - 1 - l) for l in range(wave)])]
    sets += [vgpr_setting(8 + k, [int.from_bytes(v[4 * k:4 * k + 4], "little") for v in value]) for k in range(4)]
    out = run_listing(
        arch,
        wave,
        family_ds_text(arch, f"ds_store_{suffix} v1, {src} offset:256; WAIT"),
        lds_bytes=2048,
        lds=bytes(lds),
        sets=sets,
    )
    for l in range(wave):
        lds[256 + 17 * (wave - 1 - l):256 + 17 * (wave - 1 - l) + size] = value[l][skip:skip + size]
    assert out.status == "ok" and not out.findings
    assert MACHINE.lds_and_undefined()[0][:2048] == bytes(lds)


@EVERYWHERE
@pytest.mark.parametrize("stride", (False, True))
@pytest.mark.parametrize("size", (4, 8))
def test_ds_two_addresses_scale_their_offsets(arch, wave, size, stride):
    """Each offset counts elements, or 64 elements."""
    lds, unit = bytes(pattern(32768)), size * (64 if stride else 1)
    kind = f"2addr{'_stride64' * stride}_b{8 * size}"
    regs = f"v[8:{7 + size // 2}]"
    out = run_listing(
        arch,
        wave,
        family_ds_text(arch, f"ds_load_{kind} {regs}, v1 offset0:3 offset1:17; WAIT"),
        lds_bytes=32768,
        lds=lds,
        sets=[vgpr_setting(1, [size * l for l in range(wave)])],
    )
    expected = [b"".join(lds[size * l + n * unit:size * l + n * unit + size] for n in (3, 17)) for l in range(wave)]
    assert lane_bytes(completed_wave(out), 8, range(wave), size // 2) == expected
    one, two = (("v8", "v9") if size == 4 else ("v[8:9]", "v[10:11]"))
    value = [[random.Random(l * 2 + n).randbytes(size) for n in range(2)] for l in range(wave)]
    flat = [b"".join(v) for v in value]
    sets = [vgpr_setting(1, [size * l for l in range(wave)])] + [
        vgpr_setting(8 + k, [int.from_bytes(f[4 * k : 4 * k + 4], "little") for f in flat]) for k in range(size // 2)
    ]
    out = run_listing(
        arch,
        wave,
        family_ds_text(arch, f"ds_store_{kind} v1, {one}, {two} offset0:1 offset1:130; WAIT"),
        lds_bytes=65536,
        sets=sets,
    )
    after = MACHINE.lds_and_undefined()[0]
    for l in range(wave):
        for n, offset in enumerate((1, 130)):
            at = size * l + offset * unit
            if at + size <= 65536:
                assert after[at:at + size] == value[l][n]


@EVERYWHERE
def test_ds_equal_offsets_access_once_on_gfx9(arch, wave):
    """GFX9 makes one access (Vega ISA, 10.3); the second result of such an exchange is undocumented. RDNA3 makes both
    (12.5)."""
    one = arch == "gfx906"
    text = f"ds_{'wrxchg2' if one else 'storexchg_2addr'}_rtn_b32 v[8:9], v1, v2, v3 offset0:1 offset1:1; WAIT"
    sets = [
        (EVERY_WAVE, 126, 1),
        (EVERY_WAVE, 127, 0),
        *(vgpr_setting(n, [at] * wave) for n, at in ((1, 0), (2, 5), (3, 6))),
    ]
    w = completed_wave(run_listing(arch, wave, text, lds_bytes=64, lds=dword_bytes([7] * 16), sets=sets))
    assert [bool(int(w.v_open[8 + n]) & 1) for n in range(2)] == [not one, True]
    bytes_after, open_after = MACHINE.lds_and_undefined()
    assert open_after[4] != one and (not one or bytes_after[4] == 5)


@EVERYWHERE
def test_ds_half_loads_keep_the_other_half(arch, wave):
    lds = bytes(pattern(1024))
    text = "ds_load_u8_d16 v8, v1; ds_load_i8_d16_hi v9, v1 offset:3; ds_load_u16_d16_hi v10, v1 offset:4; WAIT"
    out = run_listing(
        arch,
        wave,
        family_ds_text(arch, text),
        lds_bytes=1024,
        lds=lds,
        sets=[
            vgpr_setting(1, [9 * l for l in range(wave)]),
            *(vgpr_setting(r, [0x11112222] * wave) for r in (8, 9, 10)),
        ],
    )
    w = completed_wave(out)
    for l in range(wave):
        at = 9 * l
        assert int(w.v[8][l]) == 0x11110000 | lds[at]
        assert int(w.v[9][l]) == extended_integer(lds[at + 3:at + 4], True, 16) << 16 | 0x2222
        assert int(w.v[10][l]) == extended_integer(lds[at + 4:at + 6], False, 16) << 16 | 0x2222


@EVERYWHERE
def test_ds_outside_reads_zero_and_drops_writes(arch, wave):
    at = [4 * l for l in range(wave)]
    at[1], at[2] = 1024, 1021
    out = run_listing(
        arch,
        wave,
        family_ds_text(arch, "ds_load_b32 v8, v1; ds_store_b32 v1, v9; WAIT"),
        lds_bytes=1024,
        lds=bytes([255]) * 1024,
        sets=[vgpr_setting(1, at), vgpr_setting(9, [0] * wave)],
    )
    w = completed_wave(out)
    assert [int(x) for x in w.v[8][:4]] == [0xffffffff, 0, 0, 0xffffffff]
    assert MACHINE.lds_and_undefined()[0][1020:1024] == b"\xff" * 4 and finding_rules(out) == ["lds.range", "lds.range"]
    at[2] = 1024
    out = run_listing(
        arch, wave, "ds_add_rtn_u32 v8, v1, v9; WAIT", lds_bytes=1024, lds=bytes([255]) * 1024,
        sets=[vgpr_setting(1, at), vgpr_setting(9, [5] * wave)],
    )
    assert [int(x) for x in completed_wave(out).v[8][:4]] == [0xffffffff, 0, 0, 0xffffffff]


@EVERYWHERE
def test_ds_address_wraps_at_32_bits(arch, wave):
    lds = bytes(pattern(1024))
    out = run_listing(
        arch, wave, family_ds_text(arch, "ds_load_b32 v8, v1 offset:16; WAIT"), lds_bytes=1024, lds=lds,
        sets=[vgpr_setting(1, [-16 + 4 * l for l in range(wave)])],
    )
    assert lane_bytes(completed_wave(out), 8, range(wave)) == [lds[4 * l:4 * l + 4] for l in range(wave)]


# ---- counts, and data that lie in LDS ----

@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_append_adds_the_active_lanes(arch, wave, policy):
    """RDNA3 ISA, 13.4.3: each wave adds its number of active lanes; the order of the waves is unspecified."""
    masks = [0b1011, 0, 0xff, 1]
    sets = [x for n, mask in enumerate(masks) for x in ((n, 126, mask), (n, 127, 0))]
    out = run_listing(arch, wave, "s_mov_b32 m0, 4; s_nop 0; ds_append v1 offset:8; WAIT", sets=sets,
                      group=(4 * wave, 1, 1),
                      lds_bytes=16, lds=dword_bytes([1, 2, 3, 100]), policy=policy)
    assert out.status == "ok" and not out.findings
    assert bytes(MACHINE.lds_and_undefined()[0][:16]) == dword_bytes([1, 2, 3, 100 + 3 + 8 + 1])
    assert MACHINE.wave(0).v_open[1] & 0b1011 == 0b1011


def test_a_source_that_another_lane_changes_is_undefined():
    """Lane 0 adds a value that lane 1 changes; lane 1 adds an unchanged one (errata E-046)."""
    out = run_listing(
        "gfx906",
        64,
        "ds_add_src2_u32 v1 offset:1; WAIT",
        lds_bytes=16,
        lds=dword_bytes([1, 2, 3, 4]),
        sets=[(EVERY_WAVE, 126, 3), (EVERY_WAVE, 127, 0), (EVERY_WAVE, 124, -1 & 0xFFFFFFFF), vgpr_setting(1, [0, 4])],
    )
    data, opened = MACHINE.lds_and_undefined()
    assert out.status == "ok" and bytes(data[4:16]) == dword_bytes([5, 3, 4])
    assert bytes(opened[:16]) == b"\xff" * 4 + bytes(12)
