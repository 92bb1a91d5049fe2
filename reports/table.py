"""The terminal's view of certificates: a table per target and architecture, by encoding family, then the failures."""
from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from . import summary
from .schema import Certificate

COLOURS = {"pass": "green", "fail": "bold red", "unsupported": "yellow", "not exercised": "dim"}
FAILURES = 12


def show(certificates: list[Certificate], out, console: Console | None = None) -> None:
    """Prints everything; plain text where standard output is no terminal."""
    console = console or Console(width=None if Console().is_terminal else 120, highlight=False)
    for one in certificates:
        console.print(table_of(one))
        notes(console, one)
        failures(console, one)
    console.print(f"{len(certificates)} certificates and index.html in {out}", soft_wrap=True)


def table_of(one: Certificate) -> Table:
    """Encoding families of one certificate."""
    colour = COLOURS[one.verdict]
    table = Table(
        title=escape(f"{one.target.name} {one.target.version} on {one.arch}: ") + f"[{colour}]{one.verdict}[/]",
        title_justify="left",
    )
    table.add_column("encoding")
    for name in ("operations", "forms", *summary.VERDICTS, "cases", "states"):
        table.add_column(name, justify="right")
    for line in summary.families(one):
        counts = [f"[{COLOURS[v]}]{line.verdicts[v]}[/]" if line.verdicts[v] else "" for v in summary.VERDICTS]
        table.add_row(
            line.encoding,
            str(len(line.operations)),
            str(line.verdicts.total()),
            *counts,
            f"{line.cases:,}",
            f"{line.states:,}",
            end_section=line.encoding == "all",
        )
    return table


def notes(console: Console, one: Certificate) -> None:
    """Rules, leniencies, catalogue, short coverage."""
    rules = [r.verdict for r in one.rules.values()]
    if rules:
        passed, failed = rules.count("pass"), rules.count("fail")
        console.print(f"  rules: {passed} pass, {failed} fail, {len(rules) - passed - failed} not decided")
    if one.leniencies:
        console.print("  leniencies: " + ", ".join(f"{name} {n:,}" for name, n in one.leniencies.items()))
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
            f"  the text defines {c.defined} operations: {c.executed} executed, {c.skipped} skipped, {c.absent} absent"
        )
        if c.alu:
            console.print(
                f"  of {c.alu['defined']} scalar and vector operations it defines "
                f"{c.alu['executed']} are executed, {c.alu['skipped']} skipped"
            )
    for verdict in ("unsupported", "not exercised"):
        for why, count, names in summary.reasons(one, verdict, 4):
            console.print(
                f"  {verdict}: {count} forms: {why} ({', '.join(names[:4])}{', …' if len(names) > 4 else ''})",
                markup=False,
                soft_wrap=True,
            )


def percent(got: int, of: int) -> str:
    """A share in per cent, rounded down, so that 100 means all."""
    return f"{1000 * got // of / 10 if of else 100:g} %"


def failures(console: Console, one: Certificate) -> None:
    """The first failures with their smallest program."""
    for item in one.failures[:FAILURES]:
        console.print(
            "  [bold red]FAIL[/] "
            + escape(f"{item.operation or 'suite'} {item.form} ({item.cause}): " + "; ".join(item.assembly)),
            soft_wrap=True,
        )
        console.print(f"       {item.text}", markup=False, soft_wrap=True)
        console.print(f"       {item.replay}", markup=False, soft_wrap=True)
    more = len(one.failures) - FAILURES + one.failures_dropped
    if more > 0:
        console.print(f"  and {more} more failing forms: see index.html and failures/")
