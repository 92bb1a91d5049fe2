"""assay spec show, assay spec list: what the tables know, as text."""
from __future__ import annotations

import difflib
import textwrap

from .. import spec
from ..reports.export.operation_info import about
from .common import BadUse


def _find(tables, name: str) -> list:
    plain = name.lower()
    found = [
        op
        for op in tables.ops.values()
        if op.name == plain or any(plain in (cell.spelling, *cell.aliases) for cell in op.cells.values() if cell)
    ]
    if not found:                                         # v_dual_mov_b32, v_add_f32_e64: a form of one
        found = list({form.op.name: form.op for arch in tables.targets for form in tables.forms(arch)
                      if form.mnemonic == plain}.values())
    if found:
        return found
    known = {op.name for op in tables.ops.values()} | {
        cell.spelling for op in tables.ops.values() for cell in op.cells.values() if cell
    }
    close = difflib.get_close_matches(plain, known, 3)
    raise BadUse(f"no operation is called '{name}'" + (f"; did you mean {', '.join(close)}?" if close else ""))


def operations(arch: str | None) -> list[str]:
    """Every operation as an architecture spells it, or as any does."""
    tables = spec.load()
    return sorted({form.spelling for one in ([arch] if arch else tables.targets) for form in tables.forms(one)})


def rules() -> list[str]:
    """Ids of rules with what each says, in columns."""
    found = spec.load().rules
    width = max(map(len, found))
    return [f"{name:{width}}  {one['text']}" for name, one in sorted(found.items())]


def describe(name: str) -> str:
    """Text about every operation that has this name on one architecture or the other. Raises BadUse."""
    tables = spec.load()
    return "\n\n".join(_one(tables, op) for op in _find(tables, name))


def _one(tables, op) -> str:
    known = about(tables, op)
    lines = [known.name, f"  row          {known.row}", f"  acts         {known.acts}",
             f"  results      {known.results}", f"  sources      {known.sources}"]
    lines += [f"  memory       {known.memory}"] if known.memory else []
    lines += [f"  notes        {', '.join(known.notes)}"] if known.notes else []
    lines += _body(known)
    for one in known.families:
        lines += _family(one)
    lines += _listed("manual", known.manual, "; ") + _listed("rules", known.rules)
    for what, names, where in (("cases", known.cases, "suites/"), ("errata", known.errata, "docs/")):
        lines += _absent(what, where) if names is None else _listed(what, names)
    lines += [] if known.faults is None else _listed("faults", [name for name, _ in known.faults])
    return "\n".join(lines)


def _body(known) -> list[str]:
    """The C functions that carry the operation out, with file and line."""
    if known.bodies is None:
        return [f"  body         {known.body} (the model's sources are not part of this installation)"]
    if not known.bodies:
        return ["  body         unsupported: the model decodes it and stops with that status"]
    return [f"  {'body' if n == 0 else '':12} {one.function}  {one.file}:{one.line}"
            for n, one in enumerate(known.bodies)]


def _listed(what: str, names: list[str], comma: str = ", ") -> list[str]:
    return textwrap.wrap(comma.join(names) or "none", 120, initial_indent=f"  {what:13}", subsequent_indent=" " * 15,
                         break_long_words=False, break_on_hyphens=False)


def _absent(what: str, where: str) -> list[str]:
    return [f"  {what:13}{where} is not part of this installation"]


def _family(one) -> list[str]:
    """A family's forms."""
    if not one.spelling:
        return [f"  {one.arch:12} does not have it"]
    lines = [f"  {one.arch:12} {one.spelling}" + (f" (also {', '.join(one.aliases)})" if one.aliases else "")]
    lines += [f"    {line}" for line in columns(one.forms)]
    if one.needs:
        lines.append(f"    only: {', '.join(one.only)} (needs {', '.join(one.needs)})")
    if one.without:
        lines.append(f"    not: {', '.join(one.without)}")
    return lines


def columns(forms) -> list[str]:
    """A line a form: mnemonic, operands, opcode, size."""
    rows = [
        (form.mnemonic, form.operands, f"{form.encoding} opcode {form.opcode} ({form.opcode:#x})",
         f"{form.size} bytes" if form.size else "", f"as {form.variant}" if form.variant else "")
        for form in forms
    ]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths)).rstrip() for row in rows]
