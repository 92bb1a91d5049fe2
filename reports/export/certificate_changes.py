"""assay compare: two certificates of one target, what got better and what got worse."""
from __future__ import annotations

from typing import Literal, Union

import msgspec

from ...harness.case.case_types import CaseError
from .certificate_records import Certificate, Record
from .certificate_text import many, title

# A wrong answer is worse than none, and none is worse than a right one.
ABSENT = "absent"
RANK = {"fail": 0, ABSENT: 1, "unsupported": 1, "not claimed": 1, "not exercised": 1, "pass": 2}
WHOLE = "certificate"                                # the name of a change of all of it
KINDS = ("worse", "better", "appeared", "gone", "other")
SHOWN = 40                                           # lines of each kind, in a text for people
SAME = ("model", "suites", "seeds", "quick", "only", "profile", "claims", "arch")


class Change(Record):
    """An operation, with the forms that changed alike, a rule, or a field of dispatches: its verdicts, "absent" for
    none; `note`: how many cases of how many fail where the verdict is the same."""
    name: str
    forms: list[str]
    was: str
    now: str
    note: str = ""


class Side(Record):
    """One of the two runs."""
    target: str
    says: str
    version: str
    arch: str
    verdict: str
    digest: str


class Changes(Record):
    """What differs between two certificates.  `old`, `new`: null where there is none of that name, which is one change,
    "certificate".  `other`: neither better nor worse; `appeared`, `gone`: what only one of them has, unless it fails
    where it appears or passed where it is gone, which is worse; where the selection (`only`) differs, all of it.
    `defects_new`, `defects_gone`: causes; `apart`: what else the runs differ in, so that not every change is the
    target's."""
    comparison: Literal[1]
    old: Union[Side, None]
    new: Union[Side, None]
    worse: list[Change]
    better: list[Change]
    other: list[Change]
    appeared: list[Change]
    gone: list[Change]
    defects_new: list[str]
    defects_gone: list[str]
    apart: list[str]


Comparisons = list[Changes]                          # as JSON has them


def between(old: Certificate, new: Certificate) -> Changes:
    """Compares two certificates.  Raises CaseError when they are of different architectures."""
    if old.arch != new.arch:
        raise CaseError("compare", f"{old.arch} and {new.arch} are different architectures: nothing to compare")
    differ = [name for name in SAME if getattr(old, name) != getattr(new, name)]
    differ += [] if old.target.name == new.target.name else ["target"]
    pairs = [*forms_of(old, new), *rules_of(old, new), *dispatch_of(old, new)]
    found: dict[str, list[Change]] = {kind: [] for kind in KINDS}
    for name, form, was, now in pairs:
        kind, note = judged(was, now, counted=not differ, chosen="only" in differ)
        if kind:
            add(found[kind], name, form, was, now, note)
    before, after = (list(dict.fromkeys(item.cause for item in one.defects)) for one in (old, new))
    return Changes(
        comparison=1, old=side(old), new=side(new), **found, apart=differ,
        defects_new=[cause for cause in after if cause not in before],
        defects_gone=[cause for cause in before if cause not in after],
    )


def alone(old: Certificate | None, new: Certificate | None) -> Changes:
    """A certificate that only one of the runs has."""
    found: dict[str, list[Change]] = {kind: [] for kind in KINDS}
    kind, note = judged(old, new, counted=False, chosen=False)
    add(found[kind], WHOLE, "", old, new, note)
    return Changes(comparison=1, old=old and side(old), new=new and side(new), **found, apart=[],
                   defects_new=[], defects_gone=[])


def side(one: Certificate) -> Side:
    """Which run it was."""
    return Side(target=one.target.name, says=title(one), version=one.target.version, arch=one.arch,
                verdict=one.verdict, digest=one.digest)


def forms_of(old: Certificate, new: Certificate) -> list[tuple]:
    """(operation, form, was, now) of all forms of either; None where one has it not."""
    found = []
    for name in dict.fromkeys([*old.operations, *new.operations]):
        was, now = (one.operations[name].forms if name in one.operations else {} for one in (old, new))
        found += [(name, form, was.get(form), now.get(form)) for form in dict.fromkeys([*was, *now])]
    return found


def rules_of(old: Certificate, new: Certificate) -> list[tuple]:
    """The same of rules."""
    names = dict.fromkeys([*old.rules, *new.rules])
    return [(name, "", old.rules.get(name), new.rules.get(name)) for name in names]


def dispatch_of(old: Certificate, new: Certificate) -> list[tuple]:
    """The same of fields of dispatches."""
    names = dict.fromkeys([*old.dispatch, *new.dispatch])
    return [(f"dispatch {name}", "", old.dispatch.get(name), new.dispatch.get(name)) for name in names]


