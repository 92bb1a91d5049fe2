"""Write all generated C: build/tables.{h,c} and counters.inc here, the other files by calling every emit_* module.
`python -m assay.spec.emit OUT MODEL [TABLES]` writes into OUT from the tables in TABLES and the bodies in MODEL.
tables.{h,c} have fields, encoding ids, traits, rules and messages. Files whose text is unchanged keep their time."""
import re
import sys
from pathlib import Path

from . import FOLDER, KINDS, families, load, need
from . import emit_decode, emit_hazards, emit_moves, emit_operands, emit_ops, emit_registers
from . import emit_sendmsg
from .c_text import CTemplate, write_if_changed, constant_name
from .layout import CLASSES

RANGES = re.compile(r"\d+:\d+(\+\d+:\d+)*$")
NO_BITS = [(-1, 0)]
VERBS = {
    "load": "LOAD",
    "store": "STORE",
    "atomic": "ATOMIC",
    "gather": "VALUE",
    "scatter": "VALUE",
    "message": "VALUE",
}
TABLES_H = CTemplate("""\
/* Generated from spec/. */
#pragma once
enum family { $families, FAMILIES };
enum { ARCHS = $archs };
enum field { $fields, FIELDS };
enum encoding_id { $encodings, ENCODINGS };
enum class { $classes };
extern const unsigned char class_of[ENCODINGS];
enum move_kind { $moves };
${words}struct bits { unsigned char low, width; };
/* One rule or limit a member, one struct an architecture; -1: no such thing. */
struct traits {
    const char *name;
    unsigned char family, decoding;      /* enum family; which group_of */
${numbers}${ranges}};
extern const struct traits traits[ARCHS];
enum rule_id {
${rules}    RULES
};
struct rule { const char *id; unsigned char kind; };
extern const struct rule rules[];
""")
WORDS = CTemplate("enum { $words };\n")
TABLES_C = CTemplate("""\
/* Generated from spec/. */
#include "model.h"
const unsigned char class_of[ENCODINGS] = {
${classes}};
const struct traits traits[] = {
${traits}};
const struct rule rules[] = {
${rules}};
""")
TRAITS = CTemplate("""\
    { .name = "$arch", .family = $family, .decoding = $decoding,
${members}    },
""")
EVENT = CTemplate("    [$family][E_$encoding][$verb][$returns] = { .waits = $waits,$order },\n")
ORDER = CTemplate(" .order = { $each },")


# ---- traits ----

def ranges_c(text) -> str:
    """Return bit ranges as C, low bits of the value first: '3:0+15:14' gives '{ { 0, 4 }, { 14, 2 } }'."""
    parts = [tuple(map(int, part.split(":"))) for part in str(text).split("+")] if text is not None else []
    return "{ " + ", ".join(f"{{ {low}, {high - low + 1} }}" for high, low in parts or NO_BITS) + " }"


def trait_kind(values) -> str:
    """Return 'ranges', 'word' or 'number' for the values of one trait."""
    texts = [v for v in values if isinstance(v, str)]
    if any(RANGES.match(t) for t in texts):
        return "ranges"
    return "word" if texts else "number"


def trait_values(spec):
    """Return {trait: [its value on each architecture]}."""
    each = [spec.architecture_traits(arch) for arch in spec.targets]
    return {name: [traits[name] for traits in each] for name in each[0]}


def trait_enums_c(spec) -> str:
    """Return an enum for each trait with named values."""
    text = ""
    for name, values in trait_values(spec).items():
        if trait_kind(values) == "word":
            words = sorted({v for v in values if isinstance(v, str)})
            text += WORDS(words=", ".join(f"{constant_name(name)}_{constant_name(word)}" for word in words))
    return text


def trait_names(spec, is_range) -> list[str]:
    """Return the names of the traits that are bit ranges, or of the others."""
    return [name for name, values in trait_values(spec).items() if (trait_kind(values) == "ranges") == is_range]


def trait_value_c(name, value, kind) -> str:
    """Return one trait of an architecture as an initialiser."""
    if kind == "ranges":
        return ranges_c(value)
    if isinstance(value, str):
        return f"{constant_name(name)}_{constant_name(value)}"
    return "-1" if value is None else str(int(value))


def traits_c(spec) -> str:
    """Return the C text of the initialisers of struct traits, one for each architecture."""
    values, decoding = trait_values(spec), emit_decode.decoding_table_numbers(spec)
    member = lambda name, n: f"      .{name} = {trait_value_c(name, values[name][n], trait_kind(values[name]))},\n"
    return "".join(
        TRAITS(arch=arch, family=constant_name(target.family), decoding=decoding[arch],
               members="".join(member(name, n) for name in values))
        for n, (arch, target) in enumerate(spec.targets.items())
    )


# ---- the two files, and the counters ----

