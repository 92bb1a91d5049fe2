"""The tables as C: build/tables.{h,c} (fields, encodings' ids, traits, rules, moves), then forms (emit_decode) and
operations (emit_ops).  `python -m assay.spec.emit OUT MODEL [TABLES]` writes into OUT, reading the bodies that stand in
MODEL and the tables in TABLES; files that stay the same keep their time."""
import re
import sys
from pathlib import Path

from . import FOLDER, KINDS, families, load, need
from . import emit_decode, emit_hazards, emit_messages, emit_moves, emit_operands, emit_ops, emit_registers
from .c_text import C, changed, constant
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
TABLES_H = C("""\
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
WORDS = C("enum { $words };\n")
TABLES_C = C("""\
/* Generated from spec/. */
#include "model.h"
const unsigned char class_of[ENCODINGS] = {
${classes}};
const struct traits traits[] = {
${traits}};
const struct rule rules[] = {
${rules}};
""")
TRAITS = C("""\
    { .name = "$arch", .family = $family, .decoding = $decoding,
${members}    },
""")
EVENT = C("    [$family][E_$encoding][$verb][$returns] = { .waits = $waits,$order },\n")
ORDER = C(" .order = { $each },")


# ---- traits ----

def ranges(text):
    """'3:0+15:14' -> '{ { 0, 4 }, { 14, 2 } }': low bit and width, low bits of the value first."""
    parts = [tuple(map(int, part.split(":"))) for part in str(text).split("+")] if text is not None else []
    return "{ " + ", ".join(f"{{ {low}, {high - low + 1} }}" for high, low in parts or NO_BITS) + " }"


def trait_kind(values):
    """'ranges', 'word' or 'number' for one trait's cells."""
    texts = [v for v in values if isinstance(v, str)]
    if any(RANGES.match(t) for t in texts):
        return "ranges"
    return "word" if texts else "number"


def trait_cells(spec):
    """{trait: its value on each architecture}."""
    each = [spec.traits_of(arch) for arch in spec.targets]
    return {name: [one[name] for one in each] for name in each[0]}


def trait_words(spec):
    """The words that traits have for values: an enum a trait."""
    text = ""
    for name, cells in trait_cells(spec).items():
        if trait_kind(cells) == "word":
            words = sorted({v for v in cells if isinstance(v, str)})
            text += WORDS(words=", ".join(f"{constant(name)}_{constant(word)}" for word in words))
    return text


def trait_members(spec, is_range):
    """The names of the traits that are ranges of bits, or of those that are numbers and words."""
    return [name for name, cells in trait_cells(spec).items() if (trait_kind(cells) == "ranges") == is_range]


def trait_value(name, value, kind):
    """One trait of an architecture as an initialiser."""
    if kind == "ranges":
        return ranges(value)
    if isinstance(value, str):
        return f"{constant(name)}_{constant(value)}"
    return "-1" if value is None else str(int(value))


def traits(spec):
    """The initialisers of struct traits, one an architecture."""
    cells, decoding = trait_cells(spec), emit_decode.decodings(spec)
    member = lambda name, n: f"      .{name} = {trait_value(name, cells[name][n], trait_kind(cells[name]))},\n"
    return "".join(
        TRAITS(arch=arch, family=constant(target.family), decoding=decoding[arch],
               members="".join(member(name, n) for name in cells))
        for n, (arch, target) in enumerate(spec.targets.items())
    )


# ---- the two files, and the counters ----

def names(prefix, found):
    """Enumerators, each once."""
    return ", ".join(prefix + constant(one) for one in dict.fromkeys(found))


def tables_h(spec):
    """build/tables.h"""
    return TABLES_H(
        families=names("", spec.families), archs=len(spec.targets),
        fields=names("F_", (f for e in spec.encodings.values() for f in e.fields)),
        encodings=names("E_", (name for _, name in spec.encodings)), classes=names("CLASS_", CLASSES),
        moves=names("MOVE_", (row["control"] for row in emit_moves.dpp(spec))), words=trait_words(spec),
        numbers="".join(f"    int {name};\n" for name in trait_members(spec, False)),
        ranges="".join(f"    struct bits {name}[2];\n" for name in trait_members(spec, True)),
        rules="".join(f"    R_{constant(rule)},\n" for rule in spec.rules),
    ) + emit_messages.HEADER


def classes(spec):
    """The class of each encoding, the same in all families."""
    kinds = {e.name: e.kind for e in spec.encodings.values()}
    for e in spec.encodings.values():
        need(e.kind == kinds[e.name], e.where, f"{e.name} is {e.kind} here and {kinds[e.name]} in another family")
    return "".join(f"    [E_{constant(name)}] = CLASS_{constant(kind)},\n" for name, kind in kinds.items())


def tables_c(spec):
    """build/tables.c"""
    rules = "".join(f'    {{ "{name}", {KINDS.index(rule["kind"])} }},\n' for name, rule in spec.rules.items())
    text = TABLES_C(classes=classes(spec), traits=traits(spec), rules=rules)
    return text + emit_registers.names_c(spec) + emit_messages.messages_c(spec)


def check_counter(row, spec):
    """A line of counters.txt says what there is: an encoding, and counters by the traits `max_…`."""
    known = [name.removeprefix("max_") for name in spec.traits if name.startswith("max_")]
    encodings = {name for _, name in spec.encodings} | {"gds"}
    need(row["encoding"] in encodings, row["where"], f"encoding {row['encoding']!r} is not drawn in encodings.txt")
    need(set(row["counters"].split("+")) <= set(known), row["where"],
         f"counters {row['counters']!r}: write {', '.join(known)}, joined by '+'")
    for column, words in (("returns", ("yes", "no", "-")), ("order", ("in", "own", "none"))):
        need(row[column] in words, row["where"], f"{column} {row[column]!r}: write {' or '.join(words)}")


def counts(spec):
    """counters.txt as initialisers of `struct event [FAMILIES][ENCODINGS][VERBS][2]`, the last index: does it return.
    `gds` is an encoding here, after the others."""
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
                lines.append(EVENT(family=family.upper(), encoding=constant(row["encoding"]), verb=verb,
                                   returns=returns, waits=waits, order=order))
    return "".join(dict.fromkeys(lines))                              # gather and scatter are one verb


def main(out: str | Path, model: str | Path, tables: str | Path = FOLDER):
    """Writes every generated file into `out`, from the tables of the folder `tables`; raises SpecError for a table that
    does not explain itself."""
    out, model = Path(out), Path(model)
    out.mkdir(parents=True, exist_ok=True)
    spec = load(Path(tables))
    need(spec.rules, "rules.toml", "no rule at all; the model reports by rule ids")
    changed(out / "tables.h", tables_h(spec))
    changed(out / "counters.inc", counts(spec))
    changed(out / "tables.c", tables_c(spec))
    emit_hazards.write(spec, out)
    emit_moves.write(spec, out)
    emit_operands.write(spec, out)
    emit_registers.write(spec, out)
    bound = emit_ops.write(spec, out, model)
    emit_decode.write(spec, out, bound)
    return bound


if __name__ == "__main__":
    print(len(main(*sys.argv[1:4])), "operations bound")
