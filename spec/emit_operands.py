"""operands.txt as C: build/operands.h and operands.c, what each source code is, and the bits and names of constants."""
from . import need
from .c_text import C, changed
from .operands import TWO_PI, named_codes, number

OPERANDS_H = C("""\
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
OPERANDS_C = C("""\
/* Generated from spec/operands.txt. */
#include "decode.h"
const struct code operand_codes[512] = {
${codes}};
const struct inline_float inline_floats[INLINE_FLOATS] = {
${floats}};
""")
CODE = C("    [$code] = { .kind = CODE_$kind$more },\n")
FLOAT = C("    { $half, $single, $wide, $text },\n")


def code_c(code, row, floats):
    """One code as an initialiser of struct code."""
    kind, more = row["kind"].upper(), ""
    if kind == "CONSTANT":
        found = number(row, code)
        kind = "INTEGER" if isinstance(found, int) else "FLOAT"
        more = f", .value = {found if kind == 'INTEGER' else floats.index(row)}"
    if kind == "SPECIAL":
        reads, _, value = row["value"].partition(":")
        more = f', .reads = {reads}, .value = {value or 0}, .name = "{row["name"]}"'
    return CODE(code=code, kind=kind, more=more)


def float_c(row):
    """One constant as an initialiser of struct inline_float."""
    bits = row["value"].split(",")
    need(len(bits) == 3, row["where"], "the value of a float constant is its bits as f16, f32, f64")
    return FLOAT(half=bits[0], single=bits[1], wide=bits[2], text="0" if row["name"] == TWO_PI else f'"{row["name"]}"')


def write(spec, out):
    """Writes OUT/operands.h and OUT/operands.c; raises SpecError naming the row."""
    codes = named_codes(spec.operands)
    constants = [(row, code) for code, row in codes.items() if row["kind"] == "constant"]
    floats = [row for row, code in constants if not isinstance(number(row, code), int)]
    changed(out / "operands.h", OPERANDS_H(floats=len(floats)))
    each = "".join(code_c(code, codes[code], floats) for code in sorted(codes))
    changed(out / "operands.c", OPERANDS_C(codes=each, floats="".join(map(float_c, floats))))
