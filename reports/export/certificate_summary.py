"""Certificates in small numbers: what tables and pages show."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .certificate_records import Certificate

VERDICTS = ("pass", "fail", "unsupported", "not claimed", "not exercised")
FAMILIES = (
    ("scalar", ("sop1", "sop2", "sopk", "sopc", "sopp")),
    ("vector", ("vop1", "vop2", "vop3", "vop3sd", "vop3p", "vopd", "vinterp", "vintrp")),
    ("compare", ("vopc",)),
    ("memory", ("smem", "ds", "flat", "global", "scratch", "mubuf", "mtbuf", "mimg", "ldsdir", "exp")),
)


@dataclass(slots=True)
class Line:
    """One encoding family of a certificate: forms by verdict, cases, live-lane states."""
    encoding: str
    verdicts: Counter = field(default_factory=Counter)
    cases: int = 0
    states: int = 0
    operations: set = field(default_factory=set)

    @property
    def verdict(self) -> str:
        """fail when a form fails; else what most of it is."""
        return (
            "fail"
            if self.verdicts["fail"]
            else "pass"
            if self.verdicts["pass"]
            else "unsupported"
            if self.verdicts["unsupported"]
            else "not claimed"
            if self.verdicts["not claimed"]
            else "not exercised"
        )


def families(one: Certificate) -> list[Line]:
    """A line for each encoding, in the order of FAMILIES, and a last one for the sum."""
    lines: dict[str, Line] = {}
    total = Line("all")
    for name, held in one.operations.items():
        for form in held.forms.values():
            for line in (lines.setdefault(form.encoding, Line(form.encoding)), total):
                line.verdicts[form.verdict] += 1
                line.cases += form.cases
                line.states += form.states
                line.operations.add(name)
    order = [e for _, members in FAMILIES for e in members]
    return sorted(
        lines.values(), key=lambda x: (order.index(x.encoding) if x.encoding in order else 99, x.encoding)
    ) + [total]


def reasons(one: Certificate, verdict: str, most: int = 12) -> list[tuple[str, int, list[str]]]:
    """(why, forms, some operations) of the forms with that verdict, the most frequent first."""
    count, names = Counter(), {}
    for name, held in one.operations.items():
        for form in held.forms.values():
            if form.verdict == verdict and form.causes:
                why = max(form.causes, key=form.causes.__getitem__)
                why = "the model does not carry the operation" if why.startswith("the model does not carry") else why
                count[why] += 1
                if name not in names.setdefault(why, []):
                    names[why].append(name)
    return [(why, n, names[why]) for why, n in count.most_common(most)]


def worst(held) -> str:
    """Why an operation is not a plain pass, in a few words."""
    for verdict in ("fail", "unsupported", "not claimed", "not exercised"):
        for form in held.forms.values():
            if form.verdict == verdict and form.causes and held.verdict == verdict:
                return max(form.causes, key=form.causes.__getitem__)
    return ""
