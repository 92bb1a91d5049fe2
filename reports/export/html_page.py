"""index.html: certificates on one page that asks for nothing from elsewhere.  All of it is text; a small script adds
search, filters and the details of an operation."""
from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from ...spec import load
from . import certificate_summary, certificate_text, operation_reference, page_data
from .certificate_changes import ABSENT, KINDS, Changes, count, subject, verdict_of
from .certificate_records import Certificate

TEMPLATES = Path(__file__).with_name("templates")
MARKS = {"pass": "✓", "fail": "✗", "unsupported": "–", "not claimed": "∅", "not exercised": "·"}


def write(certificates: list[Certificate], path: Path, changes: list[Changes] | None = None) -> None:
    """Writes the page; `changes`: what differs from an earlier run, for each certificate, shown first."""
    path.write_text(text_of(certificates, changes), encoding="utf-8")


def text_of(certificates: list[Certificate], changes: list[Changes] | None = None) -> str:
    """The page."""
    archs = by_arch(certificates)
    environment = surroundings()
    environment.globals["cells_of"] = lambda one: cells_of(one, archs)
    return environment.get_template("page.html").render(
        certificates=certificates, changes=changes, kinds=KINDS, count=count, subject=subject, verdict_of=verdict_of,
        absent=ABSENT, archs=archs,
        heading=heading(certificates), style=Markup(source("style.css")), script=Markup(source("script.js")),
        block=Markup(page_data.block(certificates, archs)),
    )


def surroundings() -> Environment:
    """What templates can call."""
    made = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.filters |= {"thousands": certificate_text.thousands, "slug": slug}
    made.tests |= {"web": is_web, "byhand": lambda form: form.startswith("suite ")}
    made.globals |= {
        "axes": page_data.AXES,
        "apart": lambda groups: page_data.apart([row for _, rows in groups for row in rows]),
        "codes": page_data.CODES,
        "dispatch_counts": lambda one: Counter(held.verdict for held in one.dispatch.values()),
        "encodings": page_data.encodings_of,
        "evidence": page_data.evidence,
        "marks": MARKS,
        "rules": load().rules,
        "quoted": shlex.quote,
        "rule_counts": lambda one: Counter(rule.verdict for rule in one.rules.values()),
        "rules_of": page_data.rules_by_part,
        "said": certificate_text,
        "section": section,
        "shade": page_data.shade,
        "summary": certificate_summary,
        "tally": lambda rows, n: Counter(row.held[n].verdict for row in rows if row.held[n]),
        "tally_rules": lambda held, n: Counter(row[n].verdict for _, row in held if row[n]),
        "verdicts": certificate_summary.VERDICTS,
        "zip": zip,
    }
    return made


def source(name: str) -> str:
    """A file that stands in the page as it is."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def slug(text: str) -> str:
    """A name as part of an id."""
    return "".join(c if c.isalnum() or c == "_" else "-" for c in text)


def is_web(link: str) -> bool:
    """May it be a link?  Not javascript: and the like."""
    return link.startswith(("https://", "http://"))


def section(name: str, arch: str) -> str:
    """Document and section of a rule; nothing for one that these tables do not have."""
    rule = load().rules.get(name)
    return operation_reference.section_of(rule, arch) if rule else ""


def heading(certificates: list[Certificate]) -> str:
    """What the page is about, in a line."""
    if len(certificates) == 1:
        return f"{certificate_text.title(certificates[0])} on {certificates[0].arch}"
    names = list(dict.fromkeys(certificate_text.title(one) for one in certificates))
    return f"{' and '.join(names)}" if len(names) < 3 else f"{len(certificates)} certificates of {len(names)} targets"


def by_arch(certificates: list[Certificate]) -> list[tuple]:
    """(architecture, its certificates, rows of its operations by encoding)"""
    mine: dict[str, list[Certificate]] = {}
    for one in certificates:
        mine.setdefault(one.arch, []).append(one)
    return [(arch, held, page_data.rows_of(held)) for arch, held in mine.items()]


def cells_of(one: Certificate, archs: list[tuple]) -> list[tuple]:
    """(encoding, [(verdict, [(letter of the axis, shade)]) of an operation]) of a certificate, in the order of the
    architecture's rows."""
    mine, groups = next((mine, groups) for arch, mine, groups in archs if arch == one.arch)
    place = next(n for n, other in enumerate(mine) if other is one)
    found = [
        (family, [(row.held[place].verdict, steps(row.covered[place])) for row in rows if row.held[place]])
        for family, rows in groups
    ]
    return [(family, cells) for family, cells in found if cells]


def steps(covered: list[tuple[int, int]]) -> list[tuple[str, int]]:
    """(letter of the axis, shade) where an axis has anything to cover."""
    return [(letter, page_data.shade(got, of)) for letter, (got, of) in zip("vmo", covered) if of]
