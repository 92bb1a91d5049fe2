"""The targets `llvm` (the newest installed llvm-mc) and `llvm:VERSION`. They disassemble and assemble batches of
encodings, and compare the results with Assay's. They run no code."""
from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...spec import TARGETS
from ..case.choices import Choices
from ..case.plan import Plan
from ..execution.outcome import Outcome
from ..protocol.messages import Hello
from . import llvm_differences, llvm_mc
from .target_error import TargetError

MAX_BATCH = 20000


@dataclass(slots=True)
class EncodingVerdict:
    """The verdict on one encoding, disassembled and assembled. verdict: pass or fail. cause: text, bytes or illegal.
    expected: Assay's text. got: llvm-mc's text. alternative: llvm-mc has another valid encoding for the text. known:
    the class of suites/decode_exceptions.txt that allows the difference."""
    verdict: str
    cause: str
    code: bytes
    expected: str
    got: str
    alternative: bool = False
    known: str = ""


def normalized_text(line: str) -> str:
    """Return a line of assembly without comment and repeated white space."""
    return " ".join(re.split(r"\s*(?://|;)", line)[0].split())


class Llvm:
    """llvm-mc as a target. `wanted`: its version, "" for the newest installed one. Raises TargetError."""

    def __init__(self, wanted: str = ""):
        installed = llvm_mc.installed_versions()
        if wanted not in ("", *map(str, llvm_mc.VERSIONS)):
            names = ", ".join(f"llvm:{version}" for version in llvm_mc.VERSIONS)
            raise TargetError(f"llvm:{wanted}: there are {names}")
        self.major = int(wanted) if wanted else (*installed, llvm_mc.VERSIONS[0])[0]
        if self.major not in installed:
            raise TargetError(f"{llvm_mc.tool_name(self.major)} is missing; install Debian's llvm-{self.major}")
        output = subprocess.run([llvm_mc.tool_name(self.major), "--version"], capture_output=True, text=True).stdout
        version = re.search(r"version (\S+)", output)
        self.name, self.choices, self.unexplained = f"llvm:{wanted}".rstrip(":"), Choices(), []
        self.hello = Hello(
            protocol=[1], name=self.name, version=version[1] if version else "", architectures=list(TARGETS),
            features=[], waves={name: list(target.waves) for name, target in TARGETS.items()},
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        """Do nothing, since no process stays open."""

    def run(self, plans: Iterable[Plan]) -> Iterator[Outcome]:
        """Yield an unsupported outcome for each plan: llvm-mc runs no code."""
        for plan in plans:
            yield Outcome(
                name=plan.case.name, status="unsupported", operation="run", lanes=plan.wave,
                text="run: llvm-mc checks encodings only",
            )

    def disassemble(self, arch: str, wave: int, codes: list[bytes]) -> list[str | None]:
        """Disassemble each code. The text is None if llvm-mc does not find exactly one instruction of that length or
        marks an error in it."""
        return self._batches(llvm_mc.disassemble, arch, wave, codes)

    def assemble(self, arch: str, wave: int, texts: list[str]) -> list[bytes | None]:
        """Assemble each text. The result is None for texts that llvm-mc refuses."""
        return self._batches(llvm_mc.assemble, arch, wave, texts)

    def _batches(self, function, arch: str, wave: int, items: list) -> list:
        batches = [items[start : start + MAX_BATCH] for start in range(0, len(items), MAX_BATCH)]
        return [result for batch in batches for result in function(arch, batch, wave, version=self.major)]

    def check(self, arch: str, wave: int, codes: list[bytes], texts: list[str]) -> list[EncodingVerdict]:
        """Compare Assay's text for each encoding with llvm-mc's disassembly, and assemble it again; return a verdict
        for each. A text is <illegal> if Assay finds no instruction."""
        verdicts = []
        for code, expected, text in zip(codes, texts, self.disassemble(arch, wave, codes)):
            expected, text = normalized_text(expected), text or "<illegal>"
            cause = "" if expected == text else "illegal" if "<illegal>" in (expected, text) else "text"
            known = llvm_differences.known_difference(arch, wave, code, expected, text, self.major) if cause else ""
            cause = "" if known else cause
            verdicts.append(EncodingVerdict("fail" if cause else "pass", cause, code, expected, text, known=known))
        self._check_assembly(arch, wave, verdicts)
        return verdicts

    def _check_assembly(self, arch: str, wave: int, verdicts: list[EncodingVerdict]) -> None:
        """Assemble the texts that both tools agree on, and compare the bytes. Different bytes pass if they disassemble
        to the same text."""
        agreeing = [
            entry for entry in verdicts
            if entry.verdict == "pass" and entry.expected != "<illegal>" and not entry.known
        ]
        assembled = self.assemble(arch, wave, [entry.expected for entry in agreeing])
        differing = [(entry, code) for entry, code in zip(agreeing, assembled) if code != entry.code]
        texts = self.disassemble(arch, wave, [code or b"\0" * 4 for _, code in differing])
        for (verdict, reassembled), text in zip(differing, texts):
            # None: llvm-mc refuses a text that it printed itself
            verdict.alternative = reassembled is None or text == verdict.expected
            if not verdict.alternative:
                verdict.known = llvm_differences.known_assembly_difference(arch, verdict.expected, self.major)
            if not verdict.alternative and not verdict.known:
                verdict.verdict, verdict.cause = "fail", "bytes"
                verdict.got = reassembled.hex() if reassembled else "refused"


def count_verdicts(verdicts: Iterable[EncodingVerdict]) -> Counter:
    """Count the verdicts: pass, alternative encoding, and fail by cause."""
    return Counter(
        verdict.verdict
        if verdict.verdict == "pass" and not verdict.alternative
        else "alternative"
        if verdict.alternative
        else f"fail: {verdict.cause}"
        for verdict in verdicts
    )
