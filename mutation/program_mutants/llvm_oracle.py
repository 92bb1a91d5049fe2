"""LLVM as an oracle: compare the instructions that an LLVM pass inserts into a kernel with the model's requirements.
Each inserted instruction is removed alone. If the model then reports nothing, the instruction is classified by the
operations that its wait completed in this run."""
from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from ...harness.case.plan import resolve
from ...harness.code_objects import kernel_launch, llvm_passes as passes
from ...harness.code_objects.suite_kernels import kernel_case
from ...harness.execution.model_run import Model
from .control_flow_paths import ControlFlowPaths
from .outstanding_results import family_name, field_max, read_field, wait_fields, wait_limits
from .replay_checker import Breach, Change, replay, wave_checker
from .traced_instruction import Instruction, decode_instruction
from .verdicts import SERIOUS_KINDS, TracedProgram
from .wait_states import DEPCTR, MaskHazard, waits_for_field
from .wave_trace import MAX_INSTRUCTION_BYTES, Trace
from .weakened_waits import NOP, loosened_wait_words, replacement_mutant

REQUIRED, NOT_RUN, UNEXPLAINED = "required", "not run", "unexplained"
NOTHING_OUTSTANDING = "nothing outstanding"          # on this run; LLVM considers every path and every caller
ONLY_STORES = "stores alone"                         # that this run never waits for: a release, or for a caller
PROVEN_LATER = "proven later"                        # nothing uses the results before another wait
ADVISORY = "advice"                                  # on when to issue; no result depends on it
REGISTER_RELEASE = "registers released"              # S_SENDMSG of DEALLOC_VGPRS, which only frees registers
NOT_READ_BACK = "not read back"                      # on this run nothing reads the mask whose write is guarded
BY_ANOTHER_PATH = "by another path"                  # another path has the hazard (control_flow_paths.py)
NOTE = "a note"                                      # compilers differ, and the model reports a note (E-175, E-182)
DPP_OLD_VALUE = "what DPP leaves"                    # LLVM also waits for the destination's old value (E-175)
XNACK_REPLAY = "replayed together"                   # memory instructions in a row, under XNACK (E-180)
MEMORY_PREFIXES = ("buffer_", "global_", "flat_", "scratch_", "image_", "s_load", "s_buffer")
ADVICE_INSTRUCTIONS = ("s_clause", "s_delay_alu")
VERDICTS = (REQUIRED, NOT_RUN, NOTHING_OUTSTANDING, ONLY_STORES, PROVEN_LATER, ADVISORY, REGISTER_RELEASE,
            NOT_READ_BACK, BY_ANOTHER_PATH, NOTE, DPP_OLD_VALUE, XNACK_REPLAY, UNEXPLAINED)


@dataclass(frozen=True, slots=True)
class InsertedInstruction:
    """An instruction that a pass inserted.  `verdict`: of VERDICTS; `rules`: rules of the model's findings after its
    removal; `exact`: the model also reports the wait if its count is one looser."""
    pass_name: str
    pc: int
    text: str
    verdict: str
    rules: tuple[str, ...] = ()
    exact: bool = False


