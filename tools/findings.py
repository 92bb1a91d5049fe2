"""Runs the programs of docs/findings.md again: does each target still give what the text says?

    .venv/bin/python tools/findings.py TARGET ARCH

TARGET: a name as `assay certify` takes it; ARCH: whose table is run, gfx906 or gfx1100.  Exits with 1 where the model
does not give what is expected, or the target something else than the text has."""
import re
import struct
import sys
from dataclasses import dataclass

from assay.harness.assembly import assemble
from assay.harness.targets import open_target
from assay.model.build import ROOT
from assay.reports.diagnosis.near import judged
from assay.spec import TARGETS

USUAL = {"exec": 1, "mode": 0x3f0, "vcc": 0}
NUMBER = r"-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)"


@dataclass(frozen=True)
class Finding:
    """A row: registers with their values at the start, and `place`: where the expected values stand, (register, lane);
    `right` and `got`: theirs; `got` is empty where the text has words for it."""
    id: str
    text: str
    state: dict
    place: list
    right: list
    got: list


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


def findings(arch: str) -> list[Finding]:
    """The rows of an architecture's table."""
    found, at, state = [], "", {}
    for line in (ROOT / "docs" / "findings.md").read_text().splitlines():
        at = re.search(r" on (gfx\w+)", line)[1] if line.startswith("## ") else at
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if at != arch or not re.fullmatch(r"[A-Z]-\d+", cells[0]):
            continue
        if cells[3] not in ("the same",):
            state = values(cells[3])
        right = values(cells[4])
        place = [(name.partition("[")[0], int(lane.rstrip("]") or 0))
                 for name in right for _, _, lane in [name.partition("[")]]
        got = [number(word) for word in re.findall(NUMBER, cells[5])] if re.match(NUMBER, cells[5]) else []
        text = re.match(r"`([^`]*)`", cells[2])[1]
        found.append(Finding(cells[0], text, state, place, list(right.values()), got))
    return found


def case_of(one: Finding, arch: str) -> dict:
    """The row as a case."""
    wave = TARGETS[arch].waves[0]
    code = assemble(arch, one.text, wave)
    return {"assay": 1, "name": one.id, "arch": arch, "wave": wave, "code": code.hex(),
            "state": USUAL | one.state, "observe": {"registers": sorted({name for name, _ in one.place})}}


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
    name, arch = sys.argv[1:]
    rows, changed = findings(arch), 0
    with open_target(name) as target:
        for one, pair in zip(rows, judged(target, [case_of(one, arch) for one in rows])):
            model, got = read(pair.model, one.place), read(pair.target, one.place)
            said = "as told" if got == one.got or not one.got else "CHANGED"
            said = "MENDED" if got == one.right else said if model == one.right else "THE MODEL DIFFERS"
            changed += said != "as told"
            print(f"{one.id:5} {said:8} {one.text}: expected {shown(one.right, pair.model)}, got "
                  f"{shown(got, pair.target)}")
    print(f"{len(rows) - changed} of {len(rows)} as told")
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main())
