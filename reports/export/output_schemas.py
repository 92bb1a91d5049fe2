"""Records of the JSON output of commands, besides certificates, results and coverage. The JSON Schemas are made from
them; the commands build the JSON themselves, and test_output_schemas.py checks it against these records."""
from __future__ import annotations

from typing import Any, Literal, Union

from .certificate_records import Record


class Access(Record):
    """A range of memory, LDS or global data share (gds) that an instruction accesses."""
    place: Literal["memory", "lds", "gds"]
    address: str
    bytes: int


class TraceLine(Record):
    """One instruction, a line of `assay run --trace`; the last line is the result. `exec` and `m0`: before the
    instruction. `writes`: registers, each with the mask of its lanes (0x1 for a scalar one). `counters`: outstanding
    operations after it."""
    group: int
    wave: int
    pc: str
    text: str
    exec: str
    m0: str
    writes: dict[str, str]
    counters: dict[str, int]
    accesses: list[Access]


class ValueDifference(Record):
    """One value; `wave` and `lane` are -1 if it has none."""
    where: str
    wave: int
    lane: int
    expected: str
    got: str


class DiffOutput(Record):
    """The output of `assay diff --json`. `text`: the difference in words. If the target fails: the first wrong
    instruction with its `pc`, the differences after it, and both results up to it (`assay schema result`)."""
    verdict: str
    text: str
    cause: str = ""
    pc: str = ""
    instruction: str = ""
    differences: list[ValueDifference] = []
    expected: dict[str, Any] = {}
    got: dict[str, Any] = {}


class OrderStep(Record):
    """A step of a schedule. runs: the `wave` executes the instruction at `pc`. touches: its memory operation accesses
    memory. lacks, lands: the result of the operation at `by` is missing, or present, when the instruction at `pc` uses
    it. lane: `lane` is next in the atomic at `pc` that several lanes access."""
    wave: int
    pc: str
    event: Literal["runs", "touches", "lacks", "lands", "lane"]
    by: str = ""
    lane: int = 0


class OrderedResult(Record):
    """A result (`assay schema result`), and a schedule that gives it."""
    result: dict[str, Any]
    order: list[OrderStep]


class OutcomeSet(Record):
    """A line of `assay outcomes --json`. `outcomes`: number of results. `whole`: they are complete; else `cut` says why
    not. `runs`, `states`: runs and states of the search. `merged`: runs that ended in a known state."""
    name: str
    outcomes: int
    whole: bool
    cut: str
    runs: int
    states: int
    merged: int
    results: list[OrderedResult]


class SurvivingMutant(Record):
    """A mutant of the model that no case kills. `file`, `line`, `source`: the changed code. `cases`: cases that ran on
    it. `operations`: operations that reach it."""
    key: str
    kind: str
    module: str
    file: str
    line: int
    cases: int
    operations: int
    source: str
    change: str


class Mutation(Record):
    """The output of `assay mutate`. `sample` of `of` mutants count. `refused`: mutants that do not compile.
    `same_code`: mutants that compile to the model's own code.

    `score` = killed / sample must reach `floor`. `killed`: a case fails; `crashed` of them because the model crashes or
    does not end. `parts`: mutants that each part of the corpus kills. `kinds`, `modules`: {kind or module: {verdict:
    mutants}}."""
    mutation: Literal[2]
    model: str
    suites: str
    seed: int
    only: list[str]
    of: int
    refused: int
    build_seconds: float
    run_seconds: float
    same_code: int
    sample: int
    floor: float
    score: float
    killed: int
    crashed: int
    survived: int
    parts: dict[str, int]
    cases: int
    kinds: dict[str, dict[str, int]]
    modules: dict[str, dict[str, int]]
    survivors: list[SurvivingMutant]


ProgramMutantVerdict = Literal["found", "harmless", "missed", "alarm", "idle"]


class ProgramMutant(Record):
    """One mutant of a program: the instruction `of` at `pc` and the `change`. `breach`: the violation that the replay
    checker finds, null for none. `rules`: rules of the model's findings.

    found: both report it; harmless: neither; missed: only the checker; alarm: only the model; idle: the run does not
    reach it."""
    pc: str
    of: str
    change: str
    verdict: ProgramMutantVerdict
    rules: list[str]
    breach: Union[str, None]


class ProgramMutants(Record):
    """The output of `assay mutate --program FILE --json`. `table`: {operation: {verdict: mutants}}, with `all` for the
    sum."""
    program: str
    arch: str
    wave: int
    rules: Literal["manual", "silicon"]
    table: dict[str, dict[ProgramMutantVerdict, int]]
    mutants: list[ProgramMutant]


class Target(Record):
    """An entry of `assay targets --json`. `needs`: what the target requires."""
    name: str
    what: str
    available: bool
    needs: str


Targets = list[Target]
