"""Compare two certificates of one target, for `assay compare`: which verdicts became better or worse."""
from __future__ import annotations

from typing import Literal, Union

import msgspec

from ...harness.case.case_types import CaseError
from .certificate_records import Certificate, Record
from .certificate_text import quantity, target_title

# A wrong answer is worse than no answer, and no answer is worse than a right one.
ABSENT = "absent"
VERDICT_RANKS = {"fail": 0, ABSENT: 1, "unsupported": 1, "not claimed": 1, "not exercised": 1, "pass": 2}
WHOLE_CERTIFICATE = "certificate"                    # name of the change if only one run has the certificate
KINDS = ("worse", "better", "appeared", "gone", "other")
MAX_CHANGES_LISTED = 40                              # of each kind, in texts
COMPARED_FIELDS = ("model", "suites", "seeds", "quick", "only", "profile", "claims", "arch")


class Change(Record):
    """A changed verdict of an operation, a rule or a dispatch field. The verdict is "absent" in a run that does not
    have it. `forms`: the forms with the same change. `note`: the counts of failing cases, if both verdicts are the
    same."""
    name: str
    forms: list[str]
    was: str
    now: str
    note: str = ""


class ComparedRun(Record):
    """One of the two runs."""
    target: str
    says: str
    version: str
    arch: str
    verdict: str
    digest: str


class Changes(Record):
    """The differences between two certificates. If only one run has the certificate, `old` or `new` is null, and the
    only change is named "certificate".

    `other`: changes that are neither better nor worse. `appeared`, `gone`: verdicts that only the new or only the old
    run has. A new fail and a lost pass are in `worse` instead, unless the runs selected different forms (`only`).
    `defects_new`, `defects_gone`: causes. `apart`: settings in which the runs differ; they may explain changes."""
    comparison: Literal[1]
    old: Union[ComparedRun, None]
    new: Union[ComparedRun, None]
    worse: list[Change]
    better: list[Change]
    other: list[Change]
    appeared: list[Change]
    gone: list[Change]
    defects_new: list[str]
    defects_gone: list[str]
    apart: list[str]


Comparisons = list[Changes]                          # the type of the JSON output


def compare_certificates(old: Certificate, new: Certificate) -> Changes:
    """Compare two certificates. Raises CaseError if they are for different architectures."""
    if old.arch != new.arch:
        raise CaseError("compare", f"{old.arch} and {new.arch} are different architectures: nothing to compare")
    differing_fields = [name for name in COMPARED_FIELDS if getattr(old, name) != getattr(new, name)]
    differing_fields += [] if old.target.name == new.target.name else ["target"]
    verdict_pairs = [*form_pairs(old, new), *rule_pairs(old, new), *dispatch_pairs(old, new)]
    changes: dict[str, list[Change]] = {kind: [] for kind in KINDS}
    for name, form, was, now in verdict_pairs:
        kind, note = classify_change(was, now, same_cases=not differing_fields,
                                     other_selection="only" in differing_fields)
        if kind:
            append_change(changes[kind], name, form, was, now, note)
    before, after = (list(dict.fromkeys(defect.cause for defect in certificate.defects))
                     for certificate in (old, new))
    return Changes(
        comparison=1, old=compared_run(old), new=compared_run(new), **changes, apart=differing_fields,
        defects_new=[cause for cause in after if cause not in before],
        defects_gone=[cause for cause in before if cause not in after],
    )


def compare_with_nothing(old: Certificate | None, new: Certificate | None) -> Changes:
    """The changes if only one run has the certificate. The other certificate is None."""
    changes: dict[str, list[Change]] = {kind: [] for kind in KINDS}
    kind, note = classify_change(old, new, same_cases=False, other_selection=False)
    append_change(changes[kind], WHOLE_CERTIFICATE, "", old, new, note)
    return Changes(comparison=1, old=old and compared_run(old), new=new and compared_run(new), **changes, apart=[],
                   defects_new=[], defects_gone=[])


def compared_run(certificate: Certificate) -> ComparedRun:
    """The identity of a run."""
    return ComparedRun(
        target=certificate.target.name, says=target_title(certificate), version=certificate.target.version,
        arch=certificate.arch, verdict=certificate.verdict, digest=certificate.digest,
    )


def form_pairs(old: Certificate, new: Certificate) -> list[tuple]:
    """(operation, form, old record, new record) for all forms in either certificate. A record is None if its
    certificate does not have the form."""
    pairs = []
    for name in dict.fromkeys([*old.operations, *new.operations]):
        was, now = (certificate.operations[name].forms if name in certificate.operations else {}
                    for certificate in (old, new))
        pairs += [(name, form, was.get(form), now.get(form)) for form in dict.fromkeys([*was, *now])]
    return pairs


def rule_pairs(old: Certificate, new: Certificate) -> list[tuple]:
    """The pairs of records as in form_pairs(), for rules."""
    names = dict.fromkeys([*old.rules, *new.rules])
    return [(name, "", old.rules.get(name), new.rules.get(name)) for name in names]


def dispatch_pairs(old: Certificate, new: Certificate) -> list[tuple]:
    """The pairs of records as in form_pairs(), for dispatch fields."""
    names = dict.fromkeys([*old.dispatch, *new.dispatch])
    return [(f"dispatch {name}", "", old.dispatch.get(name), new.dispatch.get(name)) for name in names]


