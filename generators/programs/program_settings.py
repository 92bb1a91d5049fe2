"""Settings of random programs: the options of a fuzz run, and the settings of all programs in a batch."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...spec import TARGETS
from .instruction_templates import TAIL_BYTES, LANE_BYTES

CONSTANT_BYTES = 640                                 # bytes of read-only memory
SCRATCH_BYTES = 128                                  # bytes by lane
KINDS = ("computing", "memory", "scratch", "waves", "groups")
KIND_SHARES = (0.4, 0.4, 0.07, 0.09, 0.04)


@dataclass(frozen=True)
class Options:
    """The options that determine the cases of a fuzz run. `length`: minimal and maximal number of instructions.
    `forms`: numbers in all_forms(), None for all. `mode`, `modifiers`, `registers`: fixed and excluded parts, as in
    case_limits.Limits. `without`: tags excluded from single forms, (number, globs as in Limits.modifiers). `waves`:
    wave sizes. `alone`: one wave only. `parts`: which of memory, lds and scratch the target has. `careless`: leave out
    waits and wait states at a quarter of the places, so that programs break rules."""
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
    """The settings that all programs of a batch share."""
    kind: str
    wave: int
    waves: int = 1                                   # of a work-group
    groups: int = 1
    memory: int = 0                                  # bytes
    lds: int = 0
    scratch: int = 0
    exact: bool = True                               # no instruction leaves undefined bits
    matrices: bool = False                           # registers hold valid matrix factors

    @property
    def wave_bytes(self) -> int:
        """The bytes of memory, and of LDS, that belong to one wave."""
        return 2 * LANE_BYTES * self.wave + TAIL_BYTES


def draw_setting(options: Options, random: np.random.Generator) -> Setting:
    """Draw the setting of a batch."""
    kinds = [k for k in KINDS if is_possible(options, k)]
    shares = np.array([KIND_SHARES[KINDS.index(k)] for k in kinds])
    kind = kinds[int(np.searchsorted(np.cumsum(shares / shares.sum()), random.random()))]
    waves = options.waves or TARGETS[options.arch].waves
    setting = Setting(kind, int(waves[int(random.integers(len(waves)))]))
    setting.exact, setting.matrices = bool(random.random() < 0.8), bool(random.random() < 0.15)
    if kind in ("waves", "groups"):
        setting.waves = int(random.integers(2, 5)) if kind == "waves" else 1  # state is given for one group
        setting.groups = 1 if kind == "waves" else int(random.integers(2, 4))
    if kind == "scratch":
        setting.scratch = SCRATCH_BYTES
        setting.waves = 1 if options.alone else int(random.integers(1, 3))
    if "lds" in options.parts and kind in ("memory", "waves", "groups"):
        setting.lds = setting.waves * setting.wave_bytes
    if "memory" in options.parts and kind != "computing":
        setting.memory = CONSTANT_BYTES + setting.waves * setting.wave_bytes
    return setting


def is_possible(options: Options, kind: str) -> bool:
    """True if the target can run batches of this kind."""
    if options.alone and kind in ("waves", "groups"):
        return False
    if kind == "scratch" and not {"scratch", "memory"} <= set(options.parts):
        return False
    return kind in ("computing", "waves", "groups") or bool({"memory", "lds"} & set(options.parts))
