"""Streams: programs of 1 to some hundreds of instructions over every encoding of a form, with branches, loops, changes
of EXEC, memory of every kind, several waves and groups.

They are made a sheet (SHEET programs of one setting) at a time, over arrays.  A sheet is a function of (options, its
number, weights) and nothing else: Philox draws from a key made of seed and number, so that the cases are the same on
any machine and in any order.  The weights, in turn, follow from earlier sheets (`program_coverage.py`)."""
from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from hashlib import sha256
from itertools import islice

import numpy as np

from ...model import disassemble
from ..form_coverage.case_limits import Limits
from ..instructions import matrix_interpolation as graphics
from ..values import value_classes as values
from ..values.exec_and_mode import MODES, EXEC_SHAPES
from .instruction_templates import SCALARS, TEMPLATES, VECTORS, VGPRS, Places
from .program_code import Assembly, skeleton
from .program_settings import Options, setting_of
from .program_values import PAIRS, SCALAR_NAMES, addresses, mask_of, pool_of, scalar_places
from .template_arrays import CLASSES, bank

SHEET = 64                                           # programs
WORDS_OF_POOL = 512                                  # scalar words a sheet deals from
POISON = 0x6bad_0000                                 # high half of where lanes that are off would go: nothing is there
SPECIALS = ("vcc_lo", "vcc_hi", "m0", "scc", "mode", "exec_lo", "exec_hi")
MODE_NAMES = tuple(MODES)
WINDOW = (*(f"v{n}" for n in range(VECTORS)), *(f"s{n}" for n in range(SCALARS)))
SMALL, SMALL_LENGTH = 12, 16                         # registers of the window of programs so short
# How often an instruction is of which class (bank.CLASSES), in percent.
SHARES = {"computing": (70, 30), "memory": (40, 18, 12, 10, 5, 6, 6, 3, 0, 4),
          "scratch": (40, 15, 0, 0, 0, 0, 0, 0, 45), "waves": (40, 15, 22, 10, 3, 4, 4, 2),
          "groups": (45, 20, 25, 0, 0, 10)}


@dataclass(slots=True)
class Stream:
    """A program with its state.  `vectors`: uint32 by wave, VGPR, lane; `scalars`: uint32 by wave and SCALAR_NAMES,
    then SPECIALS; `exec`: a mask a wave; `window`: how many VGPRs and SGPRs it computes in; `run`: instructions of the
    sheet in it; `cautious()`: its code with waits and wait states before every instruction."""
    sheet: Sheet
    index: int
    code: bytes
    vectors: np.ndarray
    scalars: np.ndarray
    exec: list[int]
    poisoned: bool
    shape: str
    mode: str
    run: np.ndarray
    window: int

    @property
    def number(self) -> int:
        """The case number."""
        return self.sheet.number * SHEET + self.index

    def cautious(self) -> bytes:
        """The same program with everything waited for before every instruction."""
        return Assembly(self.sheet, self.index, True).run()[0]


