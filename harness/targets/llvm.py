"""The targets `llvm`, the newest llvm-mc that is here, and `llvm:VERSION`: encodings held against it both ways, in
batches. They run no code."""
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
from . import llvm_differences as exceptions, llvm_mc
from .registry import TargetError

BATCH = 20000


@dataclass(slots=True)
class EncodingVerdict:
    """One encoding both ways: verdict pass or fail, cause (text, bytes, illegal), both texts; `alternative`: llvm-mc
    encodes the text otherwise; `known`: the class of suites/decode_exceptions.txt by which the two may differ."""
    verdict: str
    cause: str
    code: bytes
    expected: str
    got: str
    alternative: bool = False
    known: str = ""


def plain(line: str) -> str:
    """Text without comment, tabs and runs of blanks."""
    return " ".join(re.split(r"\s*(?://|;)", line)[0].split())


class Llvm:
    """llvm-mc as a target; `wanted`: its version, "" for the newest that is here. Raises TargetError."""

    def __init__(self, wanted: str = ""):
        here = llvm_mc.installed()
        if wanted not in ("", *map(str, llvm_mc.VERSIONS)):
            raise TargetError(f"llvm:{wanted}: there are {', '.join(f'llvm:{n}' for n in llvm_mc.VERSIONS)}")
        self.major = int(wanted) if wanted else (*here, llvm_mc.VERSIONS[0])[0]
        if self.major not in here:
            raise TargetError(f"{llvm_mc.tool(self.major)} is missing; install Debian's llvm-{self.major}")
        said = subprocess.run([llvm_mc.tool(self.major), "--version"], capture_output=True, text=True).stdout
        version = re.search(r"version (\S+)", said)
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
        """Nothing to end."""

    def run(self, plans: Iterable[Plan]) -> Iterator[Outcome]:
        """Every plan is unsupported: llvm-mc runs nothing."""
        for plan in plans:
            yield Outcome(
                name=plan.case.name, status="unsupported", operation="run", lanes=plan.wave,
                text="run: llvm-mc knows encodings, not meaning",
            )

    def disassemble(self, arch: str, wave: int, codes: list[bytes]) -> list[str | None]:
        """Machine words -> text of each; None where llvm-mc finds no single instruction of that length or marks an
        error in its text."""
        return self._batches(llvm_mc.disassemble, arch, wave, codes)

    def assemble(self, arch: str, wave: int, texts: list[str]) -> list[bytes | None]:
        """Texts -> bytes of each; None where llvm-mc refuses."""
        return self._batches(llvm_mc.assemble, arch, wave, texts)

    def _batches(self, function, arch: str, wave: int, given: list) -> list:
        batches = [given[start : start + BATCH] for start in range(0, len(given), BATCH)]
        return [one for batch in batches for one in function(arch, batch, wave, version=self.major)]

    def check(self, arch: str, wave: int, codes: list[bytes], texts: list[str]) -> list[EncodingVerdict]:
        """Assay's texts of encodings against llvm-mc, both ways -> a verdict each. `texts` say <illegal> where Assay
        finds no instruction."""
        verdicts = []
        for code, mine, text in zip(codes, texts, self.disassemble(arch, wave, codes)):
            mine, text = plain(mine), text or "<illegal>"
            cause = "" if mine == text else "illegal" if "<illegal>" in (mine, text) else "text"
            known = exceptions.known(arch, wave, code, mine, text, self.major) if cause else ""
            cause = "" if known else cause
            verdicts.append(EncodingVerdict("fail" if cause else "pass", cause, code, mine, text, known=known))
        self._back(arch, wave, verdicts)
        return verdicts

    def _back(self, arch: str, wave: int, verdicts: list[EncodingVerdict]) -> None:
        """Assembles the texts that agree: the same bytes, or other bytes that mean the same text."""
        chosen = [v for v in verdicts if v.verdict == "pass" and v.expected != "<illegal>" and not v.known]
        bytes_back = self.assemble(arch, wave, [v.expected for v in chosen])
        other = [(v, b) for v, b in zip(chosen, bytes_back) if b != v.code]
        again = self.disassemble(arch, wave, [b or b"\0" * 4 for _, b in other])
        for (verdict, back), text in zip(other, again):
            # None: it refuses what it prints itself
            verdict.alternative = back is None or text == verdict.expected
            verdict.known = "" if verdict.alternative else exceptions.known_back(arch, verdict.expected, self.major)
            if not verdict.alternative and not verdict.known:
                verdict.verdict, verdict.cause, verdict.got = "fail", "bytes", back.hex() if back else "refused"


def summary(verdicts: Iterable[EncodingVerdict]) -> Counter:
    """How many passed, failed by cause, and were assembled to alternative bytes."""
    return Counter(
        v.verdict
        if v.verdict == "pass" and not v.alternative
        else "alternative"
        if v.alternative
        else f"fail: {v.cause}"
        for v in verdicts
    )
