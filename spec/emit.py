"""The tables as C: build/tables.{h,c} (fields, encodings' ids, traits, rules, moves), then forms (emit_decode) and
operations (emit_ops). `python -m assay.spec.emit OUT MODEL [TABLES]` writes into OUT, reading the bodies that stand in
MODEL and the tables in TABLES; files that stay the same keep their time."""
import re
import sys
from pathlib import Path

from . import FOLDER, KINDS, families, load, need
from . import emit_decode, emit_hazards, emit_messages, emit_ops, emit_registers
from .emit_ops import changed
from .layout import CLASSES

RANGES = re.compile(r"\d+:\d+(\+\d+:\d+)*$")


def constant(text):
    """'sdst+exec' -> 'SDST_EXEC': a name C accepts."""
    return re.sub(r"\W+", "_", text).upper()


def ranges(text):
    """'3:0+15:14' -> '{ { 0, 4 }, { 14, 2 } }': low bit and width, low bits of the value first."""
    parts = [tuple(map(int, part.split(":"))) for part in str(text).split("+")] if text is not None else []
    return "{ " + ", ".join(f"{{ {low}, {high - low + 1} }}" for high, low in parts) + " }" if parts else "{ { 0, 0 } }"


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


def traits_h(spec):
    numbers, fields, enums = [], [], []
    for name, cells in trait_cells(spec).items():
        kind = trait_kind(cells)
        if kind == "ranges":
            fields.append(f"{name}[2]")
            continue
        numbers.append(name)
        words = sorted({v for v in cells if isinstance(v, str)})
        if words:
            enums.append(f"enum {{ {', '.join(f'{constant(name)}_{constant(w)}' for w in words)} }};")
    return ("\n".join(enums) + "\nstruct bits { unsigned char low, width; };\n"
            "/* One rule or limit a member, one struct an architecture; -1: no such thing. */\nstruct traits {\n"
            "    const char *name;\n    unsigned char family, decoding;      /* enum family; which group_of */\n"
            + "".join(f"    int {n};\n" for n in numbers) + "".join(f"    struct bits {f};\n" for f in fields)
            + "};\nextern const struct traits traits[ARCHS];\n")


def trait_value(name, value, kind):
    if kind == "ranges":
        return ranges(value)
    if isinstance(value, str):
        return f"{constant(name)}_{constant(value)}"
    return "-1" if value is None else str(int(value))


def traits_c(spec):
    text = "const struct traits traits[] = {\n"
    cells, decoding = trait_cells(spec), emit_decode.decodings(spec)
    for n, (arch, target) in enumerate(spec.targets.items()):
        text += f'    {{ .name = "{arch}", .family = {constant(target.family)}, .decoding = {decoding[arch]},\n'
        for name, values in cells.items():
            text += f"      .{name} = {trait_value(name, values[n], trait_kind(values))},\n"
        text += "    },\n"
    return text + "};\n"


def rules_h(spec):
    return ("enum rule_id {\n" + "".join(f"    R_{constant(r)},\n" for r in spec.rules) + "    RULES\n};\n"
            "struct rule { const char *id; unsigned char kind; };\nextern const struct rule rules[];\n")


def rules_c(spec):
    return (
        "const struct rule rules[] = {\n"
        + "".join(f'    {{ "{r}", {KINDS.index(rule["kind"])} }},\n' for r, rule in spec.rules.items())
        + "};\n"
    )


def names_h(spec):
    fields = dict.fromkeys(f for e in spec.encodings.values() for f in e.fields)
    encodings = dict.fromkeys(name for _, name in spec.encodings)
    return (f"enum family {{ {', '.join(map(constant, spec.families))}, FAMILIES }};\nenum {{ ARCHS = {len(spec.targets)} }};\n"
            f"enum field {{ {', '.join('F_' + constant(f) for f in fields)}, FIELDS }};\n"
            f"enum encoding_id {{ {', '.join('E_' + constant(e) for e in encodings)}, ENCODINGS }};\n"
            f"enum class {{ {', '.join('CLASS_' + constant(c) for c in CLASSES)} }};\n"
            "extern const unsigned char class_of[ENCODINGS];\n")


def classes_c(spec):
    """The class of each encoding, the same in all families."""
    kinds = {e.name: e.kind for e in spec.encodings.values()}
    for e in spec.encodings.values():
        need(e.kind == kinds[e.name], e.where, f"{e.name} is {e.kind} here and {kinds[e.name]} in another family")
    cells = "".join(f"    [E_{constant(name)}] = CLASS_{constant(kind)},\n" for name, kind in kinds.items())
    return f"const unsigned char class_of[ENCODINGS] = {{\n{cells}}};\n"


def moves_h(spec):
    """enum move_kind: a name a line of moves.txt, families joined."""
    return (
        f"enum move_kind {{ {', '.join('MOVE_' + constant(m) for m in dict.fromkeys(row['control'] for row in spec.moves))} }};\n"
        if spec.moves
        else ""
    )


VERBS = {
    "load": "LOAD",
    "store": "STORE",
    "atomic": "ATOMIC",
    "gather": "VALUE",
    "scatter": "VALUE",
    "message": "VALUE",
}


def counts(spec):
    """counters.txt as initialisers of `struct event [FAMILIES][ENCODINGS][VERBS][2]`, the last index: does it return.
    What the model has no verb for (exports, LDS direct, GDS) is left out."""
    lines = []
    for row in spec.counters:
        verb = VERBS.get(row["shape"]) or ("VALUE" if row["encoding"] == "smem" and row["shape"] == "control" else None)
        counters = [c.upper() for c in row["counters"].split("+")]
        order = f" .order = {{ {', '.join(f'[{c}] = {c} + 1' for c in counters)} }}," if row["order"] == "in" else ""
        for family in families(row["family"], spec.families):
            for returns in {"-": (0, 1), "no": (0,), "yes": (1,)}[row["returns"]] if verb else ():
                lines.append(
                    f"    [{family.upper()}][E_{constant(row['encoding'])}][{verb}][{returns}] = {{ .waits = {' | '.join(f'1 << {c}' for c in counters)},{order} }},\n"
                )
    return "".join(dict.fromkeys(lines))                              # gather and scatter are one verb


def main(out, model, tables=FOLDER):
    """Writes every generated file into `out`; raises SpecError for a table that does not explain itself.  `tables`: the
    folder they are in."""
    out, model = Path(out), Path(model)
    out.mkdir(parents=True, exist_ok=True)
    spec = load(Path(tables))
    need(spec.rules, "rules.toml", "no rule at all; the model reports by rule ids")
    changed(
        out / "tables.h",
        "/* Generated from spec/. */\n#pragma once\n" + names_h(spec) + moves_h(spec) + traits_h(spec) + rules_h(spec) + emit_messages.HEADER,
    )
    changed(out / "counters.inc", counts(spec))
    tables = classes_c(spec) + traits_c(spec) + rules_c(spec) + emit_registers.names_c(spec)
    tables += emit_messages.messages_c(spec)
    changed(out / "tables.c", '/* Generated from spec/. */\n#include "model.h"\n' + tables)
    emit_hazards.write(spec, out)
    emit_registers.write(spec, out)
    bound = emit_ops.write(spec, out, model)
    emit_decode.write(spec, out, bound)
    return bound


if __name__ == "__main__":
    print(len(main(*sys.argv[1:4])), "operations bound")