class Sheet:
    """SHEET programs.  `reached`: bins that earlier sheets reached, bool by form and bin (program_coverage.py)."""

    def __init__(self, options: Options, number: int, reached: np.ndarray):
        self.options, self.number = options, number
        self.limits = Limits(mode=options.mode, modifiers=options.modifiers, registers=options.registers)
        key = np.array([options.seed, number], np.uint64)
        self.random = np.random.Generator(np.random.Philox(key=key))
        self.setting = setting_of(options, self.random)
        self.bank = bank(options.arch, self.setting.wave)
        self.skeleton = skeleton(options.arch, self.setting.wave, options.forms)
        self.lengths()
        self.instructions(reached)
        self.shapes()
        self.values()
        self.streams = [self.stream(n) for n in range(SHEET)]

    def digest(self) -> str:
        """What says that two sheets are the same, programs and state."""
        parts = [b"".join(one.code for one in self.streams), self.vectors, self.scalars, *self.memory, *self.lds]
        return sha256(b"".join(map(bytes, parts))).hexdigest()[:16]

    def lengths(self) -> None:
        """How long each program is: as many between 4 and 7 as between 64 and 127, and so on; by whole numbers only,
        for logarithms differ between machines."""
        low, high = self.options.length
        octaves = self.random.integers(low.bit_length(), high.bit_length() + 1, SHEET)
        first = np.maximum(low, 1 << (octaves - 1))
        last = np.minimum(high, (1 << octaves) - 1)
        self.counts = first + self.random.integers(0, 1 << 30, SHEET) % (last - first + 1)
        self.ends = np.cumsum(self.counts)
        self.windows = np.where((self.counts <= SMALL_LENGTH) & (not self.setting.matrices), SMALL, VECTORS)

    # ---- instructions ----

    def instructions(self, reached: np.ndarray) -> None:
        """A template and registers for every instruction of the sheet."""
        total, random, bank = int(self.ends[-1]), self.random, self.bank
        forms = self.drawn_forms(total, reached)
        most = min(TEMPLATES, 2 + self.number // 16)
        numbers, others = random.integers(0, most, total), random.integers(0, most, total)
        self.without = self.fitting(forms, most)
        numbers, others = self.among(forms, numbers), self.among(forms, others)
        numbers = np.where(reached[forms, numbers], others, numbers)
        rows = bank.find(forms, numbers)
        self.forms, self.numbers, self.rows = forms, numbers, np.maximum(rows, 0)
        words, self.registers, reads, writes, fit = bank.fill(self.rows, np.repeat(self.windows, self.counts), random)
        opens = self.opening()
        self.there = (rows >= 0) & fit & self.allowed(words) & self.accepted() & ~(opens & self.setting.exact)
        self.reads, self.writes, self.blob = reads.tolist(), writes.tolist(), words.tobytes()
        self.controls = random.integers(0, 1000, total).tolist()
        turns = random.integers(0, 1 << 30, total)
        cuts = bank.arrays.cuts[self.rows] & (turns >> 20 & 1 > 0)       # of these half: it takes a NaN
        self.turns, self.opens = turns.tolist(), (opens | cuts).tolist()
        self.fresh = np.zeros(total, np.uint64)

    def opening(self) -> np.ndarray:
        """Which instructions leave bits open, whatever is in their sources: by themselves, or since what an atomic
        returns hangs on the order of waves."""
        held = self.bank.arrays
        opens = held.opens[self.rows]
        return opens | held.returns[self.rows] if self.setting.waves > 1 else opens

    def allowed(self, words: np.ndarray) -> np.ndarray:
        """Which instructions have no modifier and no register that is left out."""
        limits, held = self.limits, self.bank.held
        if not (limits.modifiers or limits.registers):
            return np.ones(len(self.rows), bool)
        drawn = any(fnmatchcase(name, glob) for name in WINDOW for glob in limits.registers)
        found = {row: limits.allow(held[row].tags, "" if drawn else held[row].text)
                 for row in np.unique(self.rows).tolist()}
        left = np.array([found[row] for row in self.rows.tolist()], bool)
        for at in np.flatnonzero(left).tolist() if drawn else ():          # registers that no template's text has
            code = words[at].tobytes()[:len(held[self.rows[at]].code)]
            left[at] = limits.allow((), disassemble(self.options.arch, self.setting.wave, code)[1])
        return left

    def fitting(self, forms: np.ndarray, most: int) -> dict[int, list[int]]:
        """{form: the first `most` of its templates that have nothing that is left out of it alone}, of these forms"""
        drawn = {*np.unique(forms).tolist()}
        return {form: list(islice(self.bank.fitting(form, names), most))
                for form, names in self.options.without if form in drawn}

    def among(self, forms: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Numbers of templates: where something is left out of a form, so many among those that have none of it."""
        found = numbers.copy()
        for form, fitting in self.without.items():
            if fitting:
                mine = forms == form
                found[mine] = np.array(fitting)[numbers[mine] % len(fitting)]
        return found

    def accepted(self) -> np.ndarray:
        """Which instructions are of forms that have a template without what is left out of them."""
        return ~np.isin(self.forms, [form for form, fitting in self.without.items() if not fitting])

    def drawn_forms(self, total: int, reached: np.ndarray) -> np.ndarray:
        """A form an instruction: first its class, then a form of it; forms with bins not yet reached weigh more."""
        random, allowed = self.random, self.options.forms
        classes, shares = [], []
        for name, share in zip(CLASSES, SHARES[self.setting.kind]):
            members = self.bank.classes[name]
            if allowed is not None:
                members = np.intersect1d(members, np.array(allowed, np.int32))
            if self.setting.exact:
                members = np.setdiff1d(members, self.bank.vague)
            has = {"ds": self.setting.lds, "param": self.setting.lds, "scratch": self.setting.scratch}.get(
                name, self.setting.memory)
            if share and len(members) and (has or name in ("valu", "salu")):
                classes.append(members)
                shares.append(share)
        if not classes:                              # nothing of what is asked for fits this setting
            classes, shares = [self.bank.classes["valu"]], [1]
        kinds = np.searchsorted(np.cumsum(shares) / sum(shares), random.random(total), "right")
        draws, found = random.random(total), np.zeros(total, np.int32)
        for n, members in enumerate(classes):
            weights = np.cumsum(1 + 7 * (1 - reached[members, :TEMPLATES].mean(1)))
            here = kinds == n
            at = np.searchsorted(weights / weights[-1], draws[here], "right")
            found[here] = members[np.minimum(at, len(members) - 1)]
        return found

    # ---- state ----

    def shapes(self) -> None:
        """EXEC and MODE of every program."""
        random, wave, count = self.random, self.setting.wave, self.setting.waves
        self.shape = random.choice(len(EXEC_SHAPES), SHEET, p=(0.4, 0.02, 0.08, 0.1, 0.1, 0.1, 0.2))
        self.mode = np.where(random.random(SHEET) < 0.4, 0, random.integers(0, len(MODES), SHEET))
        every = (1 << wave) - 1
        bits, lanes = random.integers(0, 1 << 63, (SHEET, count), np.uint64, endpoint=True).tolist(), random.integers(
            0, wave, (SHEET, count)).tolist()
        self.exec = [[mask_of(EXEC_SHAPES[self.shape[n]], bits[n][w], lanes[n][w], wave) & every for w in range(count)]
                     for n in range(SHEET)]
        self.poisoned = (random.random(SHEET) < 0.3) & (self.shape > 0) & (self.setting.memory > 0)

    def values(self) -> None:
        """Values of the window; rows are dealt from a pool, whose classes are known."""
        random, setting = self.random, self.setting
        rows, self.labels = pool_of(random, setting.wave)
        pick = random.integers(0, PAIRS, (SHEET, setting.waves, VECTORS // 2))
        self.picks = pick[:, 0]
        self.vectors = np.empty((SHEET, setting.waves, VGPRS, setting.wave), np.uint32)
        self.vectors[:, :, :VECTORS] = rows[pick].reshape(SHEET, setting.waves, VECTORS, setting.wave)
        if setting.matrices:                         # A and B the same in every 16 lanes (RDNA3 ISA, 7.9)
            self.vectors[:, :, 8:VECTORS] = self.vectors[:, :, 8:VECTORS, np.arange(setting.wave) % 16]
        self.vectors[:, :, VECTORS:] = addresses(setting)
        words = values.draw_patterns(random, "b", 32, values.draw_classes(random, "b", 32, WORDS_OF_POOL))
        self.scalars = np.empty((SHEET, setting.waves, len(SCALAR_NAMES) + len(SPECIALS)), np.uint32)
        self.scalars[:] = words[random.integers(0, WORDS_OF_POOL, self.scalars.shape)]
        self.scalars[:, :, SCALARS:len(SCALAR_NAMES)] = scalar_places(self.options.arch, setting, random)
        masks = np.array(self.exec, np.uint64)
        for low in (Places.EXEC, -2):
            self.scalars[:, :, low] = masks & np.uint64(0xffffffff)
            self.scalars[:, :, low + 1] = masks >> np.uint64(32)
        if setting.lds:                              # of direct reads and parameters; as a bound of LDS beyond all
            self.scalars[:, :, -5] = random.choice(
                graphics.DIRECT_READ_TYPES[1:], (SHEET, 1)
            ) << 16 | 128 * random.integers(0, 4, (SHEET, 1))
        self.scalars[:, :, -4] &= 1
        modes = np.array([self.limits.fixed(mode) for mode in MODES.values()], np.uint32)
        self.scalars[:, :, -3] = modes[self.mode][:, None]
        self.poison(masks)
        self.memory = [random.bytes(setting.memory) for _ in range(4)] if setting.memory else [b""] * 4
        self.lds = [random.bytes(setting.lds) for _ in range(4)] if setting.lds else [b""] * 4

    def poison(self, masks: np.ndarray) -> None:
        """Lanes that are off get addresses where nothing is (D-91)."""
        bad = np.flatnonzero(self.poisoned)
        lanes = np.arange(self.setting.wave, dtype=np.uint64)
        off = (masks[bad][:, :, None] >> lanes & np.uint64(1)) == 0
        for high in (Places.PAIRS[0] + 1, Places.PAIRS[1] + 1):
            rows = self.vectors[bad, :, high]
            self.vectors[bad, :, high] = np.where(off, POISON, rows)
        for low in (*Places.OFFSETS, Places.LDS, Places.CROSS):
            rows = self.vectors[bad, :, low]
            self.vectors[bad, :, low] = np.where(off, 0x7ff0_0000, rows)

    # ---- code ----

    def stream(self, index: int) -> Stream:
        """One program."""
        code, run = Assembly(self, index, False).run()
        return Stream(
            self, index, code, self.vectors[index], self.scalars[index], self.exec[index],
            bool(self.poisoned[index]), EXEC_SHAPES[self.shape[index]], MODE_NAMES[self.mode[index]],
            np.array(run, np.intp), int(self.windows[index]),
        )
