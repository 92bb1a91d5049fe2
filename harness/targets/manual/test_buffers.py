"""Buffers, formats and scratch memory of the target manual against addresses and numbers computed by hand."""
import struct

import pytest

from . import buffer_formats as formats
from .test_manual import BOTH, M, number, words

BASE = 0x20000
BOUND = {"gfx906": 0x27fac, "gfx1100": 0x16fac}                          # 32-bit floats, components in order
RAW = 3 << 28                                                            # OOB_SELECT of RDNA3


def f32(x): return struct.unpack("<I", struct.pack("<f", x))[0]
def f16(x): return struct.unpack("<H", struct.pack("<e", x))[0]


def mubuf_code(name, arch, *, offen=0, idxen=0, offset=0, soffset=128, tfe=0, glc=0, lds=0, vdata=8, vaddr=0):
    """The hex code of a buffer instruction: resource in s[4:7], index and offset in v0 and v1."""
    rdna = arch == "gfx1100"
    w = 0b111000 << 26 | number(name, "MUBUF", arch) << 18 | lds << 16 | glc << 14 | offset
    d = vaddr | vdata << 8 | 1 << 16 | soffset << 24
    if rdna:
        return words(w, d | tfe << 21 | offen << 22 | idxen << 23)
    return words(w | offen << 12 | idxen << 13, d | tfe << 23)


def resource(arch, *, stride=0, records=256, swizzle=0, group=0, add_lane=0, rule=3, high_bits=0, word=None):
    """The four dwords of a buffer resource. `rule`: OOB_SELECT; `word`: the format and components, default BOUND."""
    last = (BOUND[arch] if word is None else word) | group << 21 | add_lane << 23 | high_bits
    return [BASE, stride << 16 | swizzle << 30, records, last | rule << 28 if arch == "gfx1100" else last]


def run_code(arch, code, buffer_resource, memory, state=(), registers=("v8",), **case_fields):
    """Return the result of code that has in s[4:7] the resource of a buffer with these bytes."""
    case = {"assay": 1, "arch": arch, "wave": 64, "code": code, "state": {"s[4:7]": buffer_resource, **dict(state)},
            "memory": [{"name": "buf", "address": BASE, "bytes": memory.hex()}],
            "observe": {"registers": list(registers), "memory": ["buf"]}, **case_fields}
    return M.run(case)


def load_buffer(arch, buffer_resource, memory, *, name=None, state=(), observe=("v8",), **fields):
    """The observed registers after one buffer load."""
    name = name or ("buffer_load_dword" if arch == "gfx906" else "buffer_load_b32")
    out = run_code(arch, mubuf_code(name, arch, **fields), buffer_resource, memory, state, observe)
    assert out["status"] == "ok", out
    return [out["waves"][0]["registers"][n] for n in observe]


MEMORY = b"".join(struct.pack("<I", 0x100 + n) for n in range(1024))


