"""What programs reach as UCIS XML (Accellera's Unified Coverage Interoperability Standard 1.0, chapter 9), which tools
of hardware verification read: an instance an architecture, a cover group a form, its axes as cover points."""
from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import quoteattr

from ...generators.instructions import case_sampler
from ...generators.values.exec_and_mode import MODES, EXEC_SHAPES, relevant_modes
from ...spec import FOLDER, TARGETS, load
from .program_reach import AXES, FormReach, Reach, RuleReach, masked

SPACE = "http://www.w3.org/2001/XMLSchema-instance"
NEVER = "2000-01-01T00:00:00"                        # dates are asked for; the same input gives the same bytes


class Writer:
    """Collects elements; `files`: {path: number} of the sources that they name."""

    def __init__(self):
        self.lines: list[str] = []
        self.files: dict[str, int] = {}

    def open(self, element: str, /, **attributes) -> None:
        self.lines.append(f"<{element}{said(attributes)}>")

    def close(self, name: str) -> None:
        self.lines.append(f"</{name}>")

    def put(self, element: str, /, **attributes) -> None:
        self.lines.append(f"<{element}{said(attributes)}/>")

    def statement(self, name: str, where: str) -> None:
        """A place in a source: "file:line"."""
        path, _, line = where.rpartition(":")
        number = self.files.setdefault(path or where, len(self.files) + 1)
        self.put(name, file=number, line=int(line) if line.isdecimal() else 1, inlineCount=1)

    def group(self, name: str, kind: str, where: str, points: dict[str, dict[str, int]]) -> None:
        """A cover group with cover points {name: {bin: count}}; points without bins are left out."""
        self.open("cgInstance", name=name, key="0")
        self.put("options")
        self.open("cgId", cgName=kind, moduleName="assay")
        self.statement("cginstSourceId", where)
        self.statement("cgSourceId", where)
        self.close("cgId")
        for point, bins in points.items():
            if bins:
                self.point(point, bins)
        self.close("cgInstance")

    def point(self, name: str, bins: dict[str, int]) -> None:
        self.open("coverpoint", name=name, key="0")
        self.put("options")
        for number, (label, count) in enumerate(sorted(bins.items())):
            self.open("coverpointBin", name=label, type="bins", key="0")
            self.lines.append(f'<range from="{number}" to="{number}"><contents coverageCount="{count}"/></range>')
            self.close("coverpointBin")
        self.close("coverpoint")


def said(attributes: dict) -> str:
    return "".join(f" {name}={quoteattr(str(value))}" for name, value in attributes.items())


def of_form(form, held: FormReach) -> dict[str, dict[str, int]]:
    """Cover points of a form: what is known to be there counts 0 where it was not reached."""
    points = {"runs": {"runs": held.count}, **{axis: dict(getattr(held, axis)) for axis in AXES}}
    points["waves"] = {**{str(size): 0 for size in TARGETS[form.arch].waves}, **held.waves}
    if masked(form):
        points["exec"] = {**dict.fromkeys(EXEC_SHAPES, 0), **held.exec}
    if form.layout[0] == "v":
        points["modes"] = {**{name: 0 for name in MODES if name in relevant_modes(form.op)}, **held.modes}
    return points


def xml(reach: Reach) -> str:
    """The whole document."""
    out = Writer()
    out.open("instanceCoverages", name=reach.arch, key="0", moduleName="assay")
    out.statement("id", f"{FOLDER.name}/targets.txt:1")
    out.open("covergroupCoverage")
    for form in case_sampler.all_forms(reach.arch):
        name = case_sampler.variant_name(form)
        held = reach.operations.get(form.spelling, {}).get(name) or FormReach(encoding=form.encoding)
        out.group(f"{form.spelling} {name}", "form", f"{FOLDER.name}/{form.op.where}", of_form(form, held))
    for rule in load().rules:
        held = reach.rules.get(rule, RuleReach())
        out.group(rule, "rule", f"{FOLDER.name}/rules.toml:1",
                  {"cases": {"kept": held.kept, "broken": held.broken}, "programs": {"needed": held.needed}})
    others = {"counters": reach.counters, "pairs of counters": reach.pairs, "bins of campaigns": reach.campaigns}
    others |= {f"distance of {rule}": bins for rule, bins in reach.distances.items()}
    if any(others.values()):
        out.group("programs", "programs", f"{FOLDER.name}/counters.txt:1", others)
    out.close("covergroupCoverage")
    out.close("instanceCoverages")
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<UCIS xmlns:xsi="{SPACE}" ucisVersion="1.0" writtenBy="assay" writtenTime="{NEVER}">',
        *(f"<sourceFiles{said({'fileName': path, 'id': number})}/>" for path, number in out.files.items()),
        *(f"<historyNodes{said(history(number, source, reach))}/>" for number, source in enumerate(reach.sources)),
    ]
    return "\n".join([*head, *out.lines, "</UCIS>", ""])


def history(number: int, source: str, reach: Reach) -> dict:
    """Attributes of the node that says what was read."""
    return {
        "historyNodeId": number, "logicalName": source, "physicalName": source, "kind": "HISTORYNODE_TEST",
        "testStatus": "true", "date": NEVER, "toolCategory": "assay", "ucisVersion": "1.0", "vendorId": "assay",
        "vendorTool": "assay", "vendorToolVersion": reach.versions["assay"],
    }


def write(reach: Reach, path: Path) -> None:
    """The file.  Raises OSError."""
    path.write_text(xml(reach))