def enumerators_c(prefix, words) -> str:
    """Return the C text of enumerators without repetitions."""
    return ", ".join(prefix + constant_name(word) for word in dict.fromkeys(words))


def tables_h(spec) -> str:
    """Return the text of build/tables.h."""
    return TABLES_H(
        families=enumerators_c("", spec.families), archs=len(spec.targets),
        fields=enumerators_c("F_", (f for e in spec.encodings.values() for f in e.fields)),
        encodings=enumerators_c("E_", (name for _, name in spec.encodings)), classes=enumerators_c("CLASS_", CLASSES),
        moves=enumerators_c("MOVE_", (row["control"] for row in emit_moves.dpp_rows(spec))), words=trait_enums_c(spec),
        numbers="".join(f"    int {name};\n" for name in trait_names(spec, False)),
        ranges="".join(f"    struct bits {name}[2];\n" for name in trait_names(spec, True)),
        rules="".join(f"    R_{constant_name(rule)},\n" for rule in spec.rules),
    ) + emit_sendmsg.HEADER


def encoding_classes_c(spec) -> str:
    """Return the C text of the class of each encoding, which is the same in all families."""
    kinds = {e.name: e.kind for e in spec.encodings.values()}
    for e in spec.encodings.values():
        need(e.kind == kinds[e.name], e.where, f"{e.name} is {e.kind} here and {kinds[e.name]} in another family")
    return "".join(f"    [E_{constant_name(name)}] = CLASS_{constant_name(kind)},\n" for name, kind in kinds.items())


def tables_c(spec) -> str:
    """Return the text of build/tables.c."""
    rules = "".join(f'    {{ "{name}", {KINDS.index(rule["kind"])} }},\n' for name, rule in spec.rules.items())
    text = TABLES_C(classes=encoding_classes_c(spec), traits=traits_c(spec), rules=rules)
    return text + emit_registers.register_tables_c(spec) + emit_sendmsg.messages_c(spec)


def check_counter(row, spec) -> None:
    """Check that a row of counters.txt names an encoding and existing counters, the traits `max_…`."""
    counters = [name.removeprefix("max_") for name in spec.traits if name.startswith("max_")]
    encodings = {name for _, name in spec.encodings} | {"gds"}
    need(row["encoding"] in encodings, row["where"], f"encoding {row['encoding']!r} is not in encodings.txt")
    need(set(row["counters"].split("+")) <= set(counters), row["where"],
         f"counters {row['counters']!r}: write {', '.join(counters)}, joined by '+'")
    for column, words in (("returns", ("yes", "no", "-")), ("order", ("in", "own", "none"))):
        need(row[column] in words, row["where"], f"{column} {row[column]!r}: write {' or '.join(words)}")


def counters_inc(spec) -> str:
    """Return counters.txt as initialisers of `struct event [FAMILIES][ENCODINGS][VERBS][2]`.
    The last index is whether the instruction returns a value. `gds` is an additional encoding with the last number."""
    lines = []
    for row in spec.counters:
        check_counter(row, spec)
        verb = VERBS.get(row["shape"]) or ("VALUE" if row["shape"] == "control" else None)
        counters = [c.upper() for c in row["counters"].split("+")]
        first = {"in": "1", "own": "OWN_ORDER", "none": ""}[row["order"]]
        order = ORDER(each=", ".join(f"[{c}] = {c} + {first}" for c in counters)) if first else ""
        waits = " | ".join(f"1 << {c}" for c in counters)
        for family in families(row["family"], spec.families):
            for returns in {"-": (0, 1), "no": (0,), "yes": (1,)}[row["returns"]] if verb else ():
                lines.append(EVENT(family=family.upper(), encoding=constant_name(row["encoding"]), verb=verb,
                                   returns=returns, waits=waits, order=order))
    return "".join(dict.fromkeys(lines))                              # gather and scatter share a verb


def main(out: str | Path, model: str | Path, tables: str | Path = FOLDER):
    """Write every generated file into `out` and return the names of the bound operations.
    The tables are read from the folder `tables`. Raises SpecError for an invalid table."""
    out, model = Path(out), Path(model)
    out.mkdir(parents=True, exist_ok=True)
    spec = load(Path(tables))
    need(spec.rules, "rules.toml", "no rules; the model reports findings by rule id")
    write_if_changed(out / "tables.h", tables_h(spec))
    write_if_changed(out / "counters.inc", counters_inc(spec))
    write_if_changed(out / "tables.c", tables_c(spec))
    emit_hazards.write(spec, out)
    emit_moves.write(spec, out)
    emit_operands.write(spec, out)
    emit_registers.write(spec, out)
    bound = emit_ops.write(spec, out, model)
    emit_decode.write(spec, out, bound)
    return bound


if __name__ == "__main__":
    print(len(main(*sys.argv[1:4])), "operations bound")
