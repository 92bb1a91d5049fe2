"""Everything known of an operation, joined from tables, model, suites, errata and faults: what `assay spec show` prints
and the pages of the reference show."""
from __future__ import annotations

from dataclasses import dataclass

from ...spec import bodies
from ...spec.assembly import assembly
from . import cross_references

SHAPES = {
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
class Written:
    """A form as it is written and encoded: `mnemonic`, `operands` in the assembler's order, `opcode` in `encoding`,
    `size` in bytes (0: not drawn), `variant`: what it is a form of beyond its encoding."""
    mnemonic: str
    operands: str
    encoding: str
    opcode: int
    size: int
    variant: str


@dataclass(frozen=True, slots=True)
class Member:
    """The operation in a family, as `arch` has it: the first certified architecture that has it at all; `only`,
    `needs`: those that have it where not all do, and why; `without`: implied forms there are not; `spelling` is ''
    where the family has none."""
    arch: str
    spelling: str
    aliases: tuple[str, ...] = ()
    forms: tuple[Written, ...] = ()
    only: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class About:
    """An operation.  `row`: the table's file and line; `bodies`: C functions, none where unsupported, None where the
    model's sources are not installed; `cases`, `errata`, `faults`: None where theirs are not."""
    name: str
    row: str
    acts: str
    results: str
    sources: str
    memory: str
    notes: tuple[str, ...]
    body: str
    bodies: list[bodies.Body] | None
    families: list[Member]
    manual: list[str]
    rules: list[str]
    cases: list[str] | None
    errata: list[str] | None
    faults: list[tuple[str, str]] | None


def about(tables, op) -> About:
    """What is known of a row."""
    model, suites, errata = (cross_references.ROOT / part for part in ("model", "suites", "docs/errata.md"))
    here = bool(bodies.texts(model))
    found = bodies.row_bodies(op, model) if here else None
    return About(
        op.name, f"spec/{op.where}", SHAPES[op.shape], values_of(op.results), values_of(op.sources),
        memory_of(op), tuple(map(str, op.notes)), op.body, found,
        [member(tables, op, family) for family in tables.families], cross_references.sections(tables, op),
        cross_references.rules(tables, op), cross_references.cases(op, suites) if suites.is_dir() else None,
        cross_references.errata(op, errata) if errata.exists() else None,
        cross_references.faults(op, own_functions(op, found)) if found is not None else None,
    )


def own_functions(op, found) -> set[str]:
    """The functions that are of this operation and few others: its body, an atomic's way to combine."""
    return {one.function for one in found if not (op.memory and one.function.startswith("run_"))}


def values_of(values) -> str:
    """Results or sources in words of the row."""
    shown = []
    for value in values:
        words = [value.word]
        if not value.special and value.bits != value.width:
            words.append(f"{value.bits} bits")
        shown.append(" ".join(words))
    return ", ".join(shown) or "none"


def memory_of(op) -> str:
    """What a row does to memory; '' where nothing."""
    if op.memory is None:
        return ""
    memory = op.memory
    parts = [
        memory.verb, memory.size, memory.combine, "twice" if memory.x2 else "",
        "returns the old value" if memory.rtn else "", *memory.words,
    ]
    return " ".join(part for part in parts if part) + (f" to {memory.to.word}" if memory.to else "")


def member(tables, op, family: str) -> Member:
    """A family's forms, as the first certified of its architectures has them that has the operation at all."""
    cell = op.cells.get(family)
    every = sorted((one for one in tables.targets.values() if one.family == family), key=lambda one: not one.certified)
    having = [one.name for one in every if cell and cell.needs <= one.features]
    arch = (having or [every[0].name])[0]
    if not cell:
        return Member(arch, "")
    forms = tuple(written(tables, form, family) for form in tables.forms_by_row(arch).get(op.name, ()))
    needs = tuple(sorted(cell.needs))
    return Member(arch, cell.spelling, cell.aliases, forms, tuple(having) if needs else (), needs,
                  tuple(sorted(cell.without)))


def written(tables, form, family: str) -> Written:
    """One form."""
    layout = tables.encodings.get((family, form.layout))
    size = 4 * (layout.dwords + bool(form.extension)) if layout else 0
    variant = "" if not form.variant or form.variant == form.encoding else form.variant
    return Written(form.mnemonic, operands(form, family), form.encoding, form.opcode, size, variant)


def operands(form, family: str) -> str:
    """'vdst, src0, src1 clamp omod': operands with commas, then modifiers, as an assembler takes them."""
    values, modifiers = [], []
    for word in assembly().words(form, family):
        name, typed, _ = word.partition(":")
        fixed = name.startswith("'")
        (values if typed or name in ("addr", "saddr", "attr") or word == "'vcc" else modifiers).append(
            name.strip("'?") if not fixed or word == "'vcc" else name[1:])
    return (", ".join(values) + " " + " ".join(modifiers)).strip()
