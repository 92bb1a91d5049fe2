"""operands.txt: bits of the constants by arithmetic, codes by name, and the emitted C."""
import dataclasses
import math
import struct

import pytest

from . import SpecError, emit_operands, load
from .encode import Operand, inline, lit, named_operand
from .operands import special_code, constants, named_codes, constant_number

FLOATS = {code: row for code, row in named_codes(load().operands).items() if row["value"].count(",") == 2}


@pytest.mark.parametrize("code", FLOATS)
def test_bits_are_those_of_the_number(code):
    """The bits equal those of Python's struct.pack; 1/(2 pi) is within one unit in the last place."""
    number = constant_number(FLOATS[code], code)
    value = number if isinstance(number, float) else 1 / (2 * math.pi)
    for text, format in zip(FLOATS[code]["value"].split(","), "efd"):
        exact = int.from_bytes(struct.pack(f">{format}", value), "big")
        assert abs(int(text, 16) - exact) <= (not isinstance(number, float)), (FLOATS[code]["where"], format)


def test_inline_numbers_have_their_codes():
    """RDNA3 ISA, 6.2, Table 19: 128 is 0, 192 is 64, 193 is -1, 208 is -16, 240 to 247 the powers of two."""
    numbers = [0, 1, 64, -1, -16, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0, "1/2pi"]
    assert [inline(n).code for n in numbers] == [128, 129, 192, 193, 208, *range(240, 249)]
    assert len(constants()) == 81 + 9
    for other in (65, -17, 0.25, True, "pi"):
        with pytest.raises(ValueError):
            inline(other)


def test_named_operands_have_their_codes():
    assert lit(1) == Operand(255, 1) and named_operand("gfx906", "scc") == named_operand("gfx1100", "scc") == Operand(
        253
    )
    assert [special_code(name) for name in ("src_shared_base", "src_private_limit", "src_vccz")] == [235, 238, 251]
    assert named_operand("gfx1100", "null") == named_operand("gfx1100", "off") == Operand(124) and named_operand(
        "gfx906", "m0"
    ) == Operand(124)
    with pytest.raises(ValueError, match="gfx906 has no operand null"):
        named_operand("gfx906", "null")


def emitted_lines(folder, at=None, **change):
    """Return [lines] of operands.c with the row of code `at` changed."""
    rows = tuple({**row, **change} if row["code"] == at else row for row in load().operands)
    emit_operands.write(dataclasses.replace(load(), operands=rows), folder)
    return (folder / "operands.c").read_text().splitlines()


@pytest.mark.parametrize("at, change, line", [
    ("128-192", {"name": "1..65"}, "    [128] = { .kind = CODE_INTEGER, .value = 1 },"),
    ("240", {"value": "0x3801,0,0"}, '    { 0x3801, 0, 0, "0.5" },'),
    ("240", {"name": "0.75"}, '    { 0x3800, 0x3f000000, 0x3fe0000000000000, "0.75" },'),
    ("235", {"name": "lds"}, '    [235] = { .kind = CODE_SPECIAL, .reads = APERTURE, .value = 0, .name = "lds" },'),
    ("253", {"value": "VCCZ"}, '    [253] = { .kind = CODE_SPECIAL, .reads = VCCZ, .value = 0, .name = "src_scc" },'),
    ("239", {"kind": "reserved"}, "    [239] = { .kind = CODE_RESERVED },"),
])
def test_a_changed_row_changes_the_c(tmp_path, at, change, line):
    assert line not in emitted_lines(tmp_path) and line in emitted_lines(tmp_path, at, **change)


@pytest.mark.parametrize("at, change, message", [
    ("240", {"value": "-"},    "f16, f32 and f64"),
    ("241", {"code": "240"},   "240 is defined twice"),
    ("253", {"kind": "bit"},   "kind is one of"),
])
def test_invalid_rows_are_refused(tmp_path, at, change, message):
    with pytest.raises(SpecError, match=f"operands.txt:.*{message}"):
        emitted_lines(tmp_path, at, **change)
