"""Information about one operation from tables, model, suites, errata and faults, for `assay spec show` and the
reference pages."""
from __future__ import annotations

from dataclasses import dataclass

from ...spec import bodies
from ...spec.assembly import assembly
from . import cross_references

SHAPE_MEANINGS = {
    "": "one small function over the values of one lane (or once, in scalar encodings)",
    "gather": "the other sources say which lane the first one comes from",
    "scatter": "the other sources say which lane the first one goes to",
    "across": "sees whole rows of lanes",
    "matrix": "a matrix of all lanes",
    "branch": "decides whether to branch",
    "control": "acts on the wave",
    "load": "loads",
    "store": "stores",
    "atomic": "changes memory in one step",
    "sample": "samples an image",
}


@dataclass(frozen=True, slots=True)
class FormInfo:
    """An instruction form. `operands`: in the assembler's order. `opcode`: its number in `encoding`. `size`: in bytes,
    0 if the layout is unknown. `variant`: "" for the plain encoding."""
    mnemonic: str
    operands: str
    encoding: str
    opcode: int
    size: int
    variant: str


@dataclass(frozen=True, slots=True)
class FamilyInfo:
    """The operation in an architecture family. `arch`: the first certified architecture that has it. `spelling` is ""
    if the family does not have it.

    `only`, `needs`: the architectures that have it and the features that it needs, if not all architectures have it.
    `without`: forms that its encodings imply but that do not exist."""
    arch: str
    spelling: str
    aliases: tuple[str, ...] = ()
    forms: tuple[FormInfo, ...] = ()
    only: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OperationInfo:
    """Information about an operation. `row`: file and line of its table row. `bodies`: its C functions, [] if
    unsupported, None if the model's sources are not installed. `cases`, `errata`, `faults`: None if their sources are
    not installed."""
    name: str
    row: str
    acts: str
    results: str
    sources: str
    memory: str
    notes: tuple[str, ...]
    body: str
    bodies: list[bodies.Body] | None
    families: list[FamilyInfo]
    manual: list[str]
    rules: list[str]
    cases: list[str] | None
    errata: list[str] | None
    faults: list[tuple[str, str]] | None


def operation_info(tables, op) -> OperationInfo:
    """Collect the information about an operation."""
    model, suites, errata = (cross_references.ROOT / part for part in ("model", "suites", "docs/errata.md"))
    has_sources = bool(bodies.texts(model))
    op_bodies = bodies.row_bodies(op, model) if has_sources else None
    return OperationInfo(
        op.name, f"spec/{op.where}", SHAPE_MEANINGS[op.shape], values_text(op.results), values_text(op.sources),
        memory_text(op), tuple(map(str, op.notes)), op.body, op_bodies,
        [family_info(tables, op, family) for family in tables.families], cross_references.manual_sections(tables, op),
        cross_references.rules_naming(tables, op),
        cross_references.suite_files_using(op, suites) if suites.is_dir() else None,
        cross_references.errata_naming(op, errata) if errata.exists() else None,
        cross_references.faults_affecting(op, specific_functions(op, op_bodies)) if op_bodies is not None else None,
    )


def specific_functions(op, op_bodies) -> set[str]:
    """The C functions that only few operations use: its body and the combining function of an atomic."""
    return {body.function for body in op_bodies if not (op.memory and body.function.startswith("run_"))}


def values_text(values) -> str:
    """Results or sources in the words of the row."""
    texts = []
    for value in values:
        words = [value.word]
        if not value.special and value.bits != value.width:
            words.append(f"{value.bits} bits")
        texts.append(" ".join(words))
    return ", ".join(texts) or "none"


def memory_text(op) -> str:
    """The memory access of a row as text, or "" if it accesses no memory."""
    if op.memory is None:
        return ""
    memory = op.memory
    parts = [
        memory.verb, memory.size, memory.combine, "twice" if memory.x2 else "",
        "returns the old value" if memory.rtn else "", *memory.words,
    ]
    return " ".join(part for part in parts if part) + (f" to {memory.to.word}" if memory.to else "")


def family_info(tables, op, family: str) -> FamilyInfo:
    """The forms of an operation in a family, as its first certified architecture has them."""
    cell = op.cells.get(family)
    targets = sorted((target for target in tables.targets.values() if target.family == family),
                     key=lambda target: not target.certified)
    arch_names = [target.name for target in targets if cell and cell.needs <= target.features]
    arch = (arch_names or [targets[0].name])[0]
    if not cell:
        return FamilyInfo(arch, "")
    forms = tuple(form_info(tables, form, family) for form in tables.forms_by_row(arch).get(op.name, ()))
    needs = tuple(sorted(cell.needs))
    return FamilyInfo(arch, cell.spelling, cell.aliases, forms, tuple(arch_names) if needs else (), needs,
                  tuple(sorted(cell.without)))


def form_info(tables, form, family: str) -> FormInfo:
    """The information about one form."""
    layout = tables.encodings.get((family, form.layout))
    size = 4 * (layout.dwords + bool(form.extension)) if layout else 0
    variant = "" if not form.variant or form.variant == form.encoding else form.variant
    return FormInfo(form.mnemonic, operand_text(form, family), form.encoding, form.opcode, size, variant)


def operand_text(form, family: str) -> str:
    """"vdst, src0, src1 clamp omod": operands with commas, then modifiers, in the assembler's order."""
    values, modifiers = [], []
    for word in assembly().words(form, family):
        name, typed, _ = word.partition(":")
        fixed = name.startswith("'")
        (values if typed or name in ("addr", "saddr", "attr") or word == "'vcc" else modifiers).append(
            name.strip("'?") if not fixed or word == "'vcc" else name[1:])
    return (", ".join(values) + " " + " ".join(modifiers)).strip()
