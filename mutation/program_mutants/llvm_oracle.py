"""LLVM as a witness: what a pass of it inserts into a kernel, against what the model requires.  Each inserted
instruction is taken away by itself; what the model does not miss then has a class, by what the wait proved on this
run."""
from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from ...harness.case.plan import resolve
from ...harness.code_objects import kernel_launch, llvm_passes as passes
from ...harness.code_objects.suite_kernels import case_of
from ...harness.execution.model_run import Model
from .control_flow_paths import Paths
from .outstanding_results import family_of, full, read_field, wait_fields, waits
from .replay_checker import Breach, Change, life, replay
from .traced_instruction import Instruction, instruction
from .verdicts import Program
from .wait_states import DEPCTR, Masks, waits_for
from .wave_trace import LONGEST, Trace
from .weakened_waits import NOP, looser, replaced

REQUIRED, IDLE, UNEXPLAINED = "required", "not run", "unexplained"
EMPTY = "nothing outstanding"                        # on this run; LLVM thinks of every path, and of any caller
STORES = "stores alone"                              # of which nobody asks on this run: a release, or a caller's
LATER = "proven later"                               # nothing uses the results before another wait
ADVISED = "advice"                                    # when to issue: no result hangs on it
RELEASE = "registers released"                       # S_SENDMSG of DEALLOC_VGPRS, which only gives back registers
GUARDED = "not read back"                            # on this run nothing reads the mask whose write is guarded
PARTED = "by another path"                           # another way to that place has what is guarded, as paths.py finds
NOTED = "a note"                                     # where compilers differ, the model tells a note (E-175, E-182)
MOVED = "what DPP leaves"                            # the destination as it was: LLVM waits for it too (E-175)
REPLAY = "replayed together"                         # memory instructions in a row, under XNACK (E-180)
MEMORY = ("buffer_", "global_", "flat_", "scratch_", "image_", "s_load", "s_buffer")
ADVICE = ("s_clause", "s_delay_alu")
VERDICTS = (REQUIRED, IDLE, EMPTY, STORES, LATER, ADVISED, RELEASE, GUARDED, PARTED, NOTED, MOVED, REPLAY, UNEXPLAINED)


@dataclass(frozen=True, slots=True)
class Inserted:
    """An instruction that a pass has inserted: REQUIRED, IDLE, a class of what the model does not require, or
    UNEXPLAINED.  `rules`: of the findings without it; `exact`: one less is found too."""
    what: str
    pc: int
    text: str
    verdict: str
    rules: tuple[str, ...] = ()
    exact: bool = False