def classify_change(was, now, same_cases: bool, other_selection: bool) -> tuple[str, str]:
    """Return (kind of the change, note). The kind is "" if nothing changed.

    `same_cases`: both runs have the same cases, so that counts of failing cases are comparable. `other_selection`: the
    runs selected different forms, so that absent forms mean nothing."""
    improvement = VERDICT_RANKS[verdict_or_absent(now)] - VERDICT_RANKS[verdict_or_absent(was)]
    if (was is None or now is None) and (other_selection or improvement >= 0):
        return ("appeared" if was is None else "gone"), ""
    if verdict_or_absent(was) != verdict_or_absent(now):
        return ("better" if improvement > 0 else "worse" if improvement < 0 else "other"), ""
    if same_cases and was.verdict == "fail" and was.cases == now.cases and was.fail != now.fail:
        note = f"{was.fail}, then {now.fail} of {quantity(now.cases, 'case')} fail"
        return ("worse" if now.fail > was.fail else "better"), note
    return "", ""


def verdict_or_absent(record) -> str:
    """The verdict of a form, rule, field, certificate or run; "absent" for None."""
    return record.verdict if record else ABSENT


def append_change(changes: list[Change], name: str, form: str, was, now, note: str) -> None:
    """Append a change. Consecutive forms of an operation with the same change become one entry."""
    verdicts = [verdict_or_absent(record) for record in (was, now)]
    last = changes[-1] if changes else None
    if last and [last.name, last.was, last.now, last.note] == [name, *verdicts, note]:
        last.forms.append(form)
    else:
        changes.append(Change(name=name, forms=[form] if form else [], was=verdicts[0], now=verdicts[1], note=note))


def latest_run(changes: Changes) -> ComparedRun:
    """The later run that has the certificate."""
    run = changes.new or changes.old
    assert run is not None
    return run


def headline(changes: Changes) -> str:
    """One line with target, versions, verdicts and counts of changes."""
    latest, verdicts = latest_run(changes), " → ".join(verdict_or_absent(run) for run in (changes.old, changes.new))
    versions = " → ".join(dict.fromkeys(run.version for run in (changes.old, changes.new) if run))
    counts = ", ".join(f"{changed_count(getattr(changes, kind))} {kind}" for kind in KINDS)
    return f"{latest.says} {versions} on {latest.arch}: {verdicts}; {counts}"


def changed_count(changes: list[Change]) -> int:
    """The number of changed forms, rules and fields."""
    return sum(len(change.forms) or 1 for change in changes)


def change_line(change: Change) -> str:
    """One line for a change."""
    forms = f" ({', '.join(change.forms)})" if change.forms else ""
    return f"{change.name}{forms}: {change.note or f'{change.was} → {change.now}'}"


def terminal_text(changes: Changes) -> str:
    """The comparison as text for a terminal."""
    lines = [headline(changes)]
    if changes.apart:
        lines.append(f"  the runs also differ in {', '.join(changes.apart)}: not every change comes from the target")
    for kind in KINDS:
        kind_changes = getattr(changes, kind)
        lines += [f"  {kind}:"] if kind_changes else []
        lines += [f"    {change_line(change)}" for change in kind_changes[:MAX_CHANGES_LISTED]]
        if len(kind_changes) > MAX_CHANGES_LISTED:
            lines.append(f"    and {len(kind_changes) - MAX_CHANGES_LISTED} more")
    lines += [f"  defect, new: {cause}" for cause in changes.defects_new[:MAX_CHANGES_LISTED]]
    return "\n".join(lines + [f"  defect, gone: {cause}" for cause in changes.defects_gone[:MAX_CHANGES_LISTED]])


def markdown(changes: Changes) -> str:
    """The comparison as Markdown, for a comment on a pull request."""
    mark = "❌" if changes.worse else "✅"
    lines = [f"### {mark} {escape_markdown(headline(changes))}", ""]
    if changes.apart:
        lines += [f"The runs also differ in {', '.join(changes.apart)}: not every change comes from the target.", ""]
    for kind in KINDS:
        lines += collapsible_table(kind, getattr(changes, kind), is_open=kind == "worse")
    for heading, causes in (("New defects", changes.defects_new), ("Gone defects", changes.defects_gone)):
        if causes:
            lines += [f"**{heading}**", "", *(f"- {escape_markdown(cause)}" for cause in causes[:MAX_CHANGES_LISTED]),
                      ""]
    return "\n".join(lines)


def collapsible_table(kind: str, changes: list[Change], is_open: bool) -> list[str]:
    """Markdown lines of a collapsible table of the changes of one kind."""
    if not changes:
        return []
    rows = [
        f"| {escape_markdown(change.name)} | {escape_markdown(', '.join(change.forms))} "
        f"| {change.note or f'{change.was} → {change.now}'} |"
        for change in changes[:MAX_CHANGES_LISTED]
    ]
    more = ["", f"and {len(changes) - MAX_CHANGES_LISTED} more"] if len(changes) > MAX_CHANGES_LISTED else []
    return [f"<details{' open' if is_open else ''}><summary>{kind}: {changed_count(changes)}</summary>", "",
            "| operation or rule | forms | |", "|---|---|---|", *rows, *more, "", "</details>", ""]


def escape_markdown(text: str) -> str:
    """Text that Markdown shows literally: no links, mentions, HTML or table cells."""
    escaped = "".join(f"\\{c}" if c in "\\`*_{}[]()#+!|~>" else c for c in text.replace("\n", " "))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace("@", "&#64;")


def to_json(comparisons: list[Changes]) -> bytes:
    """The comparisons as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(comparisons), indent=1)