class LlvmKernel:
    """A kernel that LLVM compiles with its passes, run under the rules of profile silicon.  Raises BuildError,
    UnsuitableProgram, UnknownInstruction."""

    def __init__(self, name: str, arch: str, wave: int, level: str, model: Model | None = None):
        self.variant, self.model = (name, arch, wave, level), model or Model()
        self.file = passes.compile_kernel_without(*self.variant)
        self.listing = passes.disassemble_functions(self.file)
        self.program = TracedProgram(kernel_case(name, arch, wave, self.file), rules="silicon")
        self.proven_by_wait = proven_by_wait(self.program.trace)
        self.note_counts = note_counts(self.model.run(self.program.plan).findings)

    def findings_without_pass(self, removed_pass: str, removed_nop: int | None = None) -> list[dict]:
        """The model's findings on the kernel without a pass, or without the S_NOP of index `removed_nop`."""
        name, arch, wave, _ = self.variant
        file = passes.compile_kernel_without(*self.variant, removed_pass, removed_nop)
        case = kernel_case(name, arch, wave, file) | {"profile": "silicon"}
        return self.model.run(resolve(case)).findings

    def judge_pass(self, pass_name: str) -> list[InsertedInstruction]:
        """Judge every instruction that a pass inserted."""
        without_pass = passes.disassemble_functions(passes.compile_kernel_without(*self.variant, pass_name))
        inserted = passes.inserted_instructions(self.listing, without_pass, pass_name, self.variant[1])
        nop_addresses = [line.address for lines in self.listing.values() for line in lines if line.mnemonic == "s_nop"]
        return [self.judge_inserted_instruction(pass_name, kernel_launch.CODE_ADDRESS + line.address, nop_addresses)
                for line in inserted]

    def judge_all_passes(self) -> list[InsertedInstruction]:
        """Judge every instruction that any pass inserted."""
        arch = self.variant[1]
        return [inserted for pass_name in passes.PASSES if passes.inserted_mnemonics(pass_name, arch)
                for inserted in self.judge_pass(pass_name)]

    def judge_inserted_instruction(self, pass_name: str, pc: int, nop_addresses: list[int]) -> InsertedInstruction:
        """Judge the instruction at `pc`.  `nop_addresses`: the addresses of all S_NOPs."""
        trace = self.program.trace
        if pc not in trace.pcs:
            return InsertedInstruction(pass_name, pc, "", NOT_RUN)
        instruction = next(step.instruction for waves in trace.groups.values() for steps in waves.values()
                           for step in steps if step.pc == pc)
        if instruction.name == "s_nop":
            findings = self.findings_without_nop(nop_addresses.index(pc - kernel_launch.CODE_ADDRESS))
        else:
            findings = self.findings_with_word(pc, instruction, NOP)
        rules = tuple(sorted({finding["rule"] for finding in findings if finding["kind"] in SERIOUS_KINDS}))
        if rules:
            exact = all(self.is_reported(pc, instruction, word) for _, word in words_loosened_by_one(instruction))
            return InsertedInstruction(pass_name, pc, instruction.text, REQUIRED, rules, exact)
        return InsertedInstruction(pass_name, pc, instruction.text, self.classify(pc, instruction, findings))

    def classify_nop(self, pc: int) -> str:
        """The class of an S_NOP, by the instructions around it."""
        address = pc - kernel_launch.CODE_ADDRESS
        lines = next(lines for lines in self.listing.values() if lines[0].address <= address <= lines[-1].address)
        number = next(n for n, line in enumerate(lines) if line.address == address)
        before, after = lines[number - 1].mnemonic, lines[number + 1].mnemonic
        if before.startswith(MEMORY_PREFIXES) and after.startswith(MEMORY_PREFIXES):
            return XNACK_REPLAY
        return DPP_OLD_VALUE if after.endswith("_dpp") else UNEXPLAINED

    def classify_depctr_wait(self, pc: int, instruction: Instruction) -> str:
        """The class of a wave64 wait for the vector ALU.  The replay checker must pass without it, and the hazard must
        exist on this run or on another path to the wait."""
        if self.replay_without(pc) is not None:
            return UNEXPLAINED
        paths = self.function_paths(pc)
        if waits_for_masks(instruction):
            if guards_masks(self.program.trace, pc):
                return NOT_READ_BACK
            return BY_ANOTHER_PATH if paths.reads_written_mask(pc) else UNEXPLAINED
        return BY_ANOTHER_PATH if paths.exec_splits_results(pc) else UNEXPLAINED

    def replay_without(self, pc: int) -> Breach | None:
        """The first breach of the trace with S_NOP 0 at `pc`."""
        trace = self.program.trace
        return replay(trace, Change(pc, decode_instruction(trace.arch, trace.wave, NOP.to_bytes(4, "little"))))

    def function_paths(self, pc: int) -> ControlFlowPaths:
        """The control-flow paths of the function that contains this instruction."""
        plan, address = self.program.plan, pc - kernel_launch.CODE_ADDRESS
        lines = next(lines for lines in self.listing.values() if lines and
                     lines[0].address <= address <= lines[-1].address)
        instructions = {}
        for line in lines:
            code = plan.code[kernel_launch.CODE_ADDRESS + line.address - plan.base:][:MAX_INSTRUCTION_BYTES]
            instructions[kernel_launch.CODE_ADDRESS + line.address] = decode_instruction(plan.arch, plan.wave, code)
        return ControlFlowPaths(instructions)

    def findings_with_word(self, pc: int, instruction: Instruction, word: int) -> list[dict]:
        """The model's findings if `word` replaces the dword at `pc`."""
        mutant = replacement_mutant(self.program.trace, pc, instruction, "", word)
        return self.model.run(self.program.patched_plan(mutant)).findings

    def findings_without_nop(self, number: int) -> list[dict]:
        """The model's findings without the S_NOP of index `number`."""
        return self.findings_without_pass("", number)

    def is_reported(self, pc: int, instruction: Instruction, word: int) -> bool:
        """Return whether the model reports an error or a race if `word` replaces the dword at `pc`."""
        return any(finding["kind"] in SERIOUS_KINDS for finding in self.findings_with_word(pc, instruction, word))

    def classify(self, pc: int, instruction: Instruction, findings: list[dict]) -> str:
        """The class of an instruction that the model does not require.  `findings`: the model's findings without the
        instruction."""
        if instruction.name in ADVICE_INSTRUCTIONS:
            return ADVISORY
        if instruction.name == "s_sendmsg":
            return REGISTER_RELEASE
        if note_counts(findings) - self.note_counts:
            return NOTE
        if instruction.name == "s_nop":
            return self.classify_nop(pc)
        if instruction.name == "s_waitcnt_depctr":
            return self.classify_depctr_wait(pc, instruction) if instruction.wave == 64 else UNEXPLAINED
        if not wait_limits(family_name(instruction), instruction):
            return UNEXPLAINED
        proven = self.proven_by_wait[pc]
        return PROVEN_LATER if "results" in proven else ONLY_STORES if proven else NOTHING_OUTSTANDING


