"""Vector memory through a buffer constant: addresses, swizzle and bounds.
The expectations are the formulas of RDNA3 ISA, 9.1 and Vega ISA, 8.1, in Python integers over bytes."""
import pytest

from .. import EVERY_WAVE

from ..testing import (
    BASE, EVERYWHERE, MACHINE, mnemonic, pattern, dword_bytes, finding_rules, run_listing, vgpr_setting, completed_wave,
    lane_bytes,
)

GFX11 = pytest.mark.parametrize("wave", (32, 64))


BOUND = 4 << 15                                         # a format, 32 bits or 10_10_10_2: the resource is not unbound


def buffer_sets(
    base=BASE, stride=0, records=4096, swizzle=0, index_stride=0, add_lane=0, rule=0, format_=None, type_=0
):
    """Return settings of a buffer constant in s[4:7].
    index_stride: 0..3 for 8..64; swizzle: bits 63:62; rule: OOB_SELECT of gfx11; format_: its bits of the last dword.
    On gfx9 with add_lane these are bits of the stride."""
    format_ = format_ if format_ is not None else 0 if add_lane else BOUND
    parts = [
        base & 0xFFFFFFFF,
        base >> 32 | stride << 16 | swizzle << 30,
        records,
        index_stride << 21 | add_lane << 23 | rule << 28 | type_ << 30 | format_,
    ]
    return [(EVERY_WAVE, 4 + n, x) for n, x in enumerate(parts)]


def load_dwords(arch, wave, address, *, suffix="_b32", count=1, sets=(), data=None, off="off"):
    dst = "v8" if count == 1 else f"v[8:{7 + count}]"
    return run_listing(
        arch,
        wave,
        f"{mnemonic(arch, 'buffer_load', suffix)} {dst}, {address}; WAIT",
        regions=[(BASE, data or pattern())],
        sets=list(sets),
    )


@EVERYWHERE
def test_address_adds_offsets_and_index(arch, wave):
    """The address is base + SOFFSET + immediate + offset + stride * index."""
    data, index, offset = pattern(), [(5 * l) % 64 for l in range(wave)], [4 * (l % 3) for l in range(wave)]
    sets = [
        *buffer_sets(stride=20, records=64, rule=1),
        (EVERY_WAVE, 9, 64),
        vgpr_setting(2, index),
        vgpr_setting(3, offset),
    ]
    out = load_dwords(arch, wave, "v[2:3], s[4:7], s9 idxen offen offset:8", sets=sets, data=data)
    at = [64 + 8 + o + 20 * i for i, o in zip(index, offset)]
    assert lane_bytes(completed_wave(out), 8, range(wave)) == [bytes(data[a:a + 4]) for a in at] and not out.findings
    out = load_dwords(
        arch, wave, "v3, s[4:7], 4 offen offset:4", sets=[*buffer_sets(rule=3), vgpr_setting(3, offset)], data=data
    )
    assert lane_bytes(completed_wave(out), 8, range(wave)) == [bytes(data[8 + o:12 + o]) for o in offset]


@EVERYWHERE
def test_raw_bounds_are_by_dword(arch, wave):
    """Dwords beyond NUM_RECORDS read 0 and are not written; the others are accessed."""
    data, offset = pattern(), [8 * l for l in range(wave)]
    sets = [*buffer_sets(records=100, rule=3), vgpr_setting(3, offset)]
    out = load_dwords(arch, wave, "v3, s[4:7], 0 offen", suffix="_b64", count=2, sets=sets, data=data)
    expected = [
        b"".join(bytes(data[o + k : o + k + 4]) if o + k + 4 <= 100 else bytes(4) for k in (0, 4)) for o in offset
    ]
    w = completed_wave(out)
    assert lane_bytes(w, 8, range(wave), 2) == expected
    assert bool(w.trapsts >> 15 & 1) == (arch == "gfx1100")
    before = bytes(data)
    sets += [vgpr_setting(8, [0xaaaaaaaa] * wave), vgpr_setting(9, [0xbbbbbbbb] * wave)]
    run_listing(
        arch,
        wave,
        f"{mnemonic(arch, 'buffer_store', '_b64')} v[8:9], v3, s[4:7], 0 offen; WAIT",
        regions=[(BASE, data)],
        sets=sets,
    )
    assert bytes(data) == (b"\xaa" * 4 + b"\xbb" * 4) * 12 + b"\xaa" * 4 + before[100:]


@EVERYWHERE
def test_structured_bounds_are_by_index(arch, wave):
    """Memory beyond the records is unmapped and is not accessed."""
    data, index = pattern(160), list(range(wave))
    out = load_dwords(
        arch,
        wave,
        "v2, s[4:7], 0 idxen",
        sets=[*buffer_sets(stride=16, records=10, rule=1), vgpr_setting(2, index)],
        data=data,
    )
    assert lane_bytes(completed_wave(out), 8, range(wave)) == [
        bytes(data[16 * i : 16 * i + 4]) if i < 10 else bytes(4) for i in index
    ]


