"""Atomics of LDS and memory. The expectations are integers and fractions in Python (RDNA3 ISA, 11, 12.5.1, 13)."""
import random
import struct
from fractions import Fraction

import pytest

from .. import EVERY_WAVE, MODE
from ..testing import (
    BASE, EVERYWHERE, MACHINE, pattern, pointer_settings, dword_bytes, finding_rules, run_listing, vgpr_setting,
    completed_wave, lane_bytes,
)


# ---- atomics (RDNA3 ISA, 11, 12.5.1) ----

def to_signed(x, bits):
    return x - (1 << bits) if x >> (bits - 1) else x


ATOMICS = {
    "add_u": lambda m, d, n: m + d,
    "sub_u": lambda m, d, n: m - d,
    "rsub_u": lambda m, d, n: d - m,
    "inc_u": lambda m, d, n: 0 if m >= d else m + 1,
    "dec_u": lambda m, d, n: d if m == 0 or m > d else m - 1,
    "min_u": lambda m, d, n: min(m, d),
    "max_u": lambda m, d, n: max(m, d),
    "min_i": lambda m, d, n: min(m, d, key=lambda x: to_signed(x, n)),
    "max_i": lambda m, d, n: max(m, d, key=lambda x: to_signed(x, n)),
    "and_b": lambda m, d, n: m & d,
    "or_b": lambda m, d, n: m | d,
    "xor_b": lambda m, d, n: m ^ d,
}
INTERESTING = [
    0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF,
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
    sets = [vgpr_setting(10, [d & 0xffffffff for d in data]), vgpr_setting(11, [d >> 32 for d in data])]
    return old, sets


@EVERYWHERE
@pytest.mark.parametrize("policy", ("early", "late"))
@pytest.mark.parametrize("bits", (32, 64))
@pytest.mark.parametrize("operation", ATOMICS)
def test_ds_atomic_returns_old_and_stores_new_value(arch, wave, operation, bits, policy):
    """The atomic returns the old value and stores the new one."""
    memory, data = atomic_values(wave, bits)
    old, sets = atomic_sets(memory, data, bits)
    verb, kind = operation.split("_")
    dst, src = ("v8", "v10") if bits == 32 else ("v[8:9]", "v[10:11]")
    out = run_listing(
        arch, wave, f"ds_{verb}_rtn_{kind}{bits} {dst}, v1, {src}; WAIT", lds_bytes=512, lds=old,
        sets=[vgpr_setting(1, [bits // 8 * l for l in range(wave)]), *sets], policy=policy,
    )
    w = completed_wave(out)
    assert b"".join(lane_bytes(w, 8, range(wave), bits // 32)) == old
    expected = [
        (ATOMICS[operation](m, d, bits) & ((1 << bits) - 1)).to_bytes(bits // 8, "little") for m, d in zip(memory, data)
    ]
    assert MACHINE.lds_and_undefined()[0][:len(old)] == b"".join(expected) and not out.findings
    run_listing(
        arch, wave, f"ds_{verb}_{kind}{bits} v1, {src}; WAIT", lds_bytes=512, lds=old,
        sets=[vgpr_setting(1, [bits // 8 * l for l in range(wave)]), *sets], policy=policy,
    )
    assert MACHINE.lds_and_undefined()[0][:len(old)] == b"".join(expected)


GLOBAL9 = {"min_i": "smin", "max_i": "smax", "min_u": "umin", "max_u": "umax"}


@EVERYWHERE
@pytest.mark.parametrize("bits", (32, 64))
@pytest.mark.parametrize("operation", [o for o in ATOMICS if o != "rsub_u"])
def test_global_atomic_returns_old_and_stores_new_value(arch, wave, operation, bits):
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
    out = run_listing(
        arch, wave, f"{text} {dst}, v1, {src}, s[2:3] glc; WAIT", regions=[(BASE, buffer)],
        sets=[*pointer_settings(), vgpr_setting(1, [bits // 8 * l for l in range(wave)]), *sets],
    )
    assert b"".join(lane_bytes(completed_wave(out), 8, range(wave), bits // 32)) == old
    assert buffer == b"".join(
        (ATOMICS[operation](m, d, bits) & ((1 << bits) - 1)).to_bytes(bits // 8, "little") for m, d in zip(memory, data)
    )
    assert not out.findings


@EVERYWHERE
def test_compare_and_swap_takes_operands_in_order(arch, wave):
    """Global: the new value comes first, then the expected one. LDS: the expected value is DATA0 on gfx9, DATA1 on
    gfx11."""
    memory, new = [l % 5 for l in range(wave)], [100 + l for l in range(wave)]
    expected = [2] * wave
    buffer = bytearray(dword_bytes(memory))
    text = "global_atomic_cmpswap" + ("_b32" if arch == "gfx1100" else "")
    out = run_listing(
        arch,
        wave,
        f"{text} v8, v1, v[10:11], s[2:3] glc; WAIT",
        regions=[(BASE, buffer)],
        sets=[
            *pointer_settings(),
            vgpr_setting(1, [4 * l for l in range(wave)]),
            vgpr_setting(10, new),
            vgpr_setting(11, expected),
        ],
    )
    after = dword_bytes([n if m == 2 else m for m, n in zip(memory, new)])
    assert buffer == after and [int(x) for x in completed_wave(out).v[8][:wave]] == memory
    text = "ds_cmpstore_rtn_b32 v8, v1, v10, v11" if arch == "gfx1100" else "ds_cmpst_rtn_b32 v8, v1, v11, v10"
    run_listing(
        arch, wave, f"{text}; WAIT", lds_bytes=256, lds=dword_bytes(memory),
        sets=[vgpr_setting(1, [4 * l for l in range(wave)]), vgpr_setting(10, new), vgpr_setting(11, expected)],
    )
    assert MACHINE.lds_and_undefined()[0][:4 * wave] == after


@EVERYWHERE
def test_mask_or_and_exchange_of_lds(arch, wave):
    memory, mask, bits = ([random.Random(s * 100 + l).getrandbits(32) for l in range(wave)] for s in range(3))
    sets = [vgpr_setting(1, [4 * l for l in range(wave)]), vgpr_setting(10, mask), vgpr_setting(11, bits)]
    run_listing(arch, wave, "ds_mskor_b32 v1, v10, v11; WAIT", lds_bytes=256, lds=dword_bytes(memory), sets=sets)
    assert MACHINE.lds_and_undefined()[0][:4 * wave] == dword_bytes([m & ~a | b for m, a, b in zip(memory, mask, bits)])
    swap = "ds_storexchg_rtn_b32" if arch == "gfx1100" else "ds_wrxchg_rtn_b32"
    out = run_listing(arch, wave, f"{swap} v8, v1, v10; WAIT", lds_bytes=256, lds=dword_bytes(memory), sets=sets)
    assert MACHINE.lds_and_undefined()[0][: 4 * wave] == dword_bytes(mask) and dword_bytes(
        [int(x) for x in completed_wave(out).v[8][:wave]]
    ) == dword_bytes(memory)


@EVERYWHERE
def test_returned_values_of_colliding_lanes_are_undefined(arch, wave):
    """The order of lanes is not specified: returned values are undefined, and so is memory after exchanges of different
    values. A sum is defined."""
    swap = "ds_storexchg_rtn_b32" if arch == "gfx1100" else "ds_wrxchg_rtn_b32"
    sets = [vgpr_setting(1, [0] * wave), vgpr_setting(10, range(1, wave + 1))]
    full = (1 << wave) - 1
    out = run_listing(arch, wave, "ds_add_rtn_u32 v8, v1, v10; WAIT", lds_bytes=64, lds=bytes(64), sets=sets)
    memory, marks = MACHINE.lds_and_undefined()
    assert int(completed_wave(out).v_open[8]) & full == full
    assert int.from_bytes(memory[:4], "little") == wave * (wave + 1) // 2 and not any(marks[:64]) and not out.findings
    out = run_listing(arch, wave, f"{swap} v8, v1, v10; WAIT", lds_bytes=64, lds=bytes(64), sets=sets)
    assert all(MACHINE.lds_and_undefined()[1][:4]) and not any(MACHINE.lds_and_undefined()[1][4:64])
    out = run_listing(arch, wave, "ds_or_rtn_b32 v8, v1, v10; WAIT", lds_bytes=64, lds=b"\xff" * 64, sets=sets)
    assert not int(completed_wave(out).v_open[8]) & full, "no lane changed anything, so every order returns the same"


# Float atomics (RDNA3 ISA, chapter 13): a value is (kind, Fraction), rounded to nearest even by integers.

NAN, SNAN, INF = 0x7fc01234, 0x7f801234, 0x7f800000
FLOATS = [
    0, 0x80000000, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x3F800000, 0xBF800000, 0x3F800001, 0x33800000, 0x4B800000,
    0x7F7FFFFF, 0xFF7FFFFF, INF, INF | 1 << 31, NAN, SNAN,
]


@EVERYWHERE
def test_colliding_exchanges_of_equal_values_are_defined(arch, wave):
    """Every order of the lanes leaves the same memory, because all lanes have the same value."""
    before = "ds_write_b64 v1, v[9:10]" if arch == "gfx906" else "ds_store_b64 v1, v[9:10]"
    sets = [vgpr_setting(1, [8 * l for l in range(64)]), vgpr_setting(9, range(64)), vgpr_setting(10, range(64, 128)),
            vgpr_setting(5, [1000] * 64), vgpr_setting(6, [5] * 64)]
    run_listing(arch, wave, f"{before}; WAIT; ds_inc_u32 v5, v6; WAIT", sets=sets, lds_bytes=1024, lds=bytes(1024))
    data, opened = MACHINE.lds_and_undefined()
    assert int.from_bytes(data[1000:1004], "little") == wave % 6 and not any(opened[1000:1004])


def fraction_of_float(x):
    exponent, mantissa = x >> 23 & 255, x & 0x7fffff
    value = Fraction(mantissa if not exponent else mantissa | 1 << 23) * Fraction(2) ** (max(exponent, 1) - 150)
    return -value if x >> 31 else value


def nearest_f32(value, zero_sign):
    """Return the f32 bits nearest to a Fraction, ties to even."""
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


def flush_subnormal(x, flush):
    return x & 0x80000000 if flush and not x >> 23 & 255 else x


def float_sum(m, d, flush_in, flush_out):
    """Return the expected sum, or None if the manual does not define the NaN."""
    for x in (m, d):
        if is_nan(x):
            return x | 1 << 22
    if m & 0x7fffffff == INF or d & 0x7fffffff == INF:
        return None if m ^ d == 1 << 31 else m if m & 0x7fffffff == INF else d
    m, d = flush_subnormal(m, flush_in), flush_subnormal(d, flush_in)
    return flush_subnormal(nearest_f32(fraction_of_float(m) + fraction_of_float(d), m >> 31 & d >> 31), flush_out)


def float_choice(m, d, flush_in, greatest):
    for x in (m, d):
        if is_nan(x) and not x >> 22 & 1:
            return x | 1 << 22
    if is_nan(m) or is_nan(d):
        return d if is_nan(m) else m
    key = [
        (
            Fraction(2) ** 200 * (-1 if x >> 31 else 1)
            if x & 0x7FFFFFFF == INF
            else fraction_of_float(flush_subnormal(x, flush_in)),
            -(x >> 31),
        )
        for x in (m, d)
    ]
    return (d if key[1] > key[0] else m) if greatest else (d if key[1] < key[0] else m)


@EVERYWHERE
@pytest.mark.parametrize("mode", (0x3f0, 0x3c0, 0x3d0, 0x3e0))
def test_ds_float_atomics_match_the_reference(arch, wave, mode):
    """MODE bit 4 keeps subnormal inputs, bit 5 subnormal results; rounding is always to nearest."""
    flush_in, flush_out = not mode & 0x10, not mode & 0x20
    pairs = [(m, d) for m in FLOATS for d in FLOATS]
    for start in range(0, len(pairs), wave):
        part = (pairs[start:start + wave] + [(0, 0)] * wave)[:wave]
        sets = [
            vgpr_setting(1, [4 * l for l in range(wave)]),
            vgpr_setting(10, [d for _, d in part]),
            (EVERY_WAVE, MODE, mode | 3),
        ]
        for verb in ("add", "min", "max"):
            run_listing(
                arch,
                wave,
                f"ds_{verb}_rtn_f32 v8, v1, v10; WAIT",
                lds_bytes=256,
                lds=dword_bytes([m for m, _ in part]),
                sets=sets,
            )
            after = struct.unpack(f"<{wave}I", MACHINE.lds_and_undefined()[0][:4 * wave])
            for (m, d), got in zip(part, after):
                expected = (
                    float_sum(m, d, flush_in, flush_out)
                    if verb == "add"
                    else float_choice(m, d, flush_in, verb == "max")
                )
                assert is_nan(got) if expected is None else got == expected, (verb, hex(m), hex(d), hex(got))


def test_float_compare_and_swap_compares_as_floats():
    """A NaN equals nothing; zeros of both signs are equal."""
    memory, old, new = (
        [0, 0x80000000, NAN, 0x3F800000, 1, 0x3F800000],
        [0x80000000, 0, NAN, 0x3F800000, 0, 0x3F800001],
        [5 << 23] * 6,
    )
    sets = [
        vgpr_setting(1, [4 * l for l in range(32)]),
        vgpr_setting(10, new + [0] * 26),
        vgpr_setting(11, old + [1 << 30] * 26),
    ]
    run_listing(
        "gfx1100", 32, "ds_cmpstore_rtn_f32 v8, v1, v10, v11; WAIT", lds_bytes=256, lds=dword_bytes(memory + [0] * 26),
        sets=sets,
    )
    after = struct.unpack("<6I", MACHINE.lds_and_undefined()[0][:24])
    assert after == (5 << 23, 5 << 23, NAN, 5 << 23, 1, 0x3f800000)


@EVERYWHERE
def test_exchange_at_two_addresses_exchanges_both(arch, wave):
    """Each element is exchanged. Values and memory are undefined where one lane's second address is another lane's
    first."""
    text = "ds_storexchg_2addr_rtn_b32" if arch == "gfx1100" else "ds_wrxchg2_rtn_b32"
    old = bytes(pattern(1024, 6))
    sets = [
        vgpr_setting(1, [8 * l for l in range(wave)]),
        vgpr_setting(10, range(wave)),
        vgpr_setting(11, range(100, 100 + wave)),
    ]
    out = run_listing(arch, wave, f"{text} v[8:9], v1, v10, v11 offset0:0 offset1:1; WAIT",
                      lds_bytes=1024, lds=old, sets=sets)
    assert (
        lane_bytes(completed_wave(out), 8, range(wave), 2) == [old[8 * l : 8 * l + 8] for l in range(wave)]
        and not out.findings
    )
    lds, undefined = MACHINE.lds_and_undefined()
    assert lds[:8 * wave] == dword_bytes([x for l in range(wave) for x in (l, 100 + l)]) and not any(undefined[:1024])
    out = run_listing(arch, wave, f"{text} v[8:9], v1, v10, v11 offset0:0 offset1:2; WAIT",
                      lds_bytes=1024, lds=old, sets=sets)
    w, full = completed_wave(out), (1 << wave) - 1
    assert int(w.v_open[8]) & full == full & ~1 and int(w.v_open[9]) & full == full >> 1
    assert [n // 8 for n, m in enumerate(MACHINE.lds_and_undefined()[1][:1024]) if m][::4] == list(range(1, wave))


@EVERYWHERE
def test_misaligned_atomic_is_a_memory_violation(arch, wave):
    """RDNA3 ISA, 12.7: atomics must be aligned; TRAPSTS.EXCP bit 8."""
    at = [4 * l for l in range(wave)]
    at[5] += 2
    out = run_listing(
        arch, wave, "ds_add_rtn_u32 v8, v1, v10; WAIT", lds_bytes=512, lds=bytes(512),
        sets=[vgpr_setting(1, at), vgpr_setting(10, [1] * wave)],
    )
    w = completed_wave(out)
    assert (finding_rules(out, "error") == ["lds.align"] and w.trapsts & 0x100 and int(w.v_open[8]) >> 5 & 1
            and not int(w.v_open[8]) >> 4 & 1)
