"""index.html: all certificates of a run on one page without a single request to elsewhere."""
from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from . import summary
from .schema import Certificate

TEMPLATES = Path(__file__).with_name("templates")
MARKS = {"pass": "✓", "fail": "✗", "unsupported": "–", "not claimed": "∅", "not exercised": "·"}
SHOWN = 60                                           # failures a certificate shows on the page
STATE = 12                                           # registers shown of a failing case


def write(certificates: list[Certificate], path: Path) -> None:
    """Writes the page."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["thousands"] = lambda n: f"{n:,}"
    environment.filters["slug"] = lambda text: "".join(c if c.isalnum() else "-" for c in text)
    text = environment.get_template("index.html").render(
        certificates=certificates,
        summary=summary,
        marks=MARKS,
        verdicts=summary.VERDICTS,
        archs=by_arch(certificates),
        shown=SHOWN,
        state=shown_state,
    )
    path.write_text(text)


def by_arch(certificates: list[Certificate]) -> list[tuple]:
    """(arch, its certificates, [(encoding family, rows of operations)]): an operation stands in the family of its first
    form."""
    found = []
    for arch in dict.fromkeys(one.arch for one in certificates):
        mine = [one for one in certificates if one.arch == arch]
        groups: dict[str, list] = {}
        for name, held in mine[0].operations.items():
            groups.setdefault(next(iter(held.forms.values())).encoding, []).append(
                (name, [one.operations.get(name) for one in mine])
            )
        found.append((arch, mine, sorted(groups.items())))
    return found


def shown_state(state: dict) -> list[str]:
    """The state of a failing case, a line a register, rows of lanes in short."""
    lines = []
    for name, value in list(state.items())[:STATE]:
        if isinstance(value, list):
            lines.append(f"{name} = {', '.join(hexed(v) for v in value[:4])}{', …' if len(value) > 4 else ''}")
        else:
            lines.append(f"{name} = {hexed(value)}")
    return lines + ([f"and {len(state) - STATE} more"] if len(state) > STATE else [])


def hexed(value) -> str:
    """Numbers in hex."""
    return hex(value) if isinstance(value, int) and value > 9 else str(value)
