"""assay spec show: everything the tables know of an operation, as text."""
from __future__ import annotations

import difflib
import textwrap

from .. import spec
from ..spec import bodies

from ..reports import mentions
from .common import BadUse

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


def _find(tables, name: str) -> list:
    plain = name.lower()
    found = [
        op
        for op in tables.ops.values()
        if op.name == plain or any(plain in (cell.spelling, *cell.aliases) for cell in op.cells.values() if cell)
    ]
    if found:
        return found
    known = {op.name for op in tables.ops.values()} | {
        cell.spelling for op in tables.ops.values() for cell in op.cells.values() if cell
    }
    close = difflib.get_close_matches(plain, known, 3)
    raise BadUse(f"no operation is called '{name}'" + (f"; did you mean {', '.join(close)}?" if close else ""))


def describe(name: str) -> str:
    """Text about every operation that has this name on one architecture or the other. Raises BadUse."""
    tables = spec.load()
    return "\n\n".join(_one(tables, op) for op in _find(tables, name))


def _values(values) -> str:
    shown = []
    for value in values:
        words = [value.word]
        if not value.special and value.bits != value.width:
            words.append(f"{value.bits} bits")
        shown.append(" ".join(words))
    return ", ".join(shown) or "none"


def _one(tables, op) -> str:
    lines = [f"{op.name}", f"  row          spec/{op.where}", f"  acts         {SHAPES.get(op.shape, op.shape)}",
             f"  results      {_values(op.results)}", f"  sources      {_values(op.sources)}"]
    if op.memory is not None:
        memory = op.memory
        parts = [
            memory.verb,
            memory.size,
            memory.combine,
            "twice" if memory.x2 else "",
            "returns the old value" if memory.rtn else "",
            *memory.words,
        ]
        lines.append(
            f"  memory       {' '.join(part for part in parts if part)}"
            + (f" to {memory.to.word}" if memory.to else "")
        )
    if op.notes:
        lines.append(f"  notes        {', '.join(map(str, op.notes))}")
    lines += _body(op)
    for family in tables.families:
        lines += _family(tables, op, family)
    return "\n".join(lines + _mentions(tables, op))


def _body(op) -> list[str]:
    """The C functions that carry the operation out, with file and line."""
    model = mentions.ROOT / "model"
    if not bodies.sources(model):
        return [f"  body         {op.body} (the model's sources are not part of this installation)"]
    found = bodies.body_of(op, model)
    if not found:
        return ["  body         unsupported: the model decodes it and stops with that status"]
    return [f"  {'body' if n == 0 else '':12} {one.function}  {one.file}:{one.line}" for n, one in enumerate(found)]


def _mentions(tables, op) -> list[str]:
    """The rules, suite cases and errata that name the operation."""
    suites, errata = mentions.ROOT / "suites", mentions.ROOT / "docs" / "errata.md"
    lines = _listed("rules", mentions.rules(tables, op))
    lines += _listed("cases", mentions.cases(op, suites)) if suites.is_dir() else _absent("cases", "suites/")
    return lines + (_listed("errata", mentions.errata(op, errata)) if errata.exists() else _absent("errata", "docs/"))


def _listed(what: str, names: list[str]) -> list[str]:
    return textwrap.wrap(", ".join(names) or "none", 120, initial_indent=f"  {what:13}", subsequent_indent=" " * 15,
                         break_long_words=False, break_on_hyphens=False)


def _absent(what: str, where: str) -> list[str]:
    return [f"  {what:13}{where} is not part of this installation"]


def _family(tables, op, family: str) -> list[str]:
    """A family's forms, as the first certified of its architectures has them that has the operation at all."""
    cell = op.cells.get(family)
    every = sorted((one for one in tables.targets.values() if one.family == family), key=lambda one: not one.certified)
    having = [one.name for one in every if cell and cell.needs <= one.features]
    arch = (having or [every[0].name])[0]
    if not cell:
        return [f"  {arch:12} does not have it"]
    lines = [f"  {arch:12} {cell.spelling}" + (f" (also {', '.join(cell.aliases)})" if cell.aliases else "")]
    forms = [form for form in tables.forms(arch) if form.op.name == op.name]
    width = max((len(form.mnemonic) for form in forms), default=0)
    for form in forms:
        layout = tables.encodings.get((family, form.layout))
        size = f"{4 * (layout.dwords + bool(form.extension))} bytes" if layout else ""
        variant = "" if not form.variant or form.variant == form.encoding else f"as {form.variant}"
        opcode = f"{form.encoding} opcode {form.opcode} ({form.opcode:#x})"
        lines.append(f"    {form.mnemonic:{width}}  {opcode}  {size:8}  {variant}".rstrip())
    if cell.needs:
        lines.append(f"    only: {', '.join(having)} (needs {', '.join(sorted(cell.needs))})")
    if cell.without:
        lines.append(f"    not: {', '.join(sorted(cell.without))}")
    return lines
