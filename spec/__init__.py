"""The only reader of the tables in this folder: text rows -> frozen dataclasses, refused with file:line where they do
not explain themselves.  load() reads everything once.  Imports nothing of the project."""
import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from . import packets, targets
from .layout import CLASSES, Encoding, Form, Rule, cell_forms, check_marks, draw
from .registers import Field, Register, read_registers
from .rows import Cell, Memory, Op, SpecError, Value, need, parse_row
from .targets import Target

# What a cell of traits.txt may be: the first kind that fits.
TRAITS = {"yes or no": "yes|no", "a number": r"0x[0-9a-f]+|\d+", "bits": r"\d+:\d+(\+\d+:\d+)*", "a word": ".*"}
KINDS = ("error", "race", "stall", "note")             # of findings: enum assay_kind
FOLDER = Path(__file__).resolve().parent

__all__ = [
    "ARCHS", "CERTIFIED", "FAMILIES", "FOLDER", "KINDS", "TARGETS", "Cell", "Encoding", "Field", "Form", "Memory", "Op",
    "Register", "Rule", "Spec", "SpecError", "Target", "Value", "all_registers", "codes", "families", "forks", "load",
    "lines", "need", "text_of", "traits_of", "waves_that_fit",
]


def text_of(path):
    """What a table says; SpecError when it is not there or no text."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "is not UTF-8"
        raise SpecError(f"{path.name}: {why}; take it from the repository") from None


def lines(path, columns, prefix="", open_end=True):
    """Yield ("file:line", [columns]) of a table: columns two or more spaces apart, '#' starts a comment line.
    `open_end`: the last column is a sentence, in which blanks stand as they like."""
    for n, line in enumerate(text_of(path).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        cells = [c.strip() for c in re.split(r"\s{2,}", line.strip(), maxsplit=columns - 1 if open_end else 0)]
        where = f"{prefix}{path.name}:{n}"
        need(len(cells) == columns, where, f"{columns} columns expected, two or more spaces apart; found {len(cells)}")
        yield where, cells


@dataclass(frozen=True, slots=True)
class Spec:
    """All tables.  `targets`: {architecture: Target}; `ops`: {name: Op}; `encodings`: {(family, name): Encoding};
    `rules_of_forms`: forms.txt; `traits`: {name: {family: value}}; `registers`: {name: Register}; the other tables:
    tuples of {column: text} with 'where'; `rules`: {id: {document, section, text, was, kind}}; `sections`: {(family,
    encoding): where the manual lists its instructions}."""
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
    packets: packets.Kinds
    rules: dict
    sections: dict
    all_forms: "Forms"
    folder: Path = FOLDER

    @property
    def families(self):
        """The families, in the order of the tables' columns."""
        return tuple(dict.fromkeys(target.family for target in self.targets.values()))

    def forms(self, arch):
        """Every real encoding form of `arch`, as Form, in table order.  KeyError for another name."""
        return self.all_forms[arch]

    def forms_by_operation(self, arch):
        """{operation, as `arch` spells it: its forms}, in table order; a half of VOPD is one by itself.  KeyError for
        another name."""
        return self.all_forms.by(arch, lambda form: form.spelling, "operation")

    def forms_by_row(self, arch):
        """{name of a row: its forms}, in table order, VOPD's halves with the others.  KeyError for another name."""
        return self.all_forms.by(arch, lambda form: form.op.name, "row")

    def traits_of(self, arch):
        """{trait: value} of `arch`: its family's and its own limits."""
        return traits_by(self.traits, self.targets[arch])


@cache
def traits_of(arch):
    """{trait: value} of an architecture of the project's tables, of which no other is read."""
    found = of_targets()
    return traits_by(read_traits(FOLDER, found["FAMILIES"]), found["TARGETS"][arch])


def forks(arch, op):
    """Does an operation move MODE.CSP, by which the stack of forks in the first SGPRs grows?"""
    return bool(op.note("jumps")) and "csp" in all_registers()["MODE"].fields[of_targets()["TARGETS"][arch].family]


