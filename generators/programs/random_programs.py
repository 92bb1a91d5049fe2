"""Random programs of 1 to some hundreds of instructions over every encoding of a form. The programs have
branches, loops, changes of EXEC, memory accesses of every kind, several waves and work-groups.
They are made in batches (PROGRAMS_PER_BATCH programs of one setting), over arrays. A batch depends only on its options,
its number and the weights. Philox draws from a key made of seed and number, so the cases are the same on any machine
and in any order. The weights follow from earlier batches (`program_coverage.py`)."""
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
from .instruction_templates import WINDOW_SGPRS, TEMPLATES_PER_FORM, WINDOW_VGPRS, VGPR_COUNT, FixedRegisters
from .program_code import ProgramAssembler, encode_glue_code
from .program_settings import Options, draw_setting
from .program_values import POOL_PAIRS, SCALAR_NAMES, vgpr_addresses, exec_mask_from_bits, draw_row_pool, sgpr_addresses
from .template_arrays import CLASSES, template_bank

PROGRAMS_PER_BATCH = 64                              # programs
POOL_WORDS = 512                                     # scalar words in the pool of a batch
UNMAPPED_HIGH = 0x6bad_0000                          # high half of the unmapped addresses of inactive lanes
SPECIAL_NAMES = ("vcc_lo", "vcc_hi", "m0", "scc", "mode", "exec_lo", "exec_hi")
MODE_NAMES = tuple(MODES)
WINDOW = (*(f"v{n}" for n in range(WINDOW_VGPRS)), *(f"s{n}" for n in range(WINDOW_SGPRS)))
SMALL_WINDOW, MAX_SMALL_LENGTH = 12, 16              # window and maximal length of short programs
# Percentage of instructions of each class (template_arrays.CLASSES).
CLASS_SHARES = {"computing": (70, 30), "memory": (40, 18, 12, 10, 5, 6, 6, 3, 0, 4),
          "scratch": (40, 15, 0, 0, 0, 0, 0, 0, 45), "waves": (40, 15, 22, 10, 3, 4, 4, 2),
          "groups": (45, 20, 25, 0, 0, 10)}


@dataclass(slots=True)
class RandomProgram:
    """A program with its state. `vectors`: uint32 by wave, VGPR and lane. `scalars`: uint32 by wave and SCALAR_NAMES,
    then SPECIAL_NAMES. `exec`: a mask for each wave. `window`: the number of VGPRs and SGPRs that it computes in.
    `included`: the indices, within the batch, of the instructions that this program contains."""
    batch: ProgramBatch
    index: int
    code: bytes
    vectors: np.ndarray
    scalars: np.ndarray
    exec: list[int]
    poisoned: bool
    shape: str
    mode: str
    included: np.ndarray
    window: int

    @property
    def number(self) -> int:
        """The case number."""
        return self.batch.number * PROGRAMS_PER_BATCH + self.index

    def code_with_all_waits(self) -> bytes:
        """Return the code with waits for all results and with wait states before every instruction."""
        return ProgramAssembler(self.batch, self.index, True).assemble()[0]


