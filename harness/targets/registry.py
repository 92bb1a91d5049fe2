"""The targets by name: what each is, what it needs, how it is opened."""
from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from . import checkout, llvm_mc
from .target_error import TargetError


def mutants() -> dict[str, str]:
    """Mutant id -> what it breaks. Raises TargetError with file and line."""
    from ..faults import curated_faults
    try:
        return {one.id: one.text for one in curated_faults.read_table().values()}
    except curated_faults.TableError as error:
        raise TargetError(str(error)) from None


def _python(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]


def _has_model() -> bool:
    return find_spec("assay.model._assay") is not None


def _has_sources() -> bool:
    return _has_model() and (Path(__file__).parents[2] / "model" / "ops").exists()


def _has_manual() -> bool:
    return find_spec("assay.harness.targets.manual") is not None and find_spec("tinygrad") is not None


def _has_llvm(version: int = 0) -> bool:
    return version in llvm_mc.installed() if version else bool(llvm_mc.installed())


def _has_go() -> bool:
    from .mgpusim import go
    return go() is not None


def _has_hsa() -> bool:
    from . import hsa
    return hsa.available()


def _has_clang() -> bool:
    return checkout.compiler() is not None


@dataclass(frozen=True, slots=True)
class Asked:
    """A target as the user names it, `STEM[:REST][,key=value…]`, with its declared choices."""
    name: str                                        # with everything the user wrote but the file of choices
    stem: str
    rest: str
    options: dict[str, str]
    choices: Any = None

    @property
    def choices_option(self) -> list[str]:
        """How a child of ours is told the file of choices."""
        return ["--choices", self.options["choices"]] if "choices" in self.options else []


def _model(asked: Asked):
    from .process_target import ProcessTarget
    if asked.rest not in ("", "wrapped"):
        raise TargetError(f"no target is called '{asked.name}'; there are model and model:wrapped")
    command = _python("assay.harness.targets.model", *asked.choices_option)
    return ProcessTarget(asked.name, command, wrapped=asked.rest == "wrapped", choices=asked.choices)


def _manual(asked: Asked):
    from .process_target import ProcessTarget
    return ProcessTarget(asked.name, _python("assay.harness.targets.manual_child"), choices=asked.choices)


def _llvm(asked: Asked):
    from .llvm import Llvm
    return Llvm(asked.rest)


def _tinygrad(asked: Asked):
    from . import tinygrad
    from .process_target import ProcessTarget
    try:
        command = _python("assay.harness.targets.tinygrad.tinygrad_child", *tinygrad.arguments(asked.options))
    except (checkout.NoCheckout, ValueError) as error:
        raise TargetError(str(error)) from None
    return ProcessTarget(asked.name, command, choices=asked.choices, wrapped=asked.options.get("start") == "kernel")


def _mgpusim(asked: Asked):
    from . import mgpusim
    from .process_target import ProcessTarget
    try:
        command = mgpusim.command(asked.options)
    except (checkout.NoCheckout, mgpusim.BuildProblem, ValueError) as error:
        raise TargetError(str(error)) from None
    return ProcessTarget(asked.name, command, choices=asked.choices)


def _hsa(asked: Asked):
    from . import hsa
    from .process_target import ProcessTarget
    try:
        command = _python("assay.harness.targets.hsa.hsa_child", str(hsa.library()))
    except (checkout.NoCheckout, hsa.BuildProblem) as error:
        raise TargetError(str(error)) from None
    return ProcessTarget(asked.name, command, choices=asked.choices)


def _mutant(asked: Asked):
    from .process_target import ProcessTarget
    return ProcessTarget(asked.name, _mutant_command(asked), choices=asked.choices)


def _command(asked: Asked):
    from .process_target import ProcessTarget
    return ProcessTarget(asked.name, _words(asked.rest), choices=asked.choices)


@dataclass(frozen=True, slots=True)
class Known:
    """A line of the table of targets. `open`: Asked -> the target as a context manager; `keys`: options beyond
    `choices`; `present`: whether there is something to run on, as far as a look tells."""
    name: str
    what: str
    available: Callable[[], bool]
    needs: str
    open: Callable[[Asked], Any]
    keys: tuple[str, ...] = ()
    present: Callable[[], bool] = lambda: True

    @property
    def stem(self) -> str:
        return self.name.partition(":")[0].partition(",")[0]

    @property
    def takes_rest(self) -> bool:
        """Whether something may follow a colon."""
        return ":" in self.name or self.stem in ("model", "llvm")