def waves_that_fit(arch, wave, vgprs, wgp_mode):
    """How many waves of a group can be there at once, with `vgprs` VGPRs each (whole blocks are had): on the SIMDs of
    one compute unit, with WGP_MODE of two.  Sources: those of traits.txt."""
    traits = traits_of(arch)
    block = traits[f"vgpr_blocks_w{wave}"]
    simds = traits["wgp_simds"] if wgp_mode else traits["cu_simds"]
    return simds * (traits["simd_blocks"] * block // (-(-vgprs // block) * block))


@cache
def all_registers():
    """{name: Register} of the project's tables, of which no other is read."""
    known = of_targets()["FAMILIES"]
    return read_registers(of_families(read_table(FOLDER, "registers.txt"), known), known)


@cache
def all_packets():
    """The packets of the project's tables, as packets.Kinds."""
    return packets.read(of_families(read_table(FOLDER, "packets.txt"), of_targets()["FAMILIES"]))


def traits_by(traits, target):
    """{trait: value} of an architecture: its family's and its own limits."""
    return {name: cells[target.family] for name, cells in traits.items()} | target.limits


def families(word, known=None):
    """The families that the family column of a row means: itself, or every one for 'all'."""
    return (known or of_targets()["FAMILIES"]) if word == "all" else (word,)


def read_encodings(folder, known):
    """-> {(family, name): Encoding}, in the order of the file, which is the order of decoding."""
    found = {}
    for where, (family, name, kind, bits) in lines(folder / "encodings.txt", 4):
        need(family in (*known, "all"), where, f"family {family!r}: write {', '.join(known)} or all")
        for f in families(family, known):
            need((f, name) not in found, where, f"{f} {name} is drawn twice")
            need(kind in CLASSES, where, f"class {kind!r}: write one of {', '.join(CLASSES)}")
            found[f, name] = draw(f, name, kind, bits, where)
    return found


def read_form_rules(folder, encodings):
    """-> tuple of Rule."""
    out = []
    for where, (family, encoding, variant, shift, layout, extension, suffix, when, unless) in lines(
        folder / "forms.txt", 9
    ):
        need(re.fullmatch(r"\d+", shift), where, f"the opcode shift is a number, not {shift!r}")
        words = tuple(w for w in when.split(",") if w != "-")
        need(set(words) <= {"co", "plain", "narrow"}, where, f"what is {when!r}?  Conditions are co, plain, narrow")
        extension, suffix = ("" if text == "-" else text for text in (extension, suffix))
        for name in filter(None, (encoding, layout, extension)):
            need((family, name) in encodings, where, f"{family} has no encoding {name}; see encodings.txt")
        out.append(Rule(
            family, encoding, variant, int(shift), layout, extension, suffix, words, tuple(unless.split(",")), where
        ))
    return tuple(out)


def read_ops(folder, archs):
    """-> {name: Op} from ops/*.txt; `archs`: {name: Target}, a cell each family."""
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
    """A feature that a cell needs is some architecture's of that family, and one that an architecture has is needed by
    some cell."""
    needed = {(family, word): op for op in ops.values() for family, cell in op.cells.items() for word in cell.needs}
    having = {(target.family, word): target for target in archs.values() for word in target.features}
    for (family, word), target in having.items():
        need((family, word) in needed, target.where, f"no {family} cell of ops/ needs +{word}; drop it")
    for (family, word), op in needed.items():
        need((family, word) in having, op.where, f"no {family} architecture of targets.txt has {word}")


class Forms(dict):
    """{arch: [Form]}; those of an architecture are made when they are first asked for."""

    def __init__(self, archs, *tables):
        super().__init__()
        self.archs, self.tables, self.gathered = archs, tables, {}

    def __missing__(self, arch):
        self[arch] = read_forms(self.archs[arch], *self.tables)
        return self[arch]

    def by(self, arch, key, what):
        """{key(form): the forms that have it}, gathered once for each `what`."""
        if (arch, what) not in self.gathered:
            found = self.gathered[arch, what] = {}
            for form in self[arch]:
                found.setdefault(key(form), []).append(form)
        return self.gathered[arch, what]


def read_forms(target, ops, encodings, rules):
    """-> [Form] of an architecture; an opcode may be taken once."""
    taken, family, own = {}, target.family, {}
    for rule in rules:
        if rule.family == family:
            own.setdefault(rule.encoding, []).append(rule)
    for op in ops.values():
        if family not in op.cells or not op.cells[family].needs <= target.features:
            continue
        cell = op.cells[family]
        check_marks(op, family, cell, own)
        for form in cell_forms(target.name, family, op, cell, encodings, own):
            shared = "vop3" if form.layout in ("vop3c", "vop3sd", "vop3i") else form.layout
            key = (shared, form.extension, form.opcode, form.variant if shared == "vopd" else "")
            need(
                key not in taken,
                op.where,
                f"{family} {form.layout}:{form.opcode} is taken by {taken[key].op.name if key in taken else ''}",
            )
            taken[key] = form
    return list(taken.values())


def read_traits(folder, known):
    """-> {name: {family: value}}; numbers become int, yes/no bool, '-' None, others stay text."""
    def value(text):
        return {"yes": True, "no": False, "-": None}.get(
            text, int(text, 0) if re.fullmatch(r"0x[0-9a-f]+|\d+", text) else text
        )
    def kind(text):
        return next(kind for kind, pattern in TRAITS.items() if re.fullmatch(pattern, text))
    out = {}
    for where, (name, *cells, _) in lines(folder / "traits.txt", 2 + len(known)):
        kinds = {kind(cell) for cell in cells if cell != "-"}
        need(len(kinds) < 2, where, f"{name} is {' and '.join(sorted(kinds))}; all families say one kind of thing")
        need(name not in out, where, f"trait {name} is already given")
        need(name not in targets.LIMITS, where, f"{name} is said of each architecture in targets.txt; drop it here")
        out[name] = {f: value(c) for f, c in zip(known, cells)}
    return out


def read_table(folder, name):
    """A table whose columns its own header names (`columns: a  b  c` in a comment) -> tuple of {column: text, 'where':
    file:line}."""
    path = folder / name
    head = next((line for line in text_of(path).splitlines() if line.startswith("# columns:")), "")
    need(head, f"{name}:1", "a line `# columns: a  b  c` names the columns")
    names = head.partition(":")[2].split()
    return tuple(dict(zip(names, cells), where=where) for where, cells in lines(path, len(names), open_end=False))


def of_families(rows, known):
    """The rows of a table, each of a family or of all."""
    for row in rows:
        family = row["family"]
        need(family in (*known, "all"), row["where"], f"family {family!r}: write {', '.join(known)} or all")
    return rows


def codes(text):
    """'0x101-0x10f' or '7' -> range of the numbers."""
    low, _, high = text.partition("-")
    return range(int(low, 0), int(high or low, 0) + 1)


def read_rules(folder):
    """rules.toml -> {id: {'document', 'section', 'text', 'was', 'kind'}}; ids are dotted names, nested tables in the
    file."""
    out = {}

    def walk(table, name):
        said = {key: text for key, text in table.items() if not isinstance(text, dict)}
        if said:
            unknown = set(said) - {"document", "section", "text", "kind", "was"}
            need(not unknown, "rules.toml", f"[{name}] has unknown keys: {', '.join(sorted(unknown))}")
            need(
                {"document", "section", "text"} <= set(said), "rules.toml", f"[{name}] needs document, section and text"
            )
            need(all(isinstance(text, str) for text in said.values()), "rules.toml", f"[{name}]: values are texts")
            documents, sections = said["document"].split(", "), said["section"].split("; ")
            need(len(documents) == len(sections), "rules.toml", f"[{name}]: {len(documents)} documents and "
                 f"{len(sections)} sections; write the sections of each document, in the same order, \"; \" between")
            out[name] = {"kind": KINDS[0], "was": "", **said}
            need(out[name]["kind"] in KINDS, "rules.toml", f"[{name}]: kind is one of {', '.join(KINDS)}")
        for key, inner in table.items():
            if isinstance(inner, dict):
                walk(inner, f"{name}.{key}" if name else key)
    text = text_of(folder / "rules.toml")
    try:
        walk(tomllib.loads(text), "")
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"rules.toml: {error}") from None
    return out


