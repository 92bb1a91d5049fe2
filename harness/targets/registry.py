"""The table of targets: name, description, requirements, and how each is opened."""
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
    """Return {mutant id: text of its fault}. Raises TargetError with file and line."""
    from ..faults import curated_faults
    try:
        return {mutant.id: mutant.text for mutant in curated_faults.read_table().values()}
    except curated_faults.TableError as error:
        raise TargetError(str(error)) from None


def _python_command(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]


def _has_model() -> bool:
    return find_spec("assay.model._assay") is not None


def _has_sources() -> bool:
    return _has_model() and (Path(__file__).parents[2] / "model" / "ops").exists()


def _has_manual() -> bool:
    return find_spec("assay.harness.targets.manual") is not None and find_spec("tinygrad") is not None


def _has_llvm(version: int = 0) -> bool:
    return version in llvm_mc.installed_versions() if version else bool(llvm_mc.installed_versions())


def _has_go() -> bool:
    from .mgpusim import go
    return go() is not None


def _has_hsa() -> bool:
    from . import hsa
    return hsa.available()


def _has_clang() -> bool:
    return checkout.find_clang() is not None


@dataclass(frozen=True, slots=True)
class TargetRequest:
    """A target as the user names it, `STEM[:REST][,key=value…]`, with its declared choices."""
    name: str                                        # as the user wrote it, without the file of choices
    stem: str
    rest: str
    options: dict[str, str]
    choices: Any = None

    @property
    def choices_option(self) -> list[str]:
        """The arguments that name the file of choices for a child process of Assay."""
        return ["--choices", self.options["choices"]] if "choices" in self.options else []


def _open_model(request: TargetRequest):
    from .process_target import ProcessTarget
    if request.rest not in ("", "wrapped"):
        raise TargetError(f"no target is called '{request.name}'; there are model and model:wrapped")
    command = _python_command("assay.harness.targets.model_child", *request.choices_option)
    return ProcessTarget(request.name, command, wrapped=request.rest == "wrapped", choices=request.choices)


def _open_manual(request: TargetRequest):
    from .process_target import ProcessTarget
    return ProcessTarget(request.name, _python_command("assay.harness.targets.manual_child"), choices=request.choices)


def _open_llvm(request: TargetRequest):
    from .llvm import Llvm
    return Llvm(request.rest)


def _open_tinygrad(request: TargetRequest):
    from . import tinygrad
    from .process_target import ProcessTarget
    try:
        command = _python_command("assay.harness.targets.tinygrad.tinygrad_child", *tinygrad.arguments(request.options))
    except (checkout.CheckoutError, ValueError) as error:
        raise TargetError(str(error)) from None
    wrapped = request.options.get("start") == "kernel"
    return ProcessTarget(request.name, command, choices=request.choices, wrapped=wrapped)


def _open_mgpusim(request: TargetRequest):
    from . import mgpusim
    from .process_target import ProcessTarget
    try:
        command = mgpusim.command(request.options)
    except (checkout.CheckoutError, mgpusim.BuildProblem, ValueError) as error:
        raise TargetError(str(error)) from None
    return ProcessTarget(request.name, command, choices=request.choices)


def _open_hsa(request: TargetRequest):
    from . import hsa
    from .process_target import ProcessTarget
    try:
        command = _python_command("assay.harness.targets.hsa.hsa_child", str(hsa.build_library()))
    except (checkout.CheckoutError, hsa.BuildProblem) as error:
        raise TargetError(str(error)) from None
    return ProcessTarget(request.name, command, choices=request.choices)


def _open_mutant(request: TargetRequest):
    from .process_target import ProcessTarget
    return ProcessTarget(request.name, _mutant_command(request), choices=request.choices)


def _open_command(request: TargetRequest):
    from .process_target import ProcessTarget
    return ProcessTarget(request.name, _command_words(request.rest), choices=request.choices)


@dataclass(frozen=True, slots=True)
class TargetEntry:
    """An entry of the table of targets. `what`: description. `needs`: requirements. `open`: takes a TargetRequest and
    returns the target as a context manager. `keys`: options in addition to `choices`. `present`: returns whether there
    is a device."""
    name: str
    what: str
    available: Callable[[], bool]
    needs: str
    open: Callable[[TargetRequest], Any]
    keys: tuple[str, ...] = ()
    present: Callable[[], bool] = lambda: True

    @property
    def stem(self) -> str:
        return self.name.partition(":")[0].partition(",")[0]

    @property
    def takes_rest(self) -> bool:
        """May text follow a colon in the name?"""
        return ":" in self.name or self.stem in ("model", "llvm")