class ProgramBatch:
    """PROGRAMS_PER_BATCH programs. `reached`: bins covered by earlier batches, bool by form and bin
    (program_coverage.py)."""

    def __init__(self, options: Options, number: int, reached: np.ndarray):
        self.options, self.number = options, number
        self.limits = Limits(mode=options.mode, modifiers=options.modifiers, registers=options.registers)
        key = np.array([options.seed, number], np.uint64)
        self.random = np.random.Generator(np.random.Philox(key=key))
        self.setting = draw_setting(options, self.random)
        self.bank = template_bank(options.arch, self.setting.wave)
        self.glue = encode_glue_code(options.arch, self.setting.wave, options.forms)
        self.draw_lengths()
        self.draw_instructions(reached)
        self.draw_exec_and_mode()
        self.draw_state()
        self.programs = [self.assemble(n) for n in range(PROGRAMS_PER_BATCH)]

    def digest(self) -> str:
        """Return a digest of all programs and their state."""
        parts = [
            b"".join(program.code for program in self.programs),
            self.vectors,
            self.scalars,
            *self.memory,
            *self.lds,
        ]
        return sha256(b"".join(map(bytes, parts))).hexdigest()[:16]

    def draw_lengths(self) -> None:
        """Draw the lengths with equal frequency for each power of two: 4 to 7 is as frequent as 64 to 127. Only
        integers are used, because logarithms differ between machines."""
        low, high = self.options.length
        octaves = self.random.integers(low.bit_length(), high.bit_length() + 1, PROGRAMS_PER_BATCH)
        first = np.maximum(low, 1 << (octaves - 1))
        last = np.minimum(high, (1 << octaves) - 1)
        self.counts = first + self.random.integers(0, 1 << 30, PROGRAMS_PER_BATCH) % (last - first + 1)
        self.ends = np.cumsum(self.counts)
        self.windows = np.where(
            (self.counts <= MAX_SMALL_LENGTH) & (not self.setting.matrices), SMALL_WINDOW, WINDOW_VGPRS
        )

    # ---- instructions ----

    def draw_instructions(self, reached: np.ndarray) -> None:
        """Draw a template and registers for every instruction of the batch."""
        total, random, bank = int(self.ends[-1]), self.random, self.bank
        forms = self.draw_forms(total, reached)
        template_count = min(TEMPLATES_PER_FORM, 2 + self.number // 16)
        numbers, second_choices = random.integers(0, template_count, total), random.integers(0, template_count, total)
        self.usable_numbers = self.usable_templates(forms, template_count)
        numbers, second_choices = self.choose_usable(forms, numbers), self.choose_usable(forms, second_choices)
        numbers = np.where(reached[forms, numbers], second_choices, numbers)
        rows = bank.find(forms, numbers)
        self.forms, self.numbers, self.rows = forms, numbers, np.maximum(rows, 0)
        words, self.registers, reads, writes, fit = bank.fill(self.rows, np.repeat(self.windows, self.counts), random)
        opens = self.leaves_undefined_bits()
        self.is_usable = (
            (rows >= 0)
            & fit
            & self.are_within_limits(words)
            & self.have_usable_template()
            & ~(opens & self.setting.exact)
        )
        self.reads, self.writes, self.machine_code = reads.tolist(), writes.tolist(), words.tobytes()
        self.controls = random.integers(0, 1000, total).tolist()
        turns = random.integers(0, 1 << 30, total)
        # half of these, since only a NaN leaves bits undefined
        cuts = bank.arrays.undefined_if_nan[self.rows] & (turns >> 20 & 1 > 0)
        self.choices, self.may_be_undefined = turns.tolist(), (opens | cuts).tolist()
        self.initial_reads = np.zeros(total, np.uint64)

    def leaves_undefined_bits(self) -> np.ndarray:
        """Return by instruction whether it may leave undefined bits for any values of its sources. Results of atomics
        may be undefined if several waves run."""
        arrays = self.bank.arrays
        opens = arrays.may_be_undefined[self.rows]
        return opens | arrays.returns[self.rows] if self.setting.waves > 1 else opens

    def are_within_limits(self, words: np.ndarray) -> np.ndarray:
        """Return by instruction whether it has no excluded modifier and no excluded register."""
        limits, templates = self.limits, self.bank.templates
        if not (limits.modifiers or limits.registers):
            return np.ones(len(self.rows), bool)
        depends_on_registers = any(fnmatchcase(name, glob) for name in WINDOW for glob in limits.registers)
        allowed_rows = {row: limits.allow(templates[row].tags, "" if depends_on_registers else templates[row].text)
                 for row in np.unique(self.rows).tolist()}
        allowed = np.array([allowed_rows[row] for row in self.rows.tolist()], bool)
        # registers that are drawn later
        for number in np.flatnonzero(allowed).tolist() if depends_on_registers else ():
            code = words[number].tobytes()[:len(templates[self.rows[number]].code)]
            allowed[number] = limits.allow((), disassemble(self.options.arch, self.setting.wave, code)[1])
        return allowed

    def usable_templates(self, forms: np.ndarray, count: int) -> dict[int, list[int]]:
        """Return {form: the first `count` templates without the tags excluded from it} for the forms drawn."""
        forms_drawn = {*np.unique(forms).tolist()}
        return {form: list(islice(self.bank.templates_without(form, names), count))
                for form, names in self.options.without if form in forms_drawn}

    def choose_usable(self, forms: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Map template numbers of forms with excluded tags to their usable templates."""
        chosen = numbers.copy()
        for form, usable in self.usable_numbers.items():
            if usable:
                of_form = forms == form
                chosen[of_form] = np.array(usable)[numbers[of_form] % len(usable)]
        return chosen

    def have_usable_template(self) -> np.ndarray:
        """Return by instruction whether its form has a usable template."""
        return ~np.isin(self.forms, [form for form, usable in self.usable_numbers.items() if not usable])

    def draw_forms(self, total: int, reached: np.ndarray) -> np.ndarray:
        """Draw a form for each instruction: first its class, then a form of the class. Forms with uncovered bins weigh
        more."""
        random, allowed = self.random, self.options.forms
        classes, shares = [], []
        for name, share in zip(CLASSES, CLASS_SHARES[self.setting.kind]):
            members = self.bank.classes[name]
            if allowed is not None:
                members = np.intersect1d(members, np.array(allowed, np.int32))
            if self.setting.exact:
                members = np.setdiff1d(members, self.bank.inexact_forms)
            is_possible = {"ds": self.setting.lds, "param": self.setting.lds, "scratch": self.setting.scratch}.get(
                name, self.setting.memory)
            if share and len(members) and (is_possible or name in ("valu", "salu")):
                classes.append(members)
                shares.append(share)
        if not classes:                              # no requested form fits this setting
            classes, shares = [self.bank.classes["valu"]], [1]
        kinds = np.searchsorted(np.cumsum(shares) / sum(shares), random.random(total), "right")
        draws, chosen = random.random(total), np.zeros(total, np.int32)
        for n, members in enumerate(classes):
            weights = np.cumsum(1 + 7 * (1 - reached[members, :TEMPLATES_PER_FORM].mean(1)))
            of_class = kinds == n
            index = np.searchsorted(weights / weights[-1], draws[of_class], "right")
            chosen[of_class] = members[np.minimum(index, len(members) - 1)]
        return chosen

    # ---- state ----

    def draw_exec_and_mode(self) -> None:
        """Draw EXEC and MODE of every program."""
        random, wave, count = self.random, self.setting.wave, self.setting.waves
        self.shape = random.choice(len(EXEC_SHAPES), PROGRAMS_PER_BATCH, p=(0.4, 0.02, 0.08, 0.1, 0.1, 0.1, 0.2))
        self.mode = np.where(
            random.random(PROGRAMS_PER_BATCH) < 0.4, 0, random.integers(0, len(MODES), PROGRAMS_PER_BATCH)
        )
        all_lanes = (1 << wave) - 1
        bits, lanes = (
            random.integers(0, 1 << 63, (PROGRAMS_PER_BATCH, count), np.uint64, endpoint=True).tolist(),
            random.integers(0, wave, (PROGRAMS_PER_BATCH, count)).tolist(),
        )
        self.exec = [
            [
                exec_mask_from_bits(EXEC_SHAPES[self.shape[n]], bits[n][w], lanes[n][w], wave) & all_lanes
                for w in range(count)
            ]
            for n in range(PROGRAMS_PER_BATCH)
        ]
        self.poisoned = (random.random(PROGRAMS_PER_BATCH) < 0.3) & (self.shape > 0) & (self.setting.memory > 0)

    def draw_state(self) -> None:
        """Draw the values of the window, the addresses and the memory. VGPR rows come from a pool with known value
        classes."""
        random, setting = self.random, self.setting
        rows, self.labels = draw_row_pool(random, setting.wave)
        pick = random.integers(0, POOL_PAIRS, (PROGRAMS_PER_BATCH, setting.waves, WINDOW_VGPRS // 2))
        self.picks = pick[:, 0]
        self.vectors = np.empty((PROGRAMS_PER_BATCH, setting.waves, VGPR_COUNT, setting.wave), np.uint32)
        self.vectors[:, :, :WINDOW_VGPRS] = rows[pick].reshape(
            PROGRAMS_PER_BATCH, setting.waves, WINDOW_VGPRS, setting.wave
        )
        if setting.matrices:                         # A and B the same in every 16 lanes (RDNA3 ISA, 7.9)
            self.vectors[:, :, 8:WINDOW_VGPRS] = self.vectors[:, :, 8:WINDOW_VGPRS, np.arange(setting.wave) % 16]
        self.vectors[:, :, WINDOW_VGPRS:] = vgpr_addresses(setting)
        words = values.draw_patterns(random, "b", 32, values.draw_classes(random, "b", 32, POOL_WORDS))
        self.scalars = np.empty((PROGRAMS_PER_BATCH, setting.waves, len(SCALAR_NAMES) + len(SPECIAL_NAMES)), np.uint32)
        self.scalars[:] = words[random.integers(0, POOL_WORDS, self.scalars.shape)]
        self.scalars[:, :, WINDOW_SGPRS:len(SCALAR_NAMES)] = sgpr_addresses(self.options.arch, setting, random)
        masks = np.array(self.exec, np.uint64)
        for low in (FixedRegisters.EXEC, -2):
            self.scalars[:, :, low] = masks & np.uint64(0xffffffff)
            self.scalars[:, :, low + 1] = masks >> np.uint64(32)
        if setting.lds:                              # for direct reads and parameters; as a bound it is beyond LDS
            self.scalars[:, :, -5] = random.choice(
                graphics.DIRECT_READ_TYPES[1:], (PROGRAMS_PER_BATCH, 1)
            ) << 16 | 128 * random.integers(0, 4, (PROGRAMS_PER_BATCH, 1))
        self.scalars[:, :, -4] &= 1
        modes = np.array([self.limits.fixed(mode) for mode in MODES.values()], np.uint32)
        self.scalars[:, :, -3] = modes[self.mode][:, None]
        self.poison_inactive_addresses(masks)
        self.memory = [random.bytes(setting.memory) for _ in range(4)] if setting.memory else [b""] * 4
        self.lds = [random.bytes(setting.lds) for _ in range(4)] if setting.lds else [b""] * 4

    def poison_inactive_addresses(self, masks: np.ndarray) -> None:
        """Give inactive lanes unmapped addresses (D-91)."""
        programs = np.flatnonzero(self.poisoned)
        lanes = np.arange(self.setting.wave, dtype=np.uint64)
        inactive = (masks[programs][:, :, None] >> lanes & np.uint64(1)) == 0
        for high in (FixedRegisters.PAIRS[0] + 1, FixedRegisters.PAIRS[1] + 1):
            rows = self.vectors[programs, :, high]
            self.vectors[programs, :, high] = np.where(inactive, UNMAPPED_HIGH, rows)
        for low in (*FixedRegisters.OFFSETS, FixedRegisters.LDS, FixedRegisters.CROSS):
            rows = self.vectors[programs, :, low]
            self.vectors[programs, :, low] = np.where(inactive, 0x7ff0_0000, rows)

    # ---- code ----

    def assemble(self, index: int) -> RandomProgram:
        """Return one program."""
        code, included = ProgramAssembler(self, index, False).assemble()
        return RandomProgram(
            self, index, code, self.vectors[index], self.scalars[index], self.exec[index],
            bool(self.poisoned[index]), EXEC_SHAPES[self.shape[index]], MODE_NAMES[self.mode[index]],
            np.array(included, np.intp), int(self.windows[index]),
        )
