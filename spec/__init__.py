"""Read the tables of this folder into frozen dataclasses; invalid rows are refused with file:line.
load() reads everything once. This package imports nothing of the project."""
import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from . import packets, targets
from .layout import CLASSES, Encoding, Form, Rule, cell_forms, check_marks, parse_encoding
from .registers import Field, Register, read_registers
from .rows import Cell, Memory, Op, SpecError, Value, need, parse_row
from .targets import Target

# Kinds of values in traits.txt; the first kind that matches is taken.
TRAITS = {"yes or no": "yes|no", "a number": r"0x[0-9a-f]+|\d+", "bits": r"\d+:\d+(\+\d+:\d+)*", "a word": ".*"}
KINDS = ("error", "race", "stall", "note")             # kinds of findings: enum assay_kind
FOLDER = Path(__file__).resolve().parent

__all__ = [
    "ARCHS",
    "CERTIFIED",
    "FAMILIES",
    "FOLDER",
    "KINDS",
    "TARGETS",
    "Cell",
    "Encoding",
    "Field",
    "Form",
    "Memory",
    "Op",
    "Register",
    "Rule",
    "Spec",
    "SpecError",
    "Target",
    "Value",
    "all_registers",
    "architecture_traits",
    "codes",
    "families",
    "load",
    "lines",
    "max_resident_waves",
    "moves_fork_stack",
    "need",
    "table_text",
]


def table_text(path):
    """Return the text of a table. Raises SpecError if the file is missing or not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8"
        raise SpecError(f"{path.name}: {reason}; restore it from the repository") from None


def lines(path, columns, prefix="", open_end=True):
    """Yield ("file:line", [columns]) of a table: columns are two or more spaces apart, '#' starts a comment line.
    `open_end`: the last column is a sentence and may contain any number of spaces."""
    for n, line in enumerate(table_text(path).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        cells = [c.strip() for c in re.split(r"\s{2,}", line.strip(), maxsplit=columns - 1 if open_end else 0)]
        where = f"{prefix}{path.name}:{n}"
        need(len(cells) == columns, where, f"{columns} columns expected, two or more spaces apart; found {len(cells)}")
        yield where, cells


@dataclass(frozen=True, slots=True)
class Spec:
    """All tables.
    `targets`: {architecture: Target}; `ops`: {name: Op}; `encodings`: {(family, name): Encoding}; `rules_of_forms`: the
    rows of forms.txt; `traits`: {name: {family: value}}; `registers`: {name: Register}; `rules`: {id: {document,
    section, text, was, kind}}; `sections`: {(family, encoding): section of the manual that lists its instructions}. The
    other tables are tuples of {column: text} with the key 'where'."""
    targets: dict
    ops: dict
    encodings: dict
    rules_of_forms: tuple
    traits: dict
    operands: tuple
    moves: tuple
    counters: tuple
    hazards: tuple
    registers: dict
    messages: tuple
    packets: packets.PacketTable
    rules: dict
    sections: dict
    all_forms: "Forms"
    folder: Path = FOLDER

    @property
    def families(self):
        """Return the families, in the order of the tables' columns."""
        return tuple(dict.fromkeys(target.family for target in self.targets.values()))

    def forms(self, arch):
        """Return every encoding form of `arch` as Form, in table order. KeyError for an unknown name."""
        return self.all_forms[arch]

    def forms_by_operation(self, arch):
        """Return {operation as `arch` spells it: its forms}, in table order; the halves of VOPD are operations.
        KeyError for an unknown name."""
        return self.all_forms.grouped_by(arch, lambda form: form.spelling, "operation")

    def forms_by_row(self, arch):
        """Return {row name: its forms}, in table order, including the halves of VOPD. KeyError for an unknown name."""
        return self.all_forms.grouped_by(arch, lambda form: form.op.name, "row")

    def architecture_traits(self, arch):
        """Return {trait: value} of `arch`: the traits of its family and its own limits."""
        return merged_traits(self.traits, self.targets[arch])


@cache
def architecture_traits(arch):
    """Return {trait: value} of an architecture of the project's tables; reads only those two tables."""
    constants = target_constants()
    return merged_traits(read_traits(FOLDER, constants["FAMILIES"]), constants["TARGETS"][arch])


