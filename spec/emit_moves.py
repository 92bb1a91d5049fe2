"""Write moves.txt as C: build/moves.inc, the cases of lanes_read() in dpp.c, and build/swizzles.inc, the body of
DS_SWIZZLE_B32.
`within` and `lanes` are copied as C expressions, which the compiler checks."""
from . import codes, families, need
from .c_text import CTemplate, write_if_changed

FIELDS = ("dpp_ctrl", "lanes", "offset")                 # of DPP, DPP8 and DS_SWIZZLE
HEADER = "/* Generated from spec/moves.txt. */\n"
CASE = CTemplate("    case $name FROM($lane);\n")
RANGE = CTemplate("    if (k >= $first) return $lane;\n")
LAST = CTemplate("    return $lane;\n")


def expression(row):
    """Return the C expression of the lane that lane n reads, -1 if there is none."""
    return row["lanes"] if row["within"] == "-" else f"{row['within']} ? {row['lanes']} : OUTSIDE"


def check_rows(spec):
    """Refuse a repeated control, an unknown field, and missing offsets of DS_SWIZZLE. Raises SpecError."""
    controls = [row["control"] for row in spec.moves]
    for row in spec.moves:
        need(row["field"] in FIELDS, row["where"], f"field is one of {', '.join(FIELDS)}")
        need(controls.count(row["control"]) == 1, row["where"], f"{row['control']} is already the name of another row")
    offsets = [n for row in spec.moves if row["field"] == "offset" for n in codes(row["code"])]
    need(sorted(offsets) == list(range(1 << 16)), "moves.txt:1", "the swizzles must cover each 16-bit offset once")


def dpp_kinds(spec, family):
    """Return the move of each code of dpp_ctrl: [C name] * 512."""
    out = ["NO_MOVE"] * 512
    for row in spec.moves:
        if row["field"] == "dpp_ctrl" and family in families(row["family"], spec.families):
            for code in codes(row["code"]):
                out[code] = f"MOVE_{row['control'].upper()}"
    return out


def dpp_rows(spec):
    """Return the rows of DPP and DPP8."""
    return [row for row in spec.moves if row["field"] != "offset"]


def swizzle_rows(spec):
    """Return the rows of DS_SWIZZLE, the highest codes first."""
    rows = [row for row in spec.moves if row["field"] == "offset"]
    return sorted(rows, key=lambda row: -codes(row["code"])[0])


def write(spec, out):
    """Write OUT/moves.inc and OUT/swizzles.inc. Raises SpecError with the row."""
    check_rows(spec)
    cases = [CASE(name=f"{'MOVE_' + row['control'].upper() + ':':22}", lane=expression(row)) for row in dpp_rows(spec)]
    *ranged, last = swizzle_rows(spec)
    ranges = [RANGE(first=f"{codes(row['code'])[0]:#06x}", lane=expression(row)) for row in ranged]
    write_if_changed(out / "moves.inc", HEADER + "".join(cases))
    write_if_changed(out / "swizzles.inc", HEADER + "".join(ranges) + LAST(lane=expression(last)))
