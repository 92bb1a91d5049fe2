"""The targets by name: what each is, what it needs, how it is opened."""
from __future__ import annotations

import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from ..assembly import LLVM_MC


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


def _has_llvm() -> bool:
    return shutil.which(LLVM_MC) is not None


def _model(name: str, rest: str, path: str, choices):
    from .process import ProcessTarget
    if rest not in ("", "wrapped"):
        raise TargetError(f"no target is called '{name}'; there are model and model:wrapped")
    command = _python("assay.harness.targets.model", *(["--choices", path] if path else []))
    return ProcessTarget(name, command, wrapped=rest == "wrapped", choices=choices)


def _manual(name: str, rest: str, path: str, choices):
    from .process import ProcessTarget
    return ProcessTarget(name, _python("assay.harness.targets.manual_child"), choices=choices)


def _llvm(name: str, rest: str, path: str, choices):
    from .llvm import Llvm
    return Llvm()


def _mutant(name: str, rest: str, path: str, choices):
    from .process import ProcessTarget
    return ProcessTarget(name, _mutant_command(rest, path), choices=choices)


def _command(name: str, rest: str, path: str, choices):
    from .process import ProcessTarget
    return ProcessTarget(name, _words(rest), choices=choices)


# name, what it is, whether it can run here, what it needs, how it is opened: (name, what follows the colon, file of
# choices or "", Choices or None) -> the target as a context manager
_KNOWN = (
    (
        "model",
        "Assay's own model through the protocol; model:wrapped takes the wrapped path",
        _has_model,
        "the built model: make setup",
        _model,
    ),
    (
        "manual",
        "AMD's published pseudocode, interpreted; shares no code with the model",
        _has_manual,
        "the Python package tinygrad==0.14.0",
        _manual,
    ),
    ("llvm", "encodings both ways, by llvm-mc", _has_llvm, "Debian's llvm-22", _llvm),
    (
        "mutant:ID",
        "the model with one deliberate fault; must fail",
        _has_sources,
        "a checkout and a C compiler",
        _mutant,
    ),
    (
        "command:PROGRAM …",
        "any program that speaks the protocol on standard input and output",
        lambda: True,
        "-",
        _command,
    ),
)


def catalogue() -> list[dict]:
    """One dict a target: name, what, available, needs."""
    return [
        {"name": name, "what": what, "available": bool(available()), "needs": needs}
        for name, what, available, needs, _ in _KNOWN
    ]


def faulty() -> list[dict]:
    """The mutants, as rows of catalogue()."""
    row = next(row for row in catalogue() if row["name"] == "mutant:ID")
    return [row | {"name": f"mutant:{one}", "what": text} for one, text in mutants().items()]


def open_target(name: str, choices=None):
    """The target called `name`, as a context manager; `name,choices=FILE` declares its choices. Raises TargetError with
    the remedy."""
    name, _, path = name.partition(",choices=")
    choices = _choices(path) if path else choices
    stem, _, rest = name.partition(":")
    known = {row[0].partition(":")[0]: row for row in _KNOWN}
    if stem not in known or (rest and stem not in ("model", "mutant", "command")):
        raise TargetError(f"no target is called '{name}'; there are {', '.join(known)}")
    _, _, available, needs, opened = known[stem]
    if not available():
        raise TargetError(f"{stem} cannot run here: it needs {needs}")
    return opened(name, rest, path, choices)


def _mutant_command(name: str, choices: str) -> list[str]:
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


def _words(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise TargetError(f"command:{text}: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise TargetError(
            f"command:{text}: '{words[0] if words else ''}' is not a program; give its path and arguments"
        )
    return words