@GFX11
@pytest.mark.parametrize("rule", (0, 1, 2, 3))
def test_oob_select_chooses_the_bounds_check(wave, rule):
    """Out of range: 0: index or offset; 1: index; 2: only without records; 3: raw, NUM_RECORDS less SOFFSET (RDNA3 ISA,
    9.1.5)."""
    data, index, offset = pattern(), [l % 12 for l in range(wave)], [4 * (l % 5) for l in range(wave)]
    sets = [
        *buffer_sets(stride=16, records=10, rule=rule),
        (EVERY_WAVE, 9, 4),
        vgpr_setting(2, index),
        vgpr_setting(3, offset),
    ]
    out = load_dwords("gfx1100", wave, "v[2:3], s[4:7], s9 idxen offen", sets=sets, data=data)
    inside = {
        0: lambda i, o: i < 10 and o + 4 <= 16,
        1: lambda i, o: i < 10,
        2: lambda i, o: True,
        3: lambda i, o: o + 4 <= 10 - 4,
    }[rule]
    at = [4 + 16 * i + o for i, o in zip(index, offset)]
    assert lane_bytes(completed_wave(out), 8, range(wave)) == [
        bytes(data[a : a + 4]) if inside(i, o) else bytes(4) for a, i, o in zip(at, index, offset)
    ]


@EVERYWHERE
def test_swizzle_interleaves_elements(arch, wave):
    """Elements of 4 bytes of index_stride neighbours are adjacent (RDNA3 ISA, 9.1.4). This is private memory of gfx9
    with ADD_TID."""
    data, offset = pattern(16384), [8 * (l % 4) for l in range(wave)]
    sets = [
        *buffer_sets(
            stride=0 if arch == "gfx906" else 64, records=~0 & 0xFFFFFFFF, swizzle=2 if arch == "gfx906" else 1,
            index_stride=3 if wave == 64 else 2, add_lane=1, rule=2,
        ),
        (EVERY_WAVE, 9, 256),
        vgpr_setting(3, offset),
    ]
    out = load_dwords(arch, wave, "v3, s[4:7], s9 offen offset:4", suffix="_b64", count=2, sets=sets, data=data)
    at = [[256 + (o + 4 + k) * wave + 4 * l for k in (0, 4)] for l, o in enumerate(offset)]
    assert lane_bytes(completed_wave(out), 8, range(wave), 2) == [bytes(data[a:a + 4] + data[b:b + 4]) for a, b in at]


@EVERYWHERE
def test_atomics_and_short_stores_reach_their_address(arch, wave):
    data = bytearray(dword_bytes(range(100, 164)))
    add = "buffer_atomic_add" + ("_u32" if arch == "gfx1100" else "")
    sets = [
        *buffer_sets(records=4 * wave - 4, rule=3),
        vgpr_setting(3, [4 * l for l in range(wave)]),
        vgpr_setting(8, [7] * wave),
    ]
    out = run_listing(
        arch,
        wave,
        f"{add} v8, v3, s[4:7], 0 offen glc; WAIT; "
        f"{mnemonic(arch, 'buffer_store', '_b8')} v3, v3, s[4:7], 0 offen offset:1; WAIT",
        regions=[(BASE, data)],
        sets=sets,
    )
    assert [int(x) for x in completed_wave(out).v[8][:wave]] == [100 + l for l in range(wave - 1)] + [0]
    expected = bytearray(dword_bytes([107 + l for l in range(wave - 1)] + list(range(99 + wave, 164))))
    for l in range(wave - 1):
        expected[4 * l + 1] = 4 * l & 255
    assert data == expected and not finding_rules(out, "error", "race")


@EVERYWHERE
def test_a_constant_of_zeros_reads_zero(arch, wave):
    out = load_dwords(arch, wave, "off, s[4:7], 0", sets=[(EVERY_WAVE, n, 0) for n in range(4, 8)])
    assert [int(x) for x in completed_wave(out).v[8][:wave]] == [0] * wave
    assert MACHINE.wave(0).v_open[8] & 1 == 0


@EVERYWHERE
def test_a_status_beyond_the_registers_is_not_written(arch, wave):
    """With TFE the destination has one more register, which is ignored beyond the allocation."""
    text = "buffer_load_dword v[8:9], off, s[4:7], 0 tfe; WAIT" if arch == "gfx906" else \
           "buffer_load_b32 v[8:9], off, s[4:7], 0 tfe; WAIT"
    out = run_listing(arch, wave, text, regions=[(BASE, pattern())], sets=buffer_sets(), vgprs=9)
    assert out.status == "ok" and finding_rules(out) == ["register.vgpr.range"]


