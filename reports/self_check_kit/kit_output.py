"""assay verify KIT OUTPUT: what a runner printed of a kit, read line by line, held against the manifest, summed up."""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from ..export.certificate_records import record_digest
from .kit_builder import MANIFEST, KitCase, KitProblem, Manifest, sha256

SHOWN = 20                                           # failing cases that are listed
STATUSES = ("fault", "illegal", "limit", "crash", "refused")
HEX = re.compile(r"[0-9a-f]{8}")
LINES = {                                            # word: the fields after it
    "kit": ("version", "identity", "first case"),
    "case": ("case", "status", "done", "compared", "wrong"),
    "wrong": ("case", "dword", "expected", "got"),
    "end": ("count",),
}


@dataclass(slots=True)
class Told:
    """What an output says of one case; `wrong`: (index, expected, got); `line`: where."""
    line: int
    status: str
    text: str = ""
    done: int = 0
    compared: int = 0
    count: int = 0
    wrong: list[tuple[int, int, int]] = field(default_factory=list)


def is_kit(path: Path) -> bool:
    """A kit's folder, or its manifest?"""
    return path.is_dir() or path.name == MANIFEST


def read_manifest(path: Path) -> tuple[Path, Manifest]:
    """(folder, manifest).  Raises KitProblem."""
    folder = path if path.is_dir() else path.parent
    try:
        return folder, msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except OSError as error:
        raise KitProblem(f"{folder / MANIFEST}: {error.strerror}; a kit has one, made by assay kit") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise KitProblem(f"{folder / MANIFEST}: no manifest of this version: {error}") from None


def changed(folder: Path, manifest: Manifest) -> list[str]:
    """What is not as it was made: the manifest itself, files changed, missing, or too many."""
    found = []
    if record_digest(manifest) != manifest.digest:
        found.append(f"{MANIFEST}: digest: its contents do not have the digest it gives; make the kit again")
    for name, held in manifest.files.items():
        path = folder / name
        if not path.is_file():
            found.append(f"{name}: missing; make the kit again")
        elif path.stat().st_size != held.bytes or sha256(path) != held.sha256:
            found.append(f"{name}: sha256: not the file that was made ({held.sha256[:12]}); make the kit again")
    return found + [
        f"{path.name}: no file of this kit" for path in sorted(folder.glob("*.co")) if path.name not in manifest.files
    ]


# Reading an output

class Reader:
    """Reads the lines of one output; a line that is wrong is a KitProblem that names it and the field."""

    def __init__(self, manifest: Manifest, where: str):
        self.manifest, self.where, self.number = manifest, where, 0
        self.told: dict[int, Told] = {}
        self.ended, self.begun = False, False
        self.cases = {case.number: case for case in manifest.cases}

    def problem(self, name: str, text: str) -> KitProblem:
        return KitProblem(f"{self.where}:{self.number}: {name}: {text}")

    def read(self, text: str) -> dict[int, Told]:
        """All of it -> {case number: what is told}."""
        lines = text.split("\n")
        for self.number, line in enumerate(lines, 1):
            if self.number == len(lines):
                if line:
                    raise self.problem("line", f"'{line[:60]}' has no end; the output was cut off")
                break
            self.line(line.rstrip("\r"))
        self.number = max(1, len(lines) - 1)
        if not self.begun:
            raise self.problem("kit", "the output is empty; a runner begins with its kit")
        if not self.ended:
            last = max(self.told, default=-1)
            if last == max(self.cases):
                raise self.problem("end", f"there is none, but all cases up to the last, {last}, are told; "
                                          f"'run_… KIT {last + 1} >> OUTPUT' writes it")
            raise self.problem("end", f"there is none: the runner was stopped after case {last}; "
                               f"go on with 'run_… KIT {last + 2} >> OUTPUT', which counts case {last + 1} as a crash")
        self.complete()
        return self.told

    def line(self, line: str) -> None:
        word, *given = line.split(" ", 3 if line.startswith("case") and " ok " not in line else -1)
        if word not in LINES:
            raise self.problem("line", f"'{line[:60]}' begins with none of {', '.join(LINES)}")
        if not self.begun and word != "kit":
            raise self.problem("kit", f"'{word}' comes before it; an output begins with the line of its kit")
        {"kit": self.kit, "case": self.case, "wrong": self.wrong, "end": self.end}[word](given)

    def fields(self, word: str, given: list[str]) -> None:
        names = LINES[word]
        if len(given) < len(names):
            raise self.problem(names[len(given)], f"is missing; the line '{word}' has {', '.join(names)}")
        if len(given) > len(names):
            raise self.problem(word, f"'{given[len(names)]}' is too much; the line has {', '.join(names)}")

    def integer(self, name: str, text: str) -> int:
        if not text.isdecimal() or not text.isascii():
            raise self.problem(name, f"'{text}' is no number")
        return int(text)

    def hexadecimal(self, name: str, text: str) -> int:
        if not HEX.fullmatch(text):
            raise self.problem(name, f"'{text}' is not eight hex digits")
        return int(text, 16)

    def kit(self, given: list[str]) -> None:
        self.fields("kit", given)
        if given[0] != str(self.manifest.kit):
            raise self.problem("version", f"{given[0]}; this Assay reads version {self.manifest.kit}")
        if given[1] != self.manifest.identity:
            raise self.problem("identity", f"{given[1][:12]}… ran, this kit is {self.manifest.identity[:12]}…; "
                               "give the kit that was run")
        first = self.integer("first case", given[2])
        last = max(self.told, default=-1)
        if self.begun and not self.ended and first == last + 2 and last + 1 in self.cases:
            self.told[last + 1] = Told(self.number, "crash", "the runner ended in it")
        self.begun, self.ended = True, False

    def case(self, given: list[str]) -> None:
        number = self.integer("case", given[0]) if given else -1
        if given and number not in self.cases:
            raise self.problem("case", f"{number} is not in the kit, which has {len(self.cases)} from 0")
        if number in self.told:
            raise self.problem("case", f"{number} is there twice, after line {self.told[number].line}")
        if len(given) > 1 and given[1] in STATUSES:
            self.told[number] = Told(self.number, given[1], " ".join(given[2:]))
            return
        if len(given) > 1 and given[1] != "ok":
            raise self.problem("status", f"'{given[1]}' is none of ok, {', '.join(STATUSES)}")
        self.fields("case", given)
        self.told[number] = Told(
            self.number, "ok", "", self.hexadecimal("done", given[2]), self.integer("compared", given[3]),
            self.integer("wrong", given[4]),
        )

    def wrong(self, given: list[str]) -> None:
        self.fields("wrong", given)
        number, index = self.integer("case", given[0]), self.integer("dword", given[1])
        told = self.told.get(number)
        if told is None or told.status != "ok" or number != max(self.told, key=lambda n: self.told[n].line):
            raise self.problem("case", f"{number} is not the case of the line before")
        case = self.cases[number]
        if index >= case.checks + 2 * case.doubles:
            raise self.problem("dword", f"{index}; case {number} compares {case.compared}")
        told.wrong.append((index, self.hexadecimal("expected", given[2]), self.hexadecimal("got", given[3])))

    def end(self, given: list[str]) -> None:
        self.fields("end", given)
        if self.integer("count", given[0]) != len(self.cases):
            raise self.problem("count", f"{given[0]}; the kit has {len(self.cases)} cases")
        self.ended = True

    def complete(self) -> None:
        """Every case is there, with as many wrong dwords as it says."""
        from .kit_format import SHOWN as TOLD
        missing = [number for number in self.cases if number not in self.told]
        if missing:
            raise self.problem("case", f"{len(missing)} are missing, the first {missing[0]}; run them: "
                               f"'run_… KIT {missing[0]} >> OUTPUT'")
        for number, told in self.told.items():
            if len(told.wrong) != min(told.count, TOLD):
                self.number = told.line
                raise self.problem("wrong", f"{told.count} for case {number}, but {len(told.wrong)} lines follow")


