"""assay spec show and assay spec list: the contents of the tables as text."""
from __future__ import annotations

import difflib
import textwrap

from .. import spec
from ..reports.export.operation_info import operation_info
from .common import BadUse


def _find_operations(tables, name: str) -> list:
    """The operations called `name`, by name, spelling or mnemonic.  Raises BadUse with similar names."""
    wanted = name.lower()
    operations = [
        op
        for op in tables.ops.values()
        if op.name == wanted or any(wanted in (cell.spelling, *cell.aliases) for cell in op.cells.values() if cell)
    ]
    if not operations:                                    # a mnemonic such as v_dual_mov_b32 or v_add_f32_e64
        operations = list({form.op.name: form.op for arch in tables.targets for form in tables.forms(arch)
                      if form.mnemonic == wanted}.values())
    if operations:
        return operations
    known = {op.name for op in tables.ops.values()} | {
        cell.spelling for op in tables.ops.values() for cell in op.cells.values() if cell
    }
    close = difflib.get_close_matches(wanted, known, 3)
    raise BadUse(f"no operation is called '{name}'" + (f"; did you mean {', '.join(close)}?" if close else ""))


def operations(arch: str | None) -> list[str]:
    """The spellings of all operations on an architecture, or on any."""
    tables = spec.load()
    return sorted({form.spelling for target in ([arch] if arch else tables.targets)
                   for form in tables.forms(target)})


def rules() -> list[str]:
    """The rule ids with their texts, in columns."""
    rules_by_id = spec.load().rules
    width = max(map(len, rules_by_id))
    return [f"{name:{width}}  {rule['text']}" for name, rule in sorted(rules_by_id.items())]


def describe(name: str) -> str:
    """Text that describes every operation with this name on any architecture.  Raises BadUse."""
    tables = spec.load()
    return "\n\n".join(_describe_operation(tables, op) for op in _find_operations(tables, name))


def _describe_operation(tables, op) -> str:
    info = operation_info(tables, op)
    lines = [info.name, f"  row          {info.row}", f"  acts         {info.acts}",
             f"  results      {info.results}", f"  sources      {info.sources}"]
    lines += [f"  memory       {info.memory}"] if info.memory else []
    lines += [f"  notes        {', '.join(info.notes)}"] if info.notes else []
    lines += _body_lines(info)
    for family in info.families:
        lines += _family_lines(family)
    lines += _wrapped_list("manual", info.manual, "; ") + _wrapped_list("rules", info.rules)
    for title, names, folder in (("cases", info.cases, "suites/"), ("errata", info.errata, "docs/")):
        lines += _not_installed(title, folder) if names is None else _wrapped_list(title, names)
    lines += [] if info.faults is None else _wrapped_list("faults", [name for name, _ in info.faults])
    return "\n".join(lines)


def _body_lines(info) -> list[str]:
    """Lines with the C functions that implement the operation, with file and line."""
    if info.bodies is None:
        return [f"  body         {info.body} (the model's sources are not part of this installation)"]
    if not info.bodies:
        return ["  body         unsupported: the model decodes it and stops with that status"]
    return [f"  {'body' if n == 0 else '':12} {body.function}  {body.file}:{body.line}"
            for n, body in enumerate(info.bodies)]


def _wrapped_list(title: str, names: list[str], separator: str = ", ") -> list[str]:
    return textwrap.wrap(separator.join(names) or "none", 120, initial_indent=f"  {title:13}",
                         subsequent_indent=" " * 15, break_long_words=False, break_on_hyphens=False)


def _not_installed(title: str, folder: str) -> list[str]:
    return [f"  {title:13}{folder} is not part of this installation"]


def _family_lines(family) -> list[str]:
    """Lines about the operation's forms on one architecture family."""
    if not family.spelling:
        return [f"  {family.arch:12} does not have it"]
    aliases = f" (also {', '.join(family.aliases)})" if family.aliases else ""
    lines = [f"  {family.arch:12} {family.spelling}{aliases}"]
    lines += [f"    {line}" for line in columns(family.forms)]
    if family.needs:
        lines.append(f"    only: {', '.join(family.only)} (needs {', '.join(family.needs)})")
    if family.without:
        lines.append(f"    not: {', '.join(family.without)}")
    return lines


def columns(forms) -> list[str]:
    """A line per instruction form: mnemonic, operands, opcode, size."""
    rows = [
        (form.mnemonic, form.operands, f"{form.encoding} opcode {form.opcode} ({form.opcode:#x})",
         f"{form.size} bytes" if form.size else "", f"as {form.variant}" if form.variant else "")
        for form in forms
    ]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths)).rstrip() for row in rows]
