"""Run the programs of docs/findings.md again and compare the results with the page.

    .venv/bin/python tools/check_findings.py TARGET ARCH

TARGET: a name as `assay certify` takes it. ARCH: gfx906 or gfx1100, the architecture of the table; for gfx906 the
target's `unit=` selects the table. An initial state has dwords of memory as `[0x1000] = 5`, and zeroed bytes of LDS as
`lds = 64`. The exit status is 1 if the model's or the target's result is not the documented one."""
import argparse
import re
import struct
import sys
from dataclasses import dataclass

from assay.harness.case.assembler import assemble
from assay.harness.targets.registry import open_target
from assay.model.build import ROOT
from assay.reports.diagnosis.near import judged
from assay.spec import TARGETS

USUAL = {"exec": 1, "mode": 0x3f0, "vcc": 0}
NUMBER = r"-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)"


@dataclass(frozen=True)
class Finding:
    """A row of the table: a program, its initial state, and the results at `place`, a list of (register, lane).
    `right`: the expected values; `got`: the documented values, empty if the page describes them in words. Both are
    empty if the program must end with `status`."""
    id: str
    text: str
    state: dict
    place: list
    right: list
    got: list
    status: str = "ok"


def parse_bits(word: str) -> int:
    """Parse a number: return a float as the bits of f32, an integer as a dword or wider."""
    if "." in word:
        return int.from_bytes(struct.pack("<f", float(word)), "little")
    return int(word, 0) & (0xffffffff if word[0] == "-" else -1)


def parse_values(text: str) -> dict:
    """Parse `v1 = v2 = 1, s0 = 0x20 (why)` into {name: number}."""
    parsed = {}
    for part in re.sub(r"\([^)]*\)", "", text).split(","):
        *names, value = (word.strip() for word in part.split("="))
        if names:
            parsed |= {name: parse_bits(value) for name in names}
    return parsed


def read_findings(arch: str, unit: str) -> list[Finding]:
    """Return the rows of the findings table for an architecture and a unit of the target, such as MGPUSim's `gcn3`."""
    rows, in_section, state = [], False, {}
    for line in (ROOT / "docs" / "findings.md").read_text().splitlines():
        if heading := re.match(r"## [^,]+, (?:unit (\w+), )?.*\bon (\w+)", line):
            in_section = heading[2] == arch and heading[1] in (None, unit)
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip("|"))]
        if not in_section or not re.fullmatch(r"[A-Z]-\d+", cells[0]):
            continue
        finding_id, _, _, text, start, expected_text, documented_text = cells[:7]
        if start != "the same":
            state = parse_values(start)
        status = (re.match("fault|illegal", expected_text) or ["ok"])[0]
        expected = parse_values(expected_text) if status == "ok" else {}
        places = [(stem, int(lane.rstrip("]") or 0)) for stem, _, lane in (name.partition("[") for name in expected)]
        numbers = (
            [parse_bits(word) for word in re.findall(NUMBER, documented_text)]
            if re.match(NUMBER, documented_text)
            else []
        )
        rows.append(
            Finding(
                finding_id, re.match(r"`([^`]*)`", text)[1], state, places, list(expected.values()), numbers, status
            )
        )
    return rows


def finding_case(finding: Finding, arch: str) -> dict:
    """Return the case of a row."""
    wave = TARGETS[arch].waves[0]
    code = assemble(arch, finding.text.replace("; ", "\n"), wave)
    dwords = {int(name[1:-1], 0): word for name, word in finding.state.items() if name[0] == "["}
    memory = [{"name": f"m{at}", "address": at, "bytes": struct.pack("<I", word).hex()} for at, word in dwords.items()]
    state = {name: value for name, value in finding.state.items() if name[0] != "[" and name != "lds"}
    return {"assay": 1, "name": finding.id, "arch": arch, "wave": wave, "code": code.hex(), "state": USUAL | state,
            "memory": memory, "lds": finding.state.get("lds", 0),
            "observe": {"registers": sorted({name for name, _ in finding.place})}}


def result_values(outcome, places) -> list[int]:
    """Return the values at (register, lane) of each place; [] if the run has no result."""
    if outcome.status != "ok":
        return []
    wave = outcome.waves[0]
    return [int(wave.vectors[int(name[1:])][lane]) if re.fullmatch(r"v\d+", name) else int(wave.scalars[name])
            for name, lane in places]


def result_text(numbers, outcome) -> str:
    """Return the result as text: numbers, or the status."""
    return ", ".join(map(hex, numbers)) if numbers else f"{outcome.status} {outcome.text or ''}"[:100]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target")
    parser.add_argument("arch", choices=sorted(TARGETS))
    arguments = parser.parse_args()
    arch, unit = arguments.arch, re.search(r",unit=(\w+)", arguments.target) or ["", "cdna3"]
    rows, deviations = read_findings(arch, unit[1]), 0
    with open_target(arguments.target) as target:
        for finding, runs in zip(rows, judged(target, [finding_case(finding, arch) for finding in rows])):
            if runs is None:
                sys.exit(f"{finding.id}: {finding.text}: not a valid case")
            model_values, target_values = (
                result_values(runs.model, finding.place),
                result_values(runs.target, finding.place),
            )
            verdict = "as documented" if target_values == finding.got or not finding.got else "CHANGED"
            verdict = (
                verdict if (model_values, runs.model.status) == (finding.right, finding.status) else "THE MODEL DIFFERS"
            )
            verdict = "FIXED" if (target_values, runs.target.status) == (finding.right, finding.status) else verdict
            deviations += verdict != "as documented"
            print(f"{finding.id:5} {verdict:13} {finding.text}: expected {result_text(finding.right, runs.model)}, got "
                  f"{result_text(target_values, runs.target)}")
    print(f"{len(rows) - deviations} of {len(rows)} as documented")
    return bool(deviations)


if __name__ == "__main__":
    sys.exit(main())
