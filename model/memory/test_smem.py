"""Scalar loads: widths, offsets and buffer constants (RDNA3 ISA, 8.1; Vega ISA, 7.2)."""

import pytest

from .. import EVERY_WAVE
from ..testing import (
    BASE, EVERYWHERE, POLICIES, mnemonic, pattern, pointer_settings, dword_bytes, finding_rules, run_listing,
    completed_wave,
)
from .test_atomics import ATOMICS


# ---- scalar loads (RDNA3 ISA, 8.1) ----

@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("suffix, count", [("_b32", 1), ("_b64", 2), ("_b128", 4), ("_b256", 8), ("_b512", 16)])
def test_scalar_load_ignores_low_address_bits(arch, wave, suffix, count, policy):
    """The two low bits of base and offset are ignored."""
    data = pattern()
    dst = "s8" if count == 1 else f"s[8:{7 + count}]"
    out = run_listing(
        arch,
        wave,
        f"{mnemonic(arch, 's_load', suffix)} {dst}, s[2:3], 0x26; WAIT",
        regions=[(BASE, data)],
        sets=pointer_settings(),
        policy=policy,
    )
    w = completed_wave(out)
    assert dword_bytes([int(x) for x in w.s[8:8 + count]]) == bytes(data[0x24:0x24 + 4 * count])
    assert not out.findings and not int(w.s_open[0]) >> 8 & ((1 << count) - 1)


def test_scalar_load_adds_a_register_offset():
    data = pattern()
    for arch, text in (
        ("gfx1100", "s_load_b32 s8, s[2:3], s6 offset:-0x10"),
        ("gfx906", "s_load_dword s8, s[2:3], s6"),
    ):
        out = run_listing(arch, 64, f"{text}; WAIT", regions=[(BASE, data)],
                          sets=[*pointer_settings(), (EVERY_WAVE, 6, 0x40)])
        at = 0x30 if arch == "gfx1100" else 0x40
        assert int(completed_wave(out).s[8]) == int.from_bytes(data[at:at + 4], "little")


@EVERYWHERE
@pytest.mark.parametrize("stride, records, size", [(0, 40, 40), (16, 2, 32), (12, 3, 36)])
def test_scalar_buffer_load_is_zero_out_of_bounds(arch, wave, stride, records, size):
    """A dword reads 0 if its offset is not below (stride or 1) * records (RDNA3 ISA, 8.4.1)."""
    data = pattern()
    sets = [(EVERY_WAVE, 4, BASE + 2), (EVERY_WAVE, 5, stride << 16), (EVERY_WAVE, 6, records), (EVERY_WAVE, 7, 0)]
    out = run_listing(
        arch, wave, f"{mnemonic(arch, 's_buffer_load', '_b512')} s[16:31], s[4:7], 0x4; WAIT", regions=[(BASE, data)],
        sets=sets,
    )
    expected = [int.from_bytes(data[4 + 4 * k:8 + 4 * k], "little") if 4 + 4 * k < size else 0 for k in range(16)]
    assert [int(x) for x in completed_wave(out).s[16:32]] == expected


def test_negative_scalar_offset_is_an_error():
    out = run_listing(
        "gfx1100",
        32,
        "s_load_b32 s8, s[2:3], -0x4; WAIT",
        regions=[(BASE, pattern())],
        sets=pointer_settings(address=BASE + 8),
    )
    assert finding_rules(out, "error") == ["smem.offset.negative"] and int(completed_wave(out).s_open[0]) >> 8 & 1


# ---- stores and atomics of gfx906 (Vega ISA, 7.2) ----

SCALAR = {{"min_u": "umin", "max_u": "umax", "min_i": "smin", "max_i": "smax"}.get(n, n[:-2]): how
          for n, how in ATOMICS.items() if n != "rsub_u"} | {"swap": lambda m, d, n: d}
EDGES = (0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 63, (1 << 63) - 1, (1 << 64) - 1)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", ("s_atomic", "s_buffer_atomic"))
@pytest.mark.parametrize("operation", SCALAR)
def test_scalar_atomics_change_memory(operation, kind, policy):
    for bits in (32, 64):
        mask, size, suffix = (1 << bits) - 1, bits // 8, "_x2" if bits == 64 else ""
        base = "s[2:3]" if kind == "s_atomic" else "s[4:7]"
        for memory in EDGES:
            for data in EDGES:
                memory, data = memory & mask, data & mask
                room = bytearray(memory.to_bytes(size, "little") + bytes(8))
                sets = [*pointer_settings(), *((EVERY_WAVE, 4 + n, x) for n, x in enumerate((BASE, 0, 16, 0))),
                        (EVERY_WAVE, 8, data & 0xffffffff), (EVERY_WAVE, 9, data >> 32)]
                text = f"{kind}_{operation}{suffix} {'s[8:9]' if suffix else 's8'}, {base}, 0 glc; WAIT"
                out = run_listing("gfx906", 64, text, regions=[(BASE, room)], sets=sets, policy=policy)
                w = completed_wave(out)
                old = int(w.s[8]) | (int(w.s[9]) << 32 if suffix else 0)
                assert old == memory and not out.findings
                assert int.from_bytes(room[:size], "little") == SCALAR[operation](memory, data, bits) & mask


def test_accesses_next_to_a_scalar_load_do_not_race():
    """A scalar load reads only its own dwords."""
    def racing(at):
        text = (f"s_cmp_eq_u32 s9, 0; s_cbranch_scc0 4; s_store_dword s8, s[2:3], {at}; WAIT; s_endpgm; "
                "s_load_dwordx2 s[10:11], s[2:3], 0; WAIT")
        out = run_listing("gfx906", 64, text, regions=[(BASE, pattern())],
                          sets=[*pointer_settings(), (0, 9, 0), (1, 9, 1)],
                          group=(128, 1, 1))
        return finding_rules(out, "race")
    assert racing(4) == ["race.global"] and racing(8) == []