def judged(was, now, counted: bool, chosen: bool) -> tuple[str, str]:
    """(kind of change, "" for none; a note).  `counted`: both ran the same cases, so that how many fail can be told;
    `chosen`: they were asked for different forms, so that it says nothing which there are."""
    step = RANK[verdict_of(now)] - RANK[verdict_of(was)]
    if (was is None or now is None) and (chosen or step >= 0):
        return ("appeared" if was is None else "gone"), ""
    if verdict_of(was) != verdict_of(now):
        return ("better" if step > 0 else "worse" if step < 0 else "other"), ""
    if counted and was.verdict == "fail" and was.cases == now.cases and was.fail != now.fail:
        note = f"{was.fail}, then {now.fail} of {many(now.cases, 'case')} fail"
        return ("worse" if now.fail > was.fail else "better"), note
    return "", ""


def verdict_of(one) -> str:
    """Of a form, a rule, a field, a certificate or a side of a comparison."""
    return one.verdict if one else ABSENT


def add(found: list[Change], name: str, form: str, was, now, note: str) -> None:
    """One more change; forms of an operation that changed alike stand together."""
    verdicts = [verdict_of(one) for one in (was, now)]
    last = found[-1] if found else None
    if last and [last.name, last.was, last.now, last.note] == [name, *verdicts, note]:
        last.forms.append(form)
    else:
        found.append(Change(name=name, forms=[form] if form else [], was=verdicts[0], now=verdicts[1], note=note))


def subject(one: Changes) -> Side:
    """What the comparison is of: the later run, where there is one."""
    found = one.new or one.old
    assert found is not None
    return found


def headline(one: Changes) -> str:
    """In a line."""
    mine, verdicts = subject(one), " → ".join(verdict_of(run) for run in (one.old, one.new))
    versions = " → ".join(dict.fromkeys(run.version for run in (one.old, one.new) if run))
    counts = ", ".join(f"{count(getattr(one, kind))} {kind}" for kind in KINDS)
    return f"{mine.says} {versions} on {mine.arch}: {verdicts}; {counts}"


def count(changes: list[Change]) -> int:
    """Forms and rules."""
    return sum(len(one.forms) or 1 for one in changes)


def line(one: Change) -> str:
    """A change in a line."""
    forms = f" ({', '.join(one.forms)})" if one.forms else ""
    return f"{one.name}{forms}: {one.note or f'{one.was} → {one.now}'}"


def text(one: Changes) -> str:
    """For a terminal."""
    lines = [headline(one)]
    if one.apart:
        lines.append(f"  the runs differ in {', '.join(one.apart)} too: not every change need be the target's")
    for kind in KINDS:
        held = getattr(one, kind)
        lines += [f"  {kind}:"] if held else []
        lines += [f"    {line(item)}" for item in held[:SHOWN]]
        lines += [f"    and {len(held) - SHOWN} more"] if len(held) > SHOWN else []
    lines += [f"  defect, new: {cause}" for cause in one.defects_new[:SHOWN]]
    return "\n".join(lines + [f"  defect, gone: {cause}" for cause in one.defects_gone[:SHOWN]])


def markdown(one: Changes) -> str:
    """For a comment on a pull request."""
    sign = "❌" if one.worse else "✅"
    lines = [f"### {sign} {safe(headline(one))}", ""]
    if one.apart:
        lines += [f"The runs differ in {', '.join(one.apart)} too: not every change need be the target's.", ""]
    for kind in KINDS:
        lines += folded(kind, getattr(one, kind), opened=kind == "worse")
    for what, causes in (("New defects", one.defects_new), ("Defects that are gone", one.defects_gone)):
        lines += [f"**{what}**", "", *(f"- {safe(cause)}" for cause in causes[:SHOWN]), ""] if causes else []
    return "\n".join(lines)


def folded(kind: str, held: list[Change], opened: bool) -> list[str]:
    """Changes of a kind as a table that can be unfolded."""
    if not held:
        return []
    rows = [
        f"| {safe(item.name)} | {safe(', '.join(item.forms))} | {item.note or f'{item.was} → {item.now}'} |"
        for item in held[:SHOWN]
    ]
    more = ["", f"and {len(held) - SHOWN} more"] if len(held) > SHOWN else []
    return [f"<details{' open' if opened else ''}><summary>{kind}: {count(held)}</summary>", "",
            "| operation or rule | forms | |", "|---|---|---|", *rows, *more, "", "</details>", ""]


def safe(said: str) -> str:
    """Text that stays text in Markdown: no links, mentions, HTML or cells."""
    escaped = "".join(f"\\{c}" if c in "\\`*_{}[]()#+!|~>" else c for c in said.replace("\n", " "))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace("@", "&#64;")


def to_json(every: list[Changes]) -> bytes:
    """A list, indented."""
    return msgspec.json.format(msgspec.json.encode(every), indent=1)
