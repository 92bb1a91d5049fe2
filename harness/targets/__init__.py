"""The targets by name: what each is, what it needs, how it is opened."""
from __future__ import annotations

import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

MUTANTS = Path(__file__).with_name("mutants.txt")


class TargetError(Exception):
    """A target that does not exist or cannot run here; the text says the remedy."""


def mutants() -> dict[str, tuple[int, str]]:
    """Mutant id -> (number, what it breaks). Raises TargetError with file and line."""
    found = {}
    for number, line in enumerate(MUTANTS.read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            parts = line.split(None, 2)
            if len(parts) != 3 or not parts[0].isdigit() or parts[1] in found:
                raise TargetError(f"{MUTANTS.name}:{number}: write NUMBER ID what it breaks; each id once")
            found[parts[1]] = (int(parts[0]), parts[2])
    return found


def _python(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]


def _has_model() -> bool:
    return find_spec("assay.model._assay") is not None


def _has_manual() -> bool:
    return find_spec("assay.harness.targets.manual") is not None and find_spec("tinygrad") is not None


# name, what it is, whether it can run here, what it needs
_KNOWN = (
    (
        "model",
        "Assay's own model through the protocol; model:wrapped takes the wrapped path",
        _has_model,
        "the built model: make setup",
    ),
    (
        "manual",
        "AMD's published pseudocode, interpreted; shares no code with the model",
        _has_manual,
        "the Python package tinygrad==0.14.0",
    ),
    ("llvm", "encodings both ways, by llvm-mc", lambda: shutil.which("llvm-mc-19") is not None, "Debian's llvm-19"),
    ("mutant:ID", "the model with one deliberate fault; must fail", _has_model, "the built model: make setup"),
    ("command:PROGRAM …", "any program that speaks the protocol on standard input and output", lambda: True, "-"),
    (
        "mgpusim",
        "MGPUSim's gcn3 and cdna3 units behind a Go adapter",
        lambda: False,
        "go, and an adapter: give it as command:PROGRAM",
    ),
    ("tinygrad", "tinygrad's RDNA3 emulator", lambda: False, "a checkout, and an adapter: give it as command:PROGRAM"),
    (
        "hsa",
        "any HSA runtime: AMD hardware, or an emulator behind it",
        lambda: False,
        "libhsa-runtime, and an adapter: give it as command:PROGRAM",
    ),
)


def catalogue() -> list[dict]:
    """One dict a target: name, what, available, needs; every mutant by its id."""
    rows = []
    for name, what, available, needs in _KNOWN:
        rows.append({"name": name, "what": what, "available": bool(available()), "needs": needs})
        if name == "mutant:ID":
            rows += [
                {"name": f"mutant:{one}", "what": text, "available": rows[-1]["available"], "needs": needs}
                for one, (_, text) in mutants().items()
            ]
    return rows


def open_target(name: str, choices=None):
    """The target called `name`, as a context manager; `name,choices=FILE` declares its choices. Raises TargetError with the remedy."""
    from .process import ProcessTarget
    name, _, path = name.partition(",choices=")
    choices = _choices(path) if path else choices
    stem, _, rest = name.partition(":")
    known = {row[0].partition(":")[0].split()[0]: row for row in _KNOWN}
    if stem not in known or (rest and stem not in ("model", "mutant", "command")):
        raise TargetError(f"no target is called '{name}'; there are {', '.join(known)}")
    if not known[stem][2]():
        raise TargetError(f"{stem} cannot run here: it needs {known[stem][3]}")
    if stem == "command":
        return ProcessTarget(name, _command(rest), choices=choices)
    if stem == "llvm":
        from .llvm import Llvm
        return Llvm()
    if stem == "manual":
        return ProcessTarget(name, _python("assay.harness.targets.manual_child"), choices=choices)
    if stem == "mutant":
        number = mutants().get(rest, (None,))[0]
        if number is None:
            raise TargetError(f"no mutant is called '{rest}'; there are {', '.join(mutants())}")
        return ProcessTarget(name, _python("assay.harness.targets.model", "--mutant", str(number)), choices=choices)
    if rest not in ("", "wrapped"):
        raise TargetError(f"no target is called '{name}'; there are model and model:wrapped")
    return ProcessTarget(
        name,
        _python("assay.harness.targets.model", *(["--choices", path] if path else [])),
        wrapped=rest == "wrapped",
        choices=choices,
    )


def _choices(path: str):
    from ..case import CaseError
    from ..choices import load_choices
    try:
        return load_choices(path)
    except CaseError as error:
        raise TargetError(str(error)) from None


def _command(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise TargetError(f"command:{text}: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise TargetError(
            f"command:{text}: '{words[0] if words else ''}' is not a program; give its path and arguments"
        )
    return words