# The verdict

def cause_of(case: KitCase, told: Told) -> str:
    """Why a case fails; "" when it passes."""
    if told.status != "ok":
        return f"{told.status}: {told.text}" if told.text else told.status
    if told.done != case.done:
        return f"its check left {told.done:08x} in the place of {case.done:08x}: it did not run, or not on this case"
    if told.compared != case.compared:
        return f"{told.compared} dwords were compared, {case.compared} are to be"
    if case.canary is not None:
        return "" if told.wrong == case.canary else "a canary: its check does not find what is expected wrongly"
    if told.count:
        first = [f"{case.named(n)}: expected {expected:#x}, got {got:#x}" for n, expected, got in told.wrong[:3]]
        return f"{told.count} of {case.compared} wrong: {'; '.join(first)}"
    return ""


def summary(folder: Path, manifest: Manifest, told: dict[int, Told]) -> tuple[list[str], bool]:
    """(lines, does the target pass?)"""
    causes = {case.number: cause_of(case, told[case.number]) for case in manifest.cases}
    cases = [case for case in manifest.cases if case.canary is None]
    failing = [case for case in cases if causes[case.number]]
    blind = [case for case in manifest.cases if case.canary is not None and causes[case.number]]
    lines = [f"FAIL {case.number} {case.name}: {causes[case.number]}" for case in [*blind, *failing][:SHOWN]]
    if len(blind) + len(failing) > SHOWN:
        lines.append(f"and {len(blind) + len(failing) - SHOWN} more")
    broken = Counter(rule for case in failing for rule in case.rules)
    lines += [f"rule {rule}: {count} of {sum(rule in case.rules for case in cases)} cases fail"
              for rule, count in sorted(broken.items())]
    if blind:
        lines.append(f"{len(blind)} canaries: assay_check cannot be trusted on this target, and no verdict of it")
    passed, left = not failing and not blind, sum(manifest.left_out_counts.values())
    lines.append(
        f"{manifest.arch}: {'pass' if passed else 'fail'}; {len(cases) - len(failing)} of {len(cases)} cases right, "
        f"{len({rule for case in cases for rule in case.rules})} rules, "
        f"{sum(case.compared for case in cases)} dwords compared; {left} cases are not in the kit"
    )
    return lines, passed


def verify(path: Path, output: Path | None) -> int:
    """Prints what is wrong with a kit -> 1; or, of what a runner printed, which cases fail -> 1; else 0.  Raises
    KitProblem when the output is none of this kit."""
    folder, manifest = read_manifest(path)
    if problems := changed(folder, manifest):
        if output is not None:
            raise KitProblem(f"{folder / problems[0]}")
        for text in problems:
            print(f"{folder / text}")
        return 1
    if output is None:
        counts = ", ".join(f"{count} {reason}" for reason, count in manifest.left_out_counts.items())
        print(f"{folder}: {manifest.arch}, {len(manifest.cases)} cases in {len(manifest.files)} files, "
              f"the digests agree; not in it: {counts or 'nothing'}")
        return 0
    try:
        text = output.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise KitProblem(f"{output}: {error.strerror}") from None
    lines, passed = summary(folder, manifest, Reader(manifest, str(output)).read(text))
    print("\n".join(lines))
    return 0 if passed else 1
