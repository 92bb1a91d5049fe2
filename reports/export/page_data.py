"""Certificates as the page shows them: what stands in its text, and the block of details that its script unfolds."""
from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import dataclass

from . import certificate_summary as summary, certificate_text, operation_reference as reference
from .certificate_records import Certificate, Defect, Failure, FormVerdict

CODES = dict(zip(summary.VERDICTS, "pfucx"))         # a verdict as a class of the page's style
AXES = ("values", "modifiers", "MODE")               # of coverage, as FormVerdict counts them
STATE, LANES = 12, 4                                 # registers, and lanes of each, shown of a defect's case
WORDS = 72                                           # letters shown of why a form does not pass
DIFFERENCE = re.compile(r"(.*?): expected (.*?), got (.*)", re.S)


@dataclass(slots=True)
class Evidence:
    """The smallest case of a defect: where it differs, both values ("" where it does not say), registers, its
    bundle."""
    assembly: list[str]
    where: str
    expected: str
    got: str
    state: list[str]
    file: str


@dataclass(slots=True)
class Row:
    """An operation on the page: a verdict and coverage for each target that has the architecture, and why it is not a
    plain pass."""
    name: str
    held: list
    covered: list[list[tuple[int, int]]]
    why: str

    @property
    def differ(self) -> bool:
        """Do the targets differ?"""
        return len({one.verdict if one else "" for one in self.held}) > 1


def cover(forms) -> list[tuple[int, int]]:
    """(reached, of how many) for each of AXES, summed over forms."""
    forms = list(forms)
    counted = (("cells", "cells_of"), ("combinations", "combinations_of"), ("mode_cells", "mode_cells_of"))
    return [(sum(getattr(f, got) for f in forms), sum(getattr(f, of) for f in forms)) for got, of in counted]


def shade(got: int, of: int) -> int:
    """0: there is nothing to reach; 1 to 5: under 25, 50, 75, 100, and all 100 per cent."""
    return 0 if not of else min(4, 1 + 4 * got // of) if got < of else 5


def encodings_of(one: Certificate) -> list[tuple]:
    """(line of the summary, its coverage) of each encoding; the last one is the sum."""
    forms = [form for held in one.operations.values() for form in held.forms.values()]
    return [(line, cover(f for f in forms if line.encoding in (f.encoding, "all"))) for line in summary.families(one)]


def rows_of(mine: list[Certificate]) -> list[tuple[str, list[Row]]]:
    """(encoding, its operations) of certificates of one architecture: an operation stands with its first form."""
    groups: dict[str, list[Row]] = {}
    for name in dict.fromkeys(name for one in mine for name in one.operations):
        held = [one.operations.get(name) for one in mine]
        first = next(one for one in held if one)
        covered = [cover(one.forms.values()) if one else [] for one in held]
        why = "; ".join(dict.fromkeys(filter(None, (because(one, name) for one in mine if name in one.operations))))
        family = next((form.encoding for form in first.forms.values()), "")
        groups.setdefault(family, []).append(Row(name, held, covered, why))
    order = [e for _, members in summary.FAMILIES for e in members]
    return sorted(groups.items(), key=lambda item: (order.index(item[0]) if item[0] in order else len(order), item[0]))


def because(one: Certificate, name: str) -> str:
    """Why an operation is not a plain pass: its first defect, else what is said most often."""
    cause = next((item.cause for item in one.defects if name in item.operations), "")
    return short(cause or summary.worst(one.operations[name]))


def short(text: str) -> str:
    """A sentence, cut where it is long."""
    return text if len(text) <= WORDS else text[:WORDS - 1].rstrip() + "…"


def apart(rows: list[Row]) -> list[tuple[tuple[str, ...], list[str]]]:
    """(verdicts, operations) where the targets differ, the most frequent first."""
    found: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        if row.differ:
            found.setdefault(tuple(one.verdict if one else "absent" for one in row.held), []).append(row.name)
    return sorted(found.items(), key=lambda item: -len(item[1]))


def rules_by_part(mine: list[Certificate]) -> list[tuple[str, list[tuple]]]:
    """(part that states them, [(rule, a verdict for each certificate)])"""
    found: dict[str, list[tuple]] = {}
    for name in sorted({name for one in mine for name in one.rules}):
        found.setdefault(name.partition(".")[0], []).append((name, [one.rules.get(name) for one in mine]))
    return list(found.items())


def numbers_of(one: Certificate) -> dict[str, list[int]]:
    """{form, as defects name it: the numbers of its defects}"""
    found: dict[str, list[int]] = {}
    for number, item in enumerate(one.defects, 1):
        for form in item.forms:
            found.setdefault(form, []).append(number)
    return found


def evidence(one: Certificate, item: Defect) -> Evidence:
    """The smallest case of a defect, with the bundle it stands in."""
    forms = set(item.forms)
    mine = [f for f in one.failures if f"{f.operation or 'suite'} {f.form}" in forms]
    same = next((f for f in mine if f.assembly == item.assembly and f.text == item.text), None)
    bundle = same or next(iter(mine), None)
    found = DIFFERENCE.fullmatch(item.text)
    return Evidence(
        assembly=item.assembly, where=found[1] if found else item.text, expected=found[2] if found else "",
        got=found[3] if found else "", state=state_of(item.case.get("state")), file=bundle.file if bundle else "",
    )


def state_of(state) -> list[str]:
    """Registers of a failing case, a line each, rows of lanes in short."""
    items = list(state.items()) if isinstance(state, dict) else []
    lines = []
    for name, value in items[:STATE]:
        if isinstance(value, list):
            lines.append(f"{name} = {', '.join(hexed(v) for v in value[:LANES])}{', …' if len(value) > LANES else ''}")
        else:
            lines.append(f"{name} = {hexed(value)}")
    return lines + ([f"and {len(items) - STATE} more"] if len(items) > STATE else [])


def hexed(value) -> str:
    """Numbers in hex."""
    return hex(value) if isinstance(value, int) and value > 9 else str(value)


# ---- the block of details ----

ROWS = "spec/ops/"


class Texts:
    """Sentences that many forms share, each written once."""

    def __init__(self):
        self.held: dict[str, int] = {"": 0}

    def number(self, text: str) -> int:
        """Its place in the list."""
        return self.held.setdefault(text, len(self.held))


def block(certificates: list[Certificate], archs: list[tuple]) -> str:
    """The details of every operation, in the order of the page's rows, for each architecture, and what errata and
    repeated sentences say: JSON, deflated, in base64, a tenth of its size.  `archs`: (architecture, its certificates,
    groups)."""
    texts = Texts()
    made = {
        "archs": {
            arch: {
                "targets": [certificates.index(one) for one in mine],
                "operations": operations(arch, mine, groups, texts),
                "folders": [folder_of(one) for one in mine],
            }
            for arch, mine, groups in archs
        },
        "errata": {key: row.partition(" | ")[0] for key, row in reference.errata_rows(reference.ERRATA).items()},
        "names": [f"{certificate_text.title(one)} on {one.arch}" for one in certificates],
        "axes": AXES,
        "verdicts": summary.VERDICTS,
    }
    used = {key for arch in made["archs"].values() for op in arch["operations"] for key in op[5]}
    made["errata"] = {key: text for key, text in made["errata"].items() if key in used}
    made["texts"] = list(texts.held)
    said = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(said.encode(), 9)).decode()


