"""Coverage of programs as UCIS XML for hardware verification tools (Accellera's Unified Coverage Interoperability
Standard 1.0, chapter 9). There is one instance per architecture and one cover group per form, with its axes as cover
points."""
from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import quoteattr

from ...generators.instructions import case_sampler
from ...generators.values.exec_and_mode import MODES, EXEC_SHAPES, relevant_modes
from ...spec import FOLDER, TARGETS, load
from .program_reach import AXES, FormReach, Reach, RuleReach, is_masked_by_exec

SCHEMA_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance"
FIXED_DATE = "2000-01-01T00:00:00"                   # the format needs dates; equal input gives equal bytes


class Writer:
    """Collects XML elements. `files`: {path: number} for the source files that the elements name."""

    def __init__(self):
        self.lines: list[str] = []
        self.files: dict[str, int] = {}

    def open(self, element: str, /, **attributes) -> None:
        """Add a start tag."""
        self.lines.append(f"<{element}{attribute_text(attributes)}>")

    def close(self, name: str) -> None:
        """Add an end tag."""
        self.lines.append(f"</{name}>")

    def put(self, element: str, /, **attributes) -> None:
        """Add an empty element."""
        self.lines.append(f"<{element}{attribute_text(attributes)}/>")

    def statement(self, name: str, where: str) -> None:
        """Add the location of a source, "file:line"."""
        path, _, line = where.rpartition(":")
        number = self.files.setdefault(path or where, len(self.files) + 1)
        self.put(name, file=number, line=int(line) if line.isdecimal() else 1, inlineCount=1)

    def group(self, name: str, type_name: str, where: str, points: dict[str, dict[str, int]]) -> None:
        """Add a cover group with cover points {name: {bin: count}}; points without bins are omitted."""
        self.open("cgInstance", name=name, key="0")
        self.put("options")
        self.open("cgId", cgName=type_name, moduleName="assay")
        self.statement("cginstSourceId", where)
        self.statement("cgSourceId", where)
        self.close("cgId")
        for point, bins in points.items():
            if bins:
                self.point(point, bins)
        self.close("cgInstance")

    def point(self, name: str, bins: dict[str, int]) -> None:
        """Add a cover point with its bins."""
        self.open("coverpoint", name=name, key="0")
        self.put("options")
        for number, (label, count) in enumerate(sorted(bins.items())):
            self.open("coverpointBin", name=label, type="bins", key="0")
            self.lines.append(f'<range from="{number}" to="{number}"><contents coverageCount="{count}"/></range>')
            self.close("coverpointBin")
        self.close("coverpoint")


def attribute_text(attributes: dict) -> str:
    """The attributes as XML text."""
    return "".join(f" {name}={quoteattr(str(value))}" for name, value in attributes.items())


def form_points(form, form_reach: FormReach) -> dict[str, dict[str, int]]:
    """The cover points of a form. Known bins that were not reached count 0."""
    points = {"runs": {"runs": form_reach.count}, **{axis: dict(getattr(form_reach, axis)) for axis in AXES}}
    points["waves"] = {**{str(size): 0 for size in TARGETS[form.arch].waves}, **form_reach.waves}
    if is_masked_by_exec(form):
        points["exec"] = {**dict.fromkeys(EXEC_SHAPES, 0), **form_reach.exec}
    if form.layout[0] == "v":
        points["modes"] = {**{name: 0 for name in MODES if name in relevant_modes(form.op)}, **form_reach.modes}
    return points


def ucis_document(reach: Reach) -> str:
    """The complete XML document."""
    writer = Writer()
    writer.open("instanceCoverages", name=reach.arch, key="0", moduleName="assay")
    writer.statement("id", f"{FOLDER.name}/targets.txt:1")
    writer.open("covergroupCoverage")
    for form in case_sampler.all_forms(reach.arch):
        name = case_sampler.variant_name(form)
        reached = reach.operations.get(form.spelling, {}).get(name) or FormReach(encoding=form.encoding)
        writer.group(f"{form.spelling} {name}", "form", f"{FOLDER.name}/{form.op.where}", form_points(form, reached))
    for rule in load().rules:
        reached = reach.rules.get(rule, RuleReach())
        writer.group(rule, "rule", f"{FOLDER.name}/rules.toml:1",
                  {"cases": {"kept": reached.kept, "broken": reached.broken}, "programs": {"needed": reached.needed}})
    program_points = {"counters": reach.counters, "pairs of counters": reach.pairs,
                      "bins of campaigns": reach.campaigns}
    program_points |= {f"distance of {rule}": bins for rule, bins in reach.distances.items()}
    if any(program_points.values()):
        writer.group("programs", "programs", f"{FOLDER.name}/counters.txt:1", program_points)
    writer.close("covergroupCoverage")
    writer.close("instanceCoverages")
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<UCIS xmlns:xsi="{SCHEMA_NAMESPACE}" ucisVersion="1.0" writtenBy="assay" writtenTime="{FIXED_DATE}">',
        *(f"<sourceFiles{attribute_text({'fileName': path, 'id': number})}/>" for path, number in writer.files.items()),
        *(f"<historyNodes{attribute_text(history_attributes(number, source, reach))}/>" for number,
          source in enumerate(reach.sources)),
    ]
    return "\n".join([*head, *writer.lines, "</UCIS>", ""])


def history_attributes(number: int, source: str, reach: Reach) -> dict:
    """The attributes of the node that names a source."""
    return {
        "historyNodeId": number, "logicalName": source, "physicalName": source, "kind": "HISTORYNODE_TEST",
        "testStatus": "true", "date": FIXED_DATE, "toolCategory": "assay", "ucisVersion": "1.0", "vendorId": "assay",
        "vendorTool": "assay", "vendorToolVersion": reach.versions["assay"],
    }


def write_ucis(reach: Reach, path: Path) -> None:
    """Write the document. Raises OSError."""
    path.write_text(ucis_document(reach))