@pytest.mark.parametrize("arch", BOTH)
def test_linear_address_adds_all_offsets_and_stride_times_index(arch):
    """base + SOFFSET + offset of the instruction + VGPR offset + stride * index."""
    state = {"v0": [3, 1], "v1": [4, 0], "exec": 3, "s9": 64}
    got, = load_buffer(arch, resource(arch, stride=20, records=8, rule=1), MEMORY, state=state, offen=1, idxen=1,
                       offset=8, soffset=9)
    assert got[:2] == [0x100 + (64 + 8 + 4 + 60) // 4, 0x100 + (64 + 8 + 20) // 4]


@pytest.mark.parametrize("arch", BOTH)
def test_swizzled_buffer_interleaves_elements_of_eight_records(arch):
    """RDNA3 ISA, 9.4.2: six elements of 4 bytes a record, eight records interleaved: X0..X7 in bytes 0 to 31, Y0..Y7
    in 32 to 63, and X8 after all six, at 192."""
    swizzle = 1 if arch == "gfx1100" else 2
    state = {"v0": [0, 7, 1, 8, 9], "v1": [0, 0, 4, 0, 20], "exec": 31}
    got, = load_buffer(arch, resource(arch, stride=24, records=32, swizzle=swizzle, rule=1), MEMORY, state=state,
                       offen=1, idxen=1)
    assert got[:5] == [0x100 + at // 4 for at in (0, 28, 36, 192, 192 + 5 * 32 + 4)]


@pytest.mark.parametrize("rule,inside", [
    (0, lambda index, offset: index < 4 and offset + 4 <= 16), (1, lambda index, offset: index < 4),
    (2, lambda index, offset: True), (3, lambda index, offset: offset + 4 <= 4 - 3)])
def test_rdna3_bounds_follow_oob_select(rule, inside):
    """Table 46; rule 3 subtracts SOFFSET, 3 here, from NUM_RECORDS."""
    pairs = [(0, 0), (0, 12), (0, 13), (0, 16), (3, 0), (4, 0), (5, 16)]
    state = {"v0": [i for i, _ in pairs], "v1": [o for _, o in pairs], "exec": 127, "s9": 3}
    got, = load_buffer("gfx1100", resource("gfx1100", stride=16, records=4, rule=rule), MEMORY, state=state, offen=1,
                  idxen=1, soffset=9)
    at = [3 + 16 * i + o for i, o in pairs]
    assert got[:7] == [int.from_bytes(MEMORY[a:a + 4], "little") if inside(*p) else 0 for a, p in zip(at, pairs)]


def test_vega_bounds_follow_the_kind_of_buffer():
    """Vega ISA, 8.1.5: raw buffers check only the offset, structured buffers the index, private buffers nothing."""
    state = {"v0": [0, 5, 6, 8], "exec": 15}
    got, = load_buffer("gfx906", resource("gfx906", records=6), MEMORY, state=state, offen=1)
    assert got[:4] == [0x100, int.from_bytes(MEMORY[5:9], "little"), 0, 0]
    got, = load_buffer("gfx906", resource("gfx906", records=6, stride=4), MEMORY, state=state, idxen=1)
    assert got[:4] == [0x100, 0x105, 0, 0]
    got, = load_buffer("gfx906", resource("gfx906", records=0, stride=8, add_lane=1, word=0), MEMORY)
    assert got == [0x100 + 2 * lane for lane in range(64)]
    out = run_code("gfx906", mubuf_code("buffer_load_dword", "gfx906", idxen=1), resource("gfx906", add_lane=1), MEMORY)
    assert out["status"] == "unsupported" and "name no such" in out["text"]


@pytest.mark.parametrize("arch", BOTH)
def test_unbound_buffer_gives_zero_and_other_types_nothing(arch):
    state = {"v8": 7}
    assert load_buffer(arch, resource(arch, word=0xfac), MEMORY, state=state) == [[0] * 64]
    assert load_buffer(arch, resource(arch, high_bits=2 << 30), MEMORY, state=state) == [[7] * 64]


@pytest.mark.parametrize("arch", BOTH)
def test_loads_write_the_tfe_status_and_lds(arch):
    wide = "buffer_load_dwordx2" if arch == "gfx906" else "buffer_load_b64"
    got = load_buffer(arch, resource(arch), MEMORY, name=wide, tfe=1, state={"v10": 9, "exec": 1},
                 observe=("v8", "v9", "v10"))
    assert [row[:2] for row in got] == [[0x100, 0], [0x101, 0], [0, 9]]
    if arch == "gfx906":                                # a byte a lane, at M0 + offset + 4 * lane; lane 2 is outside
        code = mubuf_code("buffer_load_sbyte", arch, lds=1, offen=1, offset=4)
        out = run_code(arch, code, resource(arch), bytes((1, 2, 3, 4, 0x81, 5, 6, 7)),
                       {"v0": [0, 1, 2], "exec": 7, "m0": 4}, lds=16, observe={"registers": [], "lds": True})
        assert out["lds"] == "00" * 8 + "81ffffff" + "05000000"


@pytest.mark.parametrize("arch", BOTH)
def test_loads_select_components_or_constants(arch):
    """0, 1, W and X of 8_8_8_8 UINT; out of bounds 0, but a selected 1 stays 1 (note 1 of 9.4.1)."""
    word = 0 | 1 << 3 | 7 << 6 | 4 << 9 | (46 << 12 if arch == "gfx1100" else 4 << 12 | 10 << 15)
    got = load_buffer(arch, resource(arch, records=4, word=word), bytes((1, 2, 3, 4, 5, 6, 7, 8)), state={"v0": [0, 4]},
                 name="buffer_load_format_xyzw", offen=1, observe=("v8", "v9", "v10", "v11"))
    assert [row[:2] for row in got] == [[0, 0], [1, 1], [4, 0], [1, 0]]


# ---- numbers ----

def test_8_bit_formats_convert_every_byte_both_ways():
    for x in range(256):
        low = x - (x >> 7 << 8)
        for half, float_bits in ((False, f32), (True, f16)):
            assert formats.from_memory("unorm", 8, x, half) == float_bits(x / 255)
            assert formats.from_memory("snorm", 8, x, half) == float_bits(max(low, -127) / 127)
            assert formats.from_memory("sscaled", 8, x, half) == float_bits(float(low))
            assert formats.to_memory("unorm", 8, float_bits(x / 255), half) == x
            assert formats.to_memory("uscaled", 8, float_bits(float(x)), half) == x
        assert formats.from_memory("sint", 8, x, False) == low & 0xffffffff


@pytest.mark.parametrize("value,expected", [(0.5, 128), (0.5 / 256, 0), (0.51 / 255, 1), (-1.0, 0), (2.0, 255),
                                        (float("inf"), 255), (float("-inf"), 0), (float("nan"), 0)])
def test_stores_round_to_nearest_even_and_clamp(value, expected):
    """Stores round to the nearest, ties to even: 127.5 becomes 128."""
    assert formats.to_memory("unorm", 8, f32(value), False) == expected
    if value == 0.5:
        assert formats.to_memory("uscaled", 8, f32(2.5), False) == 2 == formats.to_memory("uscaled", 8, f32(1.5), False)


@pytest.mark.parametrize("x,half,single", [
    (0x3f801fff, 0x3c00, 0x3f801fff), (0xbf801fff, 0xbc00, 0xbf801fff), (0x477fffff, 0x7bff, 0x477fffff),
    (0x33000000, 0, 0x33000000), (0x7f800000, 0x7c00, 0x7f800000)])
def test_f32_in_memory_is_truncated_to_f16(x, half, single):
    """RDNA3 ISA, 9.3.1: values beyond the greatest f16 become the greatest f16."""
    assert formats.from_memory("float", 32, x, True) == half and formats.from_memory("float", 32, x, False) == single


def test_10_and_11_bit_floats_convert_both_ways():
    """A float of 11 bits has 6 fraction bits, bias 15 and no sign; a float of 10 bits has 5 fraction bits."""
    assert formats.from_memory("float", 11, 15 << 6 | 32, False) == f32(1.5)
    assert formats.from_memory("float", 10, 16 << 5, False) == f32(2.0)
    assert formats.from_memory("float", 11, 1, False) == f32(2.0**-20)
    assert formats.to_memory("float", 11, f32(1.5), False) == 15 << 6 | 32
    assert formats.to_memory("float", 10, f32(-1.5), False) == 0
    assert formats.to_memory("float", 10, f32(1.999), False) == 15 << 5 | 31


def test_format_numbers_give_widths_and_kinds():
    """Table 52: the component that is named last is in the lowest bits."""
    assert len(formats.UNIFIED) == 63
    assert formats.rdna3_format(36).widths == [10, 10, 10, 2] and formats.rdna3_format(36).kind == "unorm"
    assert formats.rdna3_format(30).widths == [11, 11, 10] and formats.vega_format(6, 7).widths == [11, 11, 10]
    assert [formats.rdna3_format(code).bytes for code in (63, 5)] == [16, 1] and formats.rdna3_format(0) is None
    with pytest.raises(formats.Stop):
        formats.rdna3_format(64)
    with pytest.raises(formats.Stop):
        formats.vega_format(1, 6)


# ---- private memory ----

def scratch(name, arch, *, offset=0, vector=None, scalar=None, data=0, vdst=0):
    rdna = arch == "gfx1100"
    w = 0b110111 << 26 | number(name, "SCRATCH", arch) << 18 | 1 << (16 if rdna else 14) | offset & 0x1fff
    off = 0x7c if rdna else 0x7f
    sve = int(vector is not None) << 23 if rdna else 0
    return words(w, (vector or 0) | data << 8 | (off if scalar is None else scalar) << 16 | sve | vdst << 24)


@pytest.mark.parametrize("arch", BOTH)
def test_scratch_store_interleaves_lanes_by_dword(arch):
    """FLAT_SCRATCH + offset / 4 * 4 * 64 + offset % 4 + 4 * lane; the second wave's memory begins a WAVESIZE later."""
    store = "scratch_store_byte" if arch == "gfx906" else "scratch_store_b8"
    size = 1024 if arch == "gfx906" else 16 * 64
    case = {"assay": 1, "arch": arch, "wave": 64, "group": [128, 1, 1], "grid": [128, 1, 1], "scratch": 16,
            "code": scratch(store, arch, offset=-2, scalar=2, data=1), "state": {"s2": 7, "v1": 0xab, "exec": 1 << 5},
            "memory": [{"name": "scratch", "address": BASE, "size": 2 * size}], "observe": {"memory": ["scratch"]}}
    out = M.run(case)
    assert out["status"] == "ok", out
    stored = bytes.fromhex(out["memory"][0]["bytes"])
    assert [n for n, x in enumerate(stored) if x] == [at + 4 * 64 + 1 + 20 for at in (0, size)]


def test_scratch_address_modes_add_their_parts():
    """ST, SS, SV and SVS (RDNA3 ISA, 11.2)."""
    memory = b"".join(struct.pack("<I", n) for n in range(64 * 8))
    for vector, scalar, offset in ((None, None, 8), (None, 2, 4), (3, None, -4), (3, 2, 0)):
        code = scratch("scratch_load_b32", "gfx1100", offset=offset, vector=vector, scalar=scalar, vdst=8)
        out = M.run({"assay": 1, "arch": "gfx1100", "wave": 64, "scratch": 32, "code": code,
                     "state": {"s2": 4, "v3": 8},
                     "memory": [{"name": "scratch", "address": BASE, "bytes": memory.hex()}],
                     "observe": {"registers": ["v8"]}})
        dword = (offset + (4 if scalar else 0) + (8 if vector else 0)) // 4
        assert out["waves"][0]["registers"]["v8"] == [64 * dword + lane for lane in range(64)]