class Kernel:
    """A kernel by LLVM's passes, run by the rules of silicon.  Raises BuildError, Unfit, Unknown."""

    def __init__(self, name: str, arch: str, wave: int, level: str, model: Model | None = None):
        self.of, self.model = (name, arch, wave, level), model or Model()
        self.file = passes.code_object(*self.of)
        self.listing = passes.listing(self.file)
        self.program = Program(case_of(name, arch, wave, self.file), rules="silicon")
        self.proven = proven(self.program.trace)
        self.notes = notes(self.model.run(self.program.plan).findings)

    def findings(self, without: str, less: int | None = None) -> list[dict]:
        """What the model tells of the kernel without a pass, or without one S_NOP of it."""
        name, arch, wave, _ = self.of
        file = passes.code_object(*self.of, without, less)
        case = case_of(name, arch, wave, file) | {"profile": "silicon"}
        return self.model.run(resolve(case)).findings

    def inserted(self, what: str) -> list[Inserted]:
        """Every instruction of a pass, judged."""
        rest = passes.listing(passes.code_object(*self.of, what))
        lines = passes.inserted(self.listing, rest, what, self.of[1])
        nops = [one.address for lines in self.listing.values() for one in lines if one.mnemonic == "s_nop"]
        return [self.judged(what, kernel_launch.CODE + one.address, nops) for one in lines]

    def every(self) -> list[Inserted]:
        """What every pass has inserted."""
        return [one for what in passes.PASSES if passes.names_of(what, self.of[1]) for one in self.inserted(what)]

    def judged(self, what: str, pc: int, nops: list[int]) -> Inserted:
        trace = self.program.trace
        if pc not in trace.pcs:
            return Inserted(what, pc, "", IDLE)
        one = next(step.one for waves in trace.groups.values() for steps in waves.values() for step in steps
                   if step.pc == pc)
        told = self.dropped(nops.index(pc - kernel_launch.CODE)) if one.name == "s_nop" else self.without(pc, one, NOP)
        rules = tuple(sorted({f["rule"] for f in told if f["kind"] in ("error", "race")}))
        if rules:
            exact = all(self.reported(pc, one, word) for text, word in less_by_one(one))
            return Inserted(what, pc, one.text, REQUIRED, rules, exact)
        return Inserted(what, pc, one.text, self.why(pc, one, told))

    def why_parted(self, pc: int) -> str:
        """The class of an S_NOP, by what stands around it."""
        lines = next(lines for lines in self.listing.values() if lines[0].address <= pc - kernel_launch.CODE <=
                     lines[-1].address)
        at = next(n for n, one in enumerate(lines) if one.address == pc - kernel_launch.CODE)
        before, after = lines[at - 1].mnemonic, lines[at + 1].mnemonic
        if before.startswith(MEMORY) and after.startswith(MEMORY):
            return REPLAY
        return MOVED if after.endswith("_dpp") else UNEXPLAINED

    def why_guarded(self, pc: int, one: Instruction) -> str:
        """The class of a wait of wave64 for the vector ALU: the replay must do without it too, and what it guards
        against must be so on this run, or on another way to that place."""
        if self.replayed(pc) is not None:
            return UNEXPLAINED
        if waits_for_masks(one):
            trace = self.program.trace
            return GUARDED if guards_masks(trace, pc) else PARTED if self.paths(pc).masks(pc) else UNEXPLAINED
        return PARTED if self.paths(pc).part(pc) else UNEXPLAINED

    def replayed(self, pc: int) -> Breach | None:
        """What the replay finds with nothing at `pc`."""
        trace = self.program.trace
        return replay(trace, Change(pc, instruction(trace.arch, trace.wave, NOP.to_bytes(4, "little"))))

    def paths(self, pc: int) -> Paths:
        """The ways through the function that has this instruction."""
        plan, at = self.program.plan, pc - kernel_launch.CODE
        lines = next(lines for lines in self.listing.values() if lines and
                     lines[0].address <= at <= lines[-1].address)
        places = [kernel_launch.CODE + line.address for line in lines]
        return Paths({pc: instruction(plan.arch, plan.wave, plan.code[pc - plan.base:][:LONGEST]) for pc in places})

    def without(self, pc: int, one: Instruction, word: int) -> list[dict]:
        """What the model tells with another word at `pc`."""
        mutant = replaced(self.program.trace, pc, one, "", word)
        return self.model.run(self.program.patched(mutant)).findings

    def dropped(self, number: int) -> list[dict]:
        return self.findings("", number)

    def reported(self, pc: int, one: Instruction, word: int) -> bool:
        return any(f["kind"] in ("error", "race") for f in self.without(pc, one, word))

    def why(self, pc: int, one: Instruction, told: list[dict]) -> str:
        """The class of what the model does not require."""
        if one.name in ADVICE:
            return ADVISED
        if one.name == "s_sendmsg":
            return RELEASE
        if notes(told) - self.notes:
            return NOTED
        if one.name == "s_nop":
            return self.why_parted(pc)
        if one.name == "s_waitcnt_depctr":
            return self.why_guarded(pc, one) if one.wave == 64 else UNEXPLAINED
        if not waits(family_of(one), one):
            return UNEXPLAINED
        return LATER if "results" in self.proven[pc] else STORES if self.proven[pc] else EMPTY


def notes(findings: list[dict]) -> Counter:
    """How often each rule of hazards is told of as a note."""
    return Counter(f["rule"] for f in findings if f["kind"] == "note" and f["rule"].startswith("hazard."))


def waits_for_masks(one: Instruction) -> bool:
    """Does S_WAITCNT_DEPCTR wait for what writes masks, and nothing else?"""
    fields = {name for name, bits in DEPCTR.items() if read_field(one.word, bits) < full(bits)}
    return bool(fields) and fields <= {"sa_sdst", "va_vcc", "va_sdst"}


def guards_masks(trace: Trace, pc: int) -> bool:
    """Does the wait prove, on this run, a write of what was read as a mask?"""
    for steps in (steps for waves in trace.groups.values() for steps in waves.values()):
        masks = Masks()
        for step in steps:
            if step.pc == pc and any(waits_for(step.one, field) for field in masks.written.values()):
                return True
            masks.broken(step.one)
    return False


def less_by_one(one: Instruction) -> list[tuple[str, int]]:
    """A wait with one of its counts one higher."""
    fields = DEPCTR if one.name == "s_waitcnt_depctr" else wait_fields(family_of(one), one.name)
    return [(text, word) for text, word in looser(one, fields) if text != "gone" and not text.endswith("none")]


def proven(trace: Trace) -> dict[int, set[str]]:
    """{PC of a wait: what it has proven, results or stores, on any of its ways}."""
    found: dict[int, set[str]] = defaultdict(set)
    for waves in trace.groups.values():
        for steps in waves.values():
            one = life(trace, True, family_of(steps[0].one))
            for step in steps:
                before = list(one.results.pending) if waits(one.results.family, step.one) else []
                silent = one.results.silent.total()
                one.step(step)
                if one.results.silent.total() < silent:
                    found[step.pc].add("stores")
                for other in before:
                    if other not in one.results.pending:
                        found[step.pc].add("results" if any(other.results.values()) else "stores")
    return found


def table(found: list[Inserted]) -> dict[str, Counter]:
    """{pass: {verdict: instructions}}, with 'exact' for those required to the count."""
    rows: dict[str, Counter] = defaultdict(Counter)
    for one in found:
        rows[one.what][one.verdict] += 1
        rows[one.what]["exact"] += one.exact
    return rows
