"""`assay verify KIT OUTPUT`: parse a runner's output, compare it with the kit's manifest, and print a summary."""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from ..export.certificate_records import record_digest
from .kit_builder import MANIFEST_FILE, KitCase, KitProblem, Manifest, file_sha256
from .kit_format import MAX_WRONG_REPORTED

MAX_FAILURES_LISTED = 20
FAILURE_STATUSES = ("fault", "illegal", "limit", "crash", "refused")
HEX_DWORD = re.compile(r"[0-9a-f]{8}")
LINE_FIELDS = {                                      # word: the fields after it
    "kit": ("version", "identity", "first case"),
    "case": ("case", "status", "done", "compared", "wrong"),
    "wrong": ("case", "dword", "expected", "got"),
    "end": ("count",),
}


@dataclass(slots=True)
class CaseResult:
    """Result of a case in an output. `wrong`: (index, expected, actual) of the wrong dwords; `line`: line number in the
    output."""
    line: int
    status: str
    text: str = ""
    done_word: int = 0
    compared: int = 0
    wrong_count: int = 0
    wrong: list[tuple[int, int, int]] = field(default_factory=list)


def is_kit(path: Path) -> bool:
    """True for the path of a folder or of a manifest."""
    return path.is_dir() or path.name == MANIFEST_FILE


def read_manifest(path: Path) -> tuple[Path, Manifest]:
    """Read the manifest at `path` or in the folder `path`; return the folder and the manifest. Raise KitProblem."""
    folder = path if path.is_dir() else path.parent
    try:
        return folder, msgspec.json.decode((folder / MANIFEST_FILE).read_bytes(), type=Manifest)
    except OSError as error:
        raise KitProblem(f"{folder / MANIFEST_FILE}: {error.strerror}; assay kit writes this file into a kit") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise KitProblem(f"{folder / MANIFEST_FILE}: not a manifest of this version: {error}") from None


def find_changed_files(folder: Path, manifest: Manifest) -> list[str]:
    """Messages about a changed manifest, and about changed, missing and additional files."""
    problems = []
    if record_digest(manifest) != manifest.digest:
        problems.append(f"{MANIFEST_FILE}: digest: does not match its contents; make the kit again")
    for name, file in manifest.files.items():
        path = folder / name
        if not path.is_file():
            problems.append(f"{name}: missing; make the kit again")
        elif path.stat().st_size != file.bytes or file_sha256(path) != file.sha256:
            problems.append(f"{name}: sha256: differs from the manifest ({file.sha256[:12]}); make the kit again")
    return problems + [
        f"{path.name}: not a file of this kit"
        for path in sorted(folder.glob("*.co")) if path.name not in manifest.files
    ]


# Parsing an output

