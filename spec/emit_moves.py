"""moves.txt as C: build/moves.inc, the cases of dpp.c's lanes_read, and build/swizzles.inc, the body of DS_SWIZZLE_B32.
`within` and `lanes` go there as they stand, so it is the compiler that refuses a wrong one."""
from . import codes, families, need
from .c_text import C, changed

FIELDS = ("dpp_ctrl", "lanes", "offset")                 # DPP's, DPP8's, DS_SWIZZLE's
HEADER = "/* Generated from spec/moves.txt. */\n"
CASE = C("    case $name FROM($lane);\n")
RANGE = C("    if (k >= $first) return $lane;\n")
LAST = C("    return $lane;\n")


def expression(row):
    """The lane that lane n reads, -1 where there is none, as C."""
    return row["lanes"] if row["within"] == "-" else f"{row['within']} ? {row['lanes']} : OUTSIDE"


def check(spec):
    """Refuses a control said twice, an unknown field, and offsets of DS_SWIZZLE left out."""
    controls = [row["control"] for row in spec.moves]
    for row in spec.moves:
        need(row["field"] in FIELDS, row["where"], f"field is one of {', '.join(FIELDS)}")
        need(controls.count(row["control"]) == 1, row["where"], f"{row['control']} is another row's; name it apart")
    offsets = [n for row in spec.moves if row["field"] == "offset" for n in codes(row["code"])]
    need(sorted(offsets) == list(range(1 << 16)), "moves.txt:1", "swizzles take each offset of 16 bits once")


def kinds(spec, family):
    """The move that each code of dpp_ctrl means: [C name] * 512."""
    out = ["NO_MOVE"] * 512
    for row in spec.moves:
        if row["field"] == "dpp_ctrl" and family in families(row["family"], spec.families):
            for code in codes(row["code"]):
                out[code] = f"MOVE_{row['control'].upper()}"
    return out


def dpp(spec):
    """The rows that DPP and DPP8 have."""
    return [row for row in spec.moves if row["field"] != "offset"]


def swizzles(spec):
    """The rows that DS_SWIZZLE has, the highest codes first."""
    rows = [row for row in spec.moves if row["field"] == "offset"]
    return sorted(rows, key=lambda row: -codes(row["code"])[0])


def write(spec, out):
    """Writes OUT/moves.inc and OUT/swizzles.inc; raises SpecError naming the row."""
    check(spec)
    cases = [CASE(name=f"{'MOVE_' + row['control'].upper() + ':':22}", lane=expression(row)) for row in dpp(spec)]
    *others, last = swizzles(spec)
    ranges = [RANGE(first=f"{codes(row['code'])[0]:#06x}", lane=expression(row)) for row in others]
    changed(out / "moves.inc", HEADER + "".join(cases))
    changed(out / "swizzles.inc", HEADER + "".join(ranges) + LAST(lane=expression(last)))
