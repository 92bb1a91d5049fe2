"""Read operands.txt: the codes of sources, which are constants, special registers and the literal.
A code that one family reserves has the meaning that other families give it."""
from functools import cache

from .rows import need

KINDS = ("reserved", "register", "constant", "literal", "extension", "special")
TWO_PI = "1/(2*pi)"


def row_codes(row):
    """Return the codes of a row as a range."""
    low, _, high = row["code"].partition("-")
    return range(int(low), int(high or low) + 1)


def named_codes(rows):
    """Return {code from 128 to 255: row}, the row of a family that has it. Raises SpecError for an invalid row."""
    out, defined = {}, set()
    for row in rows:
        need(row["kind"] in KINDS, row["where"], f"kind is one of {', '.join(KINDS)}")
        for code in row_codes(row):
            need(not defined & {(row["family"], code), ("all", code)}, row["where"], f"code {code} is defined twice")
            defined.add((row["family"], code))
            if 128 <= code < 256 and (code not in out or out[code]["kind"] == "reserved"):
                out[code] = row
    return out


def constant_number(row, code):
    """Return the number of a constant's code: an int, a float, or '1/(2*pi)'."""
    first, dots, last = row["name"].partition("..")
    if dots:
        step = 1 if int(last) > int(first) else -1
        return int(first) + step * (code - row_codes(row)[0])
    return row["name"] if row["name"] == TWO_PI else float(row["name"])


@cache
def project_codes():
    """Return named_codes of the project's own table."""
    from . import load
    return named_codes(load().operands)


@cache
def constants():
    """Return {(type, number): code} of the inline constants: ints, floats and '1/(2*pi)'.
    The type distinguishes 1 from 1.0."""
    return {(type(n), n): code for code, row in project_codes().items() if row["kind"] == "constant"
            for n in (constant_number(row, code),)}


@cache
def special_codes():
    """Return {name: code} of the special sources and of `literal`."""
    return {row["name"]: code for code, row in project_codes().items() if row["kind"] in ("special", "literal")}


def special_code(name):
    """Return the code of a special source or of `literal`. KeyError for another name."""
    return special_codes()[name]