_TARGETS = (
    TargetEntry(
        "model",
        "Assay's own model through the protocol; model:wrapped runs cases as kernels",
        _has_model,
        "the built model: make setup",
        _open_model,
    ),
    TargetEntry(
        "manual",
        "AMD's published pseudocode, interpreted; shares no code with the model",
        _has_manual,
        "the Python package tinygrad==0.14.0",
        _open_manual,
    ),
    TargetEntry(
        "llvm",
        "encodings in both directions, by the newest installed llvm-mc",
        _has_llvm,
        "Debian's llvm-22",
        _open_llvm,
    ),
    *(
        TargetEntry(
            f"llvm:{version}",
            f"the same, by llvm-mc-{version}",
            partial(_has_llvm, version),
            f"Debian's llvm-{version}",
            _open_llvm,
        )
        for version in llvm_mc.VERSIONS
    ),
    TargetEntry(
        "tinygrad,checkout=DIR",
        "tinygrad's RDNA3 emulator, from a checkout of its repository; docs/targets/tinygrad.md",
        _has_clang,
        "clang, and a checkout of github.com/tinygrad/tinygrad",
        _open_tinygrad,
        ("checkout", "start"),
    ),
    TargetEntry(
        "mgpusim,checkout=DIR",
        "MGPUSim's units, from a checkout: unit=cdna3 (default) or gcn3; docs/targets/mgpusim.md",
        _has_go,
        "go 1.25 or later, and a checkout of github.com/sarchlab/mgpusim",
        _open_mgpusim,
        ("checkout", "unit"),
    ),
    TargetEntry(
        "hsa",
        "the first GPU of an HSA runtime: hardware or a stand-in; docs/targets/hsa.md",
        _has_hsa,
        "an AMD GPU, Debian's libhsa-runtime-dev or ROCm, gcc, llvm-22 and lld-22",
        _open_hsa,
        present=Path("/dev/kfd").exists,
    ),
    TargetEntry(
        "mutant:ID",
        "the model with one deliberate fault; must fail",
        _has_sources,
        "a checkout and a C compiler",
        _open_mutant,
    ),
    TargetEntry(
        "command:PROGRAM …",
        "any program that speaks the protocol on standard input and output",
        lambda: True,
        "-",
        _open_command,
    ),
)


def catalogue() -> list[dict]:
    """Return a dict for each target: name, what, available, needs."""
    return [
        {"name": entry.name, "what": entry.what, "available": entry.available() and entry.present(),
         "needs": entry.needs}
        for entry in _TARGETS
    ]


def mutant_catalogue() -> list[dict]:
    """Return the mutants in the format of catalogue()."""
    row = next(row for row in catalogue() if row["name"] == "mutant:ID")
    return [row | {"name": f"mutant:{mutant_id}", "what": text} for mutant_id, text in mutants().items()]


def open_target(name: str, choices=None):
    """Open the target called `name` as a context manager.

    `name` ends with `,key=value…` for the target's options; `claims=FILE` or `choices=FILE` declares its choices.
    Raises TargetError with the remedy."""
    request = parse_target_name(name)
    entries = {entry.stem: entry for entry in _TARGETS if not entry.name.startswith("llvm:")}
    entry = entries.get(request.stem)
    if entry is None or (request.rest and not entry.takes_rest):
        raise TargetError(f"no target is called '{request.name}'; there are {', '.join(entries)}")
    for key, value in request.options.items():
        if key not in (*entry.keys, "choices"):
            raise TargetError(f"{name}: {entry.stem} takes no '{key}'; it takes {', '.join((*entry.keys, 'choices'))}")
        if not value:
            raise TargetError(f"{name}: {key} has no value; write {key}=…")
    if not entry.available():
        raise TargetError(f"{entry.stem} cannot run here: it needs {entry.needs}")
    path = request.options.get("choices")
    return entry.open(replace(request, choices=_load_choices(path) if path else choices))


def parse_target_name(name: str) -> TargetRequest:
    """Parse a target's name. Raises TargetError.

    In the name `command:…`, only `,choices=` or `,claims=` at the end is parsed."""
    stem = name.partition(":")[0].partition(",")[0]
    if stem == "command":
        words, *rest = re.split(r",(choices|claims)=", name)
        _refuse_both_spellings(name, rest[::2])
        path = name[len(words):].partition("=")[2]
        return TargetRequest(words, stem, words.partition(":")[2], {"choices": path} if path else {})
    base, *pairs = re.split(r",(?=[^,=/]*(?:=|$))", name)
    options: dict[str, str] = {}
    for key, _, value in (pair.partition("=") for pair in pairs):
        if key in options:
            raise TargetError(f"{name}: {key} is given twice; keep one of the two")
        options[key] = value
    _refuse_both_spellings(name, options)
    options = {"choices" if key == "claims" else key: value for key, value in options.items()}
    name_without_choices = ",".join([base, *(f"{key}={value}" for key, value in options.items() if key != "choices")])
    return TargetRequest(name_without_choices, stem, base.partition(":")[2], options)


def _refuse_both_spellings(name: str, keys: Collection[str]) -> None:
    """Raise TargetError if the file of choices is given twice, as `choices` and as `claims`."""
    if "choices" in keys and "claims" in keys:
        raise TargetError(f"{name}: claims=FILE and choices=FILE mean the same; give only one of them")


def _mutant_command(request: TargetRequest) -> list[str]:
    """Return the command for `mutant:NAME`. The mutant's library is built first, so that no time limit for answers
    applies to the build."""
    from ...model.build import BuildError
    from ..faults import curated_faults
    if request.rest not in mutants():
        similar = ", ".join(get_close_matches(request.rest, mutants(), cutoff=0.4))
        raise TargetError(f"no mutant is called '{request.rest}'; assay targets --mutants lists them"
                          + (f", such as {similar}" if similar else ""))
    try:
        curated_faults.library()
    except (BuildError, curated_faults.TableError) as error:
        raise TargetError(f"mutant:{request.rest}: {error}") from None
    return _python_command("assay.harness.targets.mutant_child", request.rest, *request.choices_option)


def _load_choices(path: str):
    from ..case.case_types import CaseError
    from ..case.choices import load_choices
    try:
        return load_choices(path)
    except CaseError as error:
        raise TargetError(str(error)) from None


def _command_words(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise TargetError(f"command:{text}: {error}") from None
    if not words:
        raise TargetError("command: names no program; give its path and arguments after the colon")
    if shutil.which(words[0]) is None:
        raise TargetError(f"command:{text}: '{words[0]}' is not a program; give its path and arguments")
    return words
