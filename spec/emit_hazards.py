"""Write hazards.txt as C: build/hazards.inc, with the functions of model/waits/hazards.c that the rows name.
The compiler checks both sides: a row without its function does not build, and neither does an unused static function.
"""
from . import families, need
from .c_text import CTemplate, write_if_changed, constant_name

PROFILES = ("manual", "silicon")
ROW = CTemplate("""\
    { R_$rule, $states, ASSAY_$profile, $families, $first, $second, $when, $until, /* spec/$where */
      "$first_text", "$second_text" },
""")
TEXT = CTemplate("""\
/* Generated from spec/hazards.txt. */
enum { HAZARDS = $count };
/* rows, a bit each: that need no earlier instruction; that some instruction ends; that nothing ends */
static const u64 ALONE = $alone, FAR = $far, EVER = $ever;
enum { MOST_STATES = $most };
static const u64 ENOUGH[MOST_STATES + 1] = { $enough };       /* those that so many wait states are enough for */
static const struct hazard hazards[HAZARDS] = {
${rows}};
""")


def c_function(text):
    """Return the name of the C function: 'S_GETREG of MODE' gives 's_getreg_of_mode'; '-' gives '0'."""
    return "0" if text == "-" else constant_name(text).lower()


def row_c(spec, row):
    """Return one row as an initialiser of struct hazard."""
    return ROW(
        rule=constant_name(row["rule"]), states=0 if row["states"] == "-" else int(row["states"]),
        profile=row["profile"].upper(),
        families=" | ".join(f"1 << {family.upper()}" for family in families(row["family"], spec.families)),
        **{column: c_function(row[column]) for column in ("first", "second", "when", "until")}, first_text=row["first"],
        second_text=row["second"], where=row["where"],
    )


def check_rows(spec):
    """Refuse rows that are empty or contradictory. Raises SpecError."""
    need(len(spec.hazards) <= 64, "hazards.txt:1", "at most 64 rows: an instruction has one bit for each")
    for row in spec.hazards:
        where = row["where"]
        need(row["profile"] in PROFILES, where, f"profile is one of {', '.join(PROFILES)}")
        need(row["states"] == "-" or row["states"].isdigit(), where, "states is a number, or '-'")
        need(row["rule"] in spec.rules, where, f"rules.toml has no rule {row['rule']}")
        need(row["second"] != "-", where, "the second instruction breaks the rule; name it")
        need(row["states"] == "-" or row["until"] == "-", where, "states or until, not both")
        need(row["first"] == "-" or {row["when"], row["until"], row["states"]} != {"-"}, where,
             "name the states or the instruction that ends it, or its condition")
        need(row["first"] != "-" or {row["when"], row["until"], row["states"]} == {"-"}, where,
             "without a first instruction, when, until and states must be '-'")


def write(spec, out):
    """Write OUT/hazards.inc. Raises SpecError with the row."""
    check_rows(spec)
    row_mask = lambda condition: sum(1 << n for n, row in enumerate(spec.hazards) if condition(row))
    max_states = max(int(row["states"]) for row in spec.hazards if row["states"] != "-")
    enough = [hex(row_mask(lambda row: row["states"] != "-" and int(row["states"]) <= n))
              for n in range(max_states + 1)]
    write_if_changed(
        out / "hazards.inc",
        TEXT(
            count=len(spec.hazards),
            alone=hex(row_mask(lambda row: row["first"] == "-")),
            far=hex(row_mask(lambda row: row["first"] != "-" and row["states"] == "-" and row["until"] != "-")),
            ever=hex(row_mask(lambda row: row["first"] != "-" and row["states"] == row["until"] == "-")),
            most=max_states, enough=", ".join(enough), rows="".join(row_c(spec, row) for row in spec.hazards),
        ),
    )
