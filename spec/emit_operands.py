"""Write operands.txt as C: build/operands.h and operands.c, with the meaning of each source code, and constants."""
from . import need
from .c_text import CTemplate, write_if_changed
from .operands import TWO_PI, named_codes, constant_number

OPERANDS_H = CTemplate("""\
/* Generated from spec/operands.txt. */
#pragma once
enum code_kind { CODE_REGISTER, CODE_RESERVED, CODE_INTEGER, CODE_FLOAT, CODE_LITERAL, CODE_EXTENSION, CODE_SPECIAL };
/* A source code.  value: an integer; the row of inline_floats; of an aperture, which.  reads: enum kind of a \
special one.  From 256 on they are vector registers. */
struct code { signed char kind, value, reads; const char *name; };
extern const struct code operand_codes[512];
/* A float constant in three formats; text 0: 1/(2 pi), which has many. */
struct inline_float { unsigned short half; unsigned single; unsigned long long wide; const char *text; };
enum { INLINE_FLOATS = $floats };
extern const struct inline_float inline_floats[INLINE_FLOATS];
""")
OPERANDS_C = CTemplate("""\
/* Generated from spec/operands.txt. */
#include "decode.h"
const struct code operand_codes[512] = {
${codes}};
const struct inline_float inline_floats[INLINE_FLOATS] = {
${floats}};
""")
CODE = CTemplate("    [$code] = { .kind = CODE_$kind$members },\n")
FLOAT = CTemplate("    { $half, $single, $wide, $text },\n")


def code_c(code, row, floats):
    """Return one code as an initialiser of struct code."""
    kind, members = row["kind"].upper(), ""
    if kind == "CONSTANT":
        constant = constant_number(row, code)
        kind = "INTEGER" if isinstance(constant, int) else "FLOAT"
        members = f", .value = {constant if kind == 'INTEGER' else floats.index(row)}"
    if kind == "SPECIAL":
        reads, _, value = row["value"].partition(":")
        members = f', .reads = {reads}, .value = {value or 0}, .name = "{row["name"]}"'
    return CODE(code=code, kind=kind, members=members)


def float_c(row):
    """Return one constant as an initialiser of struct inline_float."""
    bits = row["value"].split(",")
    need(len(bits) == 3, row["where"], "the value of a float constant is its bits in f16, f32 and f64")
    return FLOAT(half=bits[0], single=bits[1], wide=bits[2], text="0" if row["name"] == TWO_PI else f'"{row["name"]}"')


def write(spec, out):
    """Write OUT/operands.h and OUT/operands.c. Raises SpecError with the row."""
    codes = named_codes(spec.operands)
    constants = [(row, code) for code, row in codes.items() if row["kind"] == "constant"]
    floats = [row for row, code in constants if not isinstance(constant_number(row, code), int)]
    write_if_changed(out / "operands.h", OPERANDS_H(floats=len(floats)))
    initialisers = "".join(code_c(code, codes[code], floats) for code in sorted(codes))
    write_if_changed(out / "operands.c", OPERANDS_C(codes=initialisers, floats="".join(map(float_c, floats))))
