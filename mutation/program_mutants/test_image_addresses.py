"""Address registers of Vega's image operations in the replay: how many there are, the T# says, not the word."""
import pytest

from ...harness.case.assembler import assemble_lines, parse_assembly
from . import image_addresses, verdicts
from .traced_instruction import Unknown, instruction

T = "s[4:11] dmask:0xf"
TYPES = {"1D": 8, "2D": 9, "3D": 10, "cube": 11, "1D array": 12, "2D array": 13, "2D MSAA": 14, "2D MSAA array": 15}


def one(text):
    return instruction("gfx906", 64, bytes(assemble_lines("gfx906", 64, [text])[0]))


@pytest.mark.parametrize(
    "text, counts",
    [
        (f"image_load v[0:3], v9, {T}", {"1D": 1, "2D": 2, "3D": 3, "cube": 3, "1D array": 1, "2D MSAA": 3}),
        (f"image_load v[0:3], v9, {T} da", {"1D": 2, "2D array": 3, "3D": 3, "cube": 3, "2D MSAA array": 4}),
        (f"image_load_mip v[0:3], v9, {T} da", {"1D": 3, "2D array": 4, "cube": 4}),
        (f"image_load_mip v[0:3], v9, {T}", {"1D": 2, "2D": 3, "3D": 4}),
        (f"image_load_mip v[0:3], v9, {T} a16", {"1D": 1, "2D": 2, "3D": 2}),
        (f"image_get_resinfo v[0:3], v9, {T}", {"3D": 1, "2D MSAA": 1}),
        ("image_atomic_add v0, v9, s[4:11] dmask:0x1 unorm", {"2D": 2}),
        (f"image_sample v[0:3], v9, {T[:7]}, s[12:15] dmask:0xf", {"1D": 1, "2D": 2, "cube": 3}),
        (f"image_sample_l v[0:3], v9, {T[:7]}, s[12:15] dmask:0xf da", {"1D": 3, "2D array": 4}),
        (f"image_sample_lz v[0:3], v9, {T[:7]}, s[12:15] dmask:0xf", {"2D": 2}),
        (f"image_sample_c_b_cl_o v[0:3], v[9:14], {T[:7]}, s[12:15] dmask:0xf", {"2D": 6}),
        (f"image_sample_d v[0:3], v[9:14], {T[:7]}, s[12:15] dmask:0xf", {"1D": 3, "2D": 6, "3D": 9, "cube": 7}),
        (f"image_sample_d v[0:3], v[9:11], {T[:7]}, s[12:15] dmask:0xf a16", {"1D": 3, "2D": 3, "3D": 6}),
        (f"image_gather4_l v[0:3], v9, {T[:7]}, s[12:15] dmask:0x1", {"2D": 3}),
    ],
)
def test_registers_of_an_address(text, counts):
    """Vega ISA, 8.2.2: the tables of VGPR usage.  With A16 two words a register (errata E-205)."""
    for name, count in counts.items():
        held = image_addresses.sized(one(text), TYPES[name] << 28 | 0xFAC)
        assert held.parts[0].operands[image_addresses.ADDRESS] == tuple(f"v{9 + n}" for n in range(count)), name


def test_a_t_sharp_of_no_image_names_no_more():
    assert "v10" not in image_addresses.sized(one(f"image_load v[0:3], v9, {T}"), 0).reads


def test_a_t_sharp_in_trap_temporaries_is_not_followed():
    with pytest.raises(Unknown, match="registers of its T# are not followed"):
        image_addresses.type_register(one("image_load v[0:3], v9, ttmp[4:11] dmask:0xf"))


PROGRAM = """
; assay: arch gfx906
; assay: memory buf size=256 address=0x100000 u32=5,6,7
; assay: memory texels size=1024 address=0x101000
; assay: state s[0:1] = 0x100000, 0
; assay: state s[4:11] = 0x1010, 0x10400000, 0x1, {type:#x}000000c, 0x7e000, 0x0, 0x0, 0x0
; assay: state v8 = 12
; assay: state exec = 1
; assay: observe v0
global_load_dword v5, v8, s[0:1]
global_load_dword v6, v8, s[0:1]
s_waitcnt vmcnt(0)
{use}
s_waitcnt vmcnt(0)
v_mov_b32 v0, v1
s_endpgm
"""
LOAD, STORE = "image_load v1, v5, s[4:11] dmask:0x1 unorm", "image_store v8, v5, s[4:11] dmask:0x1 unorm"


def judged(type_, use, change="vm 0 to 1"):
    case, = parse_assembly(PROGRAM.format(type=type_, use=use), "image")
    program = verdicts.Program(case, rules="manual")
    return next(one.verdict for one in verdicts.judged(program) if one.mutant.text.startswith(change))


@pytest.mark.parametrize("use", [LOAD, STORE])
@pytest.mark.parametrize("type_, verdict", [(9, "found"), (8, "harmless")])
def test_a_wait_for_the_second_coordinate(use, type_, verdict):
    """Of a 1D image there is none."""
    assert judged(type_, use) == verdict
