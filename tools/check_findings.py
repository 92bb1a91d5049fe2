"""Runs the programs of docs/findings.md again: does each target still give what the text says?

    .venv/bin/python tools/check_findings.py TARGET ARCH

TARGET: a name as `assay certify` takes it; ARCH: whose table is run, gfx906 or gfx1100; of those of gfx906 that of the
target's `unit=`.  `[0x1000] = 5` at the start is a dword of memory, `lds = 64` so many bytes of LDS, which hold 0.
Exits with 1 where the model does not give what is expected, or the target something else than the text has."""
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
    """A row: registers with their values at the start, and `place`: where the expected values stand, (register, lane);
    `right` and `got`: theirs; `got` is empty where the text has words for it, both where the program must not end well,
    with `status`."""
    id: str
    text: str
    state: dict
    place: list
    right: list
    got: list
    status: str = "ok"


def number(word: str) -> int:
    """A number as a dword, floats as f32; what is wider stays."""
    if "." in word:
        return int.from_bytes(struct.pack("<f", float(word)), "little")
    return int(word, 0) & (0xffffffff if word[0] == "-" else -1)


def values(text: str) -> dict:
    """{name: number} of `v1 = v2 = 1, s0 = 0x20 (why)`."""
    found = {}
    for part in re.sub(r"\([^)]*\)", "", text).split(","):
        *names, value = (word.strip() for word in part.split("="))
        if names:
            found |= {name: number(value) for name in names}
    return found


def findings(arch: str, unit: str) -> list[Finding]:
    """The rows of the table of an architecture and a unit of the target."""
    found, here, state = [], False, {}
    for line in (ROOT / "docs" / "findings.md").read_text().splitlines():
        if heading := re.match(r"## [^,]+, (?:unit (\w+), )?.*\bon (\w+)", line):
            here = heading[2] == arch and heading[1] in (None, unit)
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip("|"))]
        if not here or not re.fullmatch(r"[A-Z]-\d+", cells[0]):
            continue
        name, _, _, text, start, right, got = cells[:7]
        if start != "the same":
            state = values(start)
        status = (re.match("fault|illegal", right) or ["ok"])[0]
        wanted = values(right) if status == "ok" else {}
        place = [(stem, int(lane.rstrip("]") or 0)) for stem, _, lane in (one.partition("[") for one in wanted)]
        numbers = [number(word) for word in re.findall(NUMBER, got)] if re.match(NUMBER, got) else []
        found.append(Finding(name, re.match(r"`([^`]*)`", text)[1], state, place, list(wanted.values()), numbers,
                             status))
    return found


def case_of(one: Finding, arch: str) -> dict:
    """The row as a case."""
    wave = TARGETS[arch].waves[0]
    code = assemble(arch, one.text.replace("; ", "\n"), wave)
    held = {int(name[1:-1], 0): word for name, word in one.state.items() if name[0] == "["}
    memory = [{"name": f"m{at}", "address": at, "bytes": struct.pack("<I", word).hex()} for at, word in held.items()]
    state = {name: value for name, value in one.state.items() if name[0] != "[" and name != "lds"}
    return {"assay": 1, "name": one.id, "arch": arch, "wave": wave, "code": code.hex(), "state": USUAL | state,
            "memory": memory, "lds": one.state.get("lds", 0),
            "observe": {"registers": sorted({name for name, _ in one.place})}}


def read(outcome, place) -> list[int]:
    """What stands there; nothing where there is no result."""
    if outcome.status != "ok":
        return []
    wave = outcome.waves[0]
    return [int(wave.vectors[int(name[1:])][lane]) if re.fullmatch(r"v\d+", name) else int(wave.scalars[name])
            for name, lane in place]


def shown(numbers, outcome) -> str:
    return ", ".join(map(hex, numbers)) if numbers else f"{outcome.status} {outcome.text or ''}"[:100]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target")
    parser.add_argument("arch", choices=sorted(TARGETS))
    given = parser.parse_args()
    arch, unit = given.arch, re.search(r",unit=(\w+)", given.target) or ["", "cdna3"]
    rows, changed = findings(arch, unit[1]), 0
    with open_target(given.target) as target:
        for one, pair in zip(rows, judged(target, [case_of(one, arch) for one in rows])):
            if pair is None:
                sys.exit(f"{one.id}: {one.text}: this is no case")
            model, got = read(pair.model, one.place), read(pair.target, one.place)
            said = "as told" if got == one.got or not one.got else "CHANGED"
            said = said if (model, pair.model.status) == (one.right, one.status) else "THE MODEL DIFFERS"
            said = "MENDED" if (got, pair.target.status) == (one.right, one.status) else said
            changed += said != "as told"
            print(f"{one.id:5} {said:8} {one.text}: expected {shown(one.right, pair.model)}, got "
                  f"{shown(got, pair.target)}")
    print(f"{len(rows) - changed} of {len(rows)} as told")
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main())
