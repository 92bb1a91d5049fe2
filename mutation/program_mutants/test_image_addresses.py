"""Address registers of Vega image operations in the replay checker: the T#, not the instruction word, gives their
number."""
import pytest

from ...harness.case.assembler import assemble_lines
from ...harness.case.directives import parse_assembly
from . import image_addresses, verdicts
from .traced_instruction import UnknownInstruction, decode_instruction

T_SHARP = "s[4:11] dmask:0xf"
TYPES = {"1D": 8, "2D": 9, "3D": 10, "cube": 11, "1D array": 12, "2D array": 13, "2D MSAA": 14, "2D MSAA array": 15}


def assembled_instruction(text):
    return decode_instruction("gfx906", 64, bytes(assemble_lines("gfx906", 64, [text])[0]))


@pytest.mark.parametrize(
    "text, counts",
    [
        (f"image_load v[0:3], v9, {T_SHARP}", {"1D": 1, "2D": 2, "3D": 3, "cube": 3, "1D array": 1, "2D MSAA": 3}),
        (f"image_load v[0:3], v9, {T_SHARP} da", {"1D": 2, "2D array": 3, "3D": 3, "cube": 3, "2D MSAA array": 4}),
        (f"image_load_mip v[0:3], v9, {T_SHARP} da", {"1D": 3, "2D array": 4, "cube": 4}),
        (f"image_load_mip v[0:3], v9, {T_SHARP}", {"1D": 2, "2D": 3, "3D": 4}),
        (f"image_load_mip v[0:3], v9, {T_SHARP} a16", {"1D": 1, "2D": 2, "3D": 2}),
        (f"image_get_resinfo v[0:3], v9, {T_SHARP}", {"3D": 1, "2D MSAA": 1}),
        ("image_atomic_add v0, v9, s[4:11] dmask:0x1 unorm", {"2D": 2}),
        (f"image_sample v[0:3], v9, {T_SHARP[:7]}, s[12:15] dmask:0xf", {"1D": 1, "2D": 2, "cube": 3}),
        (f"image_sample_l v[0:3], v9, {T_SHARP[:7]}, s[12:15] dmask:0xf da", {"1D": 3, "2D array": 4}),
        (f"image_sample_lz v[0:3], v9, {T_SHARP[:7]}, s[12:15] dmask:0xf", {"2D": 2}),
        (f"image_sample_c_b_cl_o v[0:3], v[9:14], {T_SHARP[:7]}, s[12:15] dmask:0xf", {"2D": 6}),
        (f"image_sample_d v[0:3], v[9:14], {T_SHARP[:7]}, s[12:15] dmask:0xf", {"1D": 3, "2D": 6, "3D": 9, "cube": 7}),
        (f"image_sample_d v[0:3], v[9:11], {T_SHARP[:7]}, s[12:15] dmask:0xf a16", {"1D": 3, "2D": 3, "3D": 6}),
        (f"image_gather4_l v[0:3], v9, {T_SHARP[:7]}, s[12:15] dmask:0x1", {"2D": 3}),
    ],
)
def test_descriptor_type_gives_the_number_of_address_registers(text, counts):
    """Vega ISA, 8.2.2: the tables of VGPR usage. With A16 two values share a register (errata E-205)."""
    for name, count in counts.items():
        resized = image_addresses.with_address_registers(assembled_instruction(text), TYPES[name] << 28 | 0xFAC)
        assert resized.parts[0].operands[image_addresses.ADDRESS] == tuple(f"v{9 + n}" for n in range(count)), name


def test_descriptor_without_image_type_adds_no_registers():
    load = assembled_instruction(f"image_load v[0:3], v9, {T_SHARP}")
    assert "v10" not in image_addresses.with_address_registers(load, 0).reads


def test_descriptor_in_trap_temporaries_is_rejected():
    with pytest.raises(UnknownInstruction, match="registers of its T# are not followed"):
        image_addresses.type_word_register(assembled_instruction("image_load v[0:3], v9, ttmp[4:11] dmask:0xf"))


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


def verdict_of_change(image_type, use, change="vm 0 to 1"):
    case, = parse_assembly(PROGRAM.format(type=image_type, use=use), "image")
    program = verdicts.TracedProgram(case, rules="manual")
    return next(judged.verdict for judged in verdicts.judge_mutants(program)
                if judged.mutant.description.startswith(change))


@pytest.mark.parametrize("use", [LOAD, STORE])
@pytest.mark.parametrize("image_type, verdict", [(9, "found"), (8, "harmless")])
def test_wait_for_the_second_coordinate_matters_only_with_two_coordinates(use, image_type, verdict):
    """A 1D image has no second coordinate."""
    assert verdict_of_change(image_type, use) == verdict
