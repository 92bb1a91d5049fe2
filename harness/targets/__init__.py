"""The targets by name: what each is, what it needs, how it is opened."""
from __future__ import annotations

import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

class TargetError(Exception):
    """A target that does not exist or cannot run here; the text says the remedy."""


def mutants() -> dict[str, str]:
    """Mutant id -> what it breaks. Raises TargetError with file and line."""
    from ...mutation import chosen
    try:
        return {one.id: one.text for one in chosen.read().values()}
    except chosen.TableError as error:
        raise TargetError(str(error)) from None


def _python(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]


def _has_model() -> bool:
    return find_spec("assay.model._assay") is not None


def _has_sources() -> bool:
    return _has_model() and (Path(__file__).parents[2] / "model" / "ops").exists()


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
    ("mutant:ID", "the model with one deliberate fault; must fail", _has_sources, "a checkout and a C compiler"),
    ("command:PROGRAM …", "any program that speaks the protocol on standard input and output", lambda: True, "-"),
)


def catalogue() -> list[dict]:
    """One dict a target: name, what, available, needs."""
    return [
        {"name": name, "what": what, "available": bool(available()), "needs": needs}
        for name, what, available, needs in _KNOWN
    ]


def faulty() -> list[dict]:
    """The mutants, as rows of catalogue()."""
    row = next(row for row in catalogue() if row["name"] == "mutant:ID")
    return [row | {"name": f"mutant:{one}", "what": text} for one, text in mutants().items()]


def open_target(name: str, choices=None):
    """The target called `name`, as a context manager; `name,choices=FILE` declares its choices. Raises TargetError with
    the remedy."""
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
        return ProcessTarget(name, _mutant(rest, path), choices=choices)
    if rest not in ("", "wrapped"):
        raise TargetError(f"no target is called '{name}'; there are model and model:wrapped")
    return ProcessTarget(
        name,
        _python("assay.harness.targets.model", *(["--choices", path] if path else [])),
        wrapped=rest == "wrapped",
        choices=choices,
    )


def _mutant(name: str, choices: str) -> list[str]:
    """The command of `mutant:NAME`, whose library is built here, before anybody waits for an answer."""
    from ...model.build import BuildError
    from ...mutation import chosen
    if name not in mutants():
        raise TargetError(f"no mutant is called '{name}'; there are {', '.join(mutants())}")
    try:
        chosen.library()
    except (BuildError, chosen.TableError) as error:
        raise TargetError(f"mutant:{name}: {error}") from None
    return _python("assay.mutation.target", name, *(["--choices", choices] if choices else []))


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