def note_counts(findings: list[dict]) -> Counter:
    """{hazard rule: number of notes}."""
    return Counter(finding["rule"] for finding in findings
                   if finding["kind"] == "note" and finding["rule"].startswith("hazard."))


def waits_for_masks(instruction: Instruction) -> bool:
    """Return whether S_WAITCNT_DEPCTR waits for writes of masks and for nothing else."""
    fields = {name for name, bits in DEPCTR.items() if read_field(instruction.word, bits) < field_max(bits)}
    return bool(fields) and fields <= {"sa_sdst", "va_vcc", "va_sdst"}


def guards_masks(trace: Trace, pc: int) -> bool:
    """Return whether, in this run, the wait completes a write to a register that was read as a mask."""
    for steps in (steps for waves in trace.groups.values() for steps in waves.values()):
        hazard = MaskHazard()
        for step in steps:
            fields = hazard.pending_writes.values()
            if step.pc == pc and any(waits_for_field(step.instruction, field) for field in fields):
                return True
            hazard.is_broken_by(step.instruction)
    return False


def words_loosened_by_one(instruction: Instruction) -> list[tuple[str, int]]:
    """(description, dword) for each count of a wait, with that count one higher."""
    depctr = instruction.name == "s_waitcnt_depctr"
    fields = DEPCTR if depctr else wait_fields(family_name(instruction), instruction.name)
    return [(text, word) for text, word in loosened_wait_words(instruction, fields)
            if text != "removed" and not text.endswith("none")]


def proven_by_wait(trace: Trace) -> dict[int, set[str]]:
    """{PC of a wait: the kinds of operations that the wait ever proves complete in the run: 'results', 'stores'}."""
    proven: dict[int, set[str]] = defaultdict(set)
    for waves in trace.groups.values():
        for steps in waves.values():
            checker = wave_checker(trace, True, family_name(steps[0].instruction))
            results = checker.results
            for step in steps:
                pending = list(results.pending) if wait_limits(results.family, step.instruction) else []
                untracked = results.untracked.total()
                checker.check_step(step)
                if results.untracked.total() < untracked:
                    proven[step.pc].add("stores")
                for operation in pending:
                    if operation not in results.pending:
                        proven[step.pc].add("results" if any(operation.awaited_lanes.values()) else "stores")
    return proven


def verdict_table(inserted: list[InsertedInstruction]) -> dict[str, Counter]:
    """{pass: {verdict: instructions}}; 'exact' counts those required at their exact count."""
    rows: dict[str, Counter] = defaultdict(Counter)
    for instruction in inserted:
        rows[instruction.pass_name][instruction.verdict] += 1
        rows[instruction.pass_name]["exact"] += instruction.exact
    return rows
