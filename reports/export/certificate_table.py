"""The terminal's view of certificates: one table per certificate, by encoding, then coverage and defects."""
from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from . import certificate_summary as summary
from .certificate_records import Certificate
from .certificate_text import feature_text, quantity
from .terminal_table import CountTable, OutputConsole

COLOURS = {"pass": "green", "fail": "bold red", "unsupported": "yellow", "not claimed": "dim", "not exercised": "dim"}
MAX_FEATURES = 12                                    # refused features printed for a certificate
MAX_DEFECTS = 20                                     # printed for a certificate


def print_certificates(certificates: list[Certificate], out, console: Console | None = None) -> None:
    """Print a summary of each certificate. Without a terminal the text is plain and 120 columns wide. `out`: the folder
    of the certificates."""
    console = console or OutputConsole(width=None if Console().is_terminal else 120, highlight=False)
    for certificate in certificates:
        encoding_table(certificate).print(console)
        print_defects(console, certificate)
        print_notes(console, certificate)
    console.print(f"{quantity(len(certificates), 'certificate')} and index.html in {out}", soft_wrap=True, markup=False)


def encoding_table(certificate: Certificate) -> CountTable:
    """The table of a certificate: forms by verdict, one row per encoding."""
    table = CountTable(
        escape(f"{certificate.target.name} {certificate.target.version} on {certificate.arch}: ")
        + f"[{COLOURS[certificate.verdict]}]{certificate.verdict}[/]",
        ["encoding", "operations", "forms", *summary.VERDICTS, "cases", "states"],
    )
    for encoding in summary.encoding_summaries(certificate):
        counts = [f"[{COLOURS[verdict]}]{encoding.verdicts[verdict]}[/]" if encoding.verdicts[verdict] else ""
                  for verdict in summary.VERDICTS]
        table.add_row(
            encoding.encoding, str(len(encoding.operations)), str(encoding.verdicts.total()), *counts,
            f"{encoding.cases:,}", f"{encoding.states:,}", end=encoding.encoding == "all",
        )
    return table


def print_notes(console: Console, certificate: Certificate) -> None:
    """Print rules, dispatch fields, tolerated differences, refused features, coverage, and the reasons why forms are
    undecided."""
    rules = [r.verdict for r in certificate.rules.values()]
    if rules:
        passed, failed = rules.count("pass"), rules.count("fail")
        console.print(f"  rules: {passed} pass, {failed} fail, {len(rules) - passed - failed} not decided")
    if fields := [field.verdict for field in certificate.dispatch.values()]:
        passed, failed = fields.count("pass"), fields.count("fail")
        undecided = len(fields) - passed - failed
        console.print(f"  dispatch: {quantity(passed, 'field')} pass, {failed} fail, {undecided} not decided")
    if certificate.leniencies:
        counts = ", ".join(f"{name} {count:,}" for name, count in certificate.leniencies.items())
        console.print(f"  tolerated differences: {counts}")
    if certificate.refused:
        features = ", ".join(f"{feature_text(feature)} ({quantity(forms, 'form')})"
                             for feature, forms in list(certificate.refused.items())[:MAX_FEATURES])
        console.print(f"  refused: {features}", markup=False, soft_wrap=True)
    print_coverage(console, certificate)
    for verdict in ("unsupported", "not claimed", "not exercised"):
        for reason, count, names in summary.verdict_reasons(certificate, verdict, 4):
            examples = ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
            console.print(f"  {verdict}: {quantity(count, 'form')}: {reason} ({examples})",
                          markup=False, soft_wrap=True)


def print_coverage(console: Console, certificate: Certificate) -> None:
    """Print the covered bins, and for the target `manual` the operations that its text defines."""
    coverage = certificate.coverage
    if coverage.cells_of:
        console.print(
            f"  coverage: {percent(coverage.cells, coverage.cells_of)} of operand x value class x EXEC shape, "
            f"{percent(coverage.combinations, coverage.combinations_of)} with modifiers, "
            f"{percent(coverage.mode_cells, coverage.mode_cells_of)} with modifiers and MODE",
            soft_wrap=True,
        )
    if catalogue := certificate.catalogue:
        console.print(
            f"  the text defines {catalogue.defined} operations; of the architecture's, {catalogue.executed} are "
            f"executed, {catalogue.skipped} skipped, {catalogue.absent} not defined"
        )
        if catalogue.alu:
            console.print(
                f"  of the {catalogue.alu['defined']} scalar and vector operations that it defines, "
                f"{catalogue.alu['executed']} are executed, {catalogue.alu['skipped']} skipped"
            )


def percent(count: int, total: int) -> str:
    """A share in percent with one decimal, rounded down, so that 100 means all."""
    return f"{1000 * count // total / 10 if total else 100:g} %"


def print_defects(console: Console, certificate: Certificate) -> None:
    """Print the first defects, each with its smallest program."""
    if certificate.failures:
        failing = sum(form.verdict == "fail" for operation in certificate.operations.values()
                      for form in operation.forms.values())
        forms = quantity(failing, "form")
        rules = quantity(sum(rule.verdict == "fail" for rule in certificate.rules.values()), "rule")
        fields = sum(field.verdict == "fail" for field in certificate.dispatch.values())
        field_text = f" and {quantity(fields, 'field')} of dispatches" if fields else ""
        console.print(f"  {quantity(len(certificate.defects), 'defect')}, in {forms} and {rules}{field_text}:")
    for number, defect in enumerate(certificate.defects[:MAX_DEFECTS], 1):
        names = ", ".join(defect.operations[:4]) + (", …" if len(defect.operations) > 4 else "")
        where = ", ".join(defect.forms[:2])
        if defect.operations:
            where = f"{quantity(len(defect.operations), 'operation')} ({names})"
        section = f"; {defect.section}" if defect.section else ""
        console.print(f"  [bold red]{number:3}[/] " + escape(f"{defect.cause}: {where}{section}"), soft_wrap=True)
        console.print(f"      {'; '.join(defect.assembly[:3])}", markup=False, soft_wrap=True)
        console.print(f"      {defect.text}", markup=False, soft_wrap=True)
    if len(certificate.defects) > MAX_DEFECTS:
        console.print(f"  and {quantity(len(certificate.defects) - MAX_DEFECTS, 'defect')} more: see index.html")
    if certificate.failures:
        console.print(f"  again: {certificate.failures[0].replay}", markup=False, soft_wrap=True)
