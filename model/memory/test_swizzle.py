"""Accesses across dwords of private memory or elements of a swizzled buffer: each byte has the address of the formula.
Sources: RDNA3 ISA, 9.4.2, 11.2; Vega ISA, 8.1.5, 9.4; errata E-261."""
import random

import pytest

from ..testing import (
    BASE, EVERYWHERE, extended_integer, mnemonic, pattern, run_listing, scratch_settings, vgpr_setting, completed_wave,
    lane_bytes,
)
from .test_buffer import buffer_sets
from .test_flat import LOADS

STORES = [("_b8", 1), ("_b16", 2), ("_b32", 4), ("_b64", 8), ("_b96", 12), ("_b128", 16)]
PRIVATE = 0x20000                                    # upper half of private addresses: their aperture is at 2 << 48


def private_address(wave, lane, at):
    """Return the address of byte `at` of a lane's private memory."""
    return at // 4 * 4 * wave + 4 * lane + at % 4


def element_address(size, step, index, at):
    """Return the address of byte `at` of record `index`.
    Records have 64 bytes; `step` of them are interleaved by elements of `size` bytes."""
    return (index // step * 64 + at // size * size) * step + index % step * size + at % size


def random_offsets(wave, seed):
    rng = random.Random(seed)
    return [rng.randrange(48) for _ in range(wave)]


def loaded_values(memory, places, signed):
    data = bytes(memory[at] for at in places)
    return extended_integer(data, signed).to_bytes(4, "little") if len(data) < 4 else data


def data_registers(size):
    return "v8" if size <= 4 else f"v[8:{7 + size // 4}]"


def check_load_and_store(arch, wave, text, sets, place, size, signed=False):
    """Load and store `size` bytes in each lane, and compare with `place(lane, n)`, the address of byte n."""
    data = pattern(1 << 14)
    out = run_listing(arch, wave, f"{text}; WAIT", regions=[(BASE, data)], sets=sets)
    wanted = [loaded_values(data, [place(l, n) for n in range(size)], signed) for l in range(wave)]
    assert out.status == "ok" and not out.findings
    assert lane_bytes(completed_wave(out), 8, range(wave), max(1, size // 4)) == wanted


def memory_after_store(arch, wave, text, sets, place, size):
    data, wanted = pattern(1 << 14), pattern(1 << 14)
    rows = [[0x01000193 * (l + 1) * (k + 3) & 0xFFFFFFFF for l in range(wave)] for k in range(4)]
    for l in range(wave):
        value = b"".join(row[l].to_bytes(4, "little") for row in rows)
        for n in range(size):
            wanted[place(l, n)] = value[n]
    out = run_listing(arch, wave, f"{text}; WAIT", regions=[(BASE, data)],
                      sets=[*sets, *(vgpr_setting(8 + k, row) for k, row in enumerate(rows))])
    assert out.status == "ok" and not out.findings
    assert data == wanted


@EVERYWHERE
@pytest.mark.parametrize("suffix, size, signed", LOADS)
def test_private_loads_follow_the_swizzle(arch, wave, suffix, size, signed):
    offsets = random_offsets(wave, suffix)
    scratch, flat = scratch_settings(arch, BASE), [vgpr_setting(4, offsets), vgpr_setting(5, [PRIVATE] * wave)]
    where = lambda l, n: private_address(wave, l, offsets[l] + 3 + n)
    check_load_and_store(
        arch,
        wave,
        f"{mnemonic(arch, 'scratch_load', suffix)} {data_registers(size)}, v4, off offset:3",
        [*scratch, vgpr_setting(4, offsets)],
        where,
        size,
        signed,
    )
    check_load_and_store(arch, wave, f"{mnemonic(arch, 'flat_load', suffix)} {data_registers(size)}, v[4:5] offset:3",
         [*scratch, *flat], where, size, signed)


@EVERYWHERE
@pytest.mark.parametrize("suffix, size", STORES)
def test_private_stores_follow_the_swizzle(arch, wave, suffix, size):
    offsets = random_offsets(wave, suffix)
    sets = [*scratch_settings(arch, BASE), vgpr_setting(4, offsets), vgpr_setting(5, [PRIVATE] * wave)]
    where = lambda l, n: private_address(wave, l, offsets[l] + 1 + n)
    memory_after_store(
        arch,
        wave,
        f"{mnemonic(arch, 'scratch_store', suffix)} v4, {data_registers(size)}, off offset:1",
        sets,
        where,
        size,
    )
    memory_after_store(
        arch, wave, f"{mnemonic(arch, 'flat_store', suffix)} v[4:5], {data_registers(size)} offset:1", sets, where, size
    )


ELEMENTS = [("gfx906", 64, 4), ("gfx1100", 32, 4), ("gfx1100", 64, 4), ("gfx1100", 32, 16), ("gfx1100", 64, 16)]


def swizzled_buffer_sets(arch, size, wave):
    """Return the settings of records of 64 bytes, 16 of them interleaved; index in v3, offset in v4."""
    how = 2 if arch == "gfx906" else {4: 1, 16: 3}[size]
    index = [(5 * l) % wave for l in range(wave)]
    return index, [*buffer_sets(stride=64, records=256, swizzle=how, index_stride=1, rule=1), vgpr_setting(3, index)]


@pytest.mark.parametrize("arch, wave, size", ELEMENTS)
@pytest.mark.parametrize("suffix, bytes_, signed", LOADS)
def test_buffer_loads_follow_the_swizzle(arch, wave, size, suffix, bytes_, signed):
    offsets, (index, sets) = random_offsets(wave, suffix), swizzled_buffer_sets(arch, size, wave)
    check_load_and_store(
        arch,
        wave,
        f"{mnemonic(arch, 'buffer_load', suffix)} {data_registers(bytes_)}, v[3:4], s[4:7], 0 idxen offen",
        [*sets, vgpr_setting(4, offsets)],
        lambda l, n: element_address(size, 16, index[l], offsets[l] + n),
        bytes_,
        signed,
    )


@pytest.mark.parametrize("arch, wave, size", ELEMENTS)
@pytest.mark.parametrize("suffix, bytes_", STORES)
def test_buffer_stores_follow_the_swizzle(arch, wave, size, suffix, bytes_):
    offsets, (index, sets) = random_offsets(wave, suffix), swizzled_buffer_sets(arch, size, wave)
    memory_after_store(
        arch,
        wave,
        f"{mnemonic(arch, 'buffer_store', suffix)} {data_registers(bytes_)}, v[3:4], s[4:7], 0 idxen offen",
        [*sets, vgpr_setting(4, offsets)],
        lambda l, n: element_address(size, 16, index[l], offsets[l] + n),
        bytes_,
    )


def lane_offsets(wave, offset):
    return [
        vgpr_setting(4, [offset] * wave),
        vgpr_setting(5, [PRIVATE] * wave),
        vgpr_setting(8, [5] * wave),
        vgpr_setting(9, [0] * wave),
    ]


def is_refused(arch, wave, text, sets):
    data = pattern(1 << 14)
    out = run_listing(arch, wave, f"{text}; WAIT", regions=[(BASE, data)], sets=sets)
    w = completed_wave(out)
    assert out.status == "ok" and {f[0] for f in out.findings} == {"memory.align"}
    return data == pattern(1 << 14) and int(w.v_open[8]).bit_count() >= wave and bool(w.trapsts & 1 << 8)


@EVERYWHERE
def test_atomics_across_elements_are_refused(arch, wave):
    """The atomics have 64 bits on private memory, or on elements of four bytes."""
    suffix = "_x2" if arch == "gfx906" else "_u64"
    assert is_refused(arch, wave, f"flat_atomic_add{suffix} v[8:9], v[4:5], v[8:9] glc",
                      [*scratch_settings(arch, BASE), *lane_offsets(wave, 8)])
    assert is_refused(arch, wave, f"buffer_atomic_add{suffix} v[8:9], v[3:4], s[4:7], 0 idxen offen glc",
                      [*swizzled_buffer_sets(arch, 4, wave)[1], *lane_offsets(wave, 8)])


@pytest.mark.parametrize("wave", (32, 64))
def test_atomics_within_an_element_are_executed(wave):
    """The atomics have 64 bits in elements of 16 bytes."""
    data, wanted = pattern(1 << 14), pattern(1 << 14)
    index, sets = swizzled_buffer_sets("gfx1100", 16, wave)
    for l in range(wave):
        at = element_address(16, 16, index[l], 8)
        new = int.from_bytes(wanted[at:at + 8], "little") + 5 & (1 << 64) - 1
        wanted[at:at + 8] = new.to_bytes(8, "little")
    out = run_listing("gfx1100", wave, "buffer_atomic_add_u64 v[8:9], v[3:4], s[4:7], 0 idxen offen; WAIT",
                      regions=[(BASE, data)], sets=[*sets, *lane_offsets(wave, 8)])
    assert out.status == "ok" and not out.findings and data == wanted


@EVERYWHERE
def test_typed_texels_may_cross_elements(arch, wave):
    """16_16_16_16 UINT at 6 bytes has one half in an element, two in the next, one in a third. On RDNA3 it is at 4, a
    multiple of 4 (9.5): two and two."""
    at = 4 if arch == "gfx1100" else 6
    how = "BUF_FMT_16_16_16_16_UINT" if arch == "gfx1100" else \
        "BUF_DATA_FORMAT_16_16_16_16,BUF_NUM_FORMAT_UINT"
    (index, sets), data = swizzled_buffer_sets(arch, 4, wave), pattern(1 << 14)
    text = f"tbuffer_load_format_xyzw v[8:11], v3, s[4:7], 0 format:[{how}] idxen offset:{at}; WAIT"
    out = run_listing(arch, wave, text, regions=[(BASE, data)], sets=sets)
    halves = [
        [[data[element_address(4, 16, index[l], at + 2 * k + n)] for n in (0, 1)] for k in range(4)]
        for l in range(wave)
    ]
    wanted = [b"".join(bytes((*half, 0, 0)) for half in lane) for lane in halves]
    assert out.status == "ok" and lane_bytes(completed_wave(out), 8, range(wave), 4) == wanted