class OutputReader:
    """Parser of one output. Raises KitProblem that names the wrong line and field.

    source: name of the output for messages; number: number of the current line; results: {case number: result}."""

    def __init__(self, manifest: Manifest, source: str):
        self.manifest, self.source, self.number = manifest, source, 0
        self.results: dict[int, CaseResult] = {}
        self.ended, self.started = False, False
        self.cases = {case.number: case for case in manifest.cases}

    def error(self, field_name: str, text: str) -> KitProblem:
        """KitProblem for a field of the current line."""
        return KitProblem(f"{self.source}:{self.number}: {field_name}: {text}")

    def read(self, text: str) -> dict[int, CaseResult]:
        """Parse the complete output; return the results by case number."""
        lines = text.split("\n")
        for self.number, line in enumerate(lines, 1):
            if self.number == len(lines):
                if line:
                    raise self.error("line", f"'{line[:60]}' does not end with a newline; the output is incomplete")
                break
            self.read_line(line.rstrip("\r"))
        self.number = max(1, len(lines) - 1)
        if not self.started:
            raise self.error("kit", "the output is empty; a runner first prints its kit")
        if not self.ended:
            last = max(self.results, default=-1)
            if last == max(self.cases):
                raise self.error("end", f"missing, but the output contains all cases up to the last, {last}; "
                                        f"'run_… KIT {last + 1} >> OUTPUT' writes it")
            raise self.error("end", f"missing: the runner was stopped after case {last}; continue with "
                             f"'run_… KIT {last + 2} >> OUTPUT', which counts case {last + 1} as a crash")
        self.check_complete()
        return self.results

    def read_line(self, line: str) -> None:
        """Parse a line by its first word."""
        word, *fields = line.split(" ", 3 if line.startswith("case") and " ok " not in line else -1)
        if word not in LINE_FIELDS:
            raise self.error("line", f"'{line[:60]}' begins with none of {', '.join(LINE_FIELDS)}")
        if not self.started and word != "kit":
            raise self.error("kit", f"'{word}' comes before it; the first line of an output names its kit")
        {"kit": self.read_kit, "case": self.read_case, "wrong": self.read_wrong, "end": self.read_end}[word](fields)

    def check_field_count(self, word: str, fields: list[str]) -> None:
        names = LINE_FIELDS[word]
        if len(fields) < len(names):
            raise self.error(names[len(fields)], f"is missing; the line '{word}' has {', '.join(names)}")
        if len(fields) > len(names):
            raise self.error(word, f"'{fields[len(names)]}' is superfluous; the line has {', '.join(names)}")

    def parse_integer(self, name: str, text: str) -> int:
        if not text.isdecimal() or not text.isascii():
            raise self.error(name, f"'{text}' is not a number")
        return int(text)

    def parse_hex(self, name: str, text: str) -> int:
        if not HEX_DWORD.fullmatch(text):
            raise self.error(name, f"'{text}' is not eight hex digits")
        return int(text, 16)

    def read_kit(self, fields: list[str]) -> None:
        self.check_field_count("kit", fields)
        if fields[0] != str(self.manifest.kit):
            raise self.error("version", f"{fields[0]}; this Assay reads version {self.manifest.kit}")
        if fields[1] != self.manifest.identity:
            raise self.error("identity", f"the output is of kit {fields[1][:12]}…, this kit is "
                             f"{self.manifest.identity[:12]}…; give the kit that was run")
        first = self.parse_integer("first case", fields[2])
        last = max(self.results, default=-1)
        if self.started and not self.ended and first == last + 2 and last + 1 in self.cases:
            self.results[last + 1] = CaseResult(self.number, "crash", "the runner ended in it")
        self.started, self.ended = True, False

    def read_case(self, fields: list[str]) -> None:
        number = self.parse_integer("case", fields[0]) if fields else -1
        if fields and number not in self.cases:
            raise self.error("case", f"{number} is not in the kit, which has {len(self.cases)} from 0")
        if number in self.results:
            raise self.error("case", f"{number} occurs twice, first in line {self.results[number].line}")
        if len(fields) > 1 and fields[1] in FAILURE_STATUSES:
            self.results[number] = CaseResult(self.number, fields[1], " ".join(fields[2:]))
            return
        if len(fields) > 1 and fields[1] != "ok":
            raise self.error("status", f"'{fields[1]}' is none of ok, {', '.join(FAILURE_STATUSES)}")
        self.check_field_count("case", fields)
        self.results[number] = CaseResult(
            self.number, "ok", "", self.parse_hex("done", fields[2]), self.parse_integer("compared", fields[3]),
            self.parse_integer("wrong", fields[4]),
        )

    def read_wrong(self, fields: list[str]) -> None:
        self.check_field_count("wrong", fields)
        number, index = self.parse_integer("case", fields[0]), self.parse_integer("dword", fields[1])
        result = self.results.get(number)
        latest = max(self.results, key=lambda key: self.results[key].line, default=None)
        if result is None or result.status != "ok" or number != latest:
            raise self.error("case", f"{number} is not the case of the previous line")
        case = self.cases[number]
        if index >= case.checks + 2 * case.doubles:
            raise self.error("dword", f"{index}; case {number} compares {case.compared}")
        result.wrong.append((index, self.parse_hex("expected", fields[2]), self.parse_hex("got", fields[3])))

    def read_end(self, fields: list[str]) -> None:
        self.check_field_count("end", fields)
        if self.parse_integer("count", fields[0]) != len(self.cases):
            raise self.error("count", f"{fields[0]}; the kit has {len(self.cases)} cases")
        self.ended = True

    def check_complete(self) -> None:
        """Raise KitProblem unless every case has a result and a line for each of its first wrong dwords."""
        missing = [number for number in self.cases if number not in self.results]
        if missing:
            raise self.error("case", f"{len(missing)} are missing, the first {missing[0]}; run them: "
                             f"'run_… KIT {missing[0]} >> OUTPUT'")
        for number, result in self.results.items():
            if len(result.wrong) != min(result.wrong_count, MAX_WRONG_REPORTED):
                self.number = result.line
                raise self.error("wrong",
                                 f"{result.wrong_count} for case {number}, but {len(result.wrong)} lines follow")


