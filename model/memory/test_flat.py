"""Global, flat and private memory: widths, halves, signs, addresses and colliding lanes.
The expectations are bytes in Python (RDNA3 ISA, 11; Vega ISA, 9)."""
import random

import pytest

from .. import EVERY_WAVE
from ..testing import (
    BASE, EVERYWHERE, POLICIES, SIZE, WAIT, code, extended_integer, mnemonic, pattern, pointer_settings, finding_rules,
    run_listing, scratch_settings, vgpr_setting, completed_wave, lane_bytes,
)


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
def test_global_load_extends_bytes_and_shorts(arch, wave, suffix, size, signed):
    """Addresses are arbitrary bytes, offsets are signed, bytes and shorts are extended to 32 bits."""
    data, offsets = pattern(), [(l * 37) % 3000 + 100 for l in range(wave)]
    count = max(1, size // 4)
    dst = "v8" if count == 1 else f"v[8:{7 + count}]"
    out = run_listing(
        arch,
        wave,
        f"{mnemonic(arch, 'global_load', suffix)} {dst}, v1, s[2:3] offset:-17; WAIT",
        regions=[(BASE, data)],
        sets=[*pointer_settings(), vgpr_setting(1, offsets)],
    )
    expected = [bytes(data[o - 17:o - 17 + size]) for o in offsets]
    if size < 4:
        expected = [extended_integer(e, signed).to_bytes(4, "little") for e in expected]
    w = completed_wave(out)
    assert lane_bytes(w, 8, range(wave), count) == expected
    assert not out.findings and not any(int(w.v_open[8 + k]) & ((1 << wave) - 1) for k in range(count))


@EVERYWHERE
def test_global_addresses_have_64_bits(arch, wave):
    data, offsets = pattern(), [(l * 8) for l in range(wave)]
    sets = [vgpr_setting(4, [(BASE + 0x10 + o) & 0xffffffff for o in offsets]), vgpr_setting(5, [0] * wave)]
    out = run_listing(
        arch, wave, f"{mnemonic(arch, 'global_load', '_b32')} v8, v[4:5], off offset:-4; WAIT", regions=[(BASE, data)],
        sets=sets,
    )
    assert lane_bytes(completed_wave(out), 8, range(wave)) == [bytes(data[o + 12:o + 16]) for o in offsets]


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
    out = run_listing(
        arch,
        wave,
        f"{mnemonic(arch, 'global_load', suffix)} v8, v1, s[2:3]; WAIT",
        regions=[(BASE, data)],
        sets=[*pointer_settings(), vgpr_setting(1, [5 * l for l in range(wave)]), vgpr_setting(8, [0x11112222] * wave)],
    )
    half = [extended_integer(data[5 * l:5 * l + size], signed, 16) for l in range(wave)]
    expected = [(h << 16 | 0x2222) if high else (0x11110000 | h) for h in half]
    assert [int(x) for x in completed_wave(out).v[8][:wave]] == expected


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
def test_global_store_writes_active_lanes_only(arch, wave, suffix, size, skip, policy):
    """Active lanes write their low bytes, or those of the high half; other memory is unchanged."""
    data, before, rng = pattern(), bytes(pattern()), random.Random(3)
    value = [rng.randbytes(16) for _ in range(wave)]
    count, live = max(1, size // 4), 0x5a5a5a5af00f0ff1 & ((1 << wave) - 1)
    src = "v8" if count == 1 else f"v[8:{7 + count}]"
    sets = [*pointer_settings(), vgpr_setting(1, [17 * l + 3 for l in range(wave)])]
    sets += [vgpr_setting(8 + k, [int.from_bytes(v[4 * k:4 * k + 4], "little") for v in value]) for k in range(4)]
    sets += [(EVERY_WAVE, 126, live & 0xffffffff), (EVERY_WAVE, 127, live >> 32)]
    out = run_listing(
        arch,
        wave,
        f"{mnemonic(arch, 'global_store', suffix)} v1, {src}, s[2:3] offset:1; WAIT",
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
    """All lanes are checked before any access."""
    data, before = pattern(), bytes(pattern())
    lanes = [4 * l for l in range(wave - 1)] + [SIZE - 2]
    out = run_listing(
        arch, wave, f"{mnemonic(arch, 'global_store', '_b32')} v1, v8, s[2:3]", regions=[(BASE, data)],
        sets=[*pointer_settings(), vgpr_setting(1, lanes)],
    )
    assert out.status == "fault" and f"lane {wave - 1}" in out.text and "0x200ffe" in out.text
    assert out.stopped_pc == 0x10000 and bytes(data) == before


@EVERYWHERE
def test_inactive_lanes_do_not_access_memory(arch, wave):
    out = run_listing(
        arch,
        wave,
        f"{mnemonic(arch, 'global_load', '_b32')} v8, v1, s[2:3]; WAIT",
        regions=[(BASE, pattern())],
        sets=[*pointer_settings(), vgpr_setting(1, [0x7FFFFFFF] * wave), (EVERY_WAVE, 126, 0), (EVERY_WAVE, 127, 0)],
    )
    assert out.status == "ok"


@EVERYWHERE
def test_code_is_readable_but_not_writable(arch, wave):
    text = f"{mnemonic(arch, 'global_load', '_b32')} v8, v1, s[2:3]; WAIT"
    out = run_listing(arch, wave, text, sets=[*pointer_settings(address=0x10000), vgpr_setting(1, [0] * wave)])
    assert lane_bytes(completed_wave(out), 8, [0]) == [code(arch, wave, text.replace("WAIT", WAIT[arch]))[:4]]
    out = run_listing(
        arch, wave, f"{mnemonic(arch, 'global_store', '_b32')} v1, v8, s[2:3]",
        sets=[*pointer_settings(address=0x10000), vgpr_setting(1, [0] * wave)],
    )
    assert out.status == "fault"


@EVERYWHERE
def test_undefined_bytes_propagate_through_loads_and_stores(arch, wave):
    """Invariant 9: a load of undefined bits is undefined in these bits only, and so is what a store writes."""
    data, marks = pattern(), bytearray(SIZE)
    marks[4 * 3 + 1] = 6
    out = run_listing(
        arch,
        wave,
        f"{mnemonic(arch, 'global_load', '_b32')} v8, v1, s[2:3]; WAIT; "
        f"{mnemonic(arch, 'global_store', '_b32')} v1, v8, s[2:3] offset:1024; WAIT",
        regions=[(BASE, data, marks)],
        sets=[*pointer_settings(), vgpr_setting(1, [4 * l for l in range(wave)])],
    )
    assert int(completed_wave(out).v_open[8]) & ((1 << wave) - 1) == 1 << 3
    assert int(completed_wave(out).v_bits[8, 3]) == 6 << 8
    assert {n: m for n, m in enumerate(marks) if m} == {13: 6, 1037: 6}


@EVERYWHERE
def test_an_undefined_address_ends_the_comparison(arch, wave):
    out = run_listing(
        arch, wave, f"{mnemonic(arch, 'global_load', '_b32')} v8, v1, s[2:3]; WAIT", regions=[(BASE, pattern())],
        sets=pointer_settings(),
    )
    assert out.compared_end == 1 and finding_rules(out) == ["open.address"]


@EVERYWHERE
def test_colliding_stores_of_different_data_are_a_race(arch, wave):
    """It is unspecified which of two lanes with different data wins; equal data are not a race."""
    data, marks = pattern(), bytearray(SIZE)
    lanes = [4 * l for l in range(wave)]
    lanes[9] = lanes[2]
    text = f"{mnemonic(arch, 'global_store', '_b32')} v1, v8, s[2:3]; WAIT"
    out = run_listing(
        arch,
        wave,
        text,
        regions=[(BASE, data, marks)],
        sets=[*pointer_settings(), vgpr_setting(1, lanes), vgpr_setting(8, range(wave))],
    )
    assert finding_rules(out) == ["race.lanes"] and [n for n, m in enumerate(marks) if m] == [8, 9, 10, 11]
    marks = bytearray(SIZE)
    out = run_listing(
        arch,
        wave,
        text,
        regions=[(BASE, data, marks)],
        sets=[*pointer_settings(), vgpr_setting(1, lanes), vgpr_setting(8, [7] * wave)],
    )
    assert not out.findings and not any(marks)


@EVERYWHERE
def test_reported_colliding_lanes_do_not_depend_on_host_addresses(arch, wave):
    far, lanes = 4096, [4 * l for l in range(wave)]
    lanes[5], lanes[9], lanes[3] = far, far, lanes[2]
    text = f"{mnemonic(arch, 'global_store', '_b32')} v1, v8, s[2:3]; WAIT"
    for first, second in ((0, 512), (512, 0)):
        host = memoryview(bytearray(1024))
        regions = [(BASE, host[first:first + 512]), (BASE + far, host[second:second + 512])]
        out = run_listing(
            arch,
            wave,
            text,
            regions=regions,
            sets=[*pointer_settings(), vgpr_setting(1, lanes), vgpr_setting(8, range(wave))],
        )
        assert finding_rules(out) == ["race.lanes"] and "lanes 2 and 3 store" in out.findings[0][-1]


# ---- scratch and flat (RDNA3 ISA, 11.1.1, 11.2) ----

@EVERYWHERE
def test_private_memory_is_swizzled(arch, wave):
    """Dword n of a lane is at base + n * 4 * lanes + 4 * lane."""
    data = pattern(64 * 64)
    dst, text = "v[8:9]", mnemonic(arch, "scratch_load", "_b64")
    out = run_listing(
        arch, wave, f"{text} {dst}, off, s5 offset:8; WAIT", regions=[(BASE, data)],
        sets=[(EVERY_WAVE, 5, 4), *scratch_settings(arch, BASE)],
    )
    at = [[(3 + k) * 4 * wave + 4 * l for k in range(2)] for l in range(wave)]
    assert lane_bytes(completed_wave(out), 8, range(wave), 2) == [bytes(data[a:a + 4] + data[b:b + 4]) for a, b in at]


@EVERYWHERE
def test_flat_address_selects_the_memory(arch, wave):
    """A third of the lanes each accesses memory, LDS (aperture at 1 << 48) and private memory (at 2 << 48)."""
    data, private, lds = pattern(), pattern(64 * 64, 5), bytes(pattern(1024, 7))
    kind = [l % 3 for l in range(wave)]
    low = [BASE + 4 * l if k == 0 else 4 * l if k == 1 else 8 for l, k in enumerate(kind)]
    high = [(0, 0x10000, 0x20000)[k] for k in kind]
    out = run_listing(
        arch, wave, f"{mnemonic(arch, 'flat_load', '_b32')} v8, v[4:5] offset:4; WAIT",
        regions=[(BASE, data), (0x300000, private)], lds_bytes=1024, lds=lds,
        sets=[vgpr_setting(4, low), vgpr_setting(5, high), *scratch_settings(arch, 0x300000)],
    )
    expected = []
    for l, k in enumerate(kind):
        source, at = ((data, 4 * l + 4), (lds, 4 * l + 4), (private, 3 * 4 * wave + 4 * l))[k]
        expected.append(bytes(source[at:at + 4]))
    assert lane_bytes(completed_wave(out), 8, range(wave)) == expected
    assert not out.findings