def moves_fork_stack(arch, op):
    """Return whether an operation changes MODE.CSP, which counts the forks on the stack in the first SGPRs."""
    family = target_constants()["TARGETS"][arch].family
    return bool(op.note("jumps")) and "csp" in all_registers()["MODE"].fields[family]


def max_resident_waves(arch, wave, vgprs, wgp_mode):
    """Return how many waves of a group fit at once, with `vgprs` VGPRs each, rounded up to whole blocks.
    They share the SIMDs of one compute unit, or of two with WGP_MODE. Sources: those of traits.txt."""
    traits = architecture_traits(arch)
    block = traits[f"vgpr_blocks_w{wave}"]
    simds = traits["wgp_simds"] if wgp_mode else traits["cu_simds"]
    return simds * (traits["simd_blocks"] * block // (-(-vgprs // block) * block))


@cache
def all_registers():
    """Return {name: Register} of the project's tables; reads only that table."""
    known = target_constants()["FAMILIES"]
    return read_registers(check_families(read_table(FOLDER, "registers.txt"), known), known)


@cache
def all_packets():
    """Return the packets of the project's tables as packets.PacketTable."""
    return packets.read(check_families(read_table(FOLDER, "packets.txt"), target_constants()["FAMILIES"]))


def merged_traits(traits, target):
    """Return {trait: value} of an architecture: the traits of its family and its own limits."""
    return {name: cells[target.family] for name, cells in traits.items()} | target.limits


def families(word, known=None):
    """Return the families of the word in a row's family column: that family, or every family for 'all'."""
    return (known or target_constants()["FAMILIES"]) if word == "all" else (word,)


def read_encodings(folder, known):
    """Return {(family, name): Encoding} in the order of the file, which is the order of decoding."""
    encodings = {}
    for where, (family, name, kind, bits) in lines(folder / "encodings.txt", 4):
        need(family in (*known, "all"), where, f"family {family!r}: write {', '.join(known)} or all")
        for f in families(family, known):
            need((f, name) not in encodings, where, f"{f} {name} is defined twice")
            need(kind in CLASSES, where, f"class {kind!r}: write one of {', '.join(CLASSES)}")
            encodings[f, name] = parse_encoding(f, name, kind, bits, where)
    return encodings


def read_form_rules(folder, encodings):
    """Return the rows of forms.txt as a tuple of Rule."""
    out = []
    for where, (family, encoding, variant, shift, layout, extension, suffix, when, unless) in lines(
        folder / "forms.txt", 9
    ):
        need(re.fullmatch(r"\d+", shift), where, f"the opcode shift is a number, not {shift!r}")
        words = tuple(w for w in when.split(",") if w != "-")
        need(set(words) <= {"co", "plain", "narrow"}, where,
             f"unknown condition in {when!r}; conditions are co, plain, narrow")
        extension, suffix = ("" if text == "-" else text for text in (extension, suffix))
        for name in filter(None, (encoding, layout, extension)):
            need((family, name) in encodings, where, f"{family} has no encoding {name}; see encodings.txt")
        out.append(Rule(
            family, encoding, variant, int(shift), layout, extension, suffix, words, tuple(unless.split(",")), where
        ))
    return tuple(out)


def read_ops(folder, archs):
    """Return {name: Op} from ops/*.txt.
    `archs`: {name: Target}; each row has one cell for each family."""
    known = tuple(dict.fromkeys(target.family for target in archs.values()))
    ops = {}
    for path in sorted((folder / "ops").glob("*.txt")):
        for where, columns in lines(path, 2 + len(known), "ops/"):
            op = parse_row(columns, known, where)
            need(
                op.name not in ops,
                op.where,
                f"{op.name} is already a row at {ops[op.name].where if op.name in ops else ''}",
            )
            ops[op.name] = op
    for op in ops.values():
        need(op.body in ops, op.where, f"`as {op.body}` names no row")
    check_features(ops, archs)
    return ops


def check_features(ops, archs):
    """Check that cells and architectures use the same features.
    An architecture of the family must have each feature that a cell needs. A cell must need each feature of an
    architecture."""
    needed = {(family, word): op for op in ops.values() for family, cell in op.cells.items() for word in cell.needs}
    provided = {(target.family, word): target for target in archs.values() for word in target.features}
    for (family, word), target in provided.items():
        need((family, word) in needed, target.where, f"no {family} cell of ops/ needs +{word}; drop it")
    for (family, word), op in needed.items():
        need((family, word) in provided, op.where, f"no {family} architecture of targets.txt has {word}")


class Forms(dict):
    """{arch: [Form]}; the forms of an architecture are read on first access."""

    def __init__(self, archs, *tables):
        super().__init__()
        self.archs, self.tables, self.gathered = archs, tables, {}

    def __missing__(self, arch):
        self[arch] = read_forms(self.archs[arch], *self.tables)
        return self[arch]

    def grouped_by(self, arch, key, criterion):
        """Return {key(form): forms with that key}, computed once for each `criterion`."""
        if (arch, criterion) not in self.gathered:
            groups = self.gathered[arch, criterion] = {}
            for form in self[arch]:
                groups.setdefault(key(form), []).append(form)
        return self.gathered[arch, criterion]


def read_forms(target, ops, encodings, rules):
    """Return [Form] of an architecture. Raises SpecError if two forms share an opcode."""
    form_by_key, family, family_rules = {}, target.family, {}
    for rule in rules:
        if rule.family == family:
            family_rules.setdefault(rule.encoding, []).append(rule)
    for op in ops.values():
        if family not in op.cells or not op.cells[family].needs <= target.features:
            continue
        cell = op.cells[family]
        check_marks(op, family, cell, family_rules)
        for form in cell_forms(target.name, family, op, cell, encodings, family_rules):
            shared = "vop3" if form.layout in ("vop3c", "vop3sd", "vop3i") else form.layout
            key = (shared, form.extension, form.opcode, form.variant if shared == "vopd" else "")
            need(
                key not in form_by_key,
                op.where,
                f"{family} {form.layout}:{form.opcode} is taken by "
                f"{form_by_key[key].op.name if key in form_by_key else ''}",
            )
            form_by_key[key] = form
    return list(form_by_key.values())


def read_traits(folder, known):
    """Return {name: {family: value}}; numbers become int, yes/no bool, '-' None, other values stay text."""
    def value(text):
        return {"yes": True, "no": False, "-": None}.get(
            text, int(text, 0) if re.fullmatch(r"0x[0-9a-f]+|\d+", text) else text
        )
    def kind(text):
        return next(kind for kind, pattern in TRAITS.items() if re.fullmatch(pattern, text))
    out = {}
    for where, (name, *cells, _) in lines(folder / "traits.txt", 2 + len(known)):
        kinds = {kind(cell) for cell in cells if cell != "-"}
        need(len(kinds) < 2, where, f"{name} is {' and '.join(sorted(kinds))}; all families need one kind of value")
        need(name not in out, where, f"trait {name} is defined twice")
        need(name not in targets.LIMITS, where, f"{name} is a column of targets.txt; remove it here")
        out[name] = {f: value(c) for f, c in zip(known, cells)}
    return out


def read_table(folder, name):
    """Read a table whose header names its columns (`# columns: a  b  c`).
    Return a tuple of {column: text, 'where': file:line}."""
    path = folder / name
    head = next((line for line in table_text(path).splitlines() if line.startswith("# columns:")), "")
    need(head, f"{name}:1", "a line `# columns: a  b  c` must name the columns")
    names = head.partition(":")[2].split()
    return tuple(dict(zip(names, cells), where=where) for where, cells in lines(path, len(names), open_end=False))


def check_families(rows, known):
    """Return the rows; SpecError if one has an unknown family."""
    for row in rows:
        family = row["family"]
        need(family in (*known, "all"), row["where"], f"family {family!r}: write {', '.join(known)} or all")
    return rows


def codes(text):
    """Return the range of numbers of '0x101-0x10f' or '7'."""
    low, _, high = text.partition("-")
    return range(int(low, 0), int(high or low, 0) + 1)


def read_rules(folder):
    """Read rules.toml into {id: {'document', 'section', 'text', 'was', 'kind'}}.
    An id is a dotted name; the file has nested tables."""
    out = {}

    def walk(table, name):
        entry = {key: text for key, text in table.items() if not isinstance(text, dict)}
        if entry:
            unknown = set(entry) - {"document", "section", "text", "kind", "was"}
            need(not unknown, "rules.toml", f"[{name}] has unknown keys: {', '.join(sorted(unknown))}")
            need(
                {"document", "section", "text"} <= set(entry), "rules.toml",
                f"[{name}] needs document, section and text"
            )
            need(all(isinstance(text, str) for text in entry.values()), "rules.toml",
                 f"[{name}]: values must be strings")
            documents, sections = entry["document"].split(", "), entry["section"].split("; ")
            need(len(documents) == len(sections), "rules.toml", f"[{name}]: {len(documents)} documents and "
                 f"{len(sections)} sections; write the sections of each document, in the same order, \"; \" between")
            out[name] = {"kind": KINDS[0], "was": "", **entry}
            need(out[name]["kind"] in KINDS, "rules.toml", f"[{name}]: kind is one of {', '.join(KINDS)}")
        for key, inner in table.items():
            if isinstance(inner, dict):
                walk(inner, f"{name}.{key}" if name else key)
    text = table_text(folder / "rules.toml")
    try:
        walk(tomllib.loads(text), "")
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"rules.toml: {error}") from None
    return out


