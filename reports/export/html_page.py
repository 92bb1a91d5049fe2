"""index.html: certificates on one self-contained page. All results are text; a small script adds search, filters and
the details of an operation."""
from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from ...spec import load
from . import certificate_summary, certificate_text, operation_reference, page_data
from .certificate_changes import ABSENT, KINDS, Changes, changed_count, latest_run, verdict_or_absent
from .certificate_records import Certificate

TEMPLATES = Path(__file__).with_name("templates")
MARKS = {"pass": "✓", "fail": "✗", "unsupported": "–", "not claimed": "∅", "not exercised": "·"}


def write_html_page(certificates: list[Certificate], path: Path, changes: list[Changes] | None = None) -> None:
    """Write the page. `changes`: the comparison with an earlier run, one per certificate, shown first."""
    path.write_text(render_page(certificates, changes), encoding="utf-8")


def render_page(certificates: list[Certificate], changes: list[Changes] | None = None) -> str:
    """The text of the page."""
    archs = group_by_architecture(certificates)
    environment = template_environment()
    environment.globals["map_cells"] = lambda certificate: map_cells(certificate, archs)
    return environment.get_template("page.html").render(
        certificates=certificates, changes=changes, kinds=KINDS, changed_count=changed_count,
        latest_run=latest_run, verdict_or_absent=verdict_or_absent, absent=ABSENT, archs=archs,
        heading=page_heading(certificates), style=Markup(read_template("style.css")),
        script=Markup(read_template("script.js")),
        block=Markup(page_data.details_block(certificates, archs)),
    )


def template_environment() -> Environment:
    """The Jinja environment with the functions that the templates call."""
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"thousands": certificate_text.thousands, "slug": slug}
    environment.tests |= {"web": is_web_link, "byhand": lambda form: form.startswith("suite ")}
    environment.globals |= {
        "axes": page_data.AXES,
        "differing_operations": lambda groups: page_data.differing_operations(
            [row for _, rows in groups for row in rows]),
        "codes": page_data.CODES,
        "dispatch_counts": lambda certificate: Counter(
            field.verdict for field in certificate.dispatch.values()),
        "encodings": page_data.encoding_coverage,
        "evidence": page_data.defect_evidence,
        "marks": MARKS,
        "rules": load().rules,
        "quoted": shlex.quote,
        "rule_counts": lambda certificate: Counter(rule.verdict for rule in certificate.rules.values()),
        "rules_by_part": page_data.rules_by_part,
        "words": certificate_text,
        "section": rule_section,
        "shade": page_data.coverage_shade,
        "summary": certificate_summary,
        "tally": lambda rows, n: Counter(row.operations[n].verdict for row in rows if row.operations[n]),
        "tally_rules": lambda rules, n: Counter(verdicts[n].verdict for _, verdicts in rules if verdicts[n]),
        "verdicts": certificate_summary.VERDICTS,
        "zip": zip,
    }
    return environment


def read_template(name: str) -> str:
    """A template file that is included unchanged."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def slug(text: str) -> str:
    """A name as part of an HTML id."""
    return "".join(c if c.isalnum() or c == "_" else "-" for c in text)


def is_web_link(link: str) -> bool:
    """Whether text may become a link: http and https only, never javascript:."""
    return link.startswith(("https://", "http://"))


def rule_section(name: str, arch: str) -> str:
    """Document and section of a rule; "" if the tables do not have the rule."""
    rule = load().rules.get(name)
    return operation_reference.rule_section(rule, arch) if rule else ""


def page_heading(certificates: list[Certificate]) -> str:
    """The heading of the page: targets and architectures."""
    if len(certificates) == 1:
        return f"{certificate_text.target_title(certificates[0])} on {certificates[0].arch}"
    names = list(dict.fromkeys(certificate_text.target_title(certificate) for certificate in certificates))
    return f"{' and '.join(names)}" if len(names) < 3 else f"{len(certificates)} certificates of {len(names)} targets"


def group_by_architecture(certificates: list[Certificate]) -> list[tuple]:
    """(architecture, its certificates, rows of its operations by encoding)"""
    groups: dict[str, list[Certificate]] = {}
    for certificate in certificates:
        groups.setdefault(certificate.arch, []).append(certificate)
    return [(arch, group, page_data.operation_rows(group)) for arch, group in groups.items()]


def map_cells(certificate: Certificate, archs: list[tuple]) -> list[tuple]:
    """(encoding, [(verdict, [(axis letter, shade)]) of each operation]) of a certificate, in the order of the page's
    rows."""
    group, groups = next((group, groups) for arch, group, groups in archs if arch == certificate.arch)
    index = next(n for n, other in enumerate(group) if other is certificate)
    encodings = [
        (encoding, [(row.operations[index].verdict, axis_shades(row.coverage[index]))
                    for row in rows if row.operations[index]])
        for encoding, rows in groups
    ]
    return [(encoding, cells) for encoding, cells in encodings if cells]


def axis_shades(coverage: list[tuple[int, int]]) -> list[tuple[str, int]]:
    """(axis letter, shade) of the axes that have bins."""
    return [(letter, page_data.coverage_shade(count, total))
            for letter, (count, total) in zip("vmo", coverage) if total]
