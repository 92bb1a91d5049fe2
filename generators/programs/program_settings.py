"""What streams hang on: the options of a campaign, and the setting of a sheet."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...spec import TARGETS
from .instruction_templates import BEHIND, LANE

CONSTANTS = 640                                      # bytes of memory that nobody writes
SCRATCH = 128                                        # bytes a lane
KINDS = ("computing", "memory", "scratch", "waves", "groups")
KIND_SHARES = (0.4, 0.4, 0.07, 0.09, 0.04)


@dataclass(frozen=True)
class Options:
    """What a campaign's cases hang on.  `length`: least and most instructions; `forms`: numbers in all_forms(), None
    all; `mode`, `modifiers`, `registers`: what is fixed and what is left out, as of limits.Limits; `without`: tags that
    encodings of a form do not have, (number, globs as of Limits.modifiers); `waves`: wave sizes; `alone`: one wave
    only; `parts`: what the target has of memory, lds, scratch; `careless`: at a quarter of the places waits and wait
    states are left out, so that programs break rules."""
    arch: str
    seed: int = 1
    length: tuple[int, int] = (1, 200)
    forms: tuple[int, ...] | None = None
    mode: tuple[int, int] = (0, 0)
    modifiers: tuple[str, ...] = ()
    registers: tuple[str, ...] = ()
    without: tuple[tuple[int, tuple[str, ...]], ...] = ()
    waves: tuple[int, ...] = ()
    alone: bool = False
    parts: tuple[str, ...] = ("memory", "lds", "scratch")
    careless: bool = False


@dataclass(slots=True)
class Setting:
    """What the programs of a sheet share."""
    kind: str
    wave: int
    waves: int = 1                                   # of a group
    groups: int = 1
    memory: int = 0                                  # bytes
    lds: int = 0
    scratch: int = 0
    exact: bool = True                               # nothing in it leaves bits open
    matrices: bool = False                           # factors of matrices are as they must be

    @property
    def part(self) -> int:
        """Bytes of memory, and of LDS, that are a wave's own."""
        return 2 * LANE * self.wave + BEHIND


def setting_of(options: Options, random: np.random.Generator) -> Setting:
    """The setting of a sheet."""
    kinds = [k for k in KINDS if possible(options, k)]
    shares = np.array([KIND_SHARES[KINDS.index(k)] for k in kinds])
    kind = kinds[int(np.searchsorted(np.cumsum(shares / shares.sum()), random.random()))]
    waves = options.waves or TARGETS[options.arch].waves
    made = Setting(kind, int(waves[int(random.integers(len(waves)))]))
    made.exact, made.matrices = bool(random.random() < 0.8), bool(random.random() < 0.15)
    if kind in ("waves", "groups"):
        made.waves = int(random.integers(2, 5)) if kind == "waves" else 1      # state is given for one group
        made.groups = 1 if kind == "waves" else int(random.integers(2, 4))
    if kind == "scratch":
        made.scratch = SCRATCH
        made.waves = 1 if options.alone else int(random.integers(1, 3))
    if "lds" in options.parts and kind in ("memory", "waves", "groups"):
        made.lds = made.waves * made.part
    if "memory" in options.parts and kind != "computing":
        made.memory = CONSTANTS + made.waves * made.part
    return made


def possible(options: Options, kind: str) -> bool:
    """Can the target have sheets of this kind?"""
    if options.alone and kind in ("waves", "groups"):
        return False
    if kind == "scratch" and not {"scratch", "memory"} <= set(options.parts):
        return False
    return kind in ("computing", "waves", "groups") or bool({"memory", "lds"} & set(options.parts))
