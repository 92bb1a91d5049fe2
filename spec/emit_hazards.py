"""hazards.txt as C: build/hazards.inc, the rows with the functions of model/waits/hazards.c they name.  The compiler
holds both sides to each other: a row that names no function does not build, nor does a function that no row names (they
are static)."""
from . import families, need
from .c_text import C, changed, constant

PROFILES = ("manual", "silicon")
ROW = C("""\
    { R_$rule, $states, ASSAY_$profile, $families, $first, $second, $when, $until, /* spec/$where */
      "$first_text", "$second_text" },
""")
TEXT = C("""\
/* Generated from spec/hazards.txt. */
enum { HAZARDS = $count };
/* rows, a bit each: that need no earlier instruction; that some instruction ends; that nothing ends */
static const u64 ALONE = $alone, FAR = $far, EVER = $ever;
enum { MOST_STATES = $most };
static const u64 ENOUGH[MOST_STATES + 1] = { $enough };       /* those that so many wait states are enough for */
static const struct hazard hazards[HAZARDS] = {
${rows}};
""")


def function(text):
    """'S_GETREG of MODE' -> 's_getreg_of_mode'; '-' -> '0'."""
    return "0" if text == "-" else constant(text).lower()


def row_c(spec, row):
    """One row as an initialiser of struct hazard."""
    return ROW(
        rule=constant(row["rule"]), states=0 if row["states"] == "-" else int(row["states"]),
        profile=row["profile"].upper(),
        families=" | ".join(f"1 << {family.upper()}" for family in families(row["family"], spec.families)),
        **{column: function(row[column]) for column in ("first", "second", "when", "until")}, first_text=row["first"],
        second_text=row["second"], where=row["where"],
    )


def check(spec):
    """Refuses rows that say nothing, or two things."""
    need(len(spec.hazards) <= 64, "hazards.txt:1", "at most 64 rows: an instruction holds a bit a row")
    for row in spec.hazards:
        where = row["where"]
        need(row["profile"] in PROFILES, where, f"profile is one of {', '.join(PROFILES)}")
        need(row["states"] == "-" or row["states"].isdigit(), where, "states is a number, or '-'")
        need(row["rule"] in spec.rules, where, f"rules.toml has no rule {row['rule']}")
        need(row["second"] != "-", where, "the second instruction breaks the rule; name what it is")
        need(row["states"] == "-" or row["until"] == "-", where, "states or until, not both")
        need(row["first"] == "-" or {row["when"], row["until"], row["states"]} != {"-"}, where,
             "name the states or the instruction that end it, or when it holds")
        need(row["first"] != "-" or {row["when"], row["until"], row["states"]} == {"-"}, where,
             "without a first instruction there is nothing to stand between")


def write(spec, out):
    """Writes OUT/hazards.inc; raises SpecError naming the row."""
    check(spec)
    bits = lambda wanted: sum(1 << n for n, row in enumerate(spec.hazards) if wanted(row))
    most = max(int(row["states"]) for row in spec.hazards if row["states"] != "-")
    enough = [hex(bits(lambda row: row["states"] != "-" and int(row["states"]) <= n)) for n in range(most + 1)]
    changed(
        out / "hazards.inc",
        TEXT(
            count=len(spec.hazards),
            alone=hex(bits(lambda row: row["first"] == "-")),
            far=hex(bits(lambda row: row["first"] != "-" and row["states"] == "-" and row["until"] != "-")),
            ever=hex(bits(lambda row: row["first"] != "-" and row["states"] == row["until"] == "-")),
            most=most, enough=", ".join(enough), rows="".join(row_c(spec, row) for row in spec.hazards),
        ),
    )
