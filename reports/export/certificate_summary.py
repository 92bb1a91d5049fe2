"""Summaries of certificates for tables and pages: verdicts by encoding, and the most frequent reasons."""
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
class EncodingSummary:
    """The forms of one encoding: verdicts, cases, active-lane states and operations."""
    encoding: str
    verdicts: Counter = field(default_factory=Counter)
    cases: int = 0
    states: int = 0
    operations: set = field(default_factory=set)

    @property
    def verdict(self) -> str:
        """The verdict fail if a form fails, else the best verdict of its forms."""
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


def encoding_summaries(certificate: Certificate) -> list[EncodingSummary]:
    """One summary per encoding, in the order of FAMILIES, and a last one named "all" with the sums."""
    summaries: dict[str, EncodingSummary] = {}
    total = EncodingSummary("all")
    for name, operation in certificate.operations.items():
        for form in operation.forms.values():
            for summary in (summaries.setdefault(form.encoding, EncodingSummary(form.encoding)), total):
                summary.verdicts[form.verdict] += 1
                summary.cases += form.cases
                summary.states += form.states
                summary.operations.add(name)
    order = [encoding for _, members in FAMILIES for encoding in members]
    return sorted(
        summaries.values(),
        key=lambda summary: (order.index(summary.encoding) if summary.encoding in order else 99, summary.encoding)
    ) + [total]


def verdict_reasons(certificate: Certificate, verdict: str, max_reasons: int = 12) -> list[tuple[str, int, list[str]]]:
    """(reason, number of forms, operations) for each reason of the forms with this verdict. The most frequent reasons
    come first."""
    form_counts, names = Counter(), {}
    for name, operation in certificate.operations.items():
        for form in operation.forms.values():
            if form.verdict == verdict and form.causes:
                reason = max(form.causes, key=form.causes.__getitem__)
                if reason.startswith("the model does not carry"):
                    reason = "the model does not carry the operation"
                form_counts[reason] += 1
                if name not in names.setdefault(reason, []):
                    names[reason].append(name)
    return [(reason, form_count, names[reason]) for reason, form_count in form_counts.most_common(max_reasons)]


def main_reason(operation) -> str:
    """Return why an operation does not pass, or "" if it passes. This is the most frequent reason of its first form
    with the operation's verdict."""
    for verdict in ("fail", "unsupported", "not claimed", "not exercised"):
        for form in operation.forms.values():
            if form.verdict == verdict and form.causes and operation.verdict == verdict:
                return max(form.causes, key=form.causes.__getitem__)
    return ""
