"""The terminal's view of certificates: a table per target and architecture, by encoding family, then the defects."""
from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from . import certificate_summary as summary
from .certificate_records import Certificate
from .certificate_text import many, suspects
from .terminal_table import Counts

COLOURS = {"pass": "green", "fail": "bold red", "unsupported": "yellow", "not claimed": "dim", "not exercised": "dim"}
DEFECTS = 20


def show(certificates: list[Certificate], out, console: Console | None = None) -> None:
    """Prints everything; plain text where standard output is no terminal."""
    console = console or Console(width=None if Console().is_terminal else 120, highlight=False)
    for one in certificates:
        table_of(one).show(console)
        defects(console, one)
        notes(console, one)
    console.print(f"{many(len(certificates), 'certificate')} and index.html in {out}", soft_wrap=True)


def table_of(one: Certificate) -> Counts:
    """Encoding families of one certificate."""
    table = Counts(
        escape(f"{one.target.name} {one.target.version} on {one.arch}: ") + f"[{COLOURS[one.verdict]}]{one.verdict}[/]",
        ["encoding", "operations", "forms", *summary.VERDICTS, "cases", "states"],
    )
    for line in summary.families(one):
        counts = [f"[{COLOURS[v]}]{line.verdicts[v]}[/]" if line.verdicts[v] else "" for v in summary.VERDICTS]
        table.add(
            line.encoding, str(len(line.operations)), str(line.verdicts.total()), *counts, f"{line.cases:,}",
            f"{line.states:,}", end=line.encoding == "all",
        )
    return table


def notes(console: Console, one: Certificate) -> None:
    """Rules, leniencies, catalogue, short coverage."""
    rules = [r.verdict for r in one.rules.values()]
    if rules:
        passed, failed = rules.count("pass"), rules.count("fail")
        console.print(f"  rules: {passed} pass, {failed} fail, {len(rules) - passed - failed} not decided")
    if fields := [one.verdict for one in one.dispatch.values()]:
        passed, failed = fields.count("pass"), fields.count("fail")
        undecided = len(fields) - passed - failed
        console.print(f"  dispatch: {many(passed, 'field')} pass, {failed} fail, {undecided} not decided")
    if one.leniencies:
        console.print("  leniencies: " + ", ".join(f"{name} {n:,}" for name, n in one.leniencies.items()))
    if one.refused:
        said = ", ".join(f"{suspects(axis)} ({many(forms, 'form')})" for axis, forms in list(one.refused.items())[:12])
        console.print(f"  refused: {said}", markup=False, soft_wrap=True)
    reached(console, one)
    for verdict in ("unsupported", "not claimed", "not exercised"):
        for why, count, names in summary.reasons(one, verdict, 4):
            console.print(
                f"  {verdict}: {many(count, 'form')}: {why} ({', '.join(names[:4])}{', …' if len(names) > 4 else ''})",
                markup=False,
                soft_wrap=True,
            )


def reached(console: Console, one: Certificate) -> None:
    """Coverage of the grid, and of a text as far as it defines operations."""
    c = one.coverage
    if c.cells_of:
        console.print(
            f"  coverage: {percent(c.cells, c.cells_of)} of operand x value class x EXEC shape, "
            f"{percent(c.combinations, c.combinations_of)} with modifiers, "
            f"{percent(c.mode_cells, c.mode_cells_of)} with modifiers and MODE",
            soft_wrap=True,
        )
    if one.catalogue:
        c = one.catalogue
        console.print(
            f"  the text defines {c.defined} operations; of the architecture's {c.executed} are executed, "
            f"{c.skipped} skipped, {c.absent} absent from it"
        )
        if c.alu:
            console.print(
                f"  of {c.alu['defined']} scalar and vector operations it defines "
                f"{c.alu['executed']} are executed, {c.alu['skipped']} skipped"
            )


def percent(got: int, of: int) -> str:
    """A share in per cent, rounded down, so that 100 means all."""
    return f"{1000 * got // of / 10 if of else 100:g} %"


def defects(console: Console, one: Certificate) -> None:
    """The defects, each with its smallest program; the forms stand on the page."""
    if one.failures:
        failing = sum(form.verdict == "fail" for held in one.operations.values() for form in held.forms.values())
        forms = many(failing, "form")
        rules = many(sum(rule.verdict == "fail" for rule in one.rules.values()), "rule")
        fields = sum(field.verdict == "fail" for field in one.dispatch.values())
        more = f" and {many(fields, 'field')} of dispatches" if fields else ""
        console.print(f"  {many(len(one.defects), 'defect')}, in {forms} and {rules}{more}:")
    for number, item in enumerate(one.defects[:DEFECTS], 1):
        names = ", ".join(item.operations[:4]) + (", …" if len(item.operations) > 4 else "")
        where = f"{many(len(item.operations), 'operation')} ({names})" if item.operations else ", ".join(item.forms[:2])
        section = f"; {item.section}" if item.section else ""
        console.print(f"  [bold red]{number:3}[/] " + escape(f"{item.cause}: {where}{section}"), soft_wrap=True)
        console.print(f"      {'; '.join(item.assembly[:3])}", markup=False, soft_wrap=True)
        console.print(f"      {item.text}", markup=False, soft_wrap=True)
    if len(one.defects) > DEFECTS:
        console.print(f"  and {many(len(one.defects) - DEFECTS, 'defect')} more: see index.html")
    if one.failures:
        console.print(f"  again: {one.failures[0].replay}", markup=False, soft_wrap=True)