_KNOWN = (
    Known(
        "model",
        "Assay's own model through the protocol; model:wrapped takes the wrapped path",
        _has_model,
        "the built model: make setup",
        _model,
    ),
    Known(
        "manual",
        "AMD's published pseudocode, interpreted; shares no code with the model",
        _has_manual,
        "the Python package tinygrad==0.14.0",
        _manual,
    ),
    Known("llvm", "encodings both ways, by the newest llvm-mc that is here", _has_llvm, "Debian's llvm-22", _llvm),
    *(
        Known(f"llvm:{n}", f"the same, by llvm-mc-{n}", partial(_has_llvm, n), f"Debian's llvm-{n}", _llvm)
        for n in llvm_mc.VERSIONS
    ),
    Known(
        "tinygrad,checkout=DIR",
        "tinygrad's RDNA3 emulator, from a checkout of its repository; docs/targets/tinygrad.md",
        _has_clang,
        "clang, and a checkout of github.com/tinygrad/tinygrad",
        _tinygrad,
        ("checkout", "start"),
    ),
    Known(
        "mgpusim,checkout=DIR",
        "MGPUSim's units, from a checkout: unit=cdna3 (default) or gcn3; docs/targets/mgpusim.md",
        _has_go,
        "go 1.25 or later, and a checkout of github.com/sarchlab/mgpusim",
        _mgpusim,
        ("checkout", "unit"),
    ),
    Known(
        "hsa",
        "the first GPU of an HSA runtime: hardware, or what stands in for it; docs/targets/hsa.md",
        _has_hsa,
        "an AMD GPU, Debian's libhsa-runtime-dev or ROCm, gcc, llvm-22 and lld-22",
        _hsa,
        present=Path("/dev/kfd").exists,
    ),
    Known(
        "mutant:ID",
        "the model with one deliberate fault; must fail",
        _has_sources,
        "a checkout and a C compiler",
        _mutant,
    ),
    Known(
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
        {"name": one.name, "what": one.what, "available": one.available() and one.present(), "needs": one.needs}
        for one in _KNOWN
    ]


def faulty() -> list[dict]:
    """The mutants, as rows of catalogue()."""
    row = next(row for row in catalogue() if row["name"] == "mutant:ID")
    return [row | {"name": f"mutant:{one}", "what": text} for one, text in mutants().items()]


def open_target(name: str, choices=None):
    """Open the target called `name` as a context manager.

    `name` ends with `,key=value…` for the target's options; `claims=FILE` or `choices=FILE` declares its choices.
    Raises TargetError with the remedy."""
    asked, known = parse(name), {one.stem: one for one in _KNOWN if not one.name.startswith("llvm:")}
    one = known.get(asked.stem)
    if one is None or (asked.rest and not one.takes_rest):
        raise TargetError(f"no target is called '{asked.name}'; there are {', '.join(known)}")
    for key, value in asked.options.items():
        if key not in (*one.keys, "choices"):
            raise TargetError(f"{name}: {one.stem} takes no '{key}'; it takes {', '.join((*one.keys, 'choices'))}")
        if not value:
            raise TargetError(f"{name}: {key} has no value; write {key}=…")
    if not one.available():
        raise TargetError(f"{one.stem} cannot run here: it needs {one.needs}")
    path = asked.options.get("choices")
    return one.open(replace(asked, choices=_choices(path) if path else choices))


def parse(name: str) -> Asked:
    """The parts of a target's name.

    The words of a command are not parsed, but for `,choices=` or `,claims=` at the end.  Raises TargetError."""
    stem = name.partition(":")[0].partition(",")[0]
    if stem == "command":
        words, *rest = re.split(r",(choices|claims)=", name)
        _refuse_both_spellings(name, rest[::2])
        path = name[len(words):].partition("=")[2]
        return Asked(words, stem, words.partition(":")[2], {"choices": path} if path else {})
    said, *pairs = re.split(r",(?=[^,=/]*(?:=|$))", name)
    options: dict[str, str] = {}
    for key, _, value in (pair.partition("=") for pair in pairs):
        if key in options:
            raise TargetError(f"{name}: {key} is given twice; keep one of the two")
        options[key] = value
    _refuse_both_spellings(name, options)
    options = {"choices" if key == "claims" else key: value for key, value in options.items()}
    plain = ",".join([said, *(f"{key}={value}" for key, value in options.items() if key != "choices")])
    return Asked(plain, stem, said.partition(":")[2], options)


def _refuse_both_spellings(name: str, keys: Collection[str]) -> None:
    """Raise TargetError if both spellings of the file of choices are given."""
    if "choices" in keys and "claims" in keys:
        raise TargetError(f"{name}: claims=FILE and choices=FILE mean the same; give only one of them")


def _mutant_command(asked: Asked) -> list[str]:
    """The command of `mutant:NAME`, whose library is built here, before anybody waits for an answer."""
    from ...model.build import BuildError
    from ..faults import curated_faults
    if asked.rest not in mutants():
        like = ", ".join(get_close_matches(asked.rest, mutants(), cutoff=0.4))
        raise TargetError(f"no mutant is called '{asked.rest}'; assay targets --mutants has them all"
                          + (f", such as {like}" if like else ""))
    try:
        curated_faults.library()
    except (BuildError, curated_faults.TableError) as error:
        raise TargetError(f"mutant:{asked.rest}: {error}") from None
    return _python("assay.harness.targets.mutant", asked.rest, *asked.choices_option)


def _choices(path: str):
    from ..case.case_types import CaseError
    from ..case.choices import load_choices
    try:
        return load_choices(path)
    except CaseError as error:
        raise TargetError(str(error)) from None


def _words(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise TargetError(f"command:{text}: {error}") from None
    if not words:
        raise TargetError("command: names no program; give its path and arguments behind the colon")
    if shutil.which(words[0]) is None:
        raise TargetError(f"command:{text}: '{words[0]}' is not a program; give its path and arguments")
    return words