# The verdict

def failure_cause(case: KitCase, result: CaseResult) -> str:
    """Reason why a case fails, or "" if it passes."""
    if result.status != "ok":
        return f"{result.status}: {result.text}" if result.text else result.status
    if result.done_word != case.done:
        return (f"its check stored {result.done_word:08x} instead of {case.done:08x}: "
                "it did not run, or ran on another case")
    if result.compared != case.compared:
        return f"{result.compared} dwords were compared, {case.compared} must be"
    if case.canary is not None:
        return "" if result.wrong == case.canary else "a canary: its check does not report its deliberate errors"
    if result.wrong_count:
        first = [f"{case.dword_name(index)}: expected {expected:#x}, got {actual:#x}"
                 for index, expected, actual in result.wrong[:3]]
        return f"{result.wrong_count} of {case.compared} wrong: {'; '.join(first)}"
    return ""


def summarize(manifest: Manifest, results: dict[int, CaseResult]) -> tuple[list[str], bool]:
    """Lines that list failing cases, rules and totals, and whether the target passes."""
    causes = {case.number: failure_cause(case, results[case.number]) for case in manifest.cases}
    cases = [case for case in manifest.cases if case.canary is None]
    failing = [case for case in cases if causes[case.number]]
    failing_canaries = [case for case in manifest.cases if case.canary is not None and causes[case.number]]
    lines = [f"FAIL {case.number} {case.name}: {causes[case.number]}"
             for case in [*failing_canaries, *failing][:MAX_FAILURES_LISTED]]
    if len(failing_canaries) + len(failing) > MAX_FAILURES_LISTED:
        lines.append(f"and {len(failing_canaries) + len(failing) - MAX_FAILURES_LISTED} more")
    failures_by_rule = Counter(rule for case in failing for rule in case.rules)
    lines += [f"rule {rule}: {count} of {sum(rule in case.rules for case in cases)} cases fail"
              for rule, count in sorted(failures_by_rule.items())]
    if failing_canaries:
        lines.append(f"{len(failing_canaries)} canaries fail: the verdicts of assay_check here are unreliable")
    passed, omitted = not failing and not failing_canaries, sum(manifest.left_out_counts.values())
    lines.append(
        f"{manifest.arch}: {'pass' if passed else 'fail'}; {len(cases) - len(failing)} of {len(cases)} cases right, "
        f"{len({rule for case in cases for rule in case.rules})} rules, "
        f"{sum(case.compared for case in cases)} dwords compared; the kit omits {omitted} cases"
    )
    return lines, passed


def verify_kit(path: Path, output: Path | None) -> int:
    """Check a kit's files, then the output of a runner if given; print what is wrong and return the exit status.

    The status is 1 if files changed or cases fail, else 0. Raise KitProblem if the output cannot be parsed or belongs
    to another kit."""
    folder, manifest = read_manifest(path)
    if problems := find_changed_files(folder, manifest):
        if output is not None:
            raise KitProblem(f"{folder / problems[0]}")
        for text in problems:
            print(f"{folder / text}")
        return 1
    if output is None:
        counts = ", ".join(f"{count} {reason}" for reason, count in manifest.left_out_counts.items())
        print(f"{folder}: {manifest.arch}, {len(manifest.cases)} cases in {len(manifest.files)} files, "
              f"the digests agree; omitted: {counts or 'nothing'}")
        return 0
    try:
        text = output.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise KitProblem(f"{output}: {error.strerror}") from None
    lines, passed = summarize(manifest, OutputReader(manifest, str(output)).read(text))
    print("\n".join(lines))
    return 0 if passed else 1
