"""operands.txt -> the codes of sources: constants, special registers, the literal.  A code that a family reserves is
what it is in the others."""
from functools import cache

from .rows import need

KINDS = ("reserved", "register", "constant", "literal", "extension", "special")
TWO_PI = "1/(2*pi)"


def span(row):
    """The codes of a row, as a range."""
    low, _, high = row["code"].partition("-")
    return range(int(low), int(high or low) + 1)


def named_codes(rows):
    """{code from 128 to 255: row}: what it is in a family that has it.  SpecError for a row that explains nothing."""
    out, said = {}, set()
    for row in rows:
        need(row["kind"] in KINDS, row["where"], f"kind is one of {', '.join(KINDS)}")
        for code in span(row):
            need(not said & {(row["family"], code), ("all", code)}, row["where"], f"code {code} is said twice")
            said.add((row["family"], code))
            if 128 <= code < 256 and (code not in out or out[code]["kind"] == "reserved"):
                out[code] = row
    return out


def number(row, code):
    """The number of a constant's code: an int, a float, or '1/(2*pi)'."""
    first, counts, last = row["name"].partition("..")
    if counts:
        step = 1 if int(last) > int(first) else -1
        return int(first) + step * (code - span(row)[0])
    return row["name"] if row["name"] == TWO_PI else float(row["name"])


@cache
def project():
    """named_codes of the project's own table."""
    from . import load
    return named_codes(load().operands)


@cache
def constants():
    """{number: code} of the inline constants: ints, floats and '1/(2*pi)'; an int is no key for a float."""
    return {(type(n), n): code for code, row in project().items() if row["kind"] == "constant"
            for n in (number(row, code),)}


@cache
def special():
    """{name: code} of the special sources, and of `literal`."""
    return {row["name"]: code for code, row in project().items() if row["kind"] in ("special", "literal")}


def code_of(name):
    """The code of a special source, or of `literal`.  KeyError for another name."""
    return special()[name]