def operations(arch: str, mine: list[Certificate], groups, texts: Texts) -> list[list]:
    """[name, row, signature, sections, rules, errata, opcodes, [what each target gave]] of each operation."""
    known = reference.of_arch(arch)
    defects = [numbers_of(one) for one in mine]
    failures = [by_operation(one) for one in mine]
    found = []
    for _, rows in groups:
        for row in rows:
            about = known.get(row.name)
            facts = (
                [about.row.removeprefix(ROWS), about.signature, about.sections, about.rules, about.errata,
                 list(dict.fromkeys(f"{layout} {opcode}" for _, layout, opcode in about.forms))]
                if about else ["", "", [], [], [], []]
            )
            given = [
                [[form_row(row.name, name, form, numbers, texts) for name, form in held.forms.items()],
                 [failing(f) for f in failed.get(row.name, [])]] if held else None
                for held, numbers, failed in zip(row.held, defects, failures)
            ]
            found.append([row.name, *facts, given])
    return found


def form_row(operation: str, name: str, form: FormVerdict, numbers, texts: Texts) -> list:
    """[form, verdict, cases, passed, [coverage in per cent, -1 for none], why, defects], zeros at the end left out."""
    covered = [-1 if not of else 100 * got // of for got, of in cover([form])]
    why = [short(text) for text in list(form.causes)[:1]]
    why += [f"refused: {short(', '.join(map(certificate_text.suspects, form.refused)))}"] if form.refused else []
    why += [f"fails with: {short(', '.join(form.fails_with))}"] if form.fails_with else []
    row = [name, summary.VERDICTS.index(form.verdict), form.cases, form.passed,
           covered if max(covered) >= 0 else 0, texts.number("; ".join(why)), numbers.get(f"{operation} {name}", 0)]
    while len(row) > 1 and not row[-1]:
        row.pop()
    return row


def by_operation(one: Certificate) -> dict[str, list[Failure]]:
    """Failures by operation; cases by hand under ""."""
    found: dict[str, list[Failure]] = {}
    for failure in one.failures:
        found.setdefault(failure.operation, []).append(failure)
    return found


def folder_of(one: Certificate) -> str:
    """Where its bundles lie, as seen from the page."""
    return one.failures[0].file.rpartition("/")[0] if one.failures else ""


def failing(failure: Failure) -> list:
    """[form, program, what differs, bundle]; the bundle has all the rest.  Of its name only what differs: certify
    calls it OPERATION-FORM-NUMBER.failure.json."""
    name = failure.file.rpartition("/")[2]
    usual = re.fullmatch(re.escape(f"{failure.operation}-{failure.form}-") + r"(\d+)\.failure\.json", name)
    return [failure.form, "\n".join(failure.assembly), short(failure.text), int(usual[1]) if usual else name]