def read_sections(folder, ops, known):
    """Read sections.txt into {(family, encoding): section}; every encoding of a cell needs one."""
    rows = check_families(read_table(folder, "sections.txt"), known)
    sections = {(row["family"], row["encoding"]): row["section"] for row in rows}
    for op in ops.values():
        for family, cell in op.cells.items():
            for encoding, _ in cell.places:
                need((family, encoding) in sections, op.where,
                     f"sections.txt has no section for {family} {encoding}")
    return sections


@lru_cache(maxsize=4)
def load(folder=FOLDER):
    """Read every table of `folder` and return the Spec. Raises SpecError with file:line and the remedy.
    Forms of uncertified architectures are read on first access; every build accesses all."""
    folder = Path(folder)
    archs = targets.read(read_table(folder, "targets.txt"))
    known = tuple(dict.fromkeys(target.family for target in archs.values()))
    encodings = read_encodings(folder, known)
    rules = read_form_rules(folder, encodings)
    ops = read_ops(folder, archs)
    operands, moves, counters, hazards, registers, messages, kinds = (
        check_families(read_table(folder, f"{n}.txt"), known)
        for n in ("operands", "moves", "counters", "hazards", "registers", "messages", "packets")
    )
    forms = Forms(archs, ops, encodings, rules)
    for arch, target in archs.items():
        if target.certified:
            forms[arch] = read_forms(target, ops, encodings, rules)
    return Spec(
        archs, ops, encodings, rules, read_traits(folder, known), operands, moves, counters, hazards,
        read_registers(registers, known), messages, packets.read(kinds), read_rules(folder),
        read_sections(folder, ops, known), forms, folder,
    )


# From targets.txt; read on first access, so that an importing command can report an invalid table.
TARGETS: dict[str, Target]
ARCHS: dict[str, str]                                # {architecture: family}
CERTIFIED: tuple[str, ...]                           # default of `assay certify`
FAMILIES: tuple[str, ...]


@cache
def target_constants():
    """Return the values of TARGETS, ARCHS, CERTIFIED and FAMILIES by name. Raises SpecError."""
    targets_by_name = targets.read(read_table(FOLDER, "targets.txt"))
    return {
        "TARGETS": targets_by_name,
        "ARCHS": {name: target.family for name, target in targets_by_name.items()},
        "CERTIFIED": tuple(name for name, target in targets_by_name.items() if target.certified),
        "FAMILIES": tuple(dict.fromkeys(target.family for target in targets_by_name.values())),
    }


def __getattr__(name):
    if name.isupper() and name in __annotations__:
        return target_constants()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