def read_sections(folder, ops, known):
    """sections.txt -> {(family, encoding): section}; every encoding that a cell names has one."""
    rows = of_families(read_table(folder, "sections.txt"), known)
    found = {(row["family"], row["encoding"]): row["section"] for row in rows}
    for op in ops.values():
        for family, cell in op.cells.items():
            for encoding, _ in cell.places:
                need((family, encoding) in found, op.where,
                     f"sections.txt does not say where the manual lists {family} {encoding}")
    return found


@lru_cache(maxsize=4)
def load(folder=FOLDER):
    """Read every table of `folder` -> Spec.  Raises SpecError with file:line and the remedy; forms of architectures
    that are not certified are proved where they are first asked for, which every build does."""
    folder = Path(folder)
    archs = targets.read(read_table(folder, "targets.txt"))
    known = tuple(dict.fromkeys(target.family for target in archs.values()))
    encodings = read_encodings(folder, known)
    rules = read_form_rules(folder, encodings)
    ops = read_ops(folder, archs)
    operands, moves, counters, hazards, registers, messages, kinds = (
        of_families(read_table(folder, f"{n}.txt"), known)
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


# Of targets.txt; read when first asked for, so that whoever imports this can say what is wrong with it.
TARGETS: dict[str, Target]
ARCHS: dict[str, str]                                # {architecture: family}
CERTIFIED: tuple[str, ...]                           # by `assay certify` without --arch
FAMILIES: tuple[str, ...]


@cache
def of_targets():
    """{TARGETS, ARCHS, CERTIFIED, FAMILIES: their values}.  Raises SpecError."""
    found = targets.read(read_table(FOLDER, "targets.txt"))
    return {
        "TARGETS": found,
        "ARCHS": {name: target.family for name, target in found.items()},
        "CERTIFIED": tuple(name for name, target in found.items() if target.certified),
        "FAMILIES": tuple(dict.fromkeys(target.family for target in found.values())),
    }


def __getattr__(name):
    if name.isupper() and name in __annotations__:
        return of_targets()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