@EVERYWHERE
@pytest.mark.parametrize("half", ("d16_u8", "d16_b16", "d16_hi_u8", "d16_hi_b16", "d16_format_x", "d16_hi_format_x"))
def test_half_load_with_tfe_writes_half_and_status(arch, wave, half):
    """One half of the first register is written, the other kept. The status is a whole dword: 0 if it was 0 and nothing
    faults, else undefined (errata E-270)."""
    vega = {"d16_u8": "ubyte_d16", "d16_b16": "short_d16", "d16_hi_u8": "ubyte_d16_hi", "d16_hi_b16": "short_d16_hi",
            "d16_format_x": "format_d16_x", "d16_hi_format_x": "format_d16_hi_x"}
    data, high = pattern(), "hi" in half
    text = f"buffer_load_{vega[half] if arch == 'gfx906' else half} v[8:9], off, s[4:7], 0 tfe; WAIT"
    shorts = 4 | (2 << 15 | 4 << 12 if arch == "gfx906" else 11 << 12)              # DST_SEL X, 16 bits, UINT
    sets = [*buffer_sets(rule=3, format_=shorts), *(vgpr_setting(n, [0x12345678] * wave) for n in (8, 10)),
            vgpr_setting(9, [0] * (wave - 1) + [1])]
    out = run_listing(arch, wave, text, regions=[(BASE, data)], sets=sets)
    assert int(completed_wave(out).v_open[9]) == 1 << wave - 1
    got = int.from_bytes(data[:1 if "u8" in half else 2], "little")
    want = got << 16 | 0x5678 if high else 0x12340000 | got
    assert not out.findings and lane_bytes(completed_wave(out), 8, [0], 3) == [b"".join(
        x.to_bytes(4, "little") for x in (want, 0, 0x12345678))]


@EVERYWHERE
def test_raw_bounds_of_vega_check_the_first_byte(arch, wave):
    """Vega ISA, 8.1.5: a dword is out of range if its offset is at or beyond NUM_RECORDS. In RDNA3's rule 3 the payload
    ends there (9.4.1, Table 46). With six bytes the dword at 4 is in range only by the first rule."""
    data = pattern()
    out = load_dwords(
        arch, wave, "off, s[4:7], 0", suffix="_b96", count=3, sets=buffer_sets(records=6, rule=3), data=data
    )
    second = bytes(data[4:8]) if arch == "gfx906" else bytes(4)
    assert lane_bytes(completed_wave(out), 8, range(wave), 3) == [bytes(data[:4]) + second + bytes(4)] * wave


@EVERYWHERE
def test_an_unbound_resource_reads_zero(arch, wave):
    """The format is INVALID (RDNA3 ISA, 9.3, 9.6): loads give 0, stores and atomics do nothing, without findings. The
    opcode's format is not used instead. An untyped access with ADD_TID_ENABLE is not affected."""
    typed = "BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT" if arch == "gfx906" else "BUF_FMT_32_UINT"
    unbound, expected = buffer_sets(format_=0, rule=3), pattern()
    rows = [vgpr_setting(r, [7] * wave) for r in (8, 9, 10, 11)]
    add = "buffer_atomic_add" + ("_u32" if arch == "gfx1100" else "")
    data = bytearray(expected)
    text = (f"{mnemonic(arch, 'buffer_load', '_b32')} v8, off, s[4:7], 0; "
            f"tbuffer_load_format_x v9, off, s[4:7], 0 format:[{typed}]; "
            f"{mnemonic(arch, 'buffer_store', '_b32')} v11, off, s[4:7], 0; {add} v10, off, s[4:7], 0 glc; WAIT")
    out = run_listing(arch, wave, text, regions=[(BASE, data)], sets=[*unbound, *rows])
    assert (
        [int(completed_wave(out).v[r][0]) for r in (8, 9, 10)] == [0, 0, 0]
        and data == expected
        and not finding_rules(out)
    )
    assert not completed_wave(out).trapsts >> 15 & 1
    out = load_dwords(
        arch, wave, "off, s[4:7], 0", sets=buffer_sets(format_=0, rule=2, add_lane=1, stride=4), data=expected
    )
    assert lane_bytes(completed_wave(out), 8, range(wave)) == [bytes(expected[4 * l:4 * l + 4]) for l in range(wave)]


@EVERYWHERE
def test_an_unbound_resource_ignores_dst_sel_one(arch, wave):
    """"any loads to return zero" (RDNA3 ISA, 9.6), also where DST_SEL selects 1."""
    out = run_listing(arch, wave, "buffer_load_format_xy v[8:9], off, s[4:7], 0; WAIT",
                      sets=buffer_sets(format_=1 | 1 << 3), regions=[(BASE, pattern())])
    assert [int(completed_wave(out).v[r][0]) for r in (8, 9)] == [0, 0] and not finding_rules(out)


@EVERYWHERE
def test_a_resource_of_another_type_is_ignored(arch, wave):
    """RDNA3 ISA, 9.6: loads return nothing, stores do not change memory."""
    data, expected = pattern(), pattern()
    text = (f"{mnemonic(arch, 'buffer_load', '_b32')} v8, off, s[4:7], 0; "
            f"{mnemonic(arch, 'buffer_store', '_b32')} v9, off, s[4:7], 0; WAIT")
    rows = [vgpr_setting(8, [7] * wave), vgpr_setting(9, [9] * wave)]
    out = run_listing(arch, wave, text, regions=[(BASE, data)], sets=[*buffer_sets(type_=2, rule=3), *rows])
    assert [int(x) for x in completed_wave(out).v[8][:wave]] == [7] * wave and data == expected
